"""The candidates in a Doc's notes: their roles do not count, and a note may be one as a whole."""

from dataclasses import replace

from spacy.tokens import Doc

from ..core.dialogue import message_bounds
from ..core.labels import MATH_TERM, PARTICIPANT
from ..core.notes import note_count, note_labels, notes_start
from ..core.spans import INPUT_SOURCE, Candidate, get_candidates, set_candidates
from ..core.speakers import speaker_role
from ..core.texts import doc_text
from ..lang import Lexicon

NAME = "NAME"


def settle_notes(doc: Doc, spans_key: str, lexicon: Lexicon) -> None:
    """Settle the candidates in the notes of a searched Doc, before they are replaced.

    The roles of names are those of talk, and do not count in a note, but for mathematical terms. A
    note that is a name as a whole is a participant's.

    doc (Doc): The Doc; nothing changes without notes.
    spans_key (str): The group of its candidates.
    lexicon (Lexicon): The words of the language: a role ("tutor") is nobody's name.
    """
    start = notes_start(doc)
    if start is None:
        return
    text = doc_text(doc)
    bounds = message_bounds(doc)[-note_count(doc) :]
    labelled = [
        Candidate(first, end, label, 1.0, INPUT_SOURCE, PARTICIPANT if label == NAME else "")
        for (first, end), label in zip(bounds, note_labels(doc), strict=True)
        if label and first < end and not (label == NAME and speaker_role(text[first:end], lexicon))
    ]
    candidates = get_candidates(doc, spans_key)
    turns = [one for one in candidates if one.end < start]
    inside = [
        one if one.role == MATH_TERM else replace(one, role="")
        for one in candidates
        if one.end >= start
    ]
    free = [one for one in inside if not any(one.overlaps(whole) for whole in labelled)]
    set_candidates(doc, [*turns, *free, *labelled], spans_key)
