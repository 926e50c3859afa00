"""Reads a name as it is written, in a person's order or a citation's."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..lang.titles import NAME_WORD
from .folding import fold

# Shorter parts of a name are in too many other names.
_LEAST = 3


@dataclass(frozen=True, slots=True)
class WrittenName:
    """A name as it is written, folded.

    family (str): The family name, or a name that stands alone.
    given (str): The first given name or its initial; "" for a name that stands alone.
    """

    family: str
    given: str = ""

    def may_be(self, other: "WrittenName") -> bool:
        """Whether two names in full can be one person's: "Tony Buzan" and "Buzan, T."."""
        return self.family == other.family and _same_given(self.given, other.given)


def read_words(text: str) -> list[str]:
    """The folded words of a name."""
    return [fold(match[0]) for match in NAME_WORD.finditer(text)]


def read_name(text: str) -> WrittenName:
    """Read a name.

    text (str): "Tony Buzan", "Buzan, T.", "van Dijk, P.", "T. Buzan" or "Buzan".
    RETURNS (WrittenName): Its parts. Of several family names before a comma, the last one counts.
    """
    words = read_words(text)
    if not words:
        return WrittenName(fold(text))
    if len(words) == 1:
        return WrittenName(words[0])
    before, comma, after = text.partition(",")
    if comma and (family := read_words(before)) and (given := read_words(after)):
        return WrittenName(family[-1], given[0])
    if len(words[-1]) == 1 and len(words[0]) > 1:
        return WrittenName(words[0], words[1])
    return WrittenName(words[-1], words[0])


def people_of(names: Sequence[WrittenName]) -> list[int]:
    """Tell which names are one person's.

    names (Sequence[WrittenName]): The names of an essay, in order.
    RETURNS (list[int]): The number of the person of each. A name that stands alone is the person's
        who has it as a family name, if there is only one; else it is a person of its own.
    """
    numbers: dict[WrittenName, int] = {}
    # Names in full first, so that an initial joins the first of those that it fits.
    full = dict.fromkeys(name for name in names if name.given)
    known: dict[tuple[str, str], int] = {}
    for name in sorted(full, key=lambda name: len(name.given) == 1):
        key, initial = (name.family, name.given), (name.family, name.given[:1])
        found = known.get(initial if len(name.given) == 1 else key)
        numbers[name] = len(numbers) if found is None else found
        known.setdefault(key, numbers[name])
        known.setdefault(initial, numbers[name])
    owners: dict[str, set[int]] = defaultdict(set)
    for name, number in numbers.items():
        owners[name.family].add(number)
    for name in names:
        if name not in numbers:
            own = owners.get(name.family, set())
            numbers[name] = next(iter(own)) if len(own) == 1 else len(numbers)
    return [numbers[name] for name in names]


class KnownPeople:
    """Some people, to be known by any of their names.

    names (Iterable[str]): Their names, as written in any order.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._by_part: dict[str, list[list[str]]] = defaultdict(list)
        for name in names:
            words = read_words(name)
            for word in dict.fromkeys(words):
                self._by_part[word].append(words)

    @property
    def parts(self) -> list[str]:
        """The parts of their names that are not initials."""
        return sorted(part for part in self._by_part if len(part) > 1)

    def has(self, text: str) -> bool:
        """Whether a name may be that of one of them, in any order of its parts.

        text (str): A name as written. Alone it may be any part of theirs; a full name needs the
            family name, and the given name or its initial.
        """
        name = read_name(text)
        owners = self._by_part.get(name.family, ())
        if not name.given:
            return bool(owners) and (len(name.family) >= _LEAST or any(len(o) == 1 for o in owners))
        return any(_has_other(words, name) for words in owners)


def _has_other(words: Sequence[str], name: WrittenName) -> bool:
    others = [word for word in words if word != name.family]
    return not others or any(_same_given(name.given, other) for other in others)


def _same_given(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return short == long or (len(short) == 1 and long.startswith(short))
