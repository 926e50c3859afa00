"""The generators of one document: which one makes the surrogate of which label."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from ..lang import ENGLISH, Lexicon
from .choice import Ledger
from .contacts import ContactSurrogates
from .dates import DateSurrogates
from .mentions import Mention
from .names import NameSurrogates
from .numbers import replace_number, vary_number
from .places import Places, StatedPlaces
from .schools import Schools

WORD_LABELS = frozenset({"NAME", "LOCATION", "STREET_ADDRESS", "SCHOOL", "ORG", "EMPLOYER"})
DATE_LABELS = frozenset({"DATE", "DATE_OF_BIRTH"})
VARIED_LABELS = frozenset({"AGE", "GRADE_LEVEL", "COURSE"})
CONTACT_LABELS = frozenset({"EMAIL_ADDRESS", "USERNAME", "URL"})
NUMBER_LABELS = frozenset(
    "PHONE_NUMBER ID_NUM IP_ADDRESS US_SSN US_BANK_NUMBER US_DRIVER_LICENSE US_PASSPORT "
    "CREDIT_CARD".split()
)
_PHONE_URL = re.compile(r"\s*(?:tel|sms|callto):", re.IGNORECASE)
REPLACEABLE = WORD_LABELS | DATE_LABELS | VARIED_LABELS | CONTACT_LABELS | NUMBER_LABELS


@dataclass(frozen=True, slots=True)
class Replaced:
    """What is replaced in one document, read once for all its surrogates.

    dates (frozenset[str]): Its dates, those of birth too.
    births (frozenset[str]): Its dates of birth.
    schools (frozenset[str]): Its schools.
    places (StatedPlaces): What it says of where its places lie.
    """

    dates: frozenset[str]
    births: frozenset[str]
    schools: frozenset[str]
    places: StatedPlaces

    @classmethod
    def read(
        cls, mentions: Collection[Mention], document: str, lexicon: Lexicon = ENGLISH
    ) -> "Replaced":
        """Read all that is replaced in a document, and its text."""

        def texts(*labels: str) -> frozenset[str]:
            return frozenset(mention.text for mention in mentions if mention.label in labels)

        places = StatedPlaces.read(texts("LOCATION", "STREET_ADDRESS"), document, lexicon)
        return cls(texts(*DATE_LABELS), texts("DATE_OF_BIRTH"), texts("SCHOOL"), places)


class Generators:
    """Makes the surrogates of one document's mentions.

    ledger (Ledger): The document's draws.
    names (NameSurrogates): The surrogates of its names.
    replaced (Replaced): What is replaced in it.
    variant (int): Which surrogate of an entity to make, 0 for the one it has first.
    fictional_phones (bool): Whether telephone numbers are taken from ranges that are reserved for
        fiction.
    """

    def __init__(
        self,
        ledger: Ledger,
        names: NameSurrogates,
        replaced: Replaced,
        variant: int,
        fictional_phones: bool,
    ) -> None:
        self._ledger = ledger.variant(variant)
        self._names = names
        self._replaced = replaced
        self._variant = variant
        self._fictional = fictional_phones

    # Made when they are wanted: a name that is drawn anew needs none of them.
    @cached_property
    def _contacts(self) -> ContactSurrogates:
        return ContactSurrogates(self._ledger, self._names)

    @cached_property
    def _dates(self) -> DateSurrogates:
        return DateSurrogates.choose(self._ledger, self._replaced.dates, self._replaced.births)

    @cached_property
    def _places(self) -> Places:
        return Places(self._ledger, self._replaced.places)

    @cached_property
    def _schools(self) -> Schools:
        return Schools(self._ledger, self._places, self._replaced.schools)

    def make(self, label: str, text: str) -> str | None:
        """The surrogate of a text under a label; None if it cannot be read as what it should be.

        RAISES (NoSurrogate): If every candidate occurs in the document.
        """
        ledger = self._ledger
        if label == "NAME":
            return self._names.variant(text, self._variant)
        if label in DATE_LABELS:
            return self._dates[text]
        if label in NUMBER_LABELS:
            return replace_number(ledger, text, label, fictional=self._fictional)
        if label == "EMAIL_ADDRESS":
            return self._contacts.email(text)
        if label == "USERNAME":
            return self._contacts.handle(text)
        if label == "URL":
            if phone := _PHONE_URL.match(text):
                number = self.make("PHONE_NUMBER", text[phone.end() :])
                return number and phone.group() + number
            return self._contacts.url(text)
        if label == "LOCATION":
            return self._places.place(text)
        if label == "STREET_ADDRESS":
            return self._places.address(text)
        if label == "AGE":
            return vary_number(ledger, text, label, self._dates.age_step)
        if label in VARIED_LABELS:
            return vary_number(ledger, text, label)
        return self._schools.school(text)
