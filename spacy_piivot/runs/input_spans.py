"""Uses the spans that the input already contains: gold, or corrected by a person."""

from collections.abc import Iterator

from spacy.tokens import Doc

from ..components.set_surrogates import set_surrogates
from ..core.dialogue import message_bounds
from ..core.labels import CANONICAL, PLACEHOLDER, from_codebook, known_label
from ..core.spans import INPUT_SOURCE, Candidate, add_candidates, clip, mark_searched
from ..corpus import Record
from ..corpus.annotated_spans import OURS, AnnotatedSpan, EntryPosition, decode_spans
from ..corpus.crapii_json import essay_entities
from ..corpus.essay_files import EssayRecord
from ..corpus.essays import Essay
from ..errors import RecordError
from ..lang import Lexicon


def set_input_spans(doc: Doc, record: Record, lexicon: Lexicon) -> None:
    """Use the `spans` of a record's messages, or the labels of an essay, as the Doc's candidates.

    doc (Doc): The Doc of the dialogue.
    record (Record): The dialogue's record. A message may lack `spans`, but if all do, the dialogue
        was not labelled and is refused. Placeholders are not replaced; labels are canonical or the
        annotation guide's; an essay's are of any known scheme. Surrogates that a person set are
        kept with the Doc; `runs/set_surrogates.py` checks them.
    lexicon (Lexicon): The words of the dialogue's language.
    RAISES (RecordError): If no message has `spans`, or a span is invalid, outside its message or
        has an unknown label or role.
    """
    if isinstance(record, EssayRecord):
        labelled = list(_labelled(record.essay))
        mark_searched(doc, INPUT_SOURCE)
        add_candidates(doc, labelled)
        return
    candidates: list[Candidate] = []
    chosen: dict[tuple[int, int], str] = {}
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
            if span.surrogate is not None:
                own = clip(
                    doc, Candidate(first + span.start, first + span.end, "", 1.0, INPUT_SOURCE)
                )
                chosen.setdefault((own.start, own.end), span.surrogate.strip())
    mark_searched(doc, INPUT_SOURCE)
    add_candidates(doc, candidates)
    set_surrogates(doc, chosen)


def _labelled(essay: Essay) -> Iterator[Candidate]:
    if essay.labels is None:
        what = "which has no 'labels': give the corrected output of `detect`, or omit"
        raise essay.error("MissingSpans", f"{what} --spans-from-input")
    extents = essay.extents()
    for first, end, label in essay_entities(essay, essay.labels):
        if label == PLACEHOLDER:
            continue
        known = known_label(label)
        if not known:
            hint = f"the label of token {first} (from 0) is unknown: use CRAPII's labels, or one of"
            raise essay.error("UnknownLabel", f"{hint} {', '.join(CANONICAL)}")
        yield Candidate(extents[first][0], extents[end - 1][1], known, 1.0, INPUT_SOURCE)


def _candidate(span: AnnotatedSpan, first: int, lexicon: Lexicon) -> Candidate:
    label = from_codebook(span.label, span.text or "", lexicon)
    return Candidate(
        first + span.start, first + span.end, label, span.score, INPUT_SOURCE, span.role
    )
