"""Splits a written name into its parts, with their positions, kinds and order."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from ...core.folding import fold, folded_words
from ...lang import ENGLISH, Lexicon
from ...lang.number_words import NumberWords
from ...lang.titles import titles
from .forms import is_particle, possessive
from .genders import PersonWords
from .joined import JoinedNames
from .listed import is_listed_given_name, is_listed_surname
from .pools import name_key, name_pools, script_of

Kind = Literal["name", "initial", "particle", "suffix", "title"]

UNSEGMENTED_SCRIPTS = frozenset({"CJK", "HANGUL", "HIRAGANA", "KATAKANA"})

_APOSTROPHES = frozenset("'’‘`ʼ")
# What stands around a nickname.
NICKNAME_OPENS, NICKNAME_CLOSES = "\"“”„'‘’([", "\"”“'’)]"
_BETWEEN_PARTS = re.compile(r"[\s.]*|\s*,?\s+|-")
HYPHENS = ("-", "\u2010", "\u2011")
_JOINERS = frozenset("\u200c\u200d")


@dataclass(frozen=True, slots=True)
class NamePart:
    """One part of a written name.

    start (int): Its first character in the written name.
    end (int): The character after its last.
    text (str): As written, without a possessive ending.
    kind (Kind): What it is; only names and initials are replaced.
    joined (bool): Whether a hyphen joins it to the part before it.
    opening (str): The quotation mark or bracket before it, if another closes after it: `"Em"`.
    """

    start: int
    end: int
    text: str
    kind: Kind
    joined: bool = False
    opening: str = ""

    @property
    def folded(self) -> str:
        """The key of the part, without case, accents and apostrophes."""
        return name_key(self.text)


class PartWords:
    """The parts of a written name that are not names, by kind.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        words = lexicon.part(PersonWords)
        self.articles = folded_words(lexicon, "names.articles")
        # Words before a name.
        self.titles = words.titles | words.kinship | self.articles
        self.inner_titles = folded_words(lexicon, "titles.inside_names")
        self.suffixes = folded_words(lexicon, "names.suffixes")
        self.degrees = folded_words(lexicon, "names.degrees")
        # Particles that are also given names: at the front of a name they are given names.
        self.given_particles = folded_words(lexicon, "names.given_particles")
        self.plurals = lexicon.words("names.plurals")
        self.ordinal_endings = lexicon.part(NumberWords).ordinal_endings


def parse_name(text: str, lexicon: Lexicon = ENGLISH) -> list[NamePart]:
    """Split a written name into its parts.

    text (str): A name as found: "Ms. Anna-Lena van der Berg's", "SMITH, J.T.", "王伟".
    lexicon (Lexicon): The words of the language.
    RETURNS (list[NamePart]): Its parts in the order in which they are written; parts joined by a
        hyphen are separate. A title or particle with nothing after it counts as a name; "the" and
        words such as "Auntie" before a name count as titles.
    """
    parts = _parse_words(text, lexicon)
    if len(parts) == 1 and _is_two_initials(parts[0], lexicon):
        start, letters = parts[0].start, parts[0].text
        return [NamePart(start + i, start + i + 1, letters[i], "initial") for i in range(2)]
    return parts


def name_parts(name: str, lexicon: Lexicon = ENGLISH) -> list[str]:
    """The parts of a name, in order, without titles and full stops.

    name (str): A name: "Mrs. Maria van der Berg", "Smith, Anna-Lena".
    lexicon (Lexicon): The words of the language.
    RETURNS (list[str]): Its parts with particles, given names first, hyphenated parts as one:
        ["Maria", "van", "der", "Berg"], ["Anna-Lena", "Smith"].
    """
    joined: list[NamePart] = []
    known = titles(lexicon)
    for part in _parse_words(name, lexicon):
        if part.kind == "title" or part.folded in known:
            continue
        if joined and name[joined[-1].end : part.start] == "-":
            start = joined.pop().start
            part = NamePart(start, part.end, name[start : part.end], "name")
        joined.append(part)
    return [part.text for part in _given_first(name, joined, lexicon)]


def identifying_parts(name: str, lexicon: Lexicon = ENGLISH) -> list[str]:
    """The folded parts of a name that identify a person: no particles, no initials."""
    return [fold(part) for part in name_parts(name, lexicon) if not is_particle(part, lexicon)]


