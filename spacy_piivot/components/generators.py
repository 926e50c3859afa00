"""Who makes surrogates for `hips_surrogator`, and the generator that leaves all to its key."""

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


@dataclass(frozen=True, slots=True)
class Wanted:
    """What surrogates of a document are wanted for.

    mentions (Sequence[Mention]): What gets surrogates, in text order.
    speakers (Sequence[str]): Who speaks.
    roster (Sequence[str]): Who else is in the room.
    allow (frozenset[str]): The terms that stay, folded.
    lexicon (Lexicon): The words of the language.
    fictional_phones (bool): Whether telephone numbers are those that are reserved for fiction.
    """

    mentions: Sequence[Mention]
    speakers: Sequence[str]
    roster: Sequence[str]
    allow: frozenset[str]
    lexicon: Lexicon
    fictional_phones: bool


@dataclass(frozen=True, slots=True)
class Made:
    """What a generator made for a document.

    given (Mapping[tuple[str, str], str]): Surrogates by label and entity. What is missing is drawn
        with the key.
    status (Mapping[str, Any]): How it went, for `doc._.piivot_llm`; empty if nobody was asked.
    """

    given: Given = field(default_factory=dict)
    status: Mapping[str, Any] = field(default_factory=dict)


@runtime_checkable
class SurrogateGenerator(Protocol):
    """Makes surrogates; `hips_surrogator` draws with its key what is not made.

    scopes (Sequence[str]): The scopes that it can serve.
    asks (bool): Whether it asks an endpoint.
    """

    scopes: Sequence[str]
    asks: bool

    def begin(self, doc: Doc, wanted: Wanted, write: Callable[[Made], Apply]) -> Begun:
        """Begin with the surrogates of a Doc.

        doc (Doc): The document; it must not be used while a question is under way.
        wanted (Wanted): What they are wanted for.
        write (Callable[[Made], Callable[[Doc], None]]): Takes what was made; what it returns writes
            that on the Doc.
        RETURNS (Future[Callable[[Doc], None]] | Callable[[Doc], None]): What it returned.
        """

    def forget_endpoint(self, saved: Mapping[str, Any] | None) -> None:
        """Forget an endpoint that a saved config names; one given while loading stays.

        saved (Mapping[str, Any] | None): The block `connection` of the generator there; None if
            nobody can tell what it says.
        """


class KeyedSurrogates:
    """Makes nothing itself: all is drawn with the key, and nobody is asked."""

    scopes: Sequence[str] = SCOPES
    asks = False

    def begin(self, doc: Doc, wanted: Wanted, write: Callable[[Made], Apply]) -> Begun:
        return write(Made())

    def forget_endpoint(self, saved: Mapping[str, Any] | None) -> None:
        """There is none."""


def make_keyed_surrogates() -> KeyedSurrogates:
    """Leave all surrogates to the key; registered as `spacy_piivot.KeyedSurrogates.v1`."""
    return KeyedSurrogates()
