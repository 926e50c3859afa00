"""From dialogues to the same dialogues with their mathematics marked."""

from typing import Any

import spacy
from spacy.language import Language

from ..dialogue import message_densities, message_segments
from .process import Done

EMBEDDERS = {
    "static": "spacy_piivot.StaticEmbedder.v1",
    "minilm": "spacy_piivot.MiniLMEmbedder.v1",
}


def segmenting_pipeline(
    embedder: str = "static", *, anchor_threshold: float, similarity_threshold: float
) -> Language:
    """The pipeline that only segments.

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


def with_segments(result: Done) -> dict[str, Any]:
    """The record of a dialogue with the math density and the segment of every message.

    result (Done): A dialogue that went through a pipeline with `math_segmenter`.
    RETURNS (Dict[str, Any]): The object it was read from, with `density` and `segment` ("MATH" or
        "NON-MATH") in every message.
    """
    source = result.record.source
    columns = zip(
        source["messages"],
        message_densities(result.doc),
        message_segments(result.doc),
        strict=True,
    )
    messages = [
        {**message, "density": round(density, 4), "segment": segment}
        for message, density, segment in columns
    ]
    return {**source, "messages": messages}
