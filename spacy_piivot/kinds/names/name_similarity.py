"""Decides whether two different spellings can be the same name."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import permutations

from ...core.folding import squeeze
from ...lang import Lexicon
from .nicknames import Nicknames
from .pools import name_pools
from .variants import is_one_edit

KINDS = ("given", "family")
LEAST_MISSPELT = 5
LEAST_SHORT = 3
_LONG, _VERY_LONG = 6, 8
# The most letters of a name from which endings make others, and that is cut off a name by one or
# two letters; the fewest letters that are cut off to make a longer one.
_SHORT, _LEAST_CUT = 4, 3


class Likeness:
    """Compares names by nicknames and misspellings of a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._pools = name_pools(lexicon)
        self._nicknames = lexicon.part(Nicknames)
        self._endings = lexicon.words("names.nickname_endings")
        self._doubling = lexicon.word_set("names.doubling_endings")
        self._alike = list(permutations(lexicon.words("names.spelled_alike"), 2))

    def nickname_of(self, name: str, known: Sequence[str], gender: str = "") -> str | None:
        """Find the one known first name of which a name is the short or the long form.

        name (str): A folded name that is not among the known ones.
        known (Sequence[str]): Folded first names, sorted.
        gender (str): The gender of the person, if it is known.
        RETURNS (str | None): The name without its ending (Johnny: John), otherwise a name in
            the table of short forms or one that continues it (Cass: Cassie). None if there is no
            such name, or several.
        """
        for found in (self._stems(name, known), self._short_forms(name, known)):
            fitting = {full for full in found if self._genders_agree(name, full)}
            if gender:
                other = {"male": "female", "female": "male"}[gender]
                fitting = {full for full in fitting if self._pools.gender(full) != other}
            if fitting:
                return fitting.pop() if len(fitting) == 1 else None
        return None

    def is_short_form(self, one: str, other: str) -> bool:
        """Whether one of two folded first names is a short form of the other."""
        related = self._nicknames.related
        if one[:LEAST_SHORT] != other[:LEAST_SHORT] and other not in related(one):
            return False
        nickname_of = self.nickname_of
        return nickname_of(one, [other]) is not None or nickname_of(other, [one]) is not None

    def is_misspelling(self, one: str, other: str) -> bool:
        """Whether one of two folded names is a misspelling of the other.

        one (str): A folded name.
        other (str): Another.
        RETURNS (bool): True if they are one edit apart and only one is a known name, or they differ
            by a doubled letter or like Petersen and Peterson. Also if only one is usual and two
            letters are swapped (Ashley, Ashely), and for very long unknown names if the edit is
            inside. Daniel and Daniela are two people, Cassandra and Casandra one.
        """
        shortest = min(len(one), len(other))
        if shortest < LEAST_MISSPELT or not is_one_edit(one, other):
            return False
        known = [any(self._pools.is_known(name, k) for k in KINDS) for name in (one, other)]
        edges = one[0] == other[0] and one[-1] == other[-1]
        swapped = sorted(one) == sorted(other)
        if shortest < _LONG:
            usual = any(self._is_usual(name) for name in (one, other))
            inside = swapped or (edges and len(one) != len(other))
            return usual and inside and one[0] == other[0] and not all(known)
        if len(one) != len(other) and squeeze(one) == squeeze(other):
            return True  # Cassandra, Casandra
        if any(one.endswith(own) and other.endswith(its) for own, its in self._alike):
            return True  # Petersen, Peterson
        if all(known):
            return swapped and self._is_usual(one) != self._is_usual(other)
        return any(known) or (shortest >= _VERY_LONG and edges)

    def _is_usual(self, name: str) -> bool:
        """Whether a folded name is a given name of the classroom's region."""
        return self._pools.is_known(name, "given", self._pools.home)

    def _genders_agree(self, one: str, other: str) -> bool:
        """Whether two folded given names can be one person's: not one male and one female."""
        genders = {self._pools.gender(name) for name in (one, other)}
        return not {"male", "female"} <= genders

    def _stems(self, name: str, known: Sequence[str]) -> set[str]:
        found = set()
        for ending in self._endings:
            stem = name.removesuffix(ending)
            if stem != name and len(stem) >= LEAST_SHORT:
                if len(stem) > LEAST_SHORT and stem[-1] == stem[-2]:
                    found |= {stem, stem[:-1]}  # Tom, Tommy
                elif len(stem) <= _SHORT or len(ending) > 1:  # but Sarah, Sarahi
                    found.add(stem)
        return {stem for stem in found if _contains(known, stem)}

    def _short_forms(self, name: str, known: Sequence[str]) -> set[str]:
        found = {full for full in self._nicknames.related(name) if _contains(known, full)}
        for ending in self._endings:
            stem = name.removesuffix(ending)
            if stem == name:
                continue
            doubles = ending in self._doubling and stem.endswith(ending[0])
            if len(stem) >= LEAST_SHORT + (not doubles):
                # Cassie, Cassandra; Danny, Daniel; but Natalie and Natalia.
                found |= {
                    full
                    for full in _beginning_with(stem, known)
                    if len(full) > len(name) and not full.startswith(name)
                }
        if len(name) >= LEAST_SHORT:
            unusual = not self._is_usual(name)
            # Amari and Amarion are two names.
            least = len(name) + (_LEAST_CUT if len(name) > _SHORT else 0)
            found |= {
                longer
                for longer in _beginning_with(name, known)
                if (unusual and len(longer) >= least) or longer[len(name) :] in self._endings
            }
        return found - {name}


def near_in_order(name: str, known: Sequence[str]) -> list[str]:
    """The names of a sorted list that begin like a name, as all its long and short forms do."""
    return _beginning_with(name[:LEAST_SHORT], known)


def _beginning_with(stem: str, known: Sequence[str]) -> list[str]:
    found = []
    at = bisect_left(known, stem)
    while at < len(known) and known[at].startswith(stem):
        found.append(known[at])
        at += 1
    return found


def _contains(known: Sequence[str], name: str) -> bool:
    at = bisect_left(known, name)
    return at < len(known) and known[at] == name
