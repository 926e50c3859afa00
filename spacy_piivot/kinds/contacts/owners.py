"""Finds the owner of a handle or an e-mail address by the names inside it."""

import re
from collections.abc import Container

from ...lang import ENGLISH, Lexicon
from ..names.people import Identities
from ..names.person import Person
from .grammar import EmailGrammar, runs

_LETTERS = re.compile(r"[^\W\d_]+")
_LEAST_INSIDE = 4
_LEAST_AT_EDGE = 3


def name_segments(run: str, known: Container[str], longest: int) -> list[tuple[int, int]]:
    """Find names in a run of letters.

    run (str): Folded letters: "mspark", "johnsmith".
    known (Container[str]): The folded parts of names.
    longest (int): The number of letters of the longest part.
    RETURNS (list[tuple[int, int]]): Start and end of each; short names count only at an edge.
    """
    if run in known and len(run) > 1:
        return [(0, len(run))]
    found = []
    position = 0
    while position < len(run):
        for length in range(min(longest, len(run) - position), _LEAST_AT_EDGE - 1, -1):
            end = position + length
            at_edge = position == 0 or end == len(run)
            if length < (_LEAST_AT_EDGE if at_edge else _LEAST_INSIDE):
                break
            if run[position:end] in known:
                found.append((position, end))
                position = end - 1
                break
        position += 1
    return found


class Owners:
    """Finds the person of a dialogue that an address or handle is named after.

    identities (Identities): The persons of the dialogue.
    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, identities: Identities, lexicon: Lexicon = ENGLISH) -> None:
        self._lexicon = lexicon
        self._identities = identities
        self._holders: dict[str, dict[str, Person]] = {}
        for folded, person, _ in identities.forms():
            self._holders.setdefault(folded, {})[person.id] = person
        self._longest = max(map(len, self._holders), default=0)

    def owner(self, text: str) -> Person | None:
        """The person whose name is in an e-mail address, a handle or the path of a web address.

        text (str): As found: "john.smith7@mail.org", "@cassie_2012".
        RETURNS (Person | None): The person with the most of its parts; among several, the one with
            the initial next to them, then the first in canonical order. None if it contains no
            name of the dialogue.
        """
        local = self._lexicon.part(EmailGrammar).at_after_name.split(text, maxsplit=1)[0]
        scores: dict[str, float] = {}
        persons: dict[str, Person] = {}
        rest: list[str] = []
        for run in runs(local, self._lexicon):
            for piece in _LETTERS.findall(run):
                at = 0
                segments = name_segments(piece, self._holders, self._longest)
                if not segments and (short := self._identities.nickname_of(piece)):
                    segments, piece = [(0, len(short))], short
                for start, end in segments:
                    rest.append(piece[at:start])
                    at = end
                    for id, person in self._holders[piece[start:end]].items():
                        persons[id] = person
                        scores[id] = scores.get(id, 0) + 1
                rest.append(piece[at:])
        letters = {letters for letters in rest if len(letters) == 1}
        for id, person in persons.items():
            scores[id] += any(part.folded[0] in letters for part in person.parts) / 2
        best = min(scores, key=lambda id: (-scores[id], id), default=None)
        return None if best is None else persons[best]
