"""Reads the lists of names by locale ("en_US") in `data/names/`, which states their sources."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files

FOLDER = files("spacy_piivot") / "data" / "names"
_ENDING = ".txt"
# A list without a gender has names of both genders, and of neither.
GENDERS = ("male", "female", "")
KINDS = ("given", "family")
_ALL_OF = "+ "
_WEIGHT = " = "


@cache
def locales() -> tuple[str, ...]:
    """The locales that have lists."""
    found = (path.name for path in FOLDER.iterdir() if path.name.endswith(_ENDING))
    return tuple(sorted(name.removesuffix(_ENDING) for name in found))


def listed_names(locale: str, kind: str, gender: str) -> list[str]:
    """The listed names of one kind and gender for a locale.

    locale (str): "en_US".
    kind (str): "given" or "family".
    gender (str): "male", "female", or "" for the lists without a gender.
    RETURNS (list[str]): The names; some lists repeat them.
    """
    lists = _lists(locale)
    return [
        _split(line)[0]
        for title, lines in lists.items()
        if _is_of(title, kind) and _gender_of(title) == gender
        for line in _all_of(lists, lines)
    ]


def weighted_family_names(locale: str) -> list[list[tuple[str, float]]]:
    """The lists of family names for a locale, each name with its weight in the list."""
    lists = _lists(locale)
    return [
        [(name, float(weight or 1)) for name, weight in map(_split, _all_of(lists, lines))]
        for title, lines in lists.items()
        if _is_of(title, "family")
    ]


def listed_cities(locale: str) -> list[str]:
    """The cities listed for a locale with a non-Latin script."""
    return list(_lists(locale).get("cities", ()))


# Callers read several lists of one locale, then those of the next.
@lru_cache(maxsize=2)
def _lists(locale: str) -> Mapping[str, list[str]]:
    """The lines of each list by its title: "given female", "family", "cities"."""
    text = (FOLDER / f"{locale}{_ENDING}").read_text("utf8")
    lists = {}
    for block in f"\n{text}".split("\n[")[1:]:
        title, _, names = block.partition("]\n")
        lists[title] = names.strip("\n").split("\n")
    return lists


def _all_of(lists: Mapping[str, list[str]], lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        if line.startswith(_ALL_OF):
            yield from lists[line.removeprefix(_ALL_OF)]
        else:
            yield line


def _split(line: str) -> tuple[str, str]:
    name, _, weight = line.partition(_WEIGHT)
    return name, weight


def _is_of(title: str, kind: str) -> bool:
    return title.split()[0] == kind


def _gender_of(title: str) -> str:
    last = title.split()[-1]
    return last if last in GENDERS else ""
