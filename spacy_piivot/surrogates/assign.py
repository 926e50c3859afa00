"""Assigns the surrogates of one document together, in a canonical order."""

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from ..core.folding import fold, word_set
from ..draws.choice import Given, Ledger, NoSurrogate
from ..kinds.names.pools import name_key
from ..kinds.names.surrogate import NameSurrogates
from ..kinds.names.written_forms import NameMention
from ..kinds.numbers.surrogate import number_code, replace_number
from ..lang import ENGLISH, Lexicon
from .by_hand import ByHand
from .by_label import NUMBER_LABELS, Generators, ReplacedTexts
from .mentions import Mention, is_role
from .originals import gather
from .strategies import REDRAWING, variants

_CODE = re.compile(r"[^\W_]*\d[^\W_]*")
_DIGIT_RUN = re.compile(r"\d+")


def mask(label: str) -> str:
    """The mask for a label: "[LOCATION]"."""
    return f"[{label}]"


def assign(
    mentions: Iterable[Mention],
    *,
    key: bytes,
    scope: str,
    text: str = "",
    speakers: Iterable[str] = (),
    roster: Iterable[str] = (),
    allow: Iterable[str] = (),
    strategies: Mapping[str, str] | None = None,
    markov_p: float = 0.0,
    shared: bool = False,
    fictional_phones: bool = False,
    keeps_wide: bool = False,
    given: Given = MappingProxyType({}),
    chosen: Mapping[tuple[str, str], str] = MappingProxyType({}),
    avoid: Iterable[str] = (),
    lexicon: Lexicon = ENGLISH,
) -> "Surrogates":
    """Assign the surrogates of one document.

    mentions (Iterable[Mention]): The mentions to replace, with any repetitions. Their order, that
        of the text, matters only for the labels in `strategies`.
    key (bytes): The secret key.
    scope (str): The id of one or more dialogues that share surrogates: within it the same original
        has the same surrogate.
    text (str): The document, one message a line: no surrogate is one of its words, and what it
        says of the letters of a name is also true of its surrogate.
    speakers (Iterable[str]): The speakers as given in the source.
    roster (Iterable[str]): The names on the roster.
    allow (Iterable[str]): Folded terms that are kept, also as part of a longer name.
    strategies (Mapping[str, str] | None): The strategy, "markov" or "random", of each label whose
        mentions do not all get the same surrogate.
    markov_p (float): The probability that "markov" draws a new surrogate at a further mention.
    shared (bool): Whether other documents have the same scope.
    fictional_phones (bool): Whether to take telephone numbers from ranges reserved for fiction, in
        countries that have one.
    keeps_wide (bool): Whether countries, provinces and continents are kept: then those of "Austin,
        TX" also stay.
    given (Mapping[tuple[str, str], str]): Surrogates that `Proposals` accepted.
    chosen (Mapping[tuple[str, str], str]): Surrogates that a person set, by label and text; they
        come before all others.
    avoid (Iterable[str]): Folded words and codes that no surrogate may contain or be, in addition
        to those of the originals.
    lexicon (Lexicon): The words of the document's language.
    RETURNS (Surrogates): A pure function of the arguments taken as sets, and for the labels in
        `strategies` also of the mention's number.
    """
    found = list(mentions)
    originals = gather(found, speakers, roster, lexicon)
    by_hand = ByHand(chosen, originals.people, lexicon) if chosen else None
    if by_hand:
        given = by_hand.without_covered(given)
    ledger = Ledger(key, scope, originals.units.union(avoid), word_set(text), given, lexicon)
    if by_hand:
        ledger.take(by_hand.taken)
    names = NameSurrogates(ledger, originals.people, map(name_key, allow), shared=shared, text=text)
    redrawn = {label: name for label, name in (strategies or {}).items() if name in REDRAWING}
    replaced = ReplacedTexts.read(set(found), text, lexicon, keeps_wide=keeps_wide)
    return Surrogates(
        ledger,
        names,
        found,
        originals.speakers,
        redrawn,
        markov_p,
        fictional_phones,
        replaced,
        by_hand,
    )


