"""Checks the surrogates that a person set in one document."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from unicodedata import category

from ..core.folding import fold, words
from ..core.labels import labels_of
from ..kinds.names.parsing import parse_name
from ..kinds.names.search import TermSearch
from ..kinds.names.search_terms import exemption, search_term
from ..kinds.names.written_forms import key_of
from ..kinds.numbers.surrogate import number_code
from ..lang import ENGLISH, Lexicon
from .by_hand import ByHand, Key
from .by_label import CONTACT_LABELS, NUMBER_LABELS
from .mentions import Mention, is_role
from .originals import gather
from .proposals import NAME

# What is wrong with a surrogate.
EMPTY, LONG, UNPRINTABLE = "empty", "long", "unprintable"
ORIGINAL, TAKEN, TWO = "original", "taken", "two"

LONGEST = 200
_UNPRINTABLE = frozenset({"Cc", "Cs", "Zl", "Zp"})
# They reorder the text around them.
_BIDIRECTIONAL = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# A part of a name of so many letters shows inside its own surrogate, and in an address.
_LEAST_INSIDE, _LEAST_IN_ADDRESS = 3, 4
_LEAST_DIGITS = 5
# Different values of these labels may well be the same.
_NOBODYS = labels_of("date", "age", "count")


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with a surrogate.

    kind (str): `ORIGINAL`: it is or contains an original. `TAKEN`: it is another one's. `TWO`: the
        same text has another one.
    other (int | None): The number of the other surrogate.
    """

    kind: str
    other: int | None = None


@dataclass(frozen=True, slots=True)
class Chosen:
    """A mention and the surrogate that a person set for it."""

    mention: Mention
    surrogate: str


def form_flaw(surrogate: str) -> str:
    """Find what is wrong with a surrogate by itself.

    surrogate (str): The surrogate as a person set it.
    RETURNS (str): `EMPTY`, `LONG`, `UNPRINTABLE`, or "" if nothing is.
    """
    if not surrogate.strip():
        return EMPTY
    if len(surrogate) > LONGEST:
        return LONG
    wrong = any(category(c) in _UNPRINTABLE or c in _BIDIRECTIONAL for c in surrogate)
    return UNPRINTABLE if wrong else ""


