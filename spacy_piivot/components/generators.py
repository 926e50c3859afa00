"""Defines what a surrogate generator of `hips_surrogator` is, and the default one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

from spacy.tokens import Doc

from ..draws.choice import Given
from ..lang import Lexicon
from ..surrogates import Mention
from .concurrent_component import Apply, Begun
from .scopes import SCOPES

KEYED, LLM = GENERATORS = ("spacy_piivot.KeyedSurrogates.v1", "spacy_piivot.LLMSurrogates.v1")
NOTHING: Given = MappingProxyType({})

# The key of `doc.user_data` for surrogates that were not drawn.
GIVEN_KEY = "piivot_given"


def set_given(doc: Doc, given: Given) -> None:
    """Keep the surrogates of a Doc that were not drawn, for a repair."""
    doc.user_data.pop(GIVEN_KEY, None)
    if given:
        doc.user_data[GIVEN_KEY] = [[*entity, made] for entity, made in given.items()]


def get_given(doc: Doc) -> Given:
    """The surrogates of a Doc that were not drawn."""
    return {(kind, entity): made for kind, entity, made in doc.user_data.get(GIVEN_KEY, ())}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request for one document's surrogates.

    mentions (Sequence[Mention]): The mentions that get surrogates, in text order.
    speakers (Sequence[str]): The speakers.
    roster (Sequence[str]): The names on the roster.
    allow (frozenset[str]): The folded terms that are never replaced.
    lexicon (Lexicon): The words of the language.
    fictional_phones (bool): Whether to use telephone numbers that are reserved for fiction.
    """

    mentions: Sequence[Mention]
    speakers: Sequence[str]
    roster: Sequence[str]
    allow: frozenset[str]
    lexicon: Lexicon
    fictional_phones: bool


@dataclass(frozen=True, slots=True)
class Made:
    """The surrogates that a generator made for one document.

    given (Mapping[tuple[str, str], str]): Surrogates by label and entity. Missing ones are drawn
        with the key.
    status (Mapping[str, Any]): The outcome, for `doc._.piivot_llm`; empty if no model was queried.
    """

    given: Given = field(default_factory=dict)
    status: Mapping[str, Any] = field(default_factory=dict)


@runtime_checkable
class SurrogateGenerator(Protocol):
    """Makes surrogates; `hips_surrogator` draws missing ones with its key.

    scopes (Sequence[str]): The scopes that it supports.
    asks (bool): Whether it queries an endpoint.
    """

    scopes: Sequence[str]
    asks: bool

    def begin(self, doc: Doc, wanted: Wanted, write: Callable[[Made], Apply]) -> Begun:
        """Start to make the surrogates of a Doc.

        doc (Doc): The document; it must not be used while a query is running.
        wanted (Wanted): The mentions and settings to make them for.
        write (Callable[[Made], Callable[[Doc], None]]): Takes the result, and returns a function
            that writes it to the Doc.
        RETURNS (Future[Callable[[Doc], None]] | Callable[[Doc], None]): The return value of
            `write`.
        """

    def forget_endpoint(self, saved: Mapping[str, Any] | None) -> None:
        """Forget an endpoint that a saved config names; keep one given while loading.

        saved (Mapping[str, Any] | None): The generator's `connection` block there; None if it
            cannot be determined.
        """


class KeyedSurrogates:
    """Makes no surrogates itself and queries no model: all are drawn with the key."""

    scopes: Sequence[str] = SCOPES
    asks = False

    def begin(self, doc: Doc, wanted: Wanted, write: Callable[[Made], Apply]) -> Begun:
        return write(Made())

    def forget_endpoint(self, saved: Mapping[str, Any] | None) -> None:
        """Do nothing: there is no endpoint."""


def make_keyed_surrogates() -> KeyedSurrogates:
    """Draw all surrogates with the key; registered as `spacy_piivot.KeyedSurrogates.v1`."""
    return KeyedSurrogates()