class Surrogates:
    """The surrogates of one document. Made by `assign`.

    in_order (Sequence[str]): The surrogate of each mention, in the order of the mentions.
    """

    def __init__(
        self,
        ledger: Ledger,
        names: NameSurrogates,
        mentions: Sequence[Mention],
        named: Mapping[str, NameMention | None],
        strategies: Mapping[str, str],
        markov_p: float,
        fictional_phones: bool,
        replaced: ReplacedTexts,
        by_hand: ByHand | None = None,
    ) -> None:
        self._by_hand = by_hand
        self._fictional_phones = fictional_phones
        self._ledger = ledger
        self._names = names
        self._replaced = replaced
        self._first = Generators(ledger, names, replaced, 0, fictional_phones)
        self._surrogates = self._make((m.label, m.text, 0) for m in mentions)
        self._speakers = {
            speaker: self._replace_speaker(speaker, named[speaker]) for speaker in sorted(named)
        }
        numbers = [0] * len(mentions)
        if strategies:
            entities = [(mention.label, self._entity(mention)) for mention in mentions]
            numbers = variants(entities, strategies, markov_p, ledger.draws)
            names.draw_variants(
                (entity, number)
                for (label, entity), number in zip(entities, numbers, strict=True)
                if number and entity and label == "NAME"
            )
            self._surrogates |= self._make(
                (m.label, m.text, number)
                for m, number in zip(mentions, numbers, strict=True)
                if number
            )
        self.in_order: Sequence[str] = [
            self._surrogates[m.label, m.text, n] for m, n in zip(mentions, numbers, strict=True)
        ]

    def __getitem__(self, mention: Mention) -> str:
        """The first surrogate of a mention's entity; its label in brackets if it has none."""
        return self._surrogates[mention.label, mention.text, 0]

    @property
    def letters(self) -> list[tuple[int, int, str]]:
        """The letters of names that the text speaks of: start, end, and what is there instead."""
        return self._names.letters

    def speaker(self, speaker: str) -> str:
        """The released form of a speaker: roles stay, names and numbers are replaced."""
        return self._speakers[speaker]

    def _entity(self, mention: Mention) -> str:
        """The key that all mentions of one person, number, place, … share."""
        if mention.label == "NAME":
            return self._names.whose(mention.text) or ""
        if mention.label in NUMBER_LABELS:
            return number_code(mention.text, mention.label, self._ledger.lexicon)
        return fold(mention.text)

    def _make(self, wanted: Iterable[tuple[str, str, int]]) -> dict[tuple[str, str, int], str]:
        made = {}
        generators = {0: self._first}
        for label, text, number in sorted(set(wanted), key=_order):
            if number not in generators:
                generators[number] = Generators(
                    self._ledger, self._names, self._replaced, number, self._fictional_phones
                )
            try:
                surrogate = self._written(label, text, number) or generators[number].make(
                    label, text
                )
            except NoSurrogate:
                surrogate = None
            is_new = surrogate and surrogate != text
            made[label, text, number] = surrogate if surrogate and is_new else mask(label)
        return made

    def _written(self, label: str, text: str, number: int = 0) -> str | None:
        """The surrogate that a person set for a text; None if there is none."""
        return None if self._by_hand is None or number else self._by_hand.written(label, text)

    def _replace_speaker(self, speaker: str, mention: NameMention | None) -> str:
        if mention is None and is_role(speaker, self._ledger.lexicon):
            return speaker
        if "@" in speaker.strip("@ "):
            label = "EMAIL_ADDRESS"
            return self._written(label, speaker) or self._first.make(label, speaker) or mask(label)
        if mention is None:
            return _CODE.sub(self._replace_code, speaker)
        at = speaker.index(mention.text)
        end = at + len(mention.text)
        around = (speaker[:at], speaker[end:])
        lead, tail = (_DIGIT_RUN.sub(self._replace_code, piece) for piece in around)
        name = self._written("NAME", mention.text) or self._names[mention.text] or mask("NAME")
        return lead + name + tail

    def _replace_code(self, found: re.Match[str]) -> str:
        try:
            return replace_number(self._ledger, found.group(), "ID_NUM") or mask("ID_NUM")
        except NoSurrogate:
            return mask("ID_NUM")


def _order(item: tuple[str, str, int]) -> tuple[str, str, str, int]:
    label, text, number = item
    return (label, fold(text), text, number)
