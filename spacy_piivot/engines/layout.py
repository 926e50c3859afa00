"""Finds out which columns of a table contain what."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import InputError

MESSAGES = "messages"
TEXTS = ("text", "full_text")
DIALOGUES = ("dialogue", "id", "document", "essay_id")
SPEAKER, GROUP = "speaker", "group"


@dataclass(frozen=True, slots=True)
class TableColumns:
    """The columns of a table, named by the user; None for the usual names.

    dialogue (str | None): The dialogue's id: "dialogue", "id", "document" or "essay_id"; in a table
        with a dialogue in each row "id" comes first.
    messages (str | None): A list of messages, each with "speaker" and "text": "messages". Without
        it, each row is a message.
    text (str | None): The message: "text" or "full_text".
    speaker (str | None): Its speaker: "speaker", if there is such a column.
    group (str | None): The dialogue's group: "group", if there is such a column.
    order (str | None): What the messages of a dialogue are sorted by: a number or a time. None for
        the order of the rows, which only a table in one piece has.
    """

    dialogue: str | None = None
    messages: str | None = None
    text: str | None = None
    speaker: str | None = None
    group: str | None = None
    order: str | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of one table.

    dialogue (str): The dialogue's id.
    messages (str | None): The messages; None if each row is a message.
    text (str | None): The message, if each row is one.
    speaker (str | None): Its speaker.
    group (str | None): The dialogue's group.
    order (str | None): What messages are sorted by.
    """

    dialogue: str
    messages: str | None = None
    text: str | None = None
    speaker: str | None = None
    group: str | None = None
    order: str | None = None

    @property
    def is_nested(self) -> bool:
        """Whether a row is a whole dialogue."""
        return self.messages is not None

    @property
    def columns(self) -> list[str]:
        """The columns that are read."""
        own = (self.dialogue, self.messages, self.text, self.speaker, self.group, self.order)
        return [name for name in own if name is not None]


def find_layout(names: Iterable[str], columns: TableColumns, *, ordered: bool = True) -> Layout:
    """Choose the columns of a table.

    names (Iterable[str]): Its columns.
    columns (TableColumns): Those that the user named.
    ordered (bool): Whether its rows have an order.
    RETURNS (Layout): The columns to read.
    RAISES (InputError): If one is missing, or rows without an order have no column for it.
    """
    present = list(names)
    for name in (value for value in _values(columns) if value is not None):
        if name not in present:
            raise InputError(f"The table has no column {name!r}. It has: {', '.join(present)}.")
    group = columns.group or _first(present, (GROUP,))
    messages = columns.messages or (None if columns.text else _first(present, (MESSAGES,)))
    if messages is not None:
        dialogue = columns.dialogue or _first(present, ("id", *DIALOGUES))
        return Layout(_needed(dialogue, "dialogue", present), messages, group=group)
    text = columns.text or _first(present, TEXTS)
    dialogue = columns.dialogue or _first(present, DIALOGUES)
    if columns.order is None and not ordered:
        raise InputError(
            "The rows of a distributed table have no order: name the column that the messages of a "
            "dialogue are sorted by (order=…), or give one row for each dialogue."
        )
    return Layout(
        _needed(dialogue, "dialogue", present),
        text=_needed(text, "text", present),
        speaker=columns.speaker or _first(present, (SPEAKER,)),
        group=group,
        order=columns.order,
    )


def _values(columns: TableColumns) -> tuple[str | None, ...]:
    named = (columns.dialogue, columns.messages, columns.text, columns.speaker)
    return (*named, columns.group, columns.order)


def _first(present: list[str], wanted: Iterable[str]) -> str | None:
    return next((name for name in wanted if name in present), None)


def _needed(name: str | None, what: str, present: list[str]) -> str:
    if name is None:
        raise InputError(
            f"The table has no column that is known to contain the {what}: name it ({what}=…). It "
            f"has: {', '.join(present)}."
        )
    return name
