"""Finds names that are similar but stand for two people, by how they stand in a message.

"Alex and Alexandra", "Hi Sara! Hi Sarah!", and Alex who asks Alexandra. What shows that two names
are one person's ("Alexandra, but call me Alex") is respected.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...lang import Lexicon
from .name_similarity import LEAST_SHORT
from .nicknames import Nicknames
from .spellings import Spellings

_SENTENCE_END = re.compile(r"[.!?…]+[\"'”’)\]]*\s|\n")
_CALL_ENDS = re.compile(r"\s*(?:[,!?.:;…-]|\Z|\n)")
_STARTS = re.compile(r"(?:\A|[.!?…\n]\s*)\Z")
_COMMA = re.compile(r",\s*\Z")
_WORD = re.compile(r"[^\W\d_]{3}")
# So many similar names before a name are compared with it.
_COMPARED = 6
_LONGEST_BETWEEN = 160
_AROUND = 40


@dataclass(frozen=True, slots=True)
class Written:
    """A name where it is written.

    start (int): Its first character in its message.
    end (int): The character after its last.
    parts (tuple[str, ...]): Its folded names, given names first.
    """

    start: int
    end: int
    parts: tuple[str, ...]


class SideBySide:
    """Tells the people of one dialogue apart.

    lexicon (Lexicon): The words of the language.
    names (Iterable[tuple[str, ...]]): The folded names of every name in the dialogue.
    """

    def __init__(self, lexicon: Lexicon, names: Iterable[tuple[str, ...]]) -> None:
        self._words = lexicon.part(SideBySideWords)
        self._nicknames = lexicon.part(Nicknames)
        self._spellings = lexicon.part(Spellings)
        by_key: dict[str, set[str]] = defaultdict(set)
        self._keys: dict[str, frozenset[str]] = {}
        for part in {part for parts in names for part in parts}:
            self._keys[part] = self._keys_of(part)
            for key in self._keys[part]:
                by_key[key].add(part)
        self._crowded = frozenset(key for key, parts in by_key.items() if len(parts) > 1)

    @property
    def is_needed(self) -> bool:
        """Whether any two different names are similar."""
        return bool(self._crowded)

    def in_message(
        self, text: str, names: Sequence[Written], speaker: tuple[str, ...] = ()
    ) -> Mapping[int, frozenset[str]]:
        """Find the names of other people for the names of a message.

        text (str): The message.
        names (Sequence[Written]): Its names, in order.
        speaker (tuple[str, ...]): The folded names of the speaker.
        RETURNS (Mapping[int, frozenset[str]]): By the number of a name: folded names that are
            somebody else's, though similar.
        """
        others: dict[int, set[str]] = defaultdict(set)
        similar = [
            (number, one)
            for number, one in enumerate(names)
            if any(not self._crowded.isdisjoint(self._keys[part]) for part in one.parts)
        ]
        for place, (number, one) in enumerate(similar):
            for earlier, before in similar[max(0, place - _COMPARED) : place]:
                for mine, its in self._alike(one.parts, before.parts):
                    if self._are_two(text, before, one):
                        others[number].add(its)
                        others[earlier].add(mine)
            for _, its in self._alike(one.parts, speaker):
                if not self._is_own_name(text, one):
                    others[number].add(its)
        return {number: frozenset(found) for number, found in others.items()}

    def _keys_of(self, part: str) -> frozenset[str]:
        """Keys of which two names share one if they may be forms of one name."""
        full = {part, *self._nicknames.full_names(part)}
        spelled = {other for name in full for other in (name, *self._spellings.others(name))}
        return frozenset(spelled | {part[:LEAST_SHORT]})

    def _alike(self, parts: tuple[str, ...], others: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        """Pairs of similar parts of two names; none if they begin with the same."""
        if parts and others and parts[0] == others[0]:
            return
        for mine in parts:
            for its in others:
                if mine != its and self._keys[mine] & self._keys.get(its, frozenset()):
                    yield mine, its

    def _are_two(self, text: str, before: Written, after: Written) -> bool:
        between = text[before.end : after.start]
        if len(between) > _LONGEST_BETWEEN:
            return False
        after_both = text[after.end : after.end + _AROUND]
        if self._words.between.search(between) or self._words.behind.search(after_both):
            return False
        if not _SENTENCE_END.search(between):
            return True
        return self._is_called(text, before) and self._is_called(text, after)

    def _is_called(self, text: str, one: Written) -> bool:
        before = text[max(0, one.start - _AROUND) : one.start]
        if not _CALL_ENDS.match(text, one.end):
            return False
        return bool(
            _STARTS.search(before) or _COMMA.search(before) or self._words.greeting.search(before)
        )

    def _is_own_name(self, text: str, one: Written) -> bool:
        """Whether the speaker's own name is given: "I'm Alex", or nothing but a name."""
        before = text[max(0, one.start - _AROUND) : one.start]
        after = text[one.end : one.end + _AROUND]
        if not _WORD.search(before) and not _WORD.search(after):
            return True
        return bool(self._words.own.search(before) or self._words.here.match(after))


class SideBySideWords:
    """The words around two names.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.between = lexicon.pattern("side_by_side.between")
        self.behind = lexicon.pattern("side_by_side.behind")
        self.own = lexicon.pattern("side_by_side.own")
        self.here = lexicon.pattern("side_by_side.here")
        greetings = lexicon.any_of("greetings.greetings")
        self.greeting = re.compile(rf"(?<![^\W_]){greetings}\W*\Z", re.IGNORECASE)
