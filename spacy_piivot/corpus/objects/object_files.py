"""Reads dialogues and rows that are JSON objects, and writes them as they came."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from ...errors import RecordError
from ..format import Writer
from ..json_items import ListWriter
from ..jsonl import JsonlWriter, parse_record, with_kept, write_line
from ..records import Cell, Columns, Record, nothing_to_keep
from ..tables.marks import NULL_TEXT, without_marks
from ..tables.table_layout import TableLayout
from ..tables.table_reader import read_table, table_notes
from ..tables.table_rows import TableRow
from ..tables.table_writer import released_rows, written_header
from .json_objects import JsonObject, Objects
from .object_layout import ObjectLayout, object_notes


def read_objects(
    path: Path, objects: Objects, layout: ObjectLayout, columns: Columns, default_id: str
) -> Iterator[Record | RecordError]:
    """Read the dialogues of a file of objects; a bad one does not end the reading.

    path (Path): The file.
    objects (Callable[[Path], Iterator[JsonObject]]): Reads its objects.
    layout (ObjectLayout): What they are: dialogues or rows.
    columns (Columns): Which fields are kept.
    default_id (str): The id of the dialogue of a file without ids.
    YIELDS (Record | RecordError): A dialogue, or its error.
    """
    if layout.kind == "rows":
        rows = partial(_rows, path, objects, layout.table)
        yield from read_table(rows, layout.table, default_id)
        return
    seen: set[str] = set()
    for number, one in enumerate(objects(path), 1):
        try:
            if one.fault is not None:
                raise one.fault
            id = default_id if number == 1 else f"{default_id}-{number}"
            source = _ours(one, layout, id)
            is_marked = source is not one.value and _has_nulls(source["messages"])
            keep = (*columns.keep, NULL_TEXT) if is_marked else columns.keep
            record = parse_record(source, one.line, seen, keep)
            yield without_marks(record, [NULL_TEXT]) if is_marked else record
        except RecordError as error:
            yield error


def notes_on_objects(
    path: Path, objects: Objects, layout: ObjectLayout, columns: Columns
) -> list[str]:
    """Notes for the user on how a file of objects is read.

    path (Path): The file.
    objects (Callable[[Path], Iterator[JsonObject]]): Reads its objects.
    layout (ObjectLayout): What they are: dialogues or rows.
    columns (Columns): Which fields are kept.
    RETURNS (list[str]): The notes.
    """
    if layout.kind == "rows":
        return table_notes(layout.table, columns, partial(_rows, path, objects, layout.table))
    missing = set(columns.keep)
    for one in objects(path) if missing else ():
        value = one.value if isinstance(one.value, dict) else {}
        own = value.get(layout.messages)
        missing -= value.keys()
        for message in own if isinstance(own, list) else ():
            missing -= message.keys() if isinstance(message, dict) else set()
        if not missing:
            break
    return [*object_notes(layout), *map(nothing_to_keep, sorted(missing))]


def open_object_writer(
    layout: ObjectLayout, stream: BinaryIO, *, lines: bool, one: bool = False, new_ids: bool = False
) -> Writer:
    """Make the writer of a file of objects.

    layout (ObjectLayout): What the objects of the source are: dialogues or rows.
    stream (BinaryIO): Where to write.
    lines (bool): Whether to write one object per line, and not a list.
    one (bool): Whether the source is one object.
    new_ids (bool): Whether the dialogues have other ids than in the source.
    RETURNS (Writer): The writer.
    """
    if lines and layout.kind == "dialogues" and layout.is_ours and layout.speaker == "speaker":
        return JsonlWriter(stream)
    items: _Lines | _One | ListWriter
    items = _Lines(stream) if lines else _One(stream) if one else ListWriter(stream)
    return _ObjectWriter(items, layout, number_ids=layout.number_ids and not new_ids)


class _ObjectWriter:
    """Writes released dialogues as objects with the fields of their source."""

    def __init__(
        self, items: "_Lines | _One | ListWriter", layout: ObjectLayout, *, number_ids: bool
    ) -> None:
        self._items, self._layout, self._number_ids = items, layout, number_ids

    def write(self, record: dict[str, Any]) -> None:
        layout = self._layout
        if layout.kind == "rows":
            header = written_header(layout.table)
            id = record["id"]
            record = {**record, "id": int(id) if self._number_ids and id.isdigit() else id}
            for cells in released_rows(record, layout.table):
                self._items.write(dict(zip(header, cells, strict=True)))
            return
        messages = []
        for message in record["messages"]:
            own = with_kept(message)
            text, speaker = own.pop("text"), own.pop("speaker")
            named = {} if layout.speaker is None else {layout.speaker: speaker}
            text = None if own.pop(NULL_TEXT, False) else text
            messages.append({**named, layout.text: text, **own})
        whole = with_kept(record)
        whole.pop("messages")
        id = {} if layout.id is None else {layout.id: whole["id"]}
        whole.pop("id")
        self._items.write({**id, layout.messages: messages, **whole})

    def close(self) -> None:
        self._items.close()


class _Lines:
    """Writes one object per line."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, item: Mapping[str, Any]) -> None:
        write_line(self._stream, item)

    def close(self) -> None:
        """Nothing follows the last line."""