def name_extent(text: str, lexicon: Lexicon = ENGLISH) -> tuple[int, int]:
    """Find the name proper in a finding.

    Removes surrounding punctuation and white space, leading titles ("Ms. Koski"), degrees ("Sugeng,
    S.Pd."), a possessive ending and everything glued to it ("Maria2x+3", "Anna!I"): the clean-up of
    Zent et al. (2025), 2.1.1, character-exact. Of two people with a comma between them it is the
    first ("LETICIA ABREU, ANH THU").

    text (str): The text of the finding.
    lexicon (Lexicon): The words of the language.
    RETURNS (tuple[int, int]): Start and end in `text`; (0, 0) if no letter is left.
    """
    known = titles(lexicon)
    parts = [part for part in _parse_words(text, lexicon) if part.folded not in known]
    own = lexicon.part(PartWords)
    while len(parts) > 1 and parts[0].folded in own.inner_titles and parts[1].text[0].isupper():
        parts = parts[1:]
    if not parts or (text.lstrip().startswith(",") and _is_degree(text, parts[0], own)):
        return (0, 0)
    last = parts[0]
    for number, part in enumerate(parts[1:], 1):
        if not _BETWEEN_PARTS.fullmatch(text, last.end, part.start):
            break
        if "," in text[last.end : part.start] and (
            _is_degree(text, part, own) or _are_two(text, parts[:number], parts[number:], lexicon)
        ):
            break
        last = part
    stop = last.kind == "initial" and text.startswith(".", last.end)  # "J.T."
    return (parts[0].start, last.end + stop)


def _is_degree(text: str, part: NamePart, words: PartWords) -> bool:
    """Whether a degree is all that stands between a part and the next comma: "PhD", "S.Tr.Par".

    "Md Rahman" and "Ma" are names: a degree has two capitals.
    """
    segment = text[part.start :].partition(",")[0].replace(".", "").strip()
    return fold(segment) in words.degrees and sum(map(str.isupper, segment)) > 1


def _are_two(text: str, before: list[NamePart], after: list[NamePart], lexicon: Lexicon) -> bool:
    """Whether a comma separates two people, and not a family name from given names."""
    if before[-1].text[0].isupper() and after[0].text.islower():
        family = is_listed_surname(before[-1].text, lexicon)
        turned = family and is_listed_given_name(after[0].text, lexicon)
        return not (turned or is_particle(after[0].text, lexicon))
    second = [after[0]]
    for one, other in pairwise(after):
        if "," in text[one.end : other.start]:
            break
        second.append(other)
    given = is_listed_given_name(before[0].text, lexicon)
    if len(before) == 1:
        return given and not is_listed_surname(before[0].text, lexicon)
    return given and all(
        sum(part.kind == "name" for part in parts) > 1 for parts in (before, second)
    )


def has_title(name: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a name contains a title ("Ms. Koski")."""
    known = titles(lexicon)
    return any(part.folded in known for part in _parse_words(name, lexicon))


def given_first(text: str, parts: list[NamePart], lexicon: Lexicon = ENGLISH) -> list[NamePart]:
    """The names and initials of a parsed name, given names first.

    text (str): The written name.
    parts (list[NamePart]): Its parts, from `parse_name`.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[NamePart]): "Smith, John" gives John, Smith.
    """
    return _given_first(text, [part for part in parts if part.kind in ("name", "initial")], lexicon)


def _parse_words(text: str, lexicon: Lexicon) -> list[NamePart]:
    """The parts of a written name; two capitals are not read as initials."""
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
            not last
            and is_particle(word, lexicon)
            and (parts or folded not in own.given_particles or text[end : end + 1] in HYPHENS)
            and not _is_syllable(text, words, number, lexicon)
        ):
            kind = "particle"
        joined = (
            kind == "name"
            and bool(parts)
            and parts[-1].kind == "name"
            and text[parts[-1].end : start] in HYPHENS
        )
        opening, closing = text[start - 1 : start] if start else "", text[end : end + 1]
        if not (opening in NICKNAME_OPENS and closing and closing in NICKNAME_CLOSES):
            opening = ""
        parts.append(NamePart(start, end, word, kind, joined, opening))
    return parts


def _is_syllable(
    text: str, words: Sequence[tuple[int, int]], number: int, lexicon: Lexicon
) -> bool:
    """Whether a word that may be a particle is half of a joined name: "Do-yoon", "Su-bin Lee"."""
    joined = lexicon.part(JoinedNames)
    for one, other in ((number - 1, number), (number, number + 1)):
        if one < 0 or text[words[one][1] : words[other][0]] not in HYPHENS:
            continue
        halves = (text[slice(*words[place])] for place in (one, other))
        if joined.are_all_syllables([name_key(half) for half in halves]):
            return True
    return False


def _given_first(text: str, parts: list[NamePart], lexicon: Lexicon) -> list[NamePart]:
    """Move the parts after a comma to the front, unless the comma separates given names."""
    for number in range(1, len(parts)):
        before, after = parts[number - 1], parts[number]
        if "," in text[before.end : after.start]:
            word = before.text
            listing = is_listed_given_name(word, lexicon) and not is_listed_surname(word, lexicon)
            return parts if listing else parts[number:] + parts[:number]
    return parts


def _is_two_initials(part: NamePart, lexicon: Lexicon) -> bool:
    word = part.text
    return (
        part.kind == "name"
        and len(word) == 2
        and word.isupper()
        and word.isalpha()
        and not any(name_pools(lexicon).is_known(fold(word), kind) for kind in ("given", "family"))
    )


def _words(text: str, lexicon: Lexicon) -> list[tuple[int, int]]:
    """Find the words: letters with their marks, inner apostrophes and inner digits ("c4ssie").

    A digit with a final letter is mathematics: "Maria2x" is Maria, and so is "Maria 5th".
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
