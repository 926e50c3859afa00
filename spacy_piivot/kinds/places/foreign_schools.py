"""Reads the names of schools in other languages: "Universiteti i Tiranës", "SMA Negeri 3"."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...core.folding import fold, words
from ...lang import Lexicon

# Characters: what a school is stands near the start or the end of its name.
_LONGEST = 200
_LEAST = 12


@dataclass(frozen=True, slots=True)
class SchoolLanguage:
    """How schools are called in a language; the fields are those of `foreign_schools.toml`.

    name (str): The language.
    kinds (frozenset[str]): Folded words that show the language.
    kept (frozenset[str]): All folded words that are kept.
    university (frozenset[str]): Folded words after which a town follows.
    town_words (frozenset[str]): Folded words before a town in a form of its own.
    towns (tuple[str, ...]): Towns.
    towns_after (tuple[str, ...]): Towns after such a word.
    names (tuple[str, ...]): What other schools are called.
    after (Mapping[str, tuple[str, ...]]): By article, what follows it: "Paz" after "la".
    """

    name: str
    kinds: frozenset[str]
    kept: frozenset[str]
    university: frozenset[str]
    town_words: frozenset[str]
    towns: tuple[str, ...]
    towns_after: tuple[str, ...]
    names: tuple[str, ...]
    after: Mapping[str, tuple[str, ...]]

    def lists(self, text: str, part: str, start: int, is_town: bool) -> Iterator[tuple[str, ...]]:
        """The names that may replace a part of a school's name, the best list first.

        text (str): The whole name.
        part (str): The part.
        start (int): Where it starts.
        is_town (bool): Whether it is a town.
        """
        before = words(text[:start])
        is_university = not self.university.isdisjoint(words(text))
        is_long = " " in part
        is_town = is_town or fold(part) in map(fold, self.towns)
        is_person = is_long and bool(self.names) and not is_town
        lists = [self.names]
        if before and before[-1] in self.after:
            lists = [self.after[before[-1]]]
        elif before and before[-1] in self.town_words:
            lists = [self.towns_after, self.names]
        elif (is_town and not is_long) or (is_university and not is_person):
            lists = [self.towns, self.names]
        for names in lists:
            plain = tuple(name for name in names if name.isascii())
            if text.isascii() and len(plain) >= _LEAST:
                yield plain
            yield names


class ForeignSchools:
    """The names of schools in languages other than that of the texts.

    lexicon (Lexicon): The words of the texts' language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        rows: Iterable[Mapping[str, Any]] = lexicon.content("foreign_schools").get("languages", ())
        self._languages = [_language(row) for row in rows]
        self.find = tuple(word for row in rows for word in row.get("find", ()))
        self.find_after = tuple(word for row in rows for word in row.get("find_after", ()))
        self.joins = tuple(word for row in rows for word in row.get("joins", ()))
        others = lexicon.content("school_names")
        self._listed = [
            {
                word
                for name in (*one.towns, *one.names, *_names(others.get(one.name, {})))
                for word in words(name)
            }
            for one in self._languages
        ]
        self._all_kinds = frozenset[str]().union(*(one.kinds for one in self._languages))

    def language(self, text: str) -> SchoolLanguage | None:
        """The language of a school's name, by its words for what it is; None if none shows it."""
        said = {*words(text[:_LONGEST])}
        if self._all_kinds.isdisjoint(said):
            return None
        shown = {
            number: len(one.kept & said) + len(listed & said)
            for number, (one, listed) in enumerate(zip(self._languages, self._listed, strict=True))
            if not one.kinds.isdisjoint(said)
        }
        return self._languages[max(shown, key=lambda number: (shown[number], -number))]


def _names(lists: Mapping[str, Iterable[str]]) -> Iterator[str]:
    for names in lists.values():
        yield from names


def _language(row: Mapping[str, Any]) -> SchoolLanguage:
    def folded(*names: str) -> frozenset[str]:
        return frozenset(word for name in names for one in row.get(name, ()) for word in words(one))

    return SchoolLanguage(
        row["name"],
        frozenset(fold(one) for one in row.get("kinds", ()) if " " not in one),
        folded("kinds", "more_kinds", "joins"),
        folded("university"),
        folded("town_words"),
        tuple(row.get("towns", ())),
        tuple(row.get("towns_after", ())),
        tuple(row.get("names", ())),
        {word: tuple(names) for word, names in row.get("after", {}).items()},
    )
