"""Looks up the words of a message among the parts of known names."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ...core.folding import fold
from ...lang import ENGLISH, Lexicon
from .find.evidence import is_doubtful
from .forms import NameForms, is_ordinary_word, is_particle
from .nicknames import Nicknames
from .parsing import name_parts
from .variants import Variants, repeats

_PIECE = re.compile(r"[^'’‘`-]+")
_LEAST_STRETCHED = 3
# Letters that are all separated by the same mark.
_SPACED = re.compile(r"(?<![^\W\d_])[^\W\d_]([ ._*-]|, ?)(?:[^\W\d_]\1)+[^\W\d_](?![^\W\d_])")
_LEAST_SPACED = 4


class Endings:
    """The endings of words and names, and the greetings glued to names.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.ending = lexicon.pattern("names.ending")
        self.inflections = lexicon.words("names.inflections")
        self.greeting = re.compile(lexicon.any_of("greetings.greetings", "greetings.glued_short"))


@dataclass(slots=True, eq=False)
class IndexedPart:
    """A part of one or more known names.

    folded (str): The part, folded.
    ordinary (bool): Whether it is also an ordinary word and needs evidence to be a name.
    names (set[int]): The numbers of the names that contain it.
    given (bool): Whether a name begins with it, so that people are called by it alone.
    particle (bool): Whether it is a particle at the edge of a name ("Van" in "Van Nguyen").
    lexicon (Lexicon): The words of the language.
    """

    folded: str
    ordinary: bool
    names: set[int] = field(default_factory=set)
    given: bool = False
    particle: bool = False
    lexicon: Lexicon = field(default=ENGLISH, repr=False)

    @property
    def doubtful(self) -> bool:
        """Whether a capital is not enough to make it a name (see `stands_as_name`)."""
        return not self.given or self.particle or is_doubtful(self.folded, self.lexicon)


class FoundPart(NamedTuple):
    """A part found in a word: its position, and whether it is misspelt or a short form."""

    start: int
    end: int
    part: IndexedPart
    misspelt: bool = False


