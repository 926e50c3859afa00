"""Replaces the given spans of one dialogue, to see what its release would be."""

from pathlib import Path, PurePosixPath

from spacy.language import Language

from ..corpus import Entry, InputFile, Record
from .process import Done, Failed
from .replacing import replace_pii

_NO_FILE = InputFile(Path(), PurePosixPath())


def replace_one(nlp: Language, record: Record, file: InputFile = _NO_FILE) -> Done | Failed:
    """De-identify one dialogue as `deidentify --spans-from-input` does, in memory.

    Nothing is detected, so this is quick. Only one call may use a pipeline at a time. With a policy
    that shuffles, call `shuffling.prepare_shuffle` first; else such values are masked.

    nlp (Language): A pipeline with `hips_surrogator`.
    record (Record): The dialogue, with the spans of its messages and any surrogates set by a
        person.
    file (InputFile): The file it is from, for the result.
    RETURNS (Done | Failed): The Doc with its edits and what the last check repaired, or why the
        dialogue would be held back.
    RAISES (InputError): If the pipeline cannot replace.
    """
    [result] = replace_pii(nlp, [Entry(file, record)], spans_from_input=True)
    return result
