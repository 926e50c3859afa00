"""Marks the mathematics in dialogues."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import spacy
from spacy.language import Language

from ..core.dialogue import (
    Dialogue,
    dialogue_to_doc,
    message_densities,
    message_segments,
    message_token_counts,
)
from ..mathematics.segments import ANCHOR_THRESHOLD, SIMILARITY_THRESHOLD
from .results import Done

EMBEDDERS = {
    "static": "spacy_piivot.StaticEmbedder.v1",
    "minilm": "spacy_piivot.MiniLMEmbedder.v1",
}


def segmenting_pipeline(
    embedder: str = "static",
    *,
    anchor_threshold: float = ANCHOR_THRESHOLD,
    similarity_threshold: float = SIMILARITY_THRESHOLD,
) -> Language:
    """A pipeline that only segments.

    embedder (str): One of `EMBEDDERS`.
    anchor_threshold (float): See `math_segmenter`.
    similarity_threshold (float): See `math_segmenter`.
    RETURNS (Language): The pipeline.
    """
    tokenizer = {"@tokenizers": "spacy_piivot.DialogueTokenizer.v1"}
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": tokenizer}})
    nlp.add_pipe(
        "math_segmenter",
        config={
            "embedder": {"@misc": EMBEDDERS[embedder]},
            "anchor_threshold": anchor_threshold,
            "similarity_threshold": similarity_threshold,
            "veto_labels": [],
        },
    )
    return nlp


def found_segments(done: Done) -> list[dict[str, Any]]:
    """The math density and the segment of each message of a dialogue.

    done (Done): A dialogue that went through a pipeline with `math_segmenter`.
    RETURNS (list[dict[str, Any]]): For each message its `density`, and its `segment`: "MATH" or
        "NON-MATH".
    """
    columns = zip(message_densities(done.doc), message_segments(done.doc), strict=True)
    return [{"density": round(density, 4), "segment": segment} for density, segment in columns]


class Segmented(NamedTuple):
    """The segmentation of a dialogue's messages.

    tokens (list[int]): How many tokens each has, without white space.
    densities (list[float]): Their math densities.
    segments (list[str]): "MATH" or "NON-MATH".
    """

    tokens: list[int]
    densities: list[float]
    segments: list[str]


def segment_dialogues(dialogues: Iterable[Dialogue], nlp: Language) -> list[Segmented]:
    """Segment dialogues.

    dialogues (Iterable[Dialogue]): The dialogues.
    nlp (Language): A pipeline with `math_segmenter`.
    RETURNS (list[Segmented]): Their segmentations, in order.
    """
    docs = nlp.pipe(dialogue_to_doc(dialogue, nlp) for dialogue in dialogues)
    return [
        Segmented(
            message_token_counts(doc),
            message_densities(doc),
            message_segments(doc),
        )
        for doc in docs
    ]
