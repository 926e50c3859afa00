"""Makes dialogues of the rows of a table, whatever the format of its file."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field

from ...core.dialogue import Dialogue, Message
from ...errors import RecordError
from ..records import Cell, Columns, Kept, Record, check_characters
from .column_names import identifying_label
from .regrouping import CollectedRows
from .survey import Survey, survey_rows, text_of
from .table_layout import TableLayout
from .table_rows import Rows, TableRow

# What to do about a cell whose bytes could not be decoded.
Advice = Callable[[str], str]
UTF8 = "utf-8"


def read_table(
    rows: Rows,
    layout: TableLayout,
    default_id: str,
    *,
    encoding: str = UTF8,
    advice: Advice = lambda text: "convert the file to UTF-8",
) -> Iterator[Record | RecordError]:
    """Read the dialogues of a table, one at a time.

    A row that cannot be read makes the dialogue that it names fail. If it names none that can
    be trusted, it is reported separately, and the dialogues before and after it fail, since it
    could belong to either. Rows of a dialogue between which others stand are put together: the
    dialogue comes where its first row is.

    rows (Callable[[], Iterable[TableRow]]): Reads the rows after the header; called several times.
    layout (TableLayout): The layout of the table.
    default_id (str): The dialogue's id if there is no dialogue column.
    encoding (str): In what the cells must be written again.
    advice (Callable[[str], str]): What to do about a cell whose bytes could not be decoded (and
        became lone surrogates).
    YIELDS (Record | RecordError): A dialogue, or the error in its rows.
    """
    if not layout.header:
        return
    if layout.dialogue is None:
        yield from _read_one(rows, layout, default_id, _Way(encoding, advice))
        return
    survey = survey_rows(rows(), layout)
    with closing(CollectedRows()) as collected:
        if survey.split:
            for row in rows():
                id = text_of(row.cells, layout.dialogue) if row.fault is None else ""
                if id in survey.split:
                    collected.add(id, row)
        yield from _read_all(rows, layout, survey, collected, _Way(encoding, advice))


def table_notes(layout: TableLayout, columns: Columns, rows: Rows) -> list[str]:
    """Notes for the user on how a table is read.

    layout (TableLayout): Its layout.
    columns (Columns): The columns that were looked for.
    rows (Callable[[], Iterable[TableRow]]): Reads the rows after the header.
    RETURNS (list[str]): Which columns are dropped, which were recognised by other names than our
        own, whether the table is one dialogue because it has no dialogue column, and how many
        dialogues are put together.
    """
    notes = []
    if layout.dropped:
        notes.append(f"dropped columns: {', '.join(layout.dropped)}")
    notes += layout.notes
    if layout.dialogue is not None and identifying_label(layout.header[layout.dialogue]):
        name = layout.header[layout.dialogue]
        notes.append(f"{name!r} may tell who somebody is: --ids number or --ids hmac replaces it")
    if layout.header and layout.dialogue is None:
        notes.append("read as one dialogue because it has no dialogue column (--dialogue-column)")
    elif layout.header and (split := len(survey_rows(rows(), layout).split)):
        noun = "dialogue" if split == 1 else "dialogues"
        notes.append(f"rows put together because others stand between them: {split} {noun}")
    return notes


def _read_all(
    rows: Rows, layout: TableLayout, survey: Survey, collected: CollectedRows, way: "_Way"
) -> Iterator[Record | RecordError]:
    reported: set[str] = set()
    together: set[str] = set()
    current: _Rows | None = None
    for number, row in enumerate(rows()):
        if row.fault is None:
            id = text_of(row.cells, layout.dialogue)
            if current is None or id != current.id:
                if current is not None and current.id not in together:
                    yield from current.finish(layout, survey, reported)
                current = _Rows(id, row.line, way)
                if id in survey.split and id not in together:
                    for own in collected.take(id):
                        current.add(own, layout)
                    yield from current.finish(layout, survey, reported)
                    together.add(id)
            if id not in together:
                current.add(row, layout)
            continue
        owner = survey.owners.get(number)
        if owner is None:
            yield row.fault
        elif owner not in survey.ids and owner not in reported:
            reported.add(owner)
            yield _of(row.fault, owner)
    if current is not None and current.id not in together:
        yield from current.finish(layout, survey, reported)


def _read_one(
    rows: Rows, layout: TableLayout, id: str, way: "_Way"
) -> Iterator[Record | RecordError]:
    """Read a table that is one dialogue."""
    survey = Survey(ids={id})
    current: _Rows | None = None
    for row in rows():
        current = current or _Rows(id, row.line, way)
        if row.fault is None:
            current.add(row, layout)
        else:
            survey.faults.setdefault(id, row.fault)
    if current is not None:
        yield from current.finish(layout, survey, set())


@dataclass(frozen=True, slots=True)
class _Way:
    """How the cells are encoded, and what to do about those that are not."""

    encoding: str
    advice: Advice

    @property
    def fault(self) -> str:
        return "NotUTF8" if self.encoding == UTF8 else "NotDecodable"


@dataclass(slots=True)
class _Rows:
    """The rows of one dialogue while they are read."""

    id: str
    line: int
    way: _Way
    messages: list[tuple[str, str]] = field(default_factory=list)
    kept: list[dict[str, Cell]] = field(default_factory=list)
    groups: set[str] = field(default_factory=set)

    def add(self, row: TableRow, layout: TableLayout) -> None:
        speaker = text_of(row.cells, layout.speaker)
        self.messages.append((speaker, text_of(row.cells, layout.text)))
        if layout.kept:
            self.kept.append({layout.header[at]: row.cells[at] for at in layout.kept})
        if layout.group is not None:
            self.groups.add(text_of(row.cells, layout.group))

    def finish(
        self, layout: TableLayout, survey: Survey, reported: set[str]
    ) -> Iterator[Record | RecordError]:
        """The dialogue, or its error if that has not been reported yet."""
        if self.id in reported:
            return
        try:
            record = self._parse(layout, survey)
        except RecordError as error:
            if error.id is not None:
                reported.add(error.id)
            yield error
            return
        yield record

    def _parse(self, layout: TableLayout, survey: Survey) -> Record:
        id, line = self.id, self.line
        if not id:
            raise RecordError("MissingId", "the dialogue column is empty", line=line)
        if _holds_bad_bytes(id):
            raise RecordError(self.way.fault, self.way.advice(id), line=line)
        check_characters(id, line=line, id=None)
        if id in survey.faults:
            raise _of(survey.faults[id], id)
        spoiled = survey.spoiled.get(id)
        if spoiled is not None and id not in survey.ids:
            hint = "the rows follow one that cannot be read, and may be part of it"
            raise RecordError(spoiled.kind, hint, line=line)
        if spoiled is not None:
            raise _of(spoiled, id)
        texts = [cell for row in self.messages for cell in row]
        texts += [cell for row in self.kept for cell in row.values() if isinstance(cell, str)]
        for text in texts:
            if _holds_bad_bytes(text):
                raise RecordError(self.way.fault, self.way.advice(text), line=line, id=id)
            check_characters(text, line=line, id=id)
        if len(self.groups) > 1:
            raise RecordError("SeveralGroups", "its rows have several groups", line=line, id=id)
        group = next(iter(self.groups), None) or None
        messages = [Message(speaker, text) for speaker, text in self.messages]
        objects = [
            {"speaker": speaker, "text": text, **(self.kept[number] if self.kept else {})}
            for number, (speaker, text) in enumerate(self.messages)
        ]
        kept = Kept(self.kept) if layout.kept else None
        encoding = None if self.way.encoding == UTF8 else self.way.encoding
        source = {"id": id, "messages": objects}
        dialogue = Dialogue(id, messages, group=group)
        return Record(dialogue, line, source, kept=kept, encoding=encoding)


def _of(fault: RecordError, id: str) -> RecordError:
    """The error of a row as the error of its dialogue."""
    return RecordError(fault.kind, fault.hint, line=fault.line, id=id)


def _holds_bad_bytes(text: str) -> bool:
    return any("\udc80" <= c <= "\udcff" for c in text)
