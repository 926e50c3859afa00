"""Carries the surrogates that a person set over to the other mentions of the same thing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

from ..core.folding import fold, words
from ..core.labels import BY_NAME, generator_of
from ..draws.casing import match_case
from ..draws.choice import Given
from ..kinds.names.parsing import NamePart, given_first, parse_name
from ..kinds.names.people import Identities, Person
from ..kinds.names.written_forms import NameMention, key_of
from ..kinds.numbers.surrogate import number_code
from ..kinds.places import Gazetteer
from ..kinds.places.units import Unit, read_units
from ..lang import ENGLISH, Lexicon
from .by_label import CONTACT_LABELS, NUMBER_LABELS
from .flaws import kind_fits
from .proposals import LOCATION, NAME, SCHOOLS, place_value

_PLACES = frozenset({"place", "address", "school", "organisation"})
# What may stand between the words of a name.
_BETWEEN_NAMES = frozenset(" -'’.,")

Entity = tuple[str, str]
# What is the same in all notations of one person, number, place, …
Key = tuple[object, ...]


class ByHand:
    """The surrogates that a person set in one document.

    chosen (Mapping[tuple[str, str], str]): The surrogates by label and text.
    people (Iterable[NameMention]): All names of the speakers, the roster and the text.
    lexicon (Lexicon): The words of the language.
    """

    def __init__(
        self,
        chosen: Mapping[tuple[str, str], str],
        people: Iterable[NameMention],
        lexicon: Lexicon = ENGLISH,
    ) -> None:
        self._chosen = chosen
        self._people = people
        self._lexicon = lexicon
        self._same: dict[Key, tuple[str, str]] = {}
        for label, text in sorted(chosen, key=lambda own: (-len(words(own[1])), own)):
            self._same.setdefault(self.key(label, text), (label, text))
        self._carried: set[Key] = set()
        self.given: Given = self._carry()

    @property
    def taken(self) -> set[str]:
        """The words and codes that no other surrogate of the document may contain or be."""
        found: set[str] = set()
        for (label, _), surrogate in self._chosen.items():
            if label in NUMBER_LABELS:
                found |= {number_code(surrogate, label, self._lexicon), fold(surrogate)}
            elif label in CONTACT_LABELS:
                found.add(fold(surrogate))
            elif generator_of(label) in _PLACES:
                units = read_units(surrogate, label, self._lexicon)
                found.update(chain.from_iterable(words(unit.text) for unit in units))
            elif label == NAME or not generator_of(label):
                found.update(words(surrogate))
        return found - {""}

    def without_covered(self, given: Given) -> Given:
        """Surrogates made elsewhere, without those that would meet these ones.

        given (Mapping[tuple[str, str], str]): The surrogates by kind and entity.
        RETURNS (Mapping[tuple[str, str], str]): The others, and `self.given`.
        """
        taken = self.taken
        covered = set(self.given)
        for folded, person, number in self._identities.forms():
            if (NAME, person.parts[number].folded) in self.given:
                covered.add((NAME, folded))
        others = {
            entity: made
            for entity, made in given.items()
            if entity not in covered and taken.isdisjoint(words(made))
        }
        return {**others, **self.given}

    def written(self, label: str, text: str) -> str | None:
        """The surrogate of a text, if it is the same thing as one that has a surrogate.

        label (str): The text's label.
        text (str): The text; a name must be among the people's.
        RETURNS (str | None): The surrogate in the text's form; None if there is none, or if
            `given` leads to it part by part.
        """
        if (label, text) in self._chosen:
            return self._chosen[label, text]
        key = self.key(label, text)
        if key in self._carried or key not in self._same:
            return None
        own = self._same[key]
        surrogate = self._chosen[own]
        if label in NUMBER_LABELS:
            return surrogate
        if label != NAME:
            return match_case(text, surrogate)
        start, end = _extent(self.parts(text), text)
        names = self._names(surrogate) if self.pairs(own[1], surrogate) else []
        first, last = _extent(names, surrogate)
        whole, core = text[start:end], surrogate[first:last]
        if whole not in own[1]:
            core = match_case(whole, _spelled(core, own[1]))
        return text[:start] + core + text[end:]

    def key(self, label: str, text: str) -> Key:
        """What tells a person, number, place, … from others, in every notation."""
        if label == NAME and (parts := self.parts(text)):
            return (NAME, *key_of(parts))
        space: str = BY_NAME[label].form if label in BY_NAME else ""
        if label in NUMBER_LABELS and (found := number_code(text, label, self._lexicon)):
            return (space, found)
        if space in ("", "words", "contact"):
            space = generator_of(label) or label
        return (space, fold(" ".join(text.split())))

    def parts(self, text: str) -> list[NamePart]:
        """The names and initials of a written name, given names first."""
        return given_first(text, self._identities.parse(text), self._lexicon)

    def who(self, text: str) -> Person | None:
        """The person whom a written name of the document means."""
        aligned = self._identities.align(text)
        return aligned and aligned[0]

    def pairs(self, text: str, surrogate: str) -> list[tuple[NamePart, int, str]]:
        """The parts of a name with the number of the person's part, and with their surrogates.

        text (str): A name of the document: "Maria Lopez".
        surrogate (str): Its surrogate. With fewer or more names the first and the last are paired;
            what does not look like a name ("the student") is not taken apart.
        RETURNS (list[tuple[NamePart, int, str]]): The pairs.
        """
        aligned = self._identities.align(text)
        old = [(p, n) for p, n in aligned[1] if p.kind == "name"] if aligned else []
        written = parse_name(surrogate, self._lexicon)
        new = [p for p in given_first(surrogate, written, self._lexicon) if p.kind == "name"]
        if aligned is None or not old or not new or not _is_name(surrogate, new, text):
            return []
        if len(old) == len(new):
            paired = list(zip(old, new, strict=True))
        elif len(old) == 1:
            is_last = 0 < old[0][1] == len(aligned[0].parts) - 1
            paired = [(old[0], new[-1] if is_last else new[0])]
        elif len(new) == 1:
            titled = any(part.kind == "title" for part in written)
            paired = [(old[-1] if titled else old[0], new[0])]
        else:
            paired = [(old[0], new[0]), (old[-1], new[-1])]
        return [(part, n, _spelled(own.text, part.text)) for (part, n), own in paired]

    @cached_property
    def _identities(self) -> Identities:
        return Identities(self._people, self._lexicon)

    def _carry(self) -> dict[Entity, str]:
        """The surrogates word by word and number by number, as `assign` takes them."""
        given: dict[Entity, str] = {}
        wholes: dict[Entity, str] = {}
        for key, (label, text) in self._same.items():
            surrogate = self._chosen[label, text]
            own = list(self._entities(label, text, surrogate))
            for entity, made in own:
                given.setdefault(entity, made)
            complete = bool(own) and label in NUMBER_LABELS
            if label == NAME and (person := self.who(text)):
                for _, number, made in self.pairs(text, surrogate):
                    wholes.setdefault((NAME, person.parts[number].folded), made)
                count = sum(part.kind == "name" for part in self.parts(text))
                complete = len(own) == count == len(self._names(surrogate))
            if complete and all(given[entity] == made for entity, made in own):
                self._carried.add(key)
        return {**wholes, **given}

    def _names(self, text: str) -> Sequence[NamePart]:
        return [part for part in parse_name(text, self._lexicon) if part.kind == "name"]

    def _entities(self, label: str, text: str, surrogate: str) -> Iterator[tuple[Entity, str]]:
        if label == NAME:
            for part, _, made in self.pairs(text, surrogate):
                yield (NAME, part.folded), made
        elif label in NUMBER_LABELS:
            old, new = (number_code(one, label, self._lexicon) for one in (text, surrogate))
            kind = "PHONE_NUMBER" if generator_of(label) == "phone" else "CODE"
            if [*map(str.isdecimal, old)] == [*map(str.isdecimal, new)] and old:
                yield (kind, old), new
        elif generator_of(label) in _PLACES:
            places = self._lexicon.part(Gazetteer)
            for one, other in self._units(label, text, surrogate):
                yield (LOCATION, one.key), place_value(one, other, places)

    def _units(self, label: str, text: str, surrogate: str) -> list[tuple[Unit, Unit]]:
        """The words of a place or school with those of its surrogate, if they fit each other."""
        old, new = (read_units(one, label, self._lexicon) for one in (text, surrogate))
        if len(old) != len(new):
            return []
        pairs = list(zip(old, new, strict=True))
        fit = all(kind_fits(*pair, of_school=label in SCHOOLS) for pair in pairs)
        return pairs if fit else []


def _is_name(surrogate: str, parts: Sequence[NamePart], original: str) -> bool:
    """Whether a surrogate looks like a name, and not like a description."""
    letters = all(c.isalpha() or c in _BETWEEN_NAMES for c in surrogate)
    return letters and (original.islower() or not any(p.text[0].islower() for p in parts))


def _extent(parts: Sequence[NamePart], text: str) -> tuple[int, int]:
    """Where the names of a text begin and end; the whole text without any."""
    if not parts:
        return 0, len(text)
    return min(part.start for part in parts), max(part.end for part in parts)


def _spelled(surrogate: str, original: str) -> str:
    """A surrogate in the casing that the generators expect, if it has its original's casing."""
    lower = surrogate.islower() and original.islower()
    return surrogate.title() if lower or (surrogate.isupper() and original.isupper()) else surrogate
