"""The surrogates of one document, settled together in a canonical order."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..names import fold
from ..names.words import TITLES
from ..speakers import speaker_name, speaker_role
from .choice import Ledger, NoSurrogate, word_set, words
from .contacts import ContactSurrogates
from .dates import DateSurrogates
from .name_forms import NameMention
from .names import NameSurrogates
from .nicknames import related_names
from .numbers import number_code, replace_number, vary_number
from .places import replace_address, replace_place
from .pools import name_key
from .schools import replace_school

_WORD_LABELS = frozenset({"NAME", "LOCATION", "STREET_ADDRESS", "SCHOOL", "ORG", "EMPLOYER"})
_DATE_LABELS = frozenset({"DATE", "DATE_OF_BIRTH"})
_VARIED_LABELS = frozenset({"AGE", "GRADE_LEVEL", "COURSE"})
_CONTACT_LABELS = frozenset({"EMAIL_ADDRESS", "USERNAME", "URL"})
_NUMBER_LABELS = frozenset(
    "PHONE_NUMBER ID_NUM IP_ADDRESS US_SSN US_BANK_NUMBER US_DRIVER_LICENSE US_PASSPORT "
    "CREDIT_CARD".split()
)
REPLACEABLE = (
    _WORD_LABELS | _DATE_LABELS | _VARIED_LABELS | _CONTACT_LABELS | _NUMBER_LABELS
)  # fmt: skip

_CODE = re.compile(r"[^\W_]*\d[^\W_]*")
_DIGIT_RUN = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Mention:
    """Something to replace.

    text (str): Its exact characters.
    label (str): Its canonical label, one of `REPLACEABLE`.
    title (str): For a NAME, the title before it, folded ("mr"); "" for none.
    """

    text: str
    label: str
    title: str = ""


def mask(label: str) -> str:
    """What stands for something that is masked: "[LOCATION]"."""
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
) -> "Surrogates":
    """Find the surrogates of one document.

    mentions (Iterable[Mention]): What to replace, in any order and number.
    key (bytes): The secret key.
    scope (str): The document's id: within it the same original has the same surrogate.
    text (str): The document: no surrogate is one of its words.
    speakers (Iterable[str]): Who speaks, as the source has it.
    roster (Iterable[str]): Who is known to be in the room.
    allow (Iterable[str]): Folded terms that stay, also as a part of a longer name.
    RETURNS (Surrogates): A pure function of the arguments taken as sets.
    """
    return Surrogates(set(mentions), key, scope, text, set(speakers), set(roster), set(allow))


class Surrogates:
    """The surrogates of one document. Made by `assign`."""

    def __init__(
        self,
        mentions: set[Mention],
        key: bytes,
        scope: str,
        text: str,
        speakers: set[str],
        roster: set[str],
        allow: set[str],
    ) -> None:
        named = {speaker: _speaker_mention(speaker) for speaker in speakers}
        people = [mention for mention in named.values() if mention]
        people += [NameMention(name) for name in roster if not is_role(name)]
        people += [NameMention(m.text, m.title) for m in mentions if m.label == "NAME"]
        originals = {word for mention in people for word in _name_units(mention.text)}
        for mention in mentions:
            originals |= _units(mention)
        self._ledger = Ledger(key, scope, originals, word_set(text))
        self._names = NameSurrogates(self._ledger, people, map(name_key, allow))
        self._contacts = ContactSurrogates(self._ledger, self._names)
        dates = [mention.text for mention in mentions if mention.label in _DATE_LABELS]
        self._dates = DateSurrogates.choose(self._ledger, dates)
        self._surrogates: Mapping[tuple[str, str], str] = {
            (label, original): self._replace(label, original)
            for label, original in sorted({(m.label, m.text) for m in mentions}, key=_order)
        }
        self._speakers: Mapping[str, str] = {
            speaker: self._replace_speaker(speaker, named[speaker]) for speaker in sorted(named)
        }

    def __getitem__(self, mention: Mention) -> str:
        """The surrogate of a mention; its label in brackets where none can be made."""
        return self._surrogates[mention.label, mention.text]

    def speaker(self, speaker: str) -> str:
        """The released form of a speaker: roles stay, names and numbers are replaced."""
        return self._speakers[speaker]

    def _replace(self, label: str, text: str) -> str:
        try:
            surrogate = self._generate(label, text)
        except NoSurrogate:
            surrogate = None
        return surrogate if surrogate and surrogate != text else mask(label)

    def _generate(self, label: str, text: str) -> str | None:
        ledger = self._ledger
        if label == "NAME":
            return self._names[text]
        if label in _DATE_LABELS:
            return self._dates[text]
        if label in _NUMBER_LABELS:
            return replace_number(ledger, text, label)
        if label == "EMAIL_ADDRESS":
            return self._contacts.email(text)
        if label == "USERNAME":
            return self._contacts.handle(text)
        if label == "URL":
            return self._contacts.url(text)
        if label == "LOCATION":
            return replace_place(ledger, text)
        if label == "STREET_ADDRESS":
            return replace_address(ledger, text)
        if label in _VARIED_LABELS:
            return vary_number(ledger, text, label)
        return replace_school(ledger, text)

    def _replace_speaker(self, speaker: str, mention: NameMention | None) -> str:
        if is_role(speaker):
            return speaker
        if "@" in speaker.strip("@ "):
            return self._contacts.email(speaker) or mask("EMAIL_ADDRESS")
        if mention is None:
            return _CODE.sub(self._replace_code, speaker)
        at = speaker.index(mention.text)
        end = at + len(mention.text)
        around = (speaker[:at], speaker[end:])
        lead, tail = (_DIGIT_RUN.sub(self._replace_code, piece) for piece in around)
        return lead + (self._names[mention.text] or mask("NAME")) + tail

    def _replace_code(self, found: re.Match[str]) -> str:
        try:
            return replace_number(self._ledger, found.group(), "ID_NUM") or mask("ID_NUM")
        except NoSurrogate:
            return mask("ID_NUM")


def is_role(speaker: str) -> bool:
    """Whether a speaker's label is empty or a role, and can be released as it is."""
    return not speaker.strip() or bool(speaker_role(speaker))


def _speaker_mention(speaker: str) -> NameMention | None:
    """The name in a speaker's label and the title before it."""
    name = speaker_name(speaker)
    if not name:
        return None
    titles = [word for word in words(speaker[: speaker.index(name)]) if word in TITLES]
    return NameMention(name, titles[-1] if titles else "")


def _name_units(name: str) -> set[str]:
    """The words of a name, without apostrophe or plural s too, and their short and long forms."""
    found = {*words(name), *(name_key(part) for part in name.split())}
    found |= {word[:-1] for word in found if word.endswith("s") and len(word) > 3}
    return found.union(*map(related_names, found)) - {""}


def _units(mention: Mention) -> set[str]:
    """What no surrogate may contain or be because of a mention."""
    if mention.label in _WORD_LABELS:
        return set(words(mention.text))
    if mention.label in _NUMBER_LABELS:
        return {number_code(mention.text, mention.label), fold(mention.text)} - {""}
    return {fold(mention.text)} if mention.label in _CONTACT_LABELS else set()


def _order(item: tuple[str, str]) -> tuple[str, str, str]:
    label, text = item
    return (label, fold(text), text)
