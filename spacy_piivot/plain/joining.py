"""Whether what stands on both sides of something set aside is one word or two."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ..names.forms import is_ordinary_word
from ..names.listed import is_listed_given_name, is_listed_surname
from .draft import Draft, Edit

_LETTER = r"[^\W\d_]"
_SHORT = 2


def between_words(draft: Draft, mark: str, *, keep: bool) -> Iterator[Edit]:
    """Set marks aside that are glued to words: dropped inside a word, apart from it elsewhere.

    draft (Draft): The text.
    mark (str): The pattern of one mark, without groups: a class of characters.
    keep (bool): Whether a mark that ends a word stays, with a space between; else a space
        stands for it.
    YIELDS (Edit): What to change.
    """
    text = draft.text
    marks = re.compile(rf"(?:{mark})+")
    chain = re.compile(rf"{_LETTER}+(?:(?:{mark})+{_LETTER}+)+|\d+(?:(?:{mark})+\d+)+")
    inside: set[int] = set()
    for match in chain.finditer(text):
        gaps = [gap.span() for gap in marks.finditer(text, *match.span())]
        digits = match.group()[0].isdigit()
        for (start, end), joined in zip(gaps, _joints(match.group(), marks), strict=True):
            if joined or digits:
                inside.add(start)
                yield Edit(start, end, "" if joined else " ")
    for match in marks.finditer(text):
        start, end = match.span()
        if start in inside:
            continue
        if not keep:
            yield Edit(start, end, " ")
            continue
        if start and text[start - 1].isalnum():
            yield Edit(start, start, " ")
        if end < len(text) and text[end].isalnum():
            yield Edit(end, end, " ")


def _joints(chain: str, marks: re.Pattern[str]) -> list[bool]:
    pieces = marks.split(chain)
    if pieces[0].isdigit():
        return [max(map(len, pieces)) == 1] * (len(pieces) - 1)
    if _is_word("".join(pieces)) or _is_short(pieces):
        return [True] * (len(pieces) - 1)
    return [are_one_word(left, right) for left, right in pairwise(pieces)]


def _is_short(pieces: Iterable[str]) -> bool:
    return all(len(piece) <= _SHORT for piece in pieces)


def are_one_word(left: str, right: str) -> bool:
    """Whether two pieces of letters with something between them are one word.

    left (str): The letters before.
    right (str): The letters after.
    RETURNS (bool): False where one of them is a word of its own, or a capital begins another;
        True where together they are a word or name that a list holds, and in doubt.
    """
    if left[-1].islower() and right[0].isupper():
        return False
    if _is_word(left + right):
        return True
    return not any(len(piece) >= _SHORT and _is_word(piece) for piece in (left, right))


def _is_word(letters: str) -> bool:
    return is_ordinary_word(letters) or is_listed_given_name(letters) or is_listed_surname(letters)
