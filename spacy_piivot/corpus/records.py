"""The record of a dialogue with its position in the source, as all readers yield it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from ..core.dialogue import Dialogue
from ..errors import RecordError
from .pieces import Piece

BOM = "\ufeff"

# What a column or a field that is kept may contain: a JSON value without parts.
Cell = str | int | float | bool | None
# Where a released message or dialogue has its kept columns or fields.
KEPT = "kept"

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Kept:
    """The columns or fields of a dialogue that are released beside its messages.

    messages (Sequence[Mapping[str, Cell]]): Those of each message, by name.
    dialogue (Mapping[str, Cell]): Those of the dialogue itself, by name.
    """

    messages: Sequence[Mapping[str, Cell]] = field(repr=False)
    dialogue: Mapping[str, Cell] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Record:
    """One dialogue of a file.

    dialogue (Dialogue): The dialogue.
    line (int | None): Its first line in the file, from 1; None if the file is one dialogue.
    source (dict[str, Any]): The JSON object it was read from, or its equivalent.
    kept (Kept | None): What else of it is released; None for nothing.
    encoding (str | None): The encoding in which it must be written again; None for UTF-8.
    pieces (Sequence[Sequence[Piece]]): The pieces of each message, if the file's writer needs
        them one by one.
    """

    dialogue: Dialogue
    line: int | None
    source: dict[str, Any] = field(repr=False)
    kept: Kept | None = field(default=None, repr=False, kw_only=True)
    encoding: str | None = field(default=None, kw_only=True)
    pieces: Sequence[Sequence[Piece]] = field(default=(), repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns of a table contain what. None for a column that is recognised by its name.

    text (str | None): The column of the message's text; None for "text" or "full_text" or, if
        there is neither, another known name (`data/columns.toml`).
    speaker (str | None): The column of the speaker; None for "speaker" or another known name, if
        there is one.
    dialogue (str | None): The column of the dialogue's id; None for "dialogue" or, as in files
        of essays, "document", "essay_id", another known name or (without a speaker) "id", if
        there is one. Without it a file is one dialogue.
    group (str | None): The column of the dialogue's group; None for "group" or another known
        name, if there is one. It is only written if it is kept.
    keep (Sequence[str]): Further columns of tables, or fields of JSON, that are released.
    encoding (str | None): The encoding of tables; None for UTF-8, or what a file says it has.
    transcript (str | None): What text files are: "none" for one message each, or the kind of
        export ("zoom", "teams", "otter", "plain"); None for what they certainly are.
    pictures (str): What happens to the pictures of documents: "drop" or "keep".
    sheet (str | None): The sheet of workbooks: its name or number; None for the first shown.
    """

    text: str | None = None
    speaker: str | None = None
    dialogue: str | None = None
    group: str | None = None
    keep: Sequence[str] = ()
    encoding: str | None = None
    transcript: str | None = None
    pictures: str = "drop"
    sheet: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The columns as JSON values, without what was not given and is newer than the rest."""
        columns: dict[str, Any] = {
            "text": self.text,
            "speaker": self.speaker,
            "dialogue": self.dialogue,
            "group": self.group,
        }
        if self.keep:
            columns["keep"] = list(self.keep)
        if self.encoding is not None:
            columns["encoding"] = self.encoding
        if self.transcript is not None:
            columns["transcript"] = self.transcript
        if self.pictures != "drop":
            columns["pictures"] = self.pictures
        if self.sheet is not None:
            columns["sheet"] = self.sheet
        return columns


def nothing_to_keep(name: str) -> str:
    """The note on a file that lacks a column or field that is to be kept."""
    return f"has no {name!r} to keep"


def check_characters(text: str, *, line: int | None, id: str | None) -> None:
    """Refuse characters that cannot be written, or at which some tools cut texts.

    text (str): A message, a speaker or an id.
    line (int | None): Its line, for the error.
    id (str | None): The dialogue it belongs to, for the error.
    RAISES (RecordError): On an unpaired surrogate or a NUL character.
    """
    if "\0" in text:
        raise RecordError("NulCharacter", "remove the NUL character", line=line, id=id)
    if _SURROGATE.search(text):
        raise RecordError(
            "LoneSurrogate",
            "half of a UTF-16 pair (an emoji cut in two?) cannot be written as UTF-8: remove it",
            line=line,
            id=id,
        )


def is_int(value: Any) -> TypeGuard[int]:
    """Whether a JSON value is a whole number; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)
