"""Uses the spans that the input already contains: gold, or corrected by a person."""

from spacy.tokens import Doc

from ..core.dialogue import message_bounds
from ..core.labels import PLACEHOLDER, from_codebook
from ..core.spans import Candidate, add_candidates, mark_searched
from ..corpus import Record
from ..corpus.annotated_spans import OURS, AnnotatedSpan, EntryPosition, decode_spans
from ..errors import RecordError
from ..lang import Lexicon

SOURCE = "input"


def set_input_spans(doc: Doc, record: Record, lexicon: Lexicon) -> None:
    """Use the `spans` of a record's messages as the Doc's candidates.

    doc (Doc): The Doc of the dialogue.
    record (Record): The dialogue's record. A message may lack `spans`, but if all do, the dialogue
        was not labelled and is refused. Placeholders are not replaced; labels are canonical or the
        annotation guide's.
    lexicon (Lexicon): The words of the dialogue's language.
    RAISES (RecordError): If no message has `spans`, or a span is invalid, outside its message or
        has an unknown label or role.
    """
    candidates: list[Candidate] = []
    messages = record.source["messages"]
    if not any("spans" in message for message in messages):
        raise RecordError(
            "MissingSpans",
            "no message has 'spans' (an empty list says that there are none): give the corrected "
            "output of `detect`, or omit --spans-from-input",
            line=record.line,
            id=record.dialogue.id,
        )
    for number, (message, (first, _)) in enumerate(zip(messages, message_bounds(doc), strict=True)):
        place = EntryPosition.of(record, number)
        for span in decode_spans(message, message["text"], place, OURS, blank=False):
            if span.label != PLACEHOLDER:
                candidates.append(_candidate(span, first, lexicon))
    mark_searched(doc, SOURCE)
    add_candidates(doc, candidates)


def _candidate(span: AnnotatedSpan, first: int, lexicon: Lexicon) -> Candidate:
    label = from_codebook(span.label, span.text or "", lexicon)
    return Candidate(first + span.start, first + span.end, label, span.score, SOURCE, span.role)
