"""Replaces variants of letters and digits with plain ones, and removes invisible characters."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from ..lang import Lexicon
from .draft import Draft, Edit
from .joining import between_words

_MARKS = "\u0300-\u034e\u0350-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
# Joiners shape the letters of other scripts, and are removed next to Latin letters.
_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u180e\u200c-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e01ef"
)
_EMOJI = (
    "\u203c\u2049\u231a\u231b\u2328\u23cf\u23e9-\u23f3\u23f8-\u23fa\u25fd\u25fe\u2600-\u2775"
    "\u2794-\u27bf\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001f0ff\U0001f18e\U0001f191-\U0001f19a\U0001f1e6-\U0001faff"
)
# A picture may be followed by characters that join it or set its colour or form.
_PICTURE = rf"[{_EMOJI}][\ufe0f\u200d{_MARKS}]*"
_FLAG_LETTER = "\U0001f1e6-\U0001f1ff"
# The most accents of a letter in any Latin alphabet.
_MOST_ACCENTS = 2

_OTHER = re.compile(r"[^\x00-\x7f]")
_ACCENTED = re.compile(rf"([^{_MARKS}{_EMOJI}\ufe0f])([{_MARKS}]+)")
_HIDDEN = re.compile(rf"(?<![{_EMOJI}\ufe0f\u200d])[{_INVISIBLE}]+")
_FLAG_LETTERS = re.compile(rf"[{_FLAG_LETTER}]+")
_EMPTY = re.compile(r"(?<![^\W\d_])\u200b+|\u200b+(?![^\W\d_])")
_MIXED = re.compile(r"[A-Za-z\u0370-\u03ff\u0400-\u052f]+")
_LATIN = re.compile(r"[A-Za-z]")

_SMALL_CAPITALS = dict(
    zip(
        "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ",
        "abcdefghijklmnopqrstuvwyz",
        strict=True,
    )
)
_LOOKALIKES = dict(
    zip(
        "АВЕЅІЈКМНОРСТХҮаеіјорсухѕһԁԛԝӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρικα",
        "ABESIJKMHOPCTXYaeijopcyxshdqwlABEZHIKMNOPTYXovpika",
        strict=True,
    )
)
# Letters in a square or disc, for which Unicode has no decomposition.
_ENCLOSED = {
    chr(first + number): chr(ord("A") + number)
    for first in (0x1F130, 0x1F150, 0x1F170)
    for number in range(26)
}
_KEEP = frozenset("ªº")
_TEN = "\U0001f51f"


def rewrite_characters(draft: Draft, lexicon: Lexicon) -> None:
    """Make letters and digits plain, and remove invisible characters and pictures.

    draft (Draft): The text.
    lexicon (Lexicon): The words of the language.
    """
    if draft.text.isascii():
        return
    draft.rewrite(_without_hidden(draft.text))
    draft.rewrite(_accents(draft.text))
    draft.rewrite(_flag_letters(draft.text))
    draft.rewrite(
        Edit(at, at + 1, plain)
        for at, plain in ((m.start(), _plain(m.group())) for m in _OTHER.finditer(draft.text))
        if plain
    )
    draft.rewrite(_lookalikes(draft.text))
    if "\u200b" in draft.text:
        draft.rewrite(Edit(*match.span()) for match in _EMPTY.finditer(draft.text))
        draft.rewrite(between_words(draft, "\u200b", " ", lexicon))
    draft.rewrite(between_words(draft, _PICTURE, ", ", lexicon))


@cache
def _plain(character: str) -> str:
    """The plain form of a character; "" if it is already plain."""
    if character in _ENCLOSED:
        return _ENCLOSED[character]
    if character in _SMALL_CAPITALS:
        return _SMALL_CAPITALS[character]
    if character == _TEN:
        return "10"
    code = ord(character)
    category = unicodedata.category(character)
    if category == "Nd":
        return str(unicodedata.decimal(character))
    # Numbers in discs; superscripts and subscripts are mathematics.
    if 0x2460 <= code <= 0x249B or code == 0x24EA or 0x2776 <= code <= 0x2793:
        digit = unicodedata.digit(character, None)
        return "" if digit is None else str(digit)
    compatible = unicodedata.normalize("NFKC", character)
    if 0xFF01 <= code <= 0xFF5E or code == 0x3000:
        return compatible
    if 0x249C <= code <= 0x24B5:  # a letter in brackets
        return compatible[1]
    if 0x24B6 <= code <= 0x24E9:
        return compatible
    is_letter = category[0] == "L" and character not in _KEEP
    return compatible if is_letter and compatible != character and compatible.isascii() else ""


def _without_hidden(text: str) -> Iterator[Edit]:
    for match in _HIDDEN.finditer(text):
        before = text[match.start() - 1 : match.start()]
        after = text[match.end() : match.end() + 1]
        if not (_joins_letters(before) and _joins_letters(after)):
            yield Edit(*match.span())


def _joins_letters(character: str) -> bool:
    """Whether a character is a letter of a script with joiners."""
    return bool(character) and 0x0590 <= ord(character) <= 0x109F


def _accents(text: str) -> Iterator[Edit]:
    for match in _ACCENTED.finditer(text):
        letter, marks = match.groups()
        if len(marks) <= _MOST_ACCENTS:
            composed = unicodedata.normalize("NFC", match.group())
            letter = next((c for c in composed if not re.match(f"[{_MARKS}]", c)), letter)
        yield Edit(*match.span(), letter)


def _flag_letters(text: str) -> Iterator[Edit]:
    """Replace single flag letters; two make a flag."""
    for match in _FLAG_LETTERS.finditer(text):
        if len(match.group()) != _MOST_ACCENTS:
            for at in range(*match.span()):
                yield Edit(at, at + 1, chr(ord(text[at]) - 0x1F1E6 + ord("A")))


def _lookalikes(text: str) -> Iterator[Edit]:
    """Replace letters of another alphabet inside a Latin word."""
    for match in _MIXED.finditer(text):
        word = match.group()
        strange = [letter for letter in word if not letter.isascii()]
        if len(word) > 2 and strange and _LATIN.search(word) and set(strange) <= set(_LOOKALIKES):
            for at in range(*match.span()):
                if not text[at].isascii():
                    yield Edit(at, at + 1, _LOOKALIKES[text[at]])
