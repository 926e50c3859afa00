"""Keeps the surrogates that a person set on a Doc, and reads them from its plan."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace

from spacy.tokens import Doc

from .edits import surrogate_units
from .planning import Planned

# The key of `doc.user_data` for surrogates that a person set: start, end and surrogate of each.
SET_KEY = "piivot_set_surrogates"

Extent = tuple[int, int]
# Surrogates by label and text.
Chosen = Mapping[tuple[str, str], str]


def set_surrogates(doc: Doc, chosen: Mapping[Extent, str]) -> None:
    """Set the surrogates of a Doc's candidates.

    doc (Doc): The document.
    chosen (Mapping[tuple[int, int], str]): Surrogates by the exact extent of a candidate.
    """
    doc.user_data.pop(SET_KEY, None)
    if chosen:
        doc.user_data[SET_KEY] = [[*extent, surrogate] for extent, surrogate in chosen.items()]


def get_set_surrogates(doc: Doc) -> dict[Extent, str]:
    """The surrogates that were set, by the exact extent of their candidates."""
    return {(start, end): made for start, end, made in doc.user_data.get(SET_KEY, ())}


def without_avoided(planned: Iterable[Planned], avoid: Set[str]) -> list[Planned]:
    """A plan without the surrogates that contain or are one of the avoided words and codes."""
    return [
        replace(one, surrogate="")
        if one.surrogate and avoid & surrogate_units(one.surrogate)
        else one
        for one in planned
    ]


def chosen_texts(planned: Sequence[Planned]) -> Chosen:
    """The surrogates of a plan by label and text; of two spellings the first in the text."""
    chosen: dict[tuple[str, str], str] = {}
    for one in planned:
        if one.surrogate:
            chosen.setdefault((one.mention.label, one.mention.text), one.surrogate)
    return chosen
