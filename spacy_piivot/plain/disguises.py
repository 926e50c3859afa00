"""Undoes disguises of words: spelled-out letters, stretched letters, digits for letters."""

import re
from collections.abc import Iterator
from itertools import product

from ..kinds.names.forms import is_ordinary_word
from ..kinds.names.listed import is_listed_given_name
from ..lang import Lexicon
from .draft import Draft, Edit
from .joining import is_word

_LETTER = r"[^\W\d_]"
# Letters that are all separated by the same mark.
_SPELLED = re.compile(
    rf"(?<![^\W_])(?<!\d[ ._*·-]){_LETTER}(?P<mark>[ ._*·-])(?:{_LETTER}(?P=mark)){{1,40}}"
    rf"{_LETTER}(?![^\W_])"
)
_LEAST_SPELLED = 4
_WORD = re.compile(rf"(?<![^\W_]){_LETTER}{{3,60}}(?![^\W_])")
_STRETCH = re.compile(r"(.)\1{2,}", re.IGNORECASE)
_MOST_STRETCHES = 3
_ENDLESS = re.compile(r"(.)\1*", re.IGNORECASE)

_DIGITS = {
    "0": "o", "1": "il", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i",
}  # fmt: skip
_DIGIT = re.compile(r"[013457@$!]")
_LEET = re.compile(
    rf"(?<![^\W_])(?<![@$!])(?=[013457@$!]{{0,1}}{_LETTER})(?={_LETTER}{{0,30}}[013457@$!])"
    rf"(?:{_LETTER}|[013457@$!]){{3,30}}(?![^\W_])"
)
_MOST_READINGS = 8
_DIGITS_OF_NAMES = "013457"
_LEAST_UNLISTED = 5


def rewrite_disguises(draft: Draft, lexicon: Lexicon) -> None:
    """Join spelled letters, shorten stretched words, and read digits as letters.

    draft (Draft): The text, without markup.
    lexicon (Lexicon): The words of the language.
    """
    draft.rewrite(_spelled(draft.text, lexicon))
    draft.rewrite(_digits_for_letters(draft.text, lexicon))
    draft.rewrite(_stretched(draft.text, lexicon))


def _spelled(text: str, lexicon: Lexicon) -> Iterator[Edit]:
    for match in _SPELLED.finditer(text):
        letters = match.group()[::2]
        apart = match["mark"] in " *_"
        if len(letters) < _LEAST_SPELLED and (apart or not is_word(letters, lexicon)):
            continue
        for at in range(match.start() + 1, match.end(), 2):
            yield Edit(at, at + 1)


def _stretched(text: str, lexicon: Lexicon) -> Iterator[Edit]:
    for match in _WORD.finditer(text):
        word = match.group()
        runs = list(_STRETCH.finditer(word))
        if not runs or len(runs) > _MOST_STRETCHES or _ENDLESS.fullmatch(word):
            continue
        sizes = _sizes(word, runs, lexicon)
        for run, size in zip(runs, sizes, strict=True):
            first, last = match.start() + run.start(), match.start() + run.end()
            yield Edit(first, last, text[first : first + size])


def _sizes(word: str, runs: list[re.Match[str]], lexicon: Lexicon) -> tuple[int, ...]:
    """The length of each run that gives a listed word or name; else one letter each."""
    single = (1,) * len(runs)
    for sizes in (single, *product((1, 2), repeat=len(runs))):
        pieces = []
        position = 0
        for run, size in zip(runs, sizes, strict=True):
            pieces.append(word[position : run.start() + size])
            position = run.end()
        if is_word("".join([*pieces, word[position:]]), lexicon):
            return sizes
    return single


def _digits_for_letters(text: str, lexicon: Lexicon) -> Iterator[Edit]:
    for match in _LEET.finditer(text):
        written = match.group().rstrip("!")
        places = [digit.start() for digit in _DIGIT.finditer(written)]
        if not places or sum(map(str.isalpha, written)) < len(places):
            continue
        word = _read(written, places, lexicon)
        for at in places if word else ():
            yield Edit(match.start() + at, match.start() + at + 1, word[at])


def _read(written: str, places: list[int], lexicon: Lexicon) -> str:
    """The word or name written with letters and digits; "" for none."""
    bare = "".join(letter for letter in written if letter.isalpha())
    at_edge = places[0] == 0 or places[-1] == len(written) - 1
    if at_edge and (is_ordinary_word(bare, lexicon) or is_listed_given_name(bare, lexicon)):
        return ""  # the letters alone are a word: "maria4", "4ever"
    readings = product(*(_DIGITS[written[at]] for at in places))
    first = ""
    for number, letters in enumerate(readings):
        if number >= _MOST_READINGS:
            break
        read = list(written)
        for at, letter in zip(places, letters, strict=True):
            upper = written.isupper() or (at == 0 and written[1:2].isupper())
            read[at] = letter.upper() if upper else letter
        word = "".join(read)
        first = first or word
        long_or_listed = len(word) >= _LEAST_SPELLED or is_listed_given_name(word, lexicon)
        if is_word(word, lexicon) and long_or_listed:
            return word
    if len(written) < _LEAST_SPELLED:
        return ""
    # An unlisted name: one digit in a word whose letters are in one case.
    if len(places) > 1 or places[0] == 0 or written[places[0]] not in _DIGITS_OF_NAMES:
        return ""
    inside = not at_edge and bare.islower() and len(written) >= _LEAST_UNLISTED
    return first if inside or bare.istitle() else ""
