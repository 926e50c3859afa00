"""Lists the ordinary names that may replace the name of a school or university."""

from collections.abc import Iterator, Mapping, Sequence
from string import ascii_uppercase
from typing import Any, NamedTuple

from ...core.folding import fold, folded_words, words
from ...lang import Lexicon
from ..names import is_ordinary_word
from ..names.pools import name_pools
from . import Gazetteer
from .cities import Cities
from .foreign_schools import ForeignSchools
from .gazetteer import CITY, COUNTRY, PROVINCE, country_of
from .school_grammar import SchoolGrammar

# Fewer candidates would make the original guessable.
_LEAST = 12
_LONGEST_FIRST = 60


class SchoolName(NamedTuple):
    """A part of a school's name that says which school it is.

    text (str): The whole name: "St. Mary's Catholic School".
    start (int): Where the part starts.
    end (int): Where it ends.
    """

    text: str
    start: int
    end: int

    @property
    def part(self) -> str:
        """The part: "Mary's"."""
        return self.text[self.start : self.end]


class SchoolNames:
    """The ordinary names of schools in a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        def listed(name: str) -> frozenset[str]:
            return folded_words(lexicon, f"school_names.{name}")

        self._lexicon = lexicon
        self._gazetteer = lexicon.part(Gazetteer)
        self._grammar = lexicon.part(SchoolGrammar)
        self._given_names = name_pools(lexicon)
        self._foreign = lexicon.part(ForeignSchools)
        self._cities = lexicon.part(Cities)
        self._saints = _folded(lexicon.table("school_names.saints"))
        self._saints_too = _folded(lexicon.table("school_names.saints_too"))
        self._languages = _folded(lexicon.table("school_names.languages"))
        self._home = lexicon.words("place_words.at_home")
        self._tertiary = frozenset(map(fold, lexicon.table("schools.levels").get("tertiary", ())))
        self._of = frozenset(map(fold, lexicon.words("schools.of")))
        self._well_known = folded_words(lexicon, "schools.well_known")
        self._british = listed("british_stages")
        self._schools_too = listed("british_schools_too")
        self._articles = listed("joined_articles")
        self._faiths = [
            (frozenset(map(fold, faith["words"])), tuple(faith["names"]))
            for faith in lexicon.content("school_names").get("faiths", ())
        ]
        self._lady_words = listed("lady_words")
        self._spanish_words = listed("spanish_words")
        self._famous = listed("famous") | self._well_known
        self._names = listed("one_word") | listed("british_one_word") | listed("colleges")
        self._names |= {fold(one) for one in lexicon.words("schools.well_known") if one.istitle()}
        # As frequent as among the names.
        self.initials = "".join(one[0] for one in lexicon.words("school_names.one_word"))
        self.initials = self.initials or ascii_uppercase

    def is_famous(self, name: str) -> bool:
        """Whether a reader would take a school of this name for a famous one."""
        return fold(name.strip()) in self._famous

    def is_foreign(self, text: str) -> bool:
        """Whether a school's name is in a language that its words show."""
        return self._foreign.language(text) is not None

    def is_name(self, text: str) -> bool:
        """Whether letters are a listed name in capitals ("YALE"), and not initials."""
        return fold(text) in self._names

    def is_saint(self, word: str) -> bool:
        """Whether a saint follows a word: "St."."""
        return bool(self._saints_after(word))

    def saint_before(self, text: str, part: str) -> int:
        """Where a saint starts in "San José", and a name in "Al-Noor"; 0 without such a word."""
        article, _, rest = part.partition("-")
        if rest and fold(article) in self._articles:
            return len(article) + 1
        first, _, rest = part.partition(" ")
        is_place = _first(text) not in self._languages and self._gazetteer.kind(part)
        if not rest or is_place:
            return 0
        return len(first) + 1 if self._saints_after(first) else 0

    def pools(
        self, name: SchoolName, province: str = "", *, british: bool = False
    ) -> Iterator[tuple[str, ...]]:
        """The names that may replace a part of a school's name.

        name (SchoolName): The part.
        province (str): The region in which the surrogate of a city is, if it is known.
        british (bool): Whether the dialogue is British. The words of a school may show it, too.
        YIELDS (tuple[str, ...]): Names of the part's kind and language, with as many words if
            possible, the best pool first. None if the language has no such lists. A place becomes
            one of the same country.
        """
        before = words(name.text[: name.start])
        said = {*words(name.text), fold(name.part)}
        if before and (saints := self._saints_after(before[-1])):
            if len(name.part.split()) > 1 and before[-1] not in self._saints_too:
                yield from self._lists("st_two_words")
            yield saints
        elif self._lady_words.intersection(before):
            yield from self._lists("lady")
        elif faith := self._faith(" ".join([*before[-1:], name.part])):
            yield faith
        elif foreign := self._foreign.language(name.text):
            is_town = bool(self._cities.find(name.part)) or self._gazetteer.kind(name.part) == CITY
            lists = foreign.lists(name.text, name.part, name.start, is_town)
            yield from filter(None, lists)
            yield from self._in_language(foreign.name, len(name.part.split()))
        elif language := self._languages.get(_first(name.text)):
            yield from self._places(name.part, province)
            yield from self._in_language(language, len(name.part.split()))
        elif self._is_university(name.text, said) and not (british and said & self._schools_too):
            yield from self._places(name.part, province)
            yield from self._of_university(name, bool(before) and before[-1] in self._of)
        elif not self._well_known.isdisjoint(said):
            yield from self._of_university(name, of_place=False)
        else:
            british = british or not self._british.isdisjoint(said)
            yield from self._of_school(name.part, british=british)

    def _faith(self, part: str) -> tuple[str, ...]:
        """The names of schools of the same faith, if a part of a name shows one."""
        own = set(words(part))
        return next((names for cues, names in self._faiths if cues & own), ())

    def _is_university(self, text: str, said: set[str]) -> bool:
        of_letters = text.split()[0].isupper() and text[0] in self._grammar.head_letters
        of_words = self._british.isdisjoint(said) and not self._tertiary.isdisjoint(said)
        return of_words or (of_letters and not text.isupper())

    def _of_university(self, name: SchoolName, of_place: bool) -> Iterator[tuple[str, ...]]:
        if of_place:
            yield from filter(None, self._gazetteer.city_pools())
        longer = len(name.part.split()) > 1
        lists = ["colleges", "one_word"]
        yield from self._lists(*(["colleges_two_words", *lists] if longer else lists))

    def _of_school(self, part: str, british: bool) -> Iterator[tuple[str, ...]]:
        kind = self._gazetteer.kind(part)
        region = self._gazetteer.region(part)
        regions = (region,) if region else self._gazetteer.regions_of_city(part)[:1]
        if kind and country_of("".join(regions)) not in self._home:
            yield from self._places(part, "")
        count = len(part.split())
        if british:
            yield from self._lists(*_by_count("british_one_word", "british_two_words", count))
        if count > 2:
            yield from self._lists("three_words", "people")
        if count == 2:
            yield from self._lists(self._two_words(part))
        yield from self._lists(*_by_count("one_word", "two_words", count), "colleges")

    def _two_words(self, part: str) -> str:
        """The list of names like one of two words: a person's, a Spanish one, or another."""
        first, last = part.split()
        if fold(first) in self._spanish_words:
            return "spanish_two_words"
        is_person = self._given_names.gender(fold(first)) and not is_ordinary_word(
            fold(last), self._lexicon
        )
        return "people" if is_person else "two_words"

    def _places(self, part: str, province: str) -> Iterator[tuple[str, ...]]:
        """Places of the same country, if the part is a place."""
        places = self._gazetteer
        kind = places.kind(part)
        if kind == CITY:
            regions = [province] if province else []
            regions += [country_of(one) for one in places.regions_of_city(part)[:1]]
            pools = [places.pool(CITY, region) for region in regions]
            # A city next to its province is in it.
            yield from (pool for pool in pools if len(pool) >= _LEAST or (province and pool))
            yield from filter(None, places.city_pools(regions[-1] if regions else ""))
        elif kind == COUNTRY:
            country = places.region(part, COUNTRY)
            for pool in (places.pool(CITY, country), places.pool(PROVINCE, country)):
                if len(pool) >= _LEAST:
                    yield pool
            yield places.pool(COUNTRY)
        elif region := places.region(part):
            yield places.pool(PROVINCE, country_of(region))

    def _in_language(self, language: str, count: int) -> Iterator[tuple[str, ...]]:
        lists: Mapping[str, Any] = self._lexicon.table(f"school_names.{language}")
        for name in _by_count("one_word", "two_words", count):
            if found := lists.get(name):
                yield tuple(found)

    def _saints_after(self, word: str) -> tuple[str, ...]:
        key = fold(word).removesuffix(".")
        return tuple(self._saints.get(self._saints_too.get(key, key), ()))

    def _lists(self, *names: str) -> Iterator[tuple[str, ...]]:
        for name in names:
            if found := self._lexicon.words(f"school_names.{name}"):
                yield found


def _by_count(one: str, two: str, count: int) -> Sequence[str]:
    return (one, two) if count == 1 else (two, one)


def _first(text: str) -> str:
    return next(iter(words(text[:_LONGEST_FIRST])), "")


def _folded(table: Mapping[str, Any]) -> dict[str, Any]:
    return {
        fold(key): fold(value) if isinstance(value, str) else value for key, value in table.items()
    }
