"""A written name taken apart: its parts with their places, kinds and order."""

import unicodedata
from dataclasses import dataclass
from typing import Literal

from ..lang import ENGLISH, Lexicon
from ..names import fold, is_particle, possessive
from ..numbers import NumberWords
from .choice import folded_words
from .pools import name_key, name_pools, script_of
from .titles import PersonWords

Kind = Literal["name", "initial", "particle", "suffix", "title"]

UNSEGMENTED_SCRIPTS = frozenset({"CJK", "HANGUL", "HIRAGANA", "KATAKANA"})

_APOSTROPHES = frozenset("'’‘`ʼ")
_JOINERS = frozenset("\u200c\u200d")


@dataclass(frozen=True, slots=True)
class NamePart:
    """One part of a written name.

    start (int): Its first character in the written name.
    end (int): The character after its last.
    text (str): As written, without a possessive ending.
    kind (Kind): What it is; only names and initials are replaced.
    """

    start: int
    end: int
    text: str
    kind: Kind

    @property
    def folded(self) -> str:
        """What the part is the same by, whatever its case, accents and apostrophes."""
        return name_key(self.text)


class PartWords:
    """What a part of a name can be in a language, besides a name.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        words = lexicon.part(PersonWords)
        self.articles = folded_words(lexicon, "name_forms.articles")
        # What stands before a name.
        self.titles = words.titles | words.kinship | self.articles
        self.suffixes = folded_words(lexicon, "name_forms.suffixes")
        # Particles that are given names as well: at the front of a name they are one.
        self.given_particles = folded_words(lexicon, "name_forms.given_particles")
        self.plurals = lexicon.words("name_forms.plurals")
        self.ordinal_endings = lexicon.part(NumberWords).ordinal_endings


def parse_name(text: str, lexicon: Lexicon = ENGLISH) -> list[NamePart]:
    """Take a written name apart.

    text (str): A name as found: "Ms. Anna-Lena van der Berg's", "SMITH, J.T.", "王伟".
    lexicon (Lexicon): The words of the language.
    RETURNS (list[NamePart]): Its parts in the order they are written; parts joined by a
        hyphen stand alone. A title or particle with nothing after it counts as a name; "the"
        and words such as "Auntie" before a name count as titles.
    """
    own = lexicon.part(PartWords)
    words = [
        (start, end)
        for start, end in _words(text, lexicon)
        if text[start:end].strip("".join(_APOSTROPHES))
    ]
    parts: list[NamePart] = []
    for number, (start, end) in enumerate(words):
        word = text[start:end]
        last = number == len(words) - 1
        kind: Kind = "name"
        folded = fold(word)
        before_name = not last and not any(p.kind == "name" for p in parts)
        if before_name and folded in own.titles:
            kind = "title"
        elif folded in own.suffixes and parts:
            kind = "suffix"
        elif len(word) == 1 and script_of(word) not in UNSEGMENTED_SCRIPTS:
            kind = "initial"
        elif (
            not last and is_particle(word, lexicon) and (parts or folded not in own.given_particles)
        ):
            kind = "particle"
        elif len(words) == 1 and _is_two_initials(word, lexicon):
            parts.append(NamePart(start, start + 1, word[0], "initial"))
            start, word, kind = start + 1, word[1], "initial"
        parts.append(NamePart(start, end, word, kind))
    return parts


def given_first(text: str, parts: list[NamePart], lexicon: Lexicon = ENGLISH) -> list[NamePart]:
    """The names and initials of a parsed name, given names first.

    text (str): The written name.
    parts (list[NamePart]): What `parse_name` made of it.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[NamePart]): "Smith, John" gives John, Smith.
    """
    content = [part for part in parts if part.kind in ("name", "initial")]
    for number in range(1, len(content)):
        before, after = content[number - 1], content[number]
        if "," in text[before.end : after.start]:
            pools = name_pools(lexicon)
            listing = pools.is_known(before.folded, "given") and not pools.is_known(
                before.folded, "family"
            )
            return content if listing else content[number:] + content[:number]
    return content


def _is_two_initials(word: str, lexicon: Lexicon) -> bool:
    return (
        len(word) == 2
        and word.isupper()
        and word.isalpha()
        and not any(name_pools(lexicon).is_known(fold(word), kind) for kind in ("given", "family"))
    )


def _words(text: str, lexicon: Lexicon) -> list[tuple[int, int]]:
    """Runs of letters with their marks, inner apostrophes and inner digits ("c4ssie").

    A digit and a last letter are a term of mathematics: "Maria2x" is Maria, and so is "Maria 5th".
    """
    owner = possessive(lexicon)
    ordinal_endings = lexicon.part(PartWords).ordinal_endings
    found = []
    position = 0
    while position < len(text):
        if not text[position].isalpha():
            position += 1
            continue
        end = position + 1
        while end < len(text):
            c = text[end]
            if c.isalpha() or unicodedata.category(c)[0] == "M":
                end += 1
            elif c in _APOSTROPHES or c in _JOINERS or c.isdigit():
                further = end + 1
                while further < len(text) and c.isdigit() and text[further].isdigit():
                    further += 1
                if further == len(text) or not text[further].isalpha():
                    break
                if c.isdigit() and not text[further + 1 : further + 2].isalpha():
                    break  # "Maria2x"
                end = further
            else:
                break
        word = owner.sub("", text[position:end])
        is_term = len(word) == 1 or word.lower() in ordinal_endings
        if not (is_term and text[:position][-1:].isdigit()):
            found.append((position, position + len(word)))
        position = end
    return found