class _One(_Lines):
    """Writes one object; an empty list if it was held back."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__(stream)
        self._is_written = False

    def write(self, item: Mapping[str, Any]) -> None:
        super().write(item)
        self._is_written = True

    def close(self) -> None:
        if not self._is_written:
            self._stream.write(b"[]\n")


def _ours(one: JsonObject, layout: ObjectLayout, default_id: str) -> Any:
    """An object as our own files have it; what is no dialogue stays, and its fault is told."""
    source = one.value
    if not isinstance(source, dict) or (layout.is_ours and layout.speaker == "speaker"):
        return source
    ours = {name: value for name, value in source.items() if name not in (layout.id,)}
    ours["id"] = default_id if layout.id is None else source.get(layout.id)
    messages = ours.pop(layout.messages, None)
    if isinstance(messages, list):
        messages = [_message(one, n, message, layout) for n, message in enumerate(messages)]
    return {**ours, "messages": messages}


def _message(one: JsonObject, number: int, message: Any, layout: ObjectLayout) -> Any:
    if not isinstance(message, dict):
        return message
    own_id = None if layout.id is None else one.value.get(layout.id)
    id = own_id if isinstance(own_id, str) and own_id.isprintable() else None
    text = message.get(layout.text)
    if isinstance(text, list):
        raise RecordError(
            "SeveralParts",
            f"in message {number}, {layout.text!r} is a list of parts, which cannot be read: make "
            "it one string",
            line=one.line,
            id=id,
        )
    # A chat's answer that only calls a tool has null.
    is_null = text is None and layout.text in message
    if not isinstance(text, str) and not is_null:
        hint = f"in message {number}, {layout.text!r} must be a string"
        raise RecordError("TextNotString", hint, line=one.line, id=id)
    read = (layout.text, layout.speaker, "text", "speaker", NULL_TEXT)
    others = {name: value for name, value in message.items() if name not in read}
    if is_null:
        others[NULL_TEXT] = True
    speaker = None if layout.speaker is None else message.get(layout.speaker)
    return {"speaker": speaker, "text": text or "", **others}


def _has_nulls(messages: Any) -> bool:
    return isinstance(messages, list) and any(
        isinstance(message, dict) and NULL_TEXT in message for message in messages
    )


def _rows(path: Path, objects: Objects, layout: TableLayout) -> Iterator[TableRow]:
    for one in objects(path):
        if one.fault is not None:
            yield TableRow(one.line, (), one.fault)
        elif not isinstance(one.value, dict):
            fault = RecordError("NotAnObject", "a row must be a JSON object", line=one.line)
            yield TableRow(one.line, (), fault, is_divided=True)
        else:
            yield _row(one, layout)


def _row(one: JsonObject, layout: TableLayout) -> TableRow:
    cells: list[Cell] = []
    named = {layout.text, layout.speaker, layout.dialogue, layout.group}
    fault: RecordError | None = None
    for at, name in enumerate(layout.header):
        value = one.value.get(name)
        is_used = at in named or at in layout.kept
        if is_used and not isinstance(value, str | int | float | None):
            hint = f"the field {name!r} must be a string or a number"
            fault = RecordError("NotAValue", hint, line=one.line)
        if at == layout.text and not isinstance(value, str | None):
            hint = f"the field {name!r} must be a string"
            fault = RecordError("TextNotString", hint, line=one.line)
        cells.append(value if isinstance(value, str | int | float) else None)
    return TableRow(one.line, cells, fault, is_divided=True)
