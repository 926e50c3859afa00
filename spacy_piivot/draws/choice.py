"""Draws surrogates deterministically with a key, each of them once per document."""

import hmac
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import chain
from types import MappingProxyType
from typing import TypeVar

from ..core.folding import squeeze, words
from ..errors import PIIvotError
from ..lang import ENGLISH, Lexicon

T = TypeVar("T")

# Surrogates that were made elsewhere, by kind ("NAME", "LOCATION", "PHONE_NUMBER") and entity.
Given = Mapping[tuple[str, str], str]

ATTEMPTS = 64
_LEAST_STRETCHED = 4

_DOMAIN = b"spacy-piivot surrogates v1"


class NoSurrogate(PIIvotError):
    def __init__(self, label: str) -> None:
        super().__init__(
            f"No surrogate is left for a {label}: every candidate occurs in the document. "
            "Use the strategy 'mask' for this label, or split the document."
        )


class Draws:
    """An endless stream of integers that is a pure function of a key and some fields.

    key (bytes): The secret key.
    fields (str): What the stream is for. Each field is prefixed with its length, so that two
        different tuples of fields never give the same stream.
    """

    def __init__(self, key: bytes, *fields: str) -> None:
        self._key = key
        self._prefix = _frame(fields)
        self._drawn = 0

    def below(self, limit: int) -> int:
        """The next integer from 0 to `limit` - 1."""
        block = self._prefix + self._drawn.to_bytes(4, "big")
        self._drawn += 1
        return int.from_bytes(hmac.digest(self._key, block, "sha256"), "big") % limit

    def pick(self, pool: Sequence[T]) -> T:
        """The next member of a pool."""
        return pool[self.below(len(pool))]