class PartIndex:
    """The parts of known names.

    min_misspelt_length (int): How many letters a part must have for a word one edit away to count
        as its misspelling.
    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, *, min_misspelt_length: int, lexicon: Lexicon = ENGLISH) -> None:
        self.min_misspelt_length = min_misspelt_length
        self._lexicon = lexicon
        self._endings = lexicon.part(Endings)
        self._forms = lexicon.part(NameForms)
        self._nicknames = lexicon.part(Nicknames)
        self._parts: dict[str, IndexedPart] = {}
        self._short_forms: dict[str, IndexedPart] = {}
        self._glued: dict[str, IndexedPart] = {}
        self._variants = Variants()
        self._resolved: dict[str, list[FoundPart]] = {}

    def __len__(self) -> int:
        return len(self._parts)

    def add(self, name: str, number: int, *, titled: bool) -> list[str]:
        """Add a name's identifying parts.

        name (str): The name: "Cassie", "Maria van der Berg", "Smith, John".
        number (int): The name's number.
        titled (bool): Whether it is used with a title: "Koski" of "Ms. Koski".
        RETURNS (list[str]): All its parts in order, folded.
        """
        parts = name_parts(name, self._lexicon)
        for position, part in enumerate(parts):
            particle = is_particle(part, self._lexicon) and len(parts) > 1
            if len(part) == 1 or (particle and 0 < position < len(parts) - 1):
                continue
            given = position == 0 and not (titled and len(parts) == 1)
            self._add_part(fold(part), number, given, particle)
            if given:
                self._add_short_forms(fold(part), number)
            pieces = [match.group() for match in _PIECE.finditer(part)]
            if len(pieces) > 1:
                self._add_part("".join(map(fold, pieces)), number, given, False)
                for piece in pieces:
                    if len(piece) > 2 and piece[0].isupper():
                        self._add_part(fold(piece), number, given, False)
        folded = [fold(part) for part in parts]
        if len(parts) > 1 and min(map(len, parts)) > 1:
            glued = "".join(folded)
            self._glued.setdefault(glued, self._part(glued, False)).names.add(number)
        self._resolved.clear()
        return folded

    def resolve(self, word: str) -> list[FoundPart]:
        """Find parts of names in a word: whole, with an ending, glued, shortened or misspelt.

        word (str): A word of letters, apostrophes and hyphens.
        RETURNS (list[FoundPart]): The parts in it, in order; usually none.
        """
        pieces = self._resolved.get(word)
        if pieces is None:
            pieces = self._resolved[word] = list(self._find(word))
        return pieces

    def _add_part(self, folded: str, number: int, given: bool, particle: bool) -> None:
        part = self._parts.get(folded)
        if part is None:
            ordinary = particle or is_ordinary_word(folded, self._lexicon)
            part = self._parts[folded] = self._part(folded, ordinary, particle)
            long = len(folded) >= self.min_misspelt_length
            self._variants.add(folded, misspelt=long and not ordinary)
        part.names.add(number)
        part.given |= given
        part.particle &= particle

    def _add_short_forms(self, folded: str, number: int) -> None:
        for short in self._nicknames.short_forms(folded):
            if short not in self._short_forms:
                ordinary = is_ordinary_word(short, self._lexicon)
                self._short_forms[short] = self._part(short, ordinary)
            self._short_forms[short].names.add(number)
            self._short_forms[short].given = True

    def _part(self, folded: str, ordinary: bool, particle: bool = False) -> IndexedPart:
        return IndexedPart(folded, ordinary, particle=particle, lexicon=self._lexicon)

    def _find(self, word: str) -> Iterator[FoundPart]:
        ending = self._endings.ending.search(word)
        stem = word[: ending.start()] if ending else word
        for text in (word, stem):
            part = self._parts.get(fold(text)) or self._glued.get(fold(text))
            if part is not None:
                yield FoundPart(0, len(text), part)
                return
        folded = fold(stem)
        plural = len(folded) - len(self._forms.without_plural(folded))
        if plural and len(folded) > 4 and not is_ordinary_word(folded, self._lexicon):
            bare = stem[:-plural]  # "Marias turn"
            part = self._parts.get(fold(bare))
            if part is not None and not part.ordinary:
                yield FoundPart(0, len(bare), part)
                return
        inside = list(self._find_inside(stem))
        if inside:
            yield from inside
        elif part := (
            self._short_forms.get(folded) or self._find_stretched(folded) or self._find_near(folded)
        ):
            yield FoundPart(0, len(stem), part, misspelt=True)

    def _find_inside(self, word: str) -> Iterator[FoundPart]:
        """Find parts glued to other words: "Maria-what", "MariaThe", "hialex"."""
        for start, end in _split(word):
            part = self._parts.get(fold(word[start:end]))
            if part is not None:
                yield FoundPart(start, end, part)
        greeting = self._endings.greeting.match(word.casefold()) if word.isascii() else None
        if greeting and len(word) - greeting.end() > 2:
            part = self._parts.get(fold(word[greeting.end() :]))
            if part and not part.ordinary and not is_ordinary_word(word, self._lexicon):
                yield FoundPart(greeting.end(), len(word), part)

    def _find_stretched(self, folded: str) -> IndexedPart | None:
        """Find a part with letters repeated: "cassieee", "alexx"."""
        for name in self._variants.alike(folded):
            if len(name) >= _LEAST_STRETCHED and folded != name and repeats(folded, name):
                return None if looks_ordinary(folded, self._lexicon) else self._parts[name]
        return None

    def find_spaced(self, text: str) -> Iterator[tuple[int, int, IndexedPart]]:
        """Find parts with their letters separated: "c a s s i e", "C-A-S-S-I-E".

        text (str): A message.
        YIELDS (tuple[int, int, IndexedPart]): Start and end in the message, and the part.
        """
        for match in _SPACED.finditer(text):
            places = [i for i in range(match.start(), match.end()) if text[i].isalpha()]
            letters = [fold(text[i])[:1] for i in places]
            joined = "".join(letters)
            for part in self._parts.values():
                size = len(part.folded)
                at = joined.find(part.folded)
                # A few letters, or letters of a list, are a name only if they are all of it.
                part_of_run = size >= _LEAST_SPACED and "," not in match[1]
                fits = joined == part.folded or (part_of_run and at >= 0)
                if fits and len(joined) == len(places):
                    yield places[at], places[at + size - 1] + 1, part

    def _find_near(self, folded: str) -> IndexedPart | None:
        if len(folded) < self.min_misspelt_length - 1:
            return None
        candidates = [
            name
            for name in self._variants.near(folded)
            if folded[0] == name[0] or folded[:2] == name[1::-1]
        ]
        if not candidates or looks_ordinary(folded, self._lexicon):
            return None
        return self._parts[min(candidates)]


def _split(word: str) -> Iterator[tuple[int, int]]:
    """Split a word at hyphens, apostrophes, and capitals after small letters."""
    pieces = []
    for match in _PIECE.finditer(word):
        start = match.start()
        for i in range(start + 1, match.end()):
            if word[i].isupper() and word[i - 1].islower() and i - start > 2:
                pieces.append((start, i))
                start = i
        pieces.append((start, match.end()))
    if len(pieces) > 1:
        yield from pieces


def looks_ordinary(word: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a folded word is an ordinary word or an inflection of one ("recheckings")."""
    if is_ordinary_word(word, lexicon):
        return True
    for ending in lexicon.part(Endings).inflections:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2:
            stems = {stem, stem + "e", stem[:-1] if stem[-1] == stem[-2] else stem}
            if stem.endswith("i"):
                stems.add(stem[:-1] + "y")
            if any(is_ordinary_word(one, lexicon) for one in stems):
                return True
    return False
