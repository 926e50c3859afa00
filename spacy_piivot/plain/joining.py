"""Decides whether the text on both sides of a removed mark is one word or two."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ..kinds.names.forms import is_ordinary_word
from ..kinds.names.listed import is_listed_given_name, is_listed_surname
from ..lang import Lexicon
from .draft import Draft, Edit

_LETTER = r"[^\W\d_]"
_SHORT = 2
_ADDRESS = re.compile(r"\S{1,100}@\S{1,100}")
_EMAIL = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+[.,!?)]*")


def between_words(draft: Draft, mark: str, instead: str, lexicon: Lexicon) -> Iterator[Edit]:
    """Remove marks that are glued to words or numbers, and keep separate ones.

    draft (Draft): The text.
    mark (str): The pattern of one mark, without groups: a class of characters.
    instead (str): The replacement for marks between two words, or at the edge of one.
    lexicon (Lexicon): The words of the language.
    YIELDS (Edit): The edits.
    """
    text = draft.text
    marks = re.compile(rf"(?:{mark})+")
    chain = re.compile(
        rf"(?<!{_LETTER}){_LETTER}++(?:(?:{mark})++{_LETTER}++)++"
        rf"|(?<!\d)\d++(?:(?:{mark})++\d++)++"
    )
    inside: set[int] = set()
    for address in _ADDRESS.finditer(text) if "@" in text else ():
        gaps = [gap.span() for gap in marks.finditer(text, *address.span())]
        inner = [gap for gap in gaps if gap[0] > address.start() and gap[1] < address.end()]
        if inner and _EMAIL.fullmatch(marks.sub("", address.group())):
            inside.update(start for start, _ in inner)
            yield from (Edit(*gap) for gap in inner)
    for match in chain.finditer(text):
        gaps = [gap.span() for gap in marks.finditer(text, *match.span())]
        digits = match.group()[0].isdigit()
        joints = _joints(match.group(), marks, lexicon)
        for (start, end), joined in zip(gaps, joints, strict=True):
            if start not in inside and (joined or digits):
                inside.add(start)
                yield Edit(start, end, "" if joined else " ")
    for match in marks.finditer(text):
        start, end = match.span()
        if start in inside:
            continue
        glued = [text[at].isalnum() for at in (start - 1, end) if 0 <= at < len(text)]
        if any(glued):
            yield Edit(start, end, instead)


def _joints(chain: str, marks: re.Pattern[str], lexicon: Lexicon) -> list[bool]:
    pieces = marks.split(chain)
    if pieces[0].isdigit():
        return [max(map(len, pieces)) == 1] * (len(pieces) - 1)
    if is_word("".join(pieces), lexicon) or _is_short(pieces):
        return [True] * (len(pieces) - 1)
    return [are_one_word(left, right, lexicon) for left, right in pairwise(pieces)]


def _is_short(pieces: Iterable[str]) -> bool:
    return all(len(piece) <= _SHORT for piece in pieces)


def are_one_word(left: str, right: str, lexicon: Lexicon) -> bool:
    """Whether two separated pieces of letters are one word.

    left (str): The letters before.
    right (str): The letters after.
    lexicon (Lexicon): The words of the language.
    RETURNS (bool): False if one of them is a word itself, or a capital begins a new word; True if
        together they are a listed word or name, and in doubt.
    """
    if left[-1].islower() and right[0].isupper():
        return False
    if is_word(left + right, lexicon):
        return True
    return not any(_is_word_apart(piece, lexicon) for piece in (left, right))


def _is_word_apart(piece: str, lexicon: Lexicon) -> bool:
    """Whether a piece alone is clearly a word: a name in lower case may be a syllable."""
    return len(piece) >= _SHORT and (
        is_ordinary_word(piece, lexicon) or (piece[0].isupper() and is_word(piece, lexicon))
    )


def is_word(letters: str, lexicon: Lexicon) -> bool:
    """Whether some letters are an ordinary word or a listed name."""
    return (
        is_ordinary_word(letters, lexicon)
        or is_listed_given_name(letters, lexicon)
        or is_listed_surname(letters, lexicon)
    )
