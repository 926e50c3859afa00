"""Tells places that were taken for names, by the words before them: "I was born in Tacámbaro"."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ....core.folding import fold
from ....core.labels import NOT_PRIVATE
from ....core.spans import Candidate
from ....lang import Lexicon
from ....lang.titles import Titles
from .evidence import Evidence

NAME, LOCATION = "NAME", "LOCATION"
# So many characters before a name are read.
_REACH = 40
_NEXT = re.compile(r"\s+([^\W\d_]+)")


class PlaceCues:
    """The words before a place.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        preposition = lexicon.any_of("name_places.inside")
        trusting = lexicon.any_of("name_places.trusting")
        self.sure = re.compile(
            rf"(?<!\w)(?<!-)(?:{preposition})\s+\Z|\b{lexicon.any_of('name_places.place_cues')}\s+\Z",
            re.IGNORECASE,
        )
        self.trusting = re.compile(rf"\b{trusting}\w*\s+(?:{preposition})\s+\Z", re.IGNORECASE)
        # Before places, but before people too.
        self.possible = re.compile(
            rf"(?<!\w)(?:{lexicon.any_of('name_places.prepositions')})\s+\Z", re.IGNORECASE
        )
        self._verbs = lexicon.part(Evidence).person_verbs
        self._titled = lexicon.part(Titles).before_any
        self.owner = re.compile(r"['’]s?\b|s['’]")

    def is_sure(self, text: str, one: Candidate) -> bool:
        """Whether a place must stand here: "in …", but not "believe in …" nor "in Ana's"."""
        before = text[max(0, one.start - _REACH) : one.start]
        return bool(
            self.sure.search(before)
            and not self.trusting.search(before)
            and not self.owner.match(text, one.end)
        )

    def is_possible(self, text: str, one: Candidate) -> bool:
        """Whether a place may stand here: also "from …", "to …"."""
        before = text[max(0, one.start - _REACH) : one.start]
        return bool(self.possible.search(before)) and not self.owner.match(text, one.end)

    def is_person(self, text: str, one: Candidate) -> bool:
        """Whether a person must stand here: "Ana said", "Ana's", "aunt Ana"."""
        after = _NEXT.match(text, one.end)
        before = text[max(0, one.start - _REACH) : one.start]
        return bool(
            (after and fold(after[1]) in self._verbs)
            or self.owner.match(text, one.end)
            or self._titled.search(before)
            or self.trusting.search(before)
        )


def misread_places(
    text: str, candidates: Sequence[Candidate], known: Iterable[str], lexicon: Lexicon
) -> list[Candidate]:
    """Make places of the names that an essay only uses as places.

    text (str): The essay.
    candidates (Sequence[Candidate]): Its candidates, in order.
    known (Iterable[str]): The folded parts of participants' names: never places.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[Candidate]): The candidates. A private name is a place if "in" stands before one
        of its mentions; or if it is a place elsewhere in the essay, and "from" or the like stands
        before all others. It is none if it does what only people do, or owns something.
    """
    cues = lexicon.part(PlaceCues)
    people = frozenset(known)
    mentions: dict[str, list[Candidate]] = defaultdict(list)
    for one in candidates:
        if one.label in (NAME, LOCATION):
            mentions[fold(one.cut(text))].append(one)
    places: set[Candidate] = set()
    for key, found in mentions.items():
        names = [one for one in found if one.label == NAME]
        if not names or not people.isdisjoint(key.split()):
            continue
        if any(one.from_roster or one.role in NOT_PRIVATE for one in names):
            continue
        if not all(text[one.start].isupper() for one in names):
            continue
        if any(cues.is_person(text, one) for one in names):
            continue
        sure = any(cues.is_sure(text, one) for one in names)
        if sure or (len(names) < len(found) and all(cues.is_possible(text, one) for one in names)):
            places.update(names)
    return [replace(one, label=LOCATION, role="") if one in places else one for one in candidates]
