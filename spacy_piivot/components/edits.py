"""Writes a document's edits and its de-identified text."""

from collections.abc import Iterable, Sequence
from typing import Any

from spacy.tokens import Doc

from ..core.folding import code, words
from ..core.spans import EDITED_KEY, OK, PII, Candidate


def write_edits(
    doc: Doc,
    text: str,
    replaced: Iterable[tuple[Candidate, str]],
    speakers: Sequence[str],
    spans_key: str,
) -> None:
    """Write the edits of a Doc, replacing any that it already has.

    doc (Doc): The document.
    text (str): `doc.text`.
    replaced (Iterable[tuple[Candidate, str]]): Candidates with their surrogates, in text order
        and without overlaps.
    speakers (Sequence[str]): The released speaker of each message.
    spans_key (str): The group that was replaced.
    """
    pieces: list[str] = []
    edits: list[dict[str, Any]] = []
    position = length = 0
    for found, surrogate in replaced:
        new_start = length + found.start - position
        pieces += [text[position : found.start], surrogate]
        position, length = found.end, new_start + len(surrogate)
        edits.append(
            {
                "start": found.start,
                "end": found.end,
                "new_start": new_start,
                "new_end": length,
                "label": found.label,
                "score": found.score,
                "source": found.source,
                "role": found.role,
                "surrogate": surrogate,
            }
        )
    doc._.piivot_speakers = list(speakers)
    doc._.piivot_edits = edits
    doc._.piivot_text = "".join([*pieces, text[position:]])
    doc._.piivot_status = OK
    if spans_key == PII:
        doc.user_data.pop(EDITED_KEY, None)
    else:
        doc.user_data[EDITED_KEY] = spans_key


def surrogate_units(surrogate: str) -> set[str]:
    """The folded words of a surrogate, and the code that they form."""
    return {*words(surrogate), code(surrogate)} - {""}
