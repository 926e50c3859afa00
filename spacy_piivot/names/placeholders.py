"""Placeholders and roles of transcribers: "[STUDENT]", "SS", "PERSON_1", "STUDENT 2"."""

import re
from functools import cache

from .forms import word_list

_WORDS, _CODES = "placeholders.txt", "role_codes.txt"
_NEEDS_MORE = "*"
# How far before and after a candidate its bracket may stand, in characters.
_REACH = 40
_OPENING, _CLOSING = "[(<{*@", "])>}*@"
_BRACKETS = "[](){}<>*@"
_POSSESSIVE = re.compile(r"['’]s$")
_PART = re.compile(r"[^\W\d_]+(?:['’]s)?|\d+")
# "reSSy": somebody replaced "all" by a code, inside words as well.
_CODE_INSIDE = re.compile(r"[A-Za-z]*[a-z]SS[a-z]+|[A-Z]?[a-z]+SS|SS[a-z]+")


def is_placeholder(text: str, start: int, end: int) -> bool:
    """Whether a candidate is what a transcriber writes in place of somebody.

    text (str): The message.
    start (int): Where the candidate begins.
    end (int): Where it ends.
    RETURNS (bool): Whether it is in brackets and a word for a role or a kind of PII, such a word
        or a code in capitals or joined by "_", or a word that a code was put into.
    """
    found = text[start:end].strip(_BRACKETS + " .,:;!?")
    if not found:
        return bool(text[start:end].strip())
    if _CODE_INSIDE.fullmatch(found):
        return True
    bracketed = _bracketed(text, start, end)
    if bracketed is not None and _is_role(bracketed):
        return True
    joined = "_" in found or found.isupper()
    return joined and (_is_role(found) or _is_code(found, text, end))


def _bracketed(text: str, start: int, end: int) -> str | None:
    """What the bracket around a candidate holds; None where there is none."""
    first, last = max(0, start - _REACH), min(len(text), end + _REACH)
    opening = max(text.rfind(sign, first, start + 1) for sign in _OPENING)
    closing = min(
        (place for sign in _CLOSING if (place := text.find(sign, end - 1, last)) >= 0), default=-1
    )
    content = text[opening + 1 : closing] if 0 <= opening < closing else ""
    if not content or any(sign in content for sign in _BRACKETS + "\n"):
        return None
    return content


def _is_role(content: str) -> bool:
    """Whether all words are roles, kinds of PII, letters or numbers; and one is no letter."""
    parts = _PART.findall(content)
    words = [part for part in parts if len(part) > 1 and not part.isdigit()]
    known = word_list(_WORDS) | _codes()
    return bool(words) and all(
        word in known or _POSSESSIVE.sub("", word.casefold()) in known for word in words
    )


def _is_code(found: str, text: str, end: int) -> bool:
    """Whether a word in capitals is a code, with its number or colon where it needs one."""
    code = found.rstrip("0123456789")
    numbered = len(code) < len(found)
    if code in _codes():
        return True
    return code in _codes(numbered=True) and (numbered or text[end : end + 1] == ":")


@cache
def _codes(numbered: bool = False) -> frozenset[str]:
    lines = word_list(_CODES)
    if numbered:
        return frozenset(
            line.removesuffix(_NEEDS_MORE) for line in lines if line[-1] == _NEEDS_MORE
        )
    return frozenset(line for line in lines if line[-1] != _NEEDS_MORE)
