"""Chooses the generator that makes the surrogates of each label in one document."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from ..core.folding import fold
from ..core.labels import generator_of, labels_of, made_by
from ..draws.choice import Ledger
from ..kinds.contacts.surrogate import ContactSurrogates
from ..kinds.dates.surrogate import DateSurrogates
from ..kinds.names.surrogate import NameSurrogates
from ..kinds.numbers.surrogate import replace_number, vary_number
from ..kinds.places.people_surrogate import Peoples
from ..kinds.places.place_words import PlaceWords
from ..kinds.places.school_surrogate import Schools
from ..kinds.places.stated import StatedPlaces
from ..kinds.places.surrogate import Places
from ..lang import ENGLISH, Lexicon
from .mentions import Mention, is_bare_name

WORD_LABELS = labels_of("words")
CONTACT_LABELS = labels_of("contact")
NUMBER_LABELS = labels_of("number")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_PHONE_URL = re.compile(r"\s*(?:tel|sms|callto):", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ReplacedTexts:
    """The originals of one document, read once for all its surrogates.

    dates (frozenset[str]): Its dates, including dates of birth.
    births (frozenset[str]): Its dates of birth.
    schools (frozenset[str]): Its schools.
    localities (frozenset[str]): The folded names of its places.
    places (StatedPlaces): The locations that it states for its places.
    document (str): Its text.
    """

    dates: frozenset[str]
    births: frozenset[str]
    schools: frozenset[str]
    localities: frozenset[str]
    places: StatedPlaces
    document: str = ""

    @classmethod
    def read(
        cls,
        mentions: Collection[Mention],
        document: str,
        lexicon: Lexicon = ENGLISH,
        *,
        keeps_wide: bool = False,
    ) -> "ReplacedTexts":
        """Read a document's text and its mentions.

        mentions (Collection[Mention]): The mentions.
        document (str): The text.
        lexicon (Lexicon): The words of the language.
        keeps_wide (bool): Whether countries, provinces and continents are kept.
        RETURNS (ReplacedTexts): The originals.
        """

        def texts(*generators: str) -> frozenset[str]:
            labels = made_by(*generators)
            return frozenset(mention.text for mention in mentions if mention.label in labels)

        places = StatedPlaces.read(
            texts("place", "address"), document, lexicon, keeps_wide=keeps_wide
        )
        parts = lexicon.part(PlaceWords).parts
        localities = {fold(part.strip()) for text in texts("place") for part, _ in parts(text)}
        return cls(
            texts("date", "birth"),
            texts("birth"),
            texts("school"),
            frozenset(localities),
            places,
            document,
        )


class Generators:
    """Makes the surrogates of one document's mentions.

    ledger (Ledger): The document's draws.
    names (NameSurrogates): The surrogates of its names.
    replaced (ReplacedTexts): Its originals.
    variant (int): The number of an entity's surrogate to make, 0 for its first.
    fictional_phones (bool): Whether to take telephone numbers from ranges reserved for fiction.
    """

    def __init__(
        self,
        ledger: Ledger,
        names: NameSurrogates,
        replaced: ReplacedTexts,
        variant: int,
        fictional_phones: bool,
    ) -> None:
        self._ledger = ledger.variant(variant)
        self._names = names
        self._replaced = replaced
        self._variant = variant
        self._fictional = fictional_phones

    # Made on demand: a new surrogate for a name needs none of them.
    @cached_property
    def _contacts(self) -> ContactSurrogates:
        return ContactSurrogates(self._ledger, self._names, self._years())

    @cached_property
    def _dates(self) -> DateSurrogates:
        replaced = self._replaced
        return DateSurrogates.choose(
            self._ledger, replaced.dates, replaced.births, replaced.document
        )

    @cached_property
    def _places(self) -> Places:
        return Places(self._ledger, self._replaced.places)

    @cached_property
    def _peoples(self) -> Peoples:
        return Peoples(self._ledger, self._places)

    @cached_property
    def _schools(self) -> Schools:
        replaced = self._replaced
        return Schools(self._ledger, self._places, replaced.schools, replaced.localities)

    def _years(self) -> dict[str, str]:
        """The surrogates of the years in the dialogue's dates, those of birth first."""
        years: dict[str, str] = {}
        replaced = self._replaced
        for texts in (replaced.births, replaced.dates):
            for text in sorted(texts):
                old, new = (_YEAR.findall(one) for one in (text, self._dates[text] or ""))
                if len(old) == len(new) == 1:
                    years.setdefault(old[0], new[0])
        return years

    def make(self, label: str, text: str) -> str | None:
        """Make the surrogate of a text; None if the text cannot be read as its label says.

        RAISES (NoSurrogate): If every possible surrogate occurs in the document.
        """
        ledger = self._ledger
        match generator_of(label):
            case "name":
                return self._names.variant(text, self._variant)
            case "date" | "birth":
                return self._dates[text]
            case "code" if self._contacts.is_login(text):
                return self._contacts.handle(text)
            case "code" if self._contacts.is_file(text):
                return self._contacts.url(text)
            case "phone" | "code" | "ip" | "ssn" | "card":
                return replace_number(ledger, text, label, fictional=self._fictional)
            case "email" if is_bare_name(text, ledger.lexicon):
                return self._names[text]
            case "email":
                return self._contacts.email(text)
            case "handle":
                return self._contacts.handle(text)
            case "url":
                return self._url(text)
            case "place":
                return self._places.place(text)
            case "address":
                return self._places.address(text)
            case "people":
                return self._peoples.people(text)
            case "age":
                return vary_number(ledger, text, label, self._dates.age_step)
            case "level":
                return vary_number(ledger, text, label)
            case _:
                return self._schools.school(text)

    def _url(self, text: str) -> str | None:
        if phone := _PHONE_URL.match(text):
            number = self.make("PHONE_NUMBER", text[phone.end() :])
            return number and phone.group() + number
        return self._contacts.url(text)
