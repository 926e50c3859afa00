"""Finds what the objects of a file are, dialogues or rows, and which fields contain what."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from ...errors import InputError
from ..records import Columns
from ..tables.column_names import fold_name, json_names
from ..tables.table_layout import TableLayout, find_layout, has_text
from .json_objects import JsonObject, Objects

Kind = Literal["essays", "dialogues", "rows"]
CAN_BE_READ = (
    'dialogues ({"id", "messages": [{"speaker", "text"}]}), chats ({"messages": [{"role", '
    '"content"}]}), rows with a text ({"dialogue", "speaker", "text"}), messages ({"role", '
    '"content"}), or essays ({"document", "full_text"})'
)
# So many objects show what a file has.
_LOOKED_AT = 100


@dataclass(frozen=True, slots=True)
class ObjectLayout:
    """What the objects of a file are.

    kind (str): "essays", "dialogues" or "rows".
    messages (str): The field of a dialogue's messages.
    id (str | None): The field of a dialogue's id; None if the dialogues have none.
    text (str): The field of a message's text.
    speaker (str | None): The field of a message's speaker.
    table (TableLayout): For rows: their columns.
    number_ids (bool): For rows: whether the ids of dialogues are numbers.
    """

    kind: Kind
    messages: str = "messages"
    id: str | None = "id"
    text: str = "text"
    speaker: str | None = "speaker"
    table: TableLayout = field(default_factory=lambda: TableLayout(header=()))
    number_ids: bool = False

    @property
    def is_ours(self) -> bool:
        """Whether the fields of dialogues are named as in our own files."""
        return (self.messages, self.id, self.text) == ("messages", "id", "text")


def find_object_layout(
    path: Path, objects: Objects, columns: Columns, *, lines: bool
) -> ObjectLayout:
    """Find what the objects of a file are from the first hundred of them.

    path (Path): The file.
    objects (Callable[[Path], Iterator[JsonObject]]): Reads its objects.
    columns (Columns): The fields to look for, where they are not recognised.
    lines (bool): Whether it has one object per line: what is not recognised is then a dialogue,
        whose fault is told by its line.
    RETURNS (ObjectLayout): The layout.
    RAISES (InputError): If they are nothing that can be read, or a field is missing that was asked
        for. The message lists what can be read.
    """
    seen = [one.value for one in islice(_good(objects(path)), _LOOKED_AT)]
    found = [one for one in seen if isinstance(one, dict)]
    if not lines and any("document" in one and "full_text" in one for one in found):
        return ObjectLayout("essays")
    for one in found:
        name = _first(one, json_names("messages"), list)
        if name is not None:
            return _of_dialogues(found, name, columns)
    header = list(dict.fromkeys(name for one in found for name in one))
    if header and has_text(header, columns):
        table = find_layout(header, columns, path.name)
        id = None if table.dialogue is None else header[table.dialogue]
        number_ids = id is not None and all(isinstance(one.get(id), int) for one in found)
        return ObjectLayout("rows", table=table, number_ids=number_ids)
    if lines:
        return ObjectLayout("dialogues")
    if not seen or any("document" in one for one in found):
        return ObjectLayout("essays")
    raise InputError(f"{path.name}: has none of what can be read of JSON: {CAN_BE_READ}.")


def _of_dialogues(found: Sequence[Mapping[str, Any]], name: str, columns: Columns) -> ObjectLayout:
    """The layout of dialogues, from the messages of all of them."""
    messages: dict[str, Any] = {}
    for one in found:
        own = one.get(name)
        for message in own if isinstance(own, list) else ():
            messages.update(message if isinstance(message, dict) else {})
    dialogue: dict[str, Any] = {}
    for one in reversed(found):
        dialogue.update(one)
    text = _asked(messages, columns.text) or _first(messages, json_names("text"), object)
    speaker = _asked(messages, columns.speaker) or _first(messages, json_names("speaker"), object)
    ids = [one for one in json_names("id") if one != name]
    id = _asked(dialogue, columns.dialogue) or _first(dialogue, ids, object)
    is_ours = name == "messages" and (text or "text") == "text"
    return ObjectLayout(
        "dialogues",
        messages=name,
        # Our own files have ids: one that lacks them has a fault.
        id="id" if id is None and is_ours else id,
        text=text or "text",
        speaker="speaker" if speaker is None and is_ours else speaker,
    )


def object_notes(layout: ObjectLayout) -> list[str]:
    """Notes for the user on how dialogues are read.

    layout (ObjectLayout): The layout of dialogues.
    RETURNS (list[str]): Which fields are read, if they are not named as in our own files.
    """
    if layout.kind != "dialogues" or (layout.is_ours and layout.speaker in ("speaker", None)):
        return []
    fields = [f"{layout.text!r} is read as the text"]
    if layout.speaker is not None:
        fields.append(f"{layout.speaker!r} as the speaker")
    fields.append("the dialogues have no ids" if layout.id is None else f"{layout.id!r} as the id")
    return [f"of each of {layout.messages!r}, {', '.join(fields)}"]


def _good(objects: Iterable[JsonObject]) -> Iterable[JsonObject]:
    return (one for one in objects if one.fault is None)


def _first(one: Mapping[str, Any], names: Sequence[str], kind: type) -> str | None:
    """The field with the first of several names, whose value is of a kind."""
    by_name = {fold_name(field): field for field in reversed(list(one)) if isinstance(field, str)}
    for name in names:
        found = name if name in one else by_name.get(fold_name(name))
        if found is not None and isinstance(one[found], kind):
            return found
    return None


def _asked(one: Mapping[str, Any], name: str | None) -> str | None:
    return name if name is not None and name in one else None