class Ledger:
    """The surrogates of one document: those already chosen, and strings that must not be chosen.

    The caller passes entities in a canonical order. The outcome then depends only on the set of
    originals, not on the order in which they appear.

    key (bytes): The secret key.
    scope (str): Where the same entity gets the same surrogate.
    originals (Iterable[str]): Words, codes and whole strings that no surrogate may contain.
    text_words (set[str]): The folded words of the document: no surrogate may consist only of
        them, or it would merge with something that was not found.
    given (Mapping[tuple[str, str], str]): Surrogates that were made elsewhere and are in use.
    lexicon (Lexicon): The words of the document's language, for the callers.
    """

    def __init__(
        self,
        key: bytes,
        scope: str,
        originals: Iterable[str],
        text_words: set[str],
        given: Given = MappingProxyType({}),
        lexicon: Lexicon = ENGLISH,
    ) -> None:
        self.lexicon = lexicon
        self._key = key
        self._scope = scope
        self._originals = frozenset(originals)
        # Words that the last check would take for an original with repeated letters.
        self._squeezed = {
            squeeze(word) for word in self._originals if len(word) >= _LEAST_STRETCHED
        }
        self._text_words = text_words
        self._given = given
        self._taken = {word for surrogate in given.values() for word in words(surrogate)}
        self._chosen: dict[tuple[str, str, int], str] = {}
        self._variant = 0
        # By the id of a pool, which is kept alive here: index -> a later index to continue at.
        self._leaps: dict[int, tuple[Sequence[str], dict[int, int]]] = {}

    def variant(self, number: int) -> "Ledger":
        """The ledger for further surrogates of the same entities.

        number (int): Which surrogate of an entity, from 0.
        RETURNS (Ledger): Both ledgers share the surrogates in use.
        """
        other = copy(self)
        other._variant = number
        return other

    def draws(self, entity: str, label: str, attempt: int = 0) -> Draws:
        """The stream of an entity."""
        variant = (f"variant {self._variant}",) if self._variant else ()
        return Draws(self._key, self._scope, entity, label, str(attempt), *variant)

    def given(self, entity: str, label: str) -> str | None:
        """The first surrogate of an entity if it was made elsewhere.

        entity (str): The canonical form of the original.
        label (str): Its label, with or without a suffix after a colon.
        RETURNS (str | None): The surrogate; None if there is none.
        """
        return None if self._variant else self._given.get((label.partition(":")[0], entity))

    def is_free(self, units: Sequence[str]) -> bool:
        """Whether a surrogate made of these units may be used."""
        return (
            bool(units)
            and not any(unit in self._originals or unit in self._taken for unit in units)
            and not all(unit in self._text_words for unit in units)
            and not any(unit.isalpha() and squeeze(unit) in self._squeezed for unit in units)
        )

    def take(self, units: Iterable[str]) -> None:
        """Note that a surrogate is in use."""
        self._taken.update(units)

    def choose(
        self,
        entity: str,
        label: str,
        propose: Callable[[Draws, int], str | None],
        units: Callable[[str], list[str]] = words,
    ) -> str:
        """Draw until a candidate is free; an entity that has a surrogate keeps it.

        entity (str): The canonical form of the original.
        label (str): Its label.
        propose (Callable[[Draws, int], str | None]): Makes the candidate of an attempt.
        units (Callable[[str], list[str]]): The parts of a candidate that must be free: its words,
            or its code.
        RETURNS (str): The surrogate, now in use.
        RAISES (NoSurrogate): If no candidate is free.
        """
        if (existing := self._existing(entity, label)) is not None:
            return existing
        for attempt in range(ATTEMPTS):
            candidate = propose(self.draws(entity, label, attempt), attempt)
            if candidate and self.is_free(found := units(candidate)):
                return self._keep(entity, label, candidate, found)
        raise NoSurrogate(label)

    def choose_from(
        self,
        entity: str,
        label: str,
        pools: Iterable[Sequence[str]],
        accept: Callable[[str], bool] = lambda candidate: True,
        units: Callable[[str], list[str]] = words,
    ) -> str:
        """Draw from the first pool that has a free member; an entity keeps the surrogate it has.

        If a member is not free, another is drawn. Taking the next one instead would make that one
        twice as frequent and reveal the member before it. The next one is taken only if few
        members are free.

        entity (str): The canonical form of the original.
        label (str): Its label.
        pools (Iterable[Sequence[str]]): Pools in order of preference.
        accept (Callable[[str], bool]): A further condition on the surrogate.
        units (Callable[[str], list[str]]): The parts of a member that must be free.
        RETURNS (str): The surrogate, now in use.
        RAISES (NoSurrogate): If all pools are used up.
        """
        if (existing := self._existing(entity, label)) is not None:
            return existing
        for number, pool in enumerate(pools):
            if not pool:
                continue
            draws = self.draws(entity, label, number)
            for candidate, found in chain(
                self._free_draws(pool, draws, units), self._free_members(pool, draws, units)
            ):
                if accept(candidate):
                    return self._keep(entity, label, candidate, found)
        raise NoSurrogate(label)

    def _free_draws(
        self, pool: Sequence[str], draws: Draws, units: Callable[[str], list[str]]
    ) -> Iterator[tuple[str, list[str]]]:
        """Independent draws from a pool that are free, with their units."""
        for _ in range(ATTEMPTS):
            candidate = draws.pick(pool)
            if self.is_free(found := units(candidate)):
                yield candidate, found

    def _free_members(
        self, pool: Sequence[str], draws: Draws, units: Callable[[str], list[str]]
    ) -> Iterator[tuple[str, list[str]]]:
        """The free members of a pool with their units, from a drawn index to the end and around.

        A surrogate in use stays in use, so a member that was not free is skipped next time:
        thousands of people do not cause thousands of walks through used-up pools.
        """
        _, leaps = self._leaps.setdefault(id(pool), (pool, {}))
        start = draws.below(len(pool))
        for low, high in ((start, len(pool)), (0, start)):
            at = low
            while (at := _leap(leaps, at)) < high:
                found = units(pool[at])
                if self.is_free(found):
                    yield pool[at], found
                else:
                    leaps[at] = at + 1
                at += 1

    def _existing(self, entity: str, label: str) -> str | None:
        given = self.given(entity, label)
        return self._chosen.get((entity, label, self._variant)) if given is None else given

    def _keep(self, entity: str, label: str, surrogate: str, units: list[str]) -> str:
        self.take(units)
        self._chosen[entity, label, self._variant] = surrogate
        return surrogate


def _leap(leaps: dict[int, int], at: int) -> int:
    """The next index that is not known to be used up; shortens the way there."""
    passed = []
    while at in leaps:
        passed.append(at)
        at = leaps[at]
    for place in passed:
        leaps[place] = at
    return at


def _frame(fields: Sequence[str]) -> bytes:
    framed = [_DOMAIN]
    for field in fields:
        encoded = field.encode("utf8", "surrogatepass")
        framed += [len(encoded).to_bytes(8, "big"), encoded]
    return b"".join(framed)
