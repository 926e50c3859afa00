"""The record of a dialogue with its position in the source, as all readers yield it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from ..core.dialogue import Dialogue
from ..errors import RecordError
from .pieces import Piece

BOM = "\ufeff"

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Record:
    """One dialogue of a file.

    dialogue (Dialogue): The dialogue.
    line (int | None): Its first line in the file, from 1; None if the file is one dialogue.
    source (dict[str, Any]): The JSON object it was read from, or its equivalent.
    pieces (Sequence[Sequence[Piece]]): The pieces of each message, if the file's writer needs
        them one by one.
    """

    dialogue: Dialogue
    line: int | None
    source: dict[str, Any] = field(repr=False)
    pieces: Sequence[Sequence[Piece]] = field(default=(), repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns of a CSV file contain what.

    text (str | None): The column of the message's text; None for the first of "text" and
        "full_text" that there is.
    speaker (str | None): The column of the speaker; None for "speaker", if there is one.
    dialogue (str | None): The column of the dialogue's id; None for "dialogue" or, as in files
        of essays, "document", "essay_id" or (without a speaker) "id", if there is one. Without it
        a file is one dialogue.
    group (str | None): The column of the dialogue's group; None for "group", if there is one.
        It is never written.
    transcript (str | None): What text files are: "none" for one message each, or the kind of
        export ("zoom", "teams", "otter", "plain"); None for what they certainly are.
    pictures (str): What happens to the pictures of documents: "drop" or "keep".
    """

    text: str | None = None
    speaker: str | None = None
    dialogue: str | None = None
    group: str | None = None
    transcript: str | None = None
    pictures: str = "drop"


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
