"""Tells the public figures and characters of books of a lesson from its own people."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from operator import itemgetter

from ...core.folding import fold
from ...lang import Lexicon
from ...lang.titles import Titles
from .books import WORD, Books, Words, places
from .counts import NameCounts
from .find.roles import RoleWords, is_addressed
from .nicknames import Nicknames

FAMOUS, FICTION, TERM = "famous", "fiction", "math_term"
# The sum of the bands (see `GivenCount`) of a given and a family name that a few hundred people
# have together.
_MOST_BEARERS = 110
# A figure by one name has a name that hardly anybody has.
_RARE_GIVEN, _RARE_FAMILY = 33, 42
# "Taylor" of a Taylor series may be a pupil elsewhere; Rolle is Rolle.
_RARE_EPONYM = 35
_LEAST_LETTERS = 3
_WINDOW = 60
# "Barack O., go on".
_INITIAL = re.compile(r"\s+[A-Z](?:\.|(?![\w'’]))")
_SPEAKER = re.compile(r"\s*:\s")
_Place = tuple[int, int]
_LINE_START = re.compile(r"(?:\A|\n)\s*\Z")


class Famous:
    """The public figures of a language.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._counts = lexicon.part(NameCounts)
        self._nicknames = lexicon.part(Nicknames)
        self.by_word: dict[str, list[Words]] = {}
        for line in lexicon.words("public_figures"):
            name = tuple(map(fold, WORD.findall(line)))
            if not self._is_ordinary(name):
                self.by_word.setdefault(name[0], []).append(name)

    def is_rare(self, word: str) -> bool:
        """Whether hardly anybody has a folded name."""
        band = self._counts.band
        return band(word, "given") < _RARE_GIVEN and band(word, "family") < _RARE_FAMILY

    def _is_ordinary(self, name: Words) -> bool:
        """Whether some hundred people or more have a name."""
        if len(name) == 1:
            return not self.is_rare(name[0])
        givens = {name[0], *self._nicknames.full_names(name[0])}
        given = max(self._counts.band(one, "given") for one in givens)
        return len(name) == 2 and given + self._counts.band(name[1], "family") > _MOST_BEARERS


@dataclass(frozen=True, slots=True)
class _Figure:
    """A figure that a text names: the words that mean it alone, its kind, and from where on."""

    words: frozenset[str]
    kind: str
    since: int


