"""Decides whose the names of an essay are, person by person.

An essay tells who somebody is once ("Tony Buzan, who invented mind maps") and then uses the family
name alone. So the mentions of a person decide together. In doubt a person is private.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

from ..core.folding import fold
from ..core.labels import NOT_PRIVATE, PARTICIPANT
from ..lang import ENGLISH, Lexicon

# The threshold for a public figure of the list: a private person may have the same name.
LISTED = 0.2

_WORD = re.compile(r"[^\W\d_]+(?:['’‘`-][^\W\d_]+)*")


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
        one, two = sorted((self.given, other.given), key=len)
        return self.family == other.family and two.startswith(one)


class PublicFigures:
    """The public figures of a language's list.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.names = lexicon.word_set("public_figures")


def read_name(text: str) -> WrittenName:
    """Read a name in a citation's order, or a person's.

    text (str): "Tony Buzan", "Buzan, T.", "T. Buzan" or "Buzan".
    RETURNS (WrittenName): Its parts.
    """
    words = [fold(match[0]) for match in _WORD.finditer(text)]
    if not words:
        return WrittenName(fold(text))
    if len(words) == 1:
        return WrittenName(words[0])
    first_is_family = "," in text or (len(words[-1]) == 1 and len(words[0]) > 1)
    return WrittenName(words[0], words[1]) if first_is_family else WrittenName(words[-1], words[0])


def people_of(names: Sequence[WrittenName]) -> list[int]:
    """Tell which names are one person's.

    names (Sequence[WrittenName]): The names of an essay, in order.
    RETURNS (list[int]): The number of the person of each. A name that stands alone is the person's
        who has it as given or family name, if there is only one; else it is a person of its own.
    """
    numbers: dict[WrittenName, int] = {}
    by_family: dict[str, list[WrittenName]] = defaultdict(list)
    # The longest given names first, so that an initial joins a name in full.
    for name in sorted({one for one in names if one.given}, key=lambda one: -len(one.given)):
        known = next((one for one in by_family[name.family] if name.may_be(one)), None)
        numbers[name] = len(numbers) if known is None else numbers[known]
        by_family[name.family].append(name)
    owners: dict[str, set[int]] = defaultdict(set)
    for name, number in numbers.items():
        owners[name.family].add(number)
        owners[name.given].add(number)
    for name in names:
        if name not in numbers:
            own = owners.get(name.family, set())
            numbers[name] = next(iter(own)) if len(own) == 1 else len(names) + len(numbers)
    return [numbers[name] for name in names]


def essay_roles(
    names: Sequence[str],
    means: Sequence[NDArray],
    roles: Sequence[str],
    threshold: float,
    lexicon: Lexicon = ENGLISH,
) -> list[str]:
    """Choose the role of each mention of a name.

    names (Sequence[str]): The mentions, as written.
    means (Sequence[ndarray]): The role probabilities of each.
    roles (Sequence[str]): The roles, in the order of the columns.
    threshold (float): The least probability of the roles that are not private
        (`labels.NOT_PRIVATE`), taken together, for one of them. For a person on the list of public
        figures it is at most `LISTED`.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[str]): A role for each mention.
    """
    people: dict[int, list[int]] = defaultdict(list)
    for mention, person in enumerate(people_of([read_name(name) for name in names])):
        people[person].append(mention)
    found = [PARTICIPANT] * len(names)
    famous = lexicon.part(PublicFigures).names
    for mentions in people.values():
        mean = numpy.mean([means[mention] for mention in mentions], axis=0)
        listed = any(_key(names[mention]) in famous for mention in mentions)
        role = _role(mean, roles, min(threshold, LISTED) if listed else threshold)
        for mention in mentions:
            found[mention] = role
    return found


def _key(name: str) -> str:
    return " ".join(fold(match[0]) for match in _WORD.finditer(name))


def _role(mean: NDArray, roles: Sequence[str], threshold: float) -> str:
    known = sum(mean[column] for column, role in enumerate(roles) if role in NOT_PRIVATE)
    wanted = [role for role in roles if (role in NOT_PRIVATE) == (known >= threshold)]
    return max(wanted, key=lambda role: mean[roles.index(role)], default=PARTICIPANT)
