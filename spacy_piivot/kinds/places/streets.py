"""Reads the streets in addresses of many countries: "calle Mayor 12", "Hauptstraße 5"."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from ...core.folding import fold, folded_words
from ...lang import Lexicon
from ...lang.lexicon import any_word

_LEAST = 12
# A name: no digit, comma or bracket, and no number after it.
_NAME = r"(?P<name>[^\W\d_][^\d,;:()/#\n]*?)"


class Street(NamedTuple):
    """The name of a street in a part of an address.

    start (int): Where it starts.
    end (int): Where it ends.
    pools (tuple[tuple[str, ...], ...]): Names that can replace it, the best first.
    countries (tuple[str, ...]): Where such a street is; none if it may be in many countries.
    """

    start: int
    end: int
    pools: tuple[tuple[str, ...], ...]
    countries: tuple[str, ...]


class _Language:
    """The streets of one language; the fields are those of `streets.toml`."""

    def __init__(self, row: Mapping[str, Any], lead: str, signs: str) -> None:
        self._row = row
        self.countries = tuple(row["countries"])
        self.joins = frozenset(map(fold, row.get("joins", ())))
        clear, before = any_word(row.get("find", ())), any_word(row.get("before", ()))
        after = any_word(row.get("after", ()))
        endings = any_word(row.get("endings", ()))
        flags = re.IGNORECASE
        end = rf"(?=\s*$|\.?\s*[,;:(/\d#]|\.?\s+{signs}[.:°º]*\s*\d)"
        self._patterns = (
            re.compile(rf"(?<!\w){clear}\s*(?<=[\s./]){_NAME}{end}", flags),
            re.compile(rf"^{lead}{before}\s*(?<=[\s./]){_NAME}{end}", flags),
            re.compile(rf"(?<!\w)(?P<name>[^\W\d_]{{2,}}(?:-[^\W\d_]+)*){endings}(?!\w)", flags),
            re.compile(rf"^{lead}{_NAME}\s+{after}(?!\w)", flags),
        )

    def find(self, part: str) -> Iterator[tuple[int, Street]]:
        """Its streets in a part of an address, each with its rank: the lower, the clearer."""
        for rank, pattern in enumerate(self._patterns):
            if found := pattern.search(part):
                name = found["name"]
                street = Street(*found.span("name"), self._pools(name, rank), self.countries)
                if any(street.pools):
                    yield rank, street

    def _pools(self, name: str, rank: int) -> tuple[tuple[str, ...], ...]:
        lists: tuple[str, ...] = ("after_names",)
        if rank < 2:
            first = re.split(r"[\s'’]", fold(name))[0]
            lists = ("joined", "names") if first in self.joins else ("names", "joined")
        elif rank == 2:
            lists = ("hyphened", "stems") if "-" in name else ("stems",)
        return tuple(tuple(self._row.get(one, ())) for one in lists)

    def has_join(self, name: str) -> bool:
        """Whether a name has a small word of the language: "de la Paz"."""
        return not self.joins.isdisjoint(re.split(r"[\s'’]", fold(name)))


class Streets:
    """The streets of a language and of other languages that its texts name.

    numbering (frozenset[str]): The folded words next to the number of a house or a door.
    words (frozenset[str]): The folded words for a street in other languages.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.numbering = folded_words(lexicon, "streets.numbering")
        content = lexicon.content("streets")
        signs = any_word(
            [*lexicon.words("streets.numbering"), *lexicon.words("addresses.number_signs")]
        )
        number = r"#?\d[\w/.°-]*"
        lead = rf"\s*(?:(?:{signs}\.?|{number})[\s,.]+)*"
        self._rows: list[Mapping[str, Any]] = list(content.get("languages", ()))
        self._languages = [_Language(row, lead, signs) for row in self._rows]
        self.words = frozenset(
            fold(word).rstrip(".")
            for row in self._rows
            for one in ("before", "after", "endings")
            for word in row.get(one, ())
            if " " not in word and len(word.rstrip(".")) > 1
        )
        slashed = [one for row in self._rows for one in row.get("before", ()) if one[-1] == "/"]
        self._slash = re.compile(rf"(?<![^\W_]){any_word(slashed)}\s*$", re.IGNORECASE)
        self._english: list[Mapping[str, Any]] = list(content.get("english", ()))
        direction = lexicon.any_of("addresses.directions", "addresses.direction_letters")
        unit = rf"{lexicon.any_of('addresses.units')}\.?\s\w{{1,4}},?\s"
        before = rf"^\s*(?:{unit})?{lead}(?:{direction}\.?\s+(?=\S+\s+\S))?"
        name = r"(?P<name>[^\W\d_][^\d,;:()/\n]*?)"
        clear = lexicon.any_of("addresses.clear_streets")
        self._clear = re.compile(rf"{before}{name}\s+{clear}\b(?!\w)", re.IGNORECASE)
        every = lexicon.any_of("addresses.streets")
        self._any = re.compile(
            rf"{before}(?P<name>[^\W\d_][^\d,;:()/\n]*)\s+{every}\b(?!\w)", re.IGNORECASE
        )
        self._whole = re.compile(rf"\s*(?:\S+\s+){{1,4}}{clear}\.?\s*", re.IGNORECASE)
        self._ending = re.compile(
            rf"[^\W\d_][^\W\d_-]{{2,}}(?:-[^\W\d_]+)*"
            rf"{any_word(one for row in self._rows for one in row.get('find_endings', ()))}",
            re.IGNORECASE,
        )
        self._kept = folded_words(
            lexicon, "place_words.street_words", "addresses.streets", "addresses.directions",
            "streets.numbering", "numbers.ordinal_units", "numbers.ordinal_teens",
            "numbers.ordinal_tens",
        )  # fmt: skip

    def read(self, part: str, country: str = "") -> Street | None:
        """Find the name of the street in a part of an address.

        part (str): The part: "12 bis rue Victor Hugo".
        country (str): Its country, if it is known: it decides for streets with English words.
        RETURNS (Street | None): The name; None if no word for a street is there.
        """
        own = self._clear.search(part) or self._any.search(part)
        if own and self._kept.issuperset(fold(own["name"]).replace(".", "").split()):
            own = None
        found = sorted(
            (rank, order, street)
            for order, language in enumerate(self._languages)
            for rank, street in language.find(part)
            if not own or (rank == 0 and language.has_join(part[street.start : street.end]))
        )
        if found:
            return _fitting([street for *_, street in found], part, country)
        if own:
            return Street(*own.span("name"), self._pools(own["name"], country), ())
        return None

    def ends_with_slash(self, text: str) -> bool:
        """Whether a text ends in a word for a street that is written with a slash: "C/ "."""
        return self.before_slash(text) != text

    def before_slash(self, text: str) -> str:
        """A text without such a word at its end."""
        return self._slash.sub("", text)

    def is_street(self, text: str) -> bool:
        """Whether a place is a street, and not a town: "Maple Avenue", "calle Mayor"."""
        if self._whole.fullmatch(text) or self._ending.fullmatch(text.strip()):
            return self.read(text) is not None
        return any(rank == 0 for one in self._languages for rank, _ in one.find(text))

    def _pools(self, name: str, country: str) -> tuple[tuple[str, ...], ...]:
        """The names of streets with an English word in a country."""
        rows = [row for row in self._english if country in row["countries"]] or self._english[:1]
        lists = ("long_names", "names") if " " in name.strip() else ("names", "long_names")
        return tuple(tuple(row.get(one, ())) for row in rows for one in lists)


def _fitting(streets: Sequence[Street], part: str, country: str) -> Street:
    """The street whose language is spoken in a country, or has such a name, or the first."""

    def is_listed(street: Street) -> bool:
        name = fold(part[street.start : street.end])
        return any(fold(one) == name for pool in street.pools for one in pool)

    there = [one for one in streets if country and country in one.countries]
    return next(chain(there, filter(is_listed, streets), streets))


def pools_like(name: str, street: Street) -> Iterator[tuple[str, ...]]:
    """The pools of a street's name; without accents first if it has none.

    name (str): The name, or the address that it is in.
    street (Street): The street.
    YIELDS (tuple[str, ...]): The pools.
    """
    for pool in street.pools:
        plain = tuple(one for one in pool if one.isascii())
        if name.isascii() and len(plain) >= _LEAST:
            yield plain
        if pool:
            yield pool
