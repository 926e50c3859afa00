"""What a reader yields: a dialogue with its place in the source, or what is wrong with it."""

import re
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from ..core.dialogue import Dialogue
from ..errors import RecordError

BOM = "\ufeff"

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Record:
    """One dialogue as it stands in a file.

    dialogue (Dialogue): The dialogue.
    line (int | None): Its first line in the file, from 1; None where a file is a dialogue.
    source (dict[str, Any]): The JSON object it was read from, or the one that it would be.
    """

    dialogue: Dialogue
    line: int | None
    source: dict[str, Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns of a CSV file hold what.

    text (str): The column of the message's text.
    speaker (str | None): The column of the speaker; None for "speaker", if there is one.
    dialogue (str | None): The column of the dialogue's id; None for "dialogue", if there
        is one. Without it a file is one dialogue.
    group (str | None): The column of what the dialogue belongs to; None for "group", if there
        is one. It is never written again.
    """

    text: str = "text"
    speaker: str | None = None
    dialogue: str | None = None
    group: str | None = None


def check_characters(text: str, *, line: int | None, id: str | None) -> None:
    """Refuse characters that cannot be written, or that tools cut texts at.

    text (str): A message, a speaker or an id.
    line (int | None): Where it stands, for the error.
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
    """Whether a JSON value is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)
