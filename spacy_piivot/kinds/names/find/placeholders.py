"""Recognises transcribers' placeholders and roles: "[STUDENT]", "SS", "PERSON_1"."""

import re

from ....lang import ENGLISH, Lexicon

_NEEDS_MORE = "*"
# How far before and after a candidate its bracket may be, in characters.
_REACH = 40
_OPENING, _CLOSING = "[(<{*@", "])>}*@"
_BRACKETS = "[](){}<>*@"


class TranscribersWords:
    """The placeholders that transcribers write instead of names.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        codes = lexicon.words("role_codes")
        possessive = lexicon.expression("transcripts.possessive")
        self.codes = frozenset(code for code in codes if code[-1] != _NEEDS_MORE)
        self.numbered_codes = frozenset(
            code.removesuffix(_NEEDS_MORE) for code in codes if code[-1] == _NEEDS_MORE
        )
        self.known = lexicon.word_set("placeholders") | self.codes
        self.part = re.compile(rf"[^\W\d_]+(?:{possessive})?|\d+")
        self.possessive = re.compile(rf"(?:{possessive})$")
        # "reSSy": "all" was replaced by a code, even inside words.
        inside = lexicon.any_of("transcripts.inside_words")
        self.code_inside = re.compile(
            rf"[A-Za-z]*[a-z]{inside}[a-z]+|[A-Z]?[a-z]+{inside}|{inside}[a-z]+"
        )


def is_placeholder(text: str, start: int, end: int, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a candidate is a transcriber's placeholder.

    text (str): The message.
    start (int): Where the candidate begins.
    end (int): Where it ends.
    lexicon (Lexicon): The words of the language.
    RETURNS (bool): True for a word for a role or a kind of PII in brackets, for such a word or a
        code in capitals or joined by "_", and for a word with a code inside.
    """
    words = lexicon.part(TranscribersWords)
    found = text[start:end].strip(_BRACKETS + " .,:;!?")
    if not found:
        return bool(text[start:end].strip())
    if words.code_inside.fullmatch(found):
        return True
    bracketed = _bracketed(text, start, end)
    if bracketed is not None and _is_role(bracketed, words):
        return True
    joined = "_" in found or found.isupper()
    return joined and (_is_role(found, words) or _is_code(found, text, end, words))


def _bracketed(text: str, start: int, end: int) -> str | None:
    """The content of the bracket around a candidate; None if there is no bracket."""
    first, last = max(0, start - _REACH), min(len(text), end + _REACH)
    opening = max(text.rfind(sign, first, start + 1) for sign in _OPENING)
    closing = min(
        (place for sign in _CLOSING if (place := text.find(sign, end - 1, last)) >= 0), default=-1
    )
    content = text[opening + 1 : closing] if 0 <= opening < closing else ""
    if not content or any(sign in content for sign in _BRACKETS + "\n"):
        return None
    return content


def _is_role(content: str, transcribers: TranscribersWords) -> bool:
    """Whether all parts are roles, kinds of PII, letters or numbers, and at least one a word."""
    parts = transcribers.part.findall(content)
    words = [part for part in parts if len(part) > 1 and not part.isdigit()]
    known = transcribers.known
    return bool(words) and all(
        word in known or transcribers.possessive.sub("", word.casefold()) in known for word in words
    )


def _is_code(found: str, text: str, end: int, words: TranscribersWords) -> bool:
    """Whether a word in capitals is a code, with a number or colon if the code needs one."""
    code = found.rstrip("0123456789")
    numbered = len(code) < len(found)
    if code in words.codes:
        return True
    return code in words.numbered_codes and (numbered or text[end : end + 1] == ":")