class HandChecks:
    """Finds the flaws of the surrogates that a person set in one document.

    chosen (Sequence[Chosen]): The mentions with their surrogates.
    mentions (Iterable[Mention]): All mentions that are replaced.
    speakers (Iterable[str]): The speakers as given in the source.
    roster (Iterable[str]): The names on the roster.
    lexicon (Lexicon): The words of the language.
    """

    def __init__(
        self,
        chosen: Sequence[Chosen],
        mentions: Iterable[Mention],
        speakers: Iterable[str],
        roster: Iterable[str],
        lexicon: Lexicon = ENGLISH,
    ) -> None:
        self._chosen = chosen
        self._lexicon = lexicon
        self._mentions = list({*mentions, *(one.mention for one in chosen)})
        found = gather(self._mentions, speakers, roster, lexicon)
        self._people = found.people
        self._speakers = [
            speaker
            for speaker, name in found.speakers.items()
            if name is None and not is_role(speaker, lexicon)
        ]
        self._hand = ByHand({}, found.people, lexicon)
        self._keys = [self._hand.key(one.mention.label, one.mention.text) for one in chosen]
        self._values = [_value(self._hand, one, lexicon) for one in chosen]
        # The first of those that are the same thing with the same surrogate.
        self._distinct: dict[tuple[Key, Key], int] = {}
        for number, pair in enumerate(zip(self._keys, self._values, strict=True)):
            self._distinct.setdefault(pair, number)
        self._found: dict[Chosen, bool] = {}
        self._words: dict[int, dict[str, str]] = {}

    def flaw(self, number: int) -> Flaw | None:
        """Find what is wrong with one of the surrogates.

        number (int): Its position in `chosen`.
        RETURNS (Flaw | None): The flaw; None if it has none.
        """
        chosen = self._chosen[number]
        if chosen not in self._found:
            self._found[chosen] = self._shows_an_original(chosen)
        if self._found[chosen]:
            return Flaw(ORIGINAL)
        key, value = self._keys[number], self._values[number]
        for (own, made), other in self._distinct.items():
            if own == key and made != value:
                return Flaw(TWO, other)
        if chosen.mention.label in _NOBODYS:
            return None
        first = self._distinct[key, value]
        for (own, made), other in self._distinct.items():
            if own == key or own[0] != key[0]:
                continue
            if self._share_a_name(first, other) or (
                made == value and not self._are_one_person(first, other)
            ):
                return Flaw(TAKEN, other)
        return None

    def _shows_an_original(self, chosen: Chosen) -> bool:
        surrogate = chosen.surrogate
        label = chosen.mention.label
        found = words(surrogate)
        if not self._names.isdisjoint(found) or any(self._search.hits(surrogate)):
            return True
        runs = {
            tuple(found[start:end])
            for start in range(len(found))
            for end in range(start + 1, min(len(found), start + self._longest) + 1)
        }
        if not self._phrases.isdisjoint(runs) or tuple(found) in self._wholes:
            return True
        folded = fold(surrogate)
        if any(contact in folded for contact in self._contacts):
            return True
        if label in CONTACT_LABELS and any(
            len(name) >= _LEAST_IN_ADDRESS and name in folded for name in self._names
        ):
            return True
        made = number_code(surrogate, label, self._lexicon) if label in NUMBER_LABELS else folded
        if made in self._codes or any(
            len(code) >= _LEAST_DIGITS and code in "".join(found) for code in self._codes
        ):
            return True
        own = self._hand.parts(chosen.mention.text) if label == NAME else []
        return any(len(part.folded) >= _LEAST_INSIDE and part.folded in folded for part in own)

    @cached_property
    def _names(self) -> set[str]:
        """The folded parts of all names."""
        texts = {mention.text for mention in self._people}
        parts = (part for text in texts for part in self._hand.parts(text))
        return {
            word
            for part in parts
            if part.kind == "name"
            for word in (part.folded, *words(part.text))
            if len(word) > 1
        }

    @cached_property
    def _search(self) -> TermSearch:
        """Finds the names in further forms, as the last check does."""
        terms = {search_term(one.text, NAME, self._lexicon) for one in self._people}
        return TermSearch(
            [one for one in terms if one.words and not exemption(one, self._lexicon)],
            self._lexicon,
        )

    @cached_property
    def _texts(self) -> set[tuple[str, ...]]:
        """The words of the originals that are no names, contacts or numbers."""
        apart = {NAME, *CONTACT_LABELS, *NUMBER_LABELS}
        texts = [one.text for one in self._mentions if one.label not in apart]
        return {tuple(words(text)) for text in (*texts, *self._speakers)} - {()}

    @cached_property
    def _phrases(self) -> set[tuple[str, ...]]:
        return {one for one in self._texts if any(map(str.isalpha, one))}

    @cached_property
    def _wholes(self) -> set[tuple[str, ...]]:
        """Those of numbers alone: "12" is an original only by itself."""
        return self._texts - self._phrases

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self._phrases), default=0)

    @cached_property
    def _contacts(self) -> set[str]:
        contacts = (fold(one.text) for one in self._mentions if one.label in CONTACT_LABELS)
        return {contact for contact in contacts if len(contact) >= _LEAST_IN_ADDRESS}

    @cached_property
    def _codes(self) -> set[str]:
        return {
            number_code(one.text, one.label, self._lexicon)
            for one in self._mentions
            if one.label in NUMBER_LABELS
        } - {""}

    def _share_a_name(self, number: int, other: int) -> bool:
        """Whether two names have a word of their surrogates in common, but not its original."""
        one, two = self._parts(number), self._parts(other)
        return any(one[word] != two[word] for word in one.keys() & two.keys())

    def _parts(self, number: int) -> dict[str, str]:
        """The words of a name's surrogate, each with the part of the person that it replaces."""
        if number not in self._words:
            chosen = self._chosen[number]
            text = chosen.mention.text
            person = self._hand.who(text) if chosen.mention.label == NAME else None
            pairs = self._hand.pairs(text, chosen.surrogate) if person else []
            self._words[number] = {
                fold(made): person.parts[at].folded for _, at, made in pairs if person
            }
        return self._words[number]

    def _are_one_person(self, number: int, other: int) -> bool:
        one, two = (self._chosen[at].mention for at in (number, other))
        if one.label != NAME:
            return False
        owners = [self._hand.who(mention.text) for mention in (one, two)]
        return owners[0] is not None and owners[0] is owners[1]


def _value(hand: ByHand, chosen: Chosen, lexicon: Lexicon) -> Key:
    """What tells a surrogate from others, in every notation."""
    label, surrogate = chosen.mention.label, chosen.surrogate
    if label == NAME:
        parts = [p for p in parse_name(surrogate, lexicon) if p.kind in ("name", "initial")]
        return key_of(parts) or (fold(surrogate),)
    return hand.key(label, surrogate)