class Figures:
    """The figures of one document whose names are nobody's in it.

    text (str): The document.
    people (Set[str]): The folded words of the names of its people: speakers, roster, author.
    full_names (Iterable[Set[str]]): The folded words of each name of several words that was found
        in it: with "Scout Miller", Scout is no character.
    terms (Collection[str]): The folded words of names that it uses in terms ("Pascal's triangle").
    lexicon (Lexicon): The words of the language.
    in_class (bool): Whether pupils talk in it, one of whom may have a character's name.
    """

    def __init__(
        self,
        text: str,
        people: Set[str],
        full_names: Iterable[Set[str]],
        terms: Collection[str],
        lexicon: Lexicon,
        *,
        in_class: bool = False,
    ) -> None:
        self._lexicon = lexicon
        self._text = text
        self._in_class = in_class
        found = [(match.start(), match.end(), fold(match.group())) for match in WORD.finditer(text)]
        self._found = found
        extents: set[tuple[int, int, str]] = set()
        self._by_word: dict[str, list[_Figure]] = {}
        names = [word for *_, word in found]
        starts = [start for start, *_ in found]
        books = lexicon.part(Books)
        named = list(self._named(names, terms))
        in_fiction = any(kind == FICTION for _, kind, _ in named)
        titles = books.titles_in(text) if in_fiction else []
        self._in_titles = frozenset(at for start, end in titles for at in range(start, end))
        every = {word for name, *_ in named for word in name}
        others = set(people).union(*(one for one in full_names if not one <= every))
        # Who is no figure by the whole name is none by a part of it.
        for name, kind, numbers in sorted(named, key=lambda one: len(one[0]) == 1):
            own = frozenset(word for word in name if len(word) >= _LEAST_LETTERS)
            if not others.isdisjoint(own):
                continue
            whole = [(starts[at], found[at + len(name) - 1][1]) for at in numbers]
            # One word alone may also be somebody who is spoken to.
            inside = whole if len(name) > 1 else []
            if self._are_people(own, inside, titled=kind != FICTION):
                others |= own
                continue
            extents.update((*extent, kind) for extent in whole)
            since = whole[0][0] if kind == FAMOUS else 0
            alone = own - {name[0]} if kind == FAMOUS and books.is_common(name[0]) else own
            figure = _Figure(alone, kind, since)
            for word in alone:
                self._by_word.setdefault(word, []).append(figure)
        self._whole = sorted(extents)

    def kind(self, start: int, end: int) -> str:
        """What a name of the document is.

        start (int): Its first character.
        end (int): The character after its last.
        RETURNS (str): `FAMOUS` for a public figure's whole name and for its family name after that
            (a given name only if it is rare), `FICTION` for a character of a book, `TERM` for
            somebody after whom terms are named; "" for anybody else.
        """
        before = bisect_right(self._whole, start, key=itemgetter(0)) - 1
        if before >= 0 and end <= self._whole[before][1]:
            return self._whole[before][2]
        words = [fold(word) for word in WORD.findall(self._text, start, end)]
        own = {word for word in words if len(word) >= _LEAST_LETTERS}
        if not own:
            return ""
        figures = self._by_word.get(min(own), ())
        return next((one.kind for one in figures if own <= one.words and one.since <= start), "")

    def _named(
        self, names: Sequence[str], terms: Collection[str]
    ) -> Iterator[tuple[Words, str, list[int]]]:
        """The figures that a text names, and the numbers of the words at which they begin."""
        famous, books = self._lexicon.part(Famous), self._lexicon.part(Books)
        known = set(names)
        for word in sorted(known & famous.by_word.keys()):
            for name in famous.by_word[word]:
                if numbers := list(places(names, name)):
                    yield name, FAMOUS, numbers
        for book in books.named_in(names):
            for name in books.told(book, known, in_class=self._in_class):
                yield name, FICTION, list(places(names, name))
        eponyms = self._lexicon.part(RoleWords).eponyms
        counts = self._lexicon.part(NameCounts)
        for eponym in sorted(eponyms):
            parts = tuple(WORD.findall(eponym))
            if not known.issuperset(parts):
                continue
            if parts[-1] in terms and counts.band(parts[-1], "given") < _RARE_EPONYM:
                yield parts, TERM, list(places(names, parts))

    def _are_people(self, own: Set[str], whole: Sequence[_Place], *, titled: bool) -> bool:
        """Whether somebody of the document has one of the words as a name.

        own (Set[str]): The folded words of the figure.
        whole (Sequence[tuple[int, int]]): Where its name of several words stands.
        titled (bool): Whether a title shows a person, and not a character ("Mr. Darcy").
        """
        inside = {at for start, end in whole for at in range(start, end)} | self._in_titles
        alone = [(s, e) for s, e, word in self._found if word in own and s not in inside]
        return any(self._is_person(*place, titled=titled) for place in alone) or any(
            self._is_person(*place, titled=titled, whole=True) for place in whole
        )

    def _is_person(self, start: int, end: int, *, titled: bool, whole: bool = False) -> bool:
        """Whether a mention is of somebody who speaks, is spoken to, or belongs to a speaker."""
        words, titles = self._lexicon.part(RoleWords), self._lexicon.part(Titles)
        text = self._text
        before = text[max(0, start - _WINDOW) : start].rpartition("\n")[2]
        after = text[end : end + _WINDOW].partition("\n")[0]
        if not whole and (initial := _INITIAL.match(after)):
            after = after[initial.end() :]
        if words.self.search(before) or words.kin.search(before):
            return True
        if titled and titles.before.search(before):
            return True
        if _LINE_START.search(text[max(0, start - 2) : start]) and _SPEAKER.match(after):
            return True
        if whole and not (before + after).strip(" .!?"):
            return False  # an answer
        spoken_to = words.remarked.search(before) and words.speaking_on.match(after)
        if is_addressed(before, after, words) or (spoken_to and not whole):
            return True
        return bool(words.of_a_pupil.match(after)) and not whole
