"""Releases labelled dialogues in memory, to measure their surrogates."""

import warnings
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ..core.dialogue import dialogue_to_doc, doc_to_dialogue
from ..corpus import Record
from ..errors import PIIvotWarning
from ..lang import ENGLISH
from .edits import message_edits
from .input_spans import set_input_spans

KEY = b"a key for measuring, not a secret one"


def measured_release(
    records: Sequence[Record], *, seed: int = 0, **config: Any
) -> tuple[list[Record], dict[str, list[dict[str, Any]]]]:
    """Replace the labelled spans of dialogues, as `deidentify --spans-from-input` does.

    records (Sequence[Record]): Dialogues with gold spans.
    seed (int): Makes the key, which is not a secret: the result is measured, not released.
    config (Any): The settings of `hips_surrogator`.
    RETURNS (tuple[list[Record], dict]): The released dialogues, and their edits by id.
    RAISES (RecordError): If a dialogue is not labelled.
    """
    import spacy

    nlp = spacy.blank("en")
    with warnings.catch_warnings():
        # That nothing before it looks for PII.
        warnings.simplefilter("ignore", PIIvotWarning)
        surrogator: Any = nlp.add_pipe("hips_surrogator", config=config)
    surrogator.set_key(KEY + str(seed).encode())
    released = []
    edits = {}
    for record in records:
        doc = dialogue_to_doc(record.dialogue, nlp)
        set_input_spans(doc, record, ENGLISH)
        dialogue = doc_to_dialogue(nlp(doc))
        released.append(Record(dialogue, None, {}))
        edits[dialogue.id] = [
            {"message": number, **asdict(edit)}
            for number, own in enumerate(message_edits(doc))
            for edit in own
        ]
    return released, edits
