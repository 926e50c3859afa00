"""Checks the surrogates that a person set in the input, before they are used."""

from dataclasses import dataclass

from spacy.language import Language
from spacy.tokens import Doc

from ..components.hips_surrogator import HipsSurrogator
from ..core.dialogue import dialogue_to_doc, message_bounds
from ..core.labels import PLACEHOLDER
from ..core.spans import INPUT_SOURCE, Candidate, clip
from ..core.texts import doc_text
from ..corpus import Record
from ..corpus.annotated_spans import SPANS, EntryPosition, decode_span, entries
from ..corpus.essay_files import EssayRecord
from ..errors import InputError, RecordError
from ..surrogates.by_hand_flaws import (
    EMPTY,
    LONG,
    LONGEST,
    ORIGINAL,
    TAKEN,
    TWO,
    UNPRINTABLE,
    Chosen,
    HandChecks,
    form_flaw,
)
from .input_spans import set_input_spans
from .surrogator import get_surrogator

# The error class of each flaw, and what to do about it.
_FLAWS = {
    EMPTY: ("InvalidSurrogate", "the surrogate is empty: write one, or omit it to have it drawn"),
    LONG: ("InvalidSurrogate", f"the surrogate is longer than {LONGEST} characters: shorten it"),
    UNPRINTABLE: (
        "InvalidSurrogate",
        "the surrogate contains a line break or a control character: remove it",
    ),
    ORIGINAL: (
        "SurrogateIsOriginal",
        "the surrogate is or contains an original of this dialogue (replaced text, or the name of "
        "a speaker or on the roster): choose another",
    ),
    TAKEN: (
        "SurrogateTaken",
        "the surrogate is also that of somebody or something else ({other}): choose another",
    ),
    TWO: (
        "TwoSurrogates",
        "the same text has another surrogate ({other}): give both the same one, or set only one",
    ),
}
_NO_SPANS = ("InvalidSurrogate", "a placeholder is not replaced: give it a label, or omit it")
_OVERLAP = ("OverlappingSpans", "a span with a surrogate overlaps another one: remove one of them")


@dataclass(frozen=True, slots=True)
class _SetSpan:
    """A span with a surrogate, and its position."""

    start: int
    end: int
    label: str
    surrogate: str
    place: EntryPosition

    @property
    def number(self) -> tuple[int | None, str]:
        return self.place.message, self.place.entry

    def error(self, flaw: tuple[str, str], other: "_SetSpan | None" = None) -> RecordError:
        kind, hint = flaw
        named = f"{other.place.entry} in message {other.place.message}" if other else ""
        return self.place.error(kind, hint.replace("{other}", named))


def use_input_spans(doc: Doc, record: Record, surrogator: HipsSurrogator) -> None:
    """Use the spans of a record, with the surrogates that a person set.

    doc (Doc): The Doc of the dialogue.
    record (Record): The dialogue's record.
    surrogator (HipsSurrogator): The component that will replace.
    RAISES (RecordError): If the spans cannot be used (see `set_input_spans`), or a surrogate is
        empty, too long or not printable, is or contains an original, is another one's too, or the
        same text has two.
    """
    set_input_spans(doc, record, surrogator.lexicon)
    chosen = _set_spans(doc, record)
    if not chosen:
        return
    checks = _Checks(doc, chosen, surrogator)
    for number in range(len(chosen)):
        if error := checks.error(number):
            raise error


def check_surrogate(nlp: Language, record: Record, message: int, entry: int) -> str | None:
    """Check one surrogate that a person set.

    nlp (Language): A pipeline with `hips_surrogator`.
    record (Record): The dialogue's record, with all its spans.
    message (int): The message, from 0.
    entry (int): The span in it, from 0.
    RETURNS (str | None): What is wrong and what to do, in one sentence without any text; None if
        nothing is wrong, or the span has no surrogate.
    RAISES (RecordError): If the spans cannot be used.
    RAISES (InputError): If the pipeline cannot replace, or there is no such span.
    """
    surrogator = get_surrogator(nlp)
    spans = record.source["messages"][message : message + 1] if message >= 0 else []
    if not spans or not 0 <= entry < len(spans[0].get(SPANS) or ()):
        raise InputError("There is no such span. Give numbers of a message and a span from 0.")
    doc = dialogue_to_doc(record.dialogue, nlp)
    set_input_spans(doc, record, surrogator.lexicon)
    chosen = _set_spans(doc, record)
    wanted = (message, f"{SPANS}[{entry}]")
    number = next((n for n, one in enumerate(chosen) if one.number == wanted), None)
    if number is None:
        return None
    error = _Checks(doc, chosen, surrogator).error(number)
    return None if error is None else _sentence(error.hint)


def _sentence(hint: str) -> str:
    """A hint without its position."""
    _, _, said = hint.partition(f"{SPANS}[")
    said = said.partition(": ")[2]
    return said[:1].upper() + said[1:] + "."


def _set_spans(doc: Doc, record: Record) -> list[_SetSpan]:
    """The spans of a record that have surrogates, with offsets in the Doc."""
    if isinstance(record, EssayRecord):
        return []
    found = []
    messages = record.source["messages"]
    for number, (message, (first, _)) in enumerate(zip(messages, message_bounds(doc), strict=True)):
        for entry, place in entries(message, SPANS, EntryPosition.of(record, number)):
            if entry.get("surrogate") is None:
                continue
            span = decode_span(entry, message["text"], place)
            own = Candidate(first + span.start, first + span.end, span.label, 1.0, INPUT_SOURCE)
            own = clip(doc, own)
            found.append(_SetSpan(own.start, own.end, span.label, span.surrogate or "", place))
    return found


class _Checks:
    """Finds what is wrong with the surrogates that were set in one dialogue.

    doc (Doc): The Doc with the input's spans.
    chosen (Sequence[_SetSpan]): The spans with surrogates.
    surrogator (HipsSurrogator): The component that will replace.
    """

    def __init__(self, doc: Doc, chosen: list[_SetSpan], surrogator: HipsSurrogator) -> None:
        self._chosen = chosen
        planned = surrogator.plan(doc, doc_text(doc))
        self._mentions = {(p.candidate.start, p.candidate.end): p.mention for p in planned}
        # The spans whose surrogates can be compared with others.
        self._sound = [
            span
            for span in chosen
            if (span.start, span.end) in self._mentions and not form_flaw(span.surrogate)
        ]
        self._numbers = {span.number: number for number, span in enumerate(self._sound)}
        named = surrogator.named(doc)
        self._checks = HandChecks(
            [
                Chosen(self._mentions[span.start, span.end], span.surrogate.strip())
                for span in self._sound
            ],
            self._mentions.values(),
            named["speakers"],
            named["roster"],
            surrogator.lexicon,
        )

    def error(self, number: int) -> RecordError | None:
        """The error of one of them; None if nothing is wrong with it."""
        span = self._chosen[number]
        if flaw := form_flaw(span.surrogate):
            return span.error(_FLAWS[flaw])
        if span.label == PLACEHOLDER:
            return span.error(_NO_SPANS)
        if (span.start, span.end) not in self._mentions:
            return span.error(_OVERLAP)
        found = self._checks.flaw(self._numbers[span.number])
        if found is None:
            return None
        other = None if found.other is None else self._sound[found.other]
        return span.error(_FLAWS[found.kind], other)
