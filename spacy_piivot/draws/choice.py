"""Keyed choice: deterministic draws, and the ledger that keeps one document's draws apart."""

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

# By kind ("NAME", "LOCATION", "PHONE_NUMBER") and entity: surrogates that were made elsewhere.
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
    fields (str): What the stream is for. Each is prefixed with its length, so that no two
        different tuples of fields give the same stream.
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
    """The draws of one document: what may not be chosen, and what has been.

    The caller settles entities in a canonical order; then the outcome depends on the set of
    originals alone, not on the order in which they appear.

    key (bytes): The secret key.
    scope (str): Within which the same entity gets the same surrogate.
    originals (Iterable[str]): Words, codes and whole strings that no surrogate may contain.
    text_words (set[str]): The folded words of the document: no surrogate may consist of them
        alone, or it would merge with something that was not found.
    given (Mapping[tuple[str, str], str]): Surrogates that are not drawn: settled, and taken.
    lexicon (Lexicon): The words of the document's language, for whoever draws.
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
        # Words that the last check would take for an original with letters repeated.
        self._squeezed = {
            squeeze(word) for word in self._originals if len(word) >= _LEAST_STRETCHED
        }
        self._text_words = text_words
        self._given = given
        self._taken = {word for surrogate in given.values() for word in words(surrogate)}
        self._settled: dict[tuple[str, str, int], str] = {}
        self._variant = 0
        # Of each pool by its id, which is held here: place -> a later one to go on from.
        self._leaps: dict[int, tuple[Sequence[str], dict[int, int]]] = {}

    def variant(self, number: int) -> "Ledger":
        """The same ledger for other draws: the surrogates that an entity has after the first.

        number (int): Which of its surrogates, from 0.
        RETURNS (Ledger): What it gives away is taken here too, and the other way round.
        """
        other = copy(self)
        other._variant = number
        return other

    def draws(self, entity: str, label: str, attempt: int = 0) -> Draws:
        """The stream of an entity."""
        variant = (f"variant {self._variant}",) if self._variant else ()
        return Draws(self._key, self._scope, entity, label, str(attempt), *variant)

    def given(self, entity: str, label: str) -> str | None:
        """The surrogate of an entity that was made elsewhere: its first one, if any.

        entity (str): The canonical form of what is replaced.
        label (str): Its label, with or without what follows a colon.
        """
        return None if self._variant else self._given.get((label.partition(":")[0], entity))

    def is_free(self, units: Sequence[str]) -> bool:
        """Whether a surrogate made of these units can be given away."""
        return (
            bool(units)
            and not any(unit in self._originals or unit in self._taken for unit in units)
            and not all(unit in self._text_words for unit in units)
            and not any(unit.isalpha() and squeeze(unit) in self._squeezed for unit in units)
        )

    def take(self, units: Iterable[str]) -> None:
        """Note that a surrogate is in use."""
        self._taken.update(units)

    def settle(
        self,
        entity: str,
        label: str,
        propose: Callable[[Draws, int], str | None],
        units: Callable[[str], list[str]] = words,
    ) -> str:
        """Draw until a candidate is free; an entity that is settled keeps its surrogate.

        entity (str): The canonical form of what is replaced.
        label (str): Its label.
        propose (Callable[[Draws, int], Optional[str]]): Makes the candidate of an attempt.
        units (Callable[[str], list[str]]): What must be free of it: its words, or its code.
        RETURNS (str): The surrogate, now taken.
        RAISES (NoSurrogate): If no candidate is free.
        """
        if (settled := self._known(entity, label)) is not None:
            return settled
        for attempt in range(ATTEMPTS):
            candidate = propose(self.draws(entity, label, attempt), attempt)
            if candidate and self.is_free(found := units(candidate)):
                return self._settle(entity, label, candidate, found)
        raise NoSurrogate(label)

    def settle_from(
        self,
        entity: str,
        label: str,
        pools: Iterable[Sequence[str]],
        accept: Callable[[str], bool] = lambda candidate: True,
    ) -> str:
        """Draw from the first pool that has a free member, or return what was settled.

        What is not free is drawn again: were the next one taken instead, it would come twice as
        often, and say what stands before it. Only where few are free, the next one is.

        entity (str): The canonical form of what is replaced.
        label (str): Its label.
        pools (Iterable[Sequence[str]]): Pools in order of preference.
        accept (Callable[[str], bool]): What else must hold of the surrogate.
        RETURNS (str): The surrogate, now taken.
        RAISES (NoSurrogate): If all pools are used up.
        """
        if (settled := self._known(entity, label)) is not None:
            return settled
        for number, pool in enumerate(pools):
            if not pool:
                continue
            draws = self.draws(entity, label, number)
            for candidate, found in chain(
                self._free_draws(pool, draws), self._free_members(pool, draws)
            ):
                if accept(candidate):
                    return self._settle(entity, label, candidate, found)
        raise NoSurrogate(label)

    def _free_draws(self, pool: Sequence[str], draws: Draws) -> Iterator[tuple[str, list[str]]]:
        """Some members of a pool that are drawn independently and are free, with their words."""
        for _ in range(ATTEMPTS):
            candidate = draws.pick(pool)
            if self.is_free(found := words(candidate)):
                yield candidate, found

    def _free_members(self, pool: Sequence[str], draws: Draws) -> Iterator[tuple[str, list[str]]]:
        """The free members of a pool with their words, from a drawn place on and round again.

        What is taken stays taken, so a member that was not free is leapt over next time:
        thousands of people do not make thousands of walks through used-up pools.
        """
        _, leaps = self._leaps.setdefault(id(pool), (pool, {}))
        start = draws.below(len(pool))
        for low, high in ((start, len(pool)), (0, start)):
            at = low
            while (at := _leap(leaps, at)) < high:
                found = words(pool[at])
                if self.is_free(found):
                    yield pool[at], found
                else:
                    leaps[at] = at + 1
                at += 1

    def _known(self, entity: str, label: str) -> str | None:
        given = self.given(entity, label)
        return self._settled.get((entity, label, self._variant)) if given is None else given

    def _settle(self, entity: str, label: str, surrogate: str, units: list[str]) -> str:
        self.take(units)
        self._settled[entity, label, self._variant] = surrogate
        return surrogate


def _leap(leaps: dict[int, int], at: int) -> int:
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
