"""Mixes pieces of new transcripts with the old training data, to adapt a pipeline on."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import cycle
from pathlib import Path

from spacy.language import Language
from spacy.training import Example

from spacy_piivot.core.dialogue import (
    Dialogue,
    Message,
    dialogue_to_doc,
    doc_id,
    message_bounds,
    message_candidates,
)
from spacy_piivot.core.spans import PII, Candidate, set_candidates
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.readers.dialogue_corpus import DialogueCorpus, doc_to_dialogue

PIECE_WORDS = 180


def pieces(examples: Iterable[Example], nlp: Language) -> Iterator[Example]:
    """Cut dialogues into runs of messages of about `PIECE_WORDS` words, with their gold.

    examples (Iterable[Example]): Whole dialogues.
    nlp (Language): The pipeline whose tokeniser to use.
    YIELDS (Example): The pieces. Empty messages are omitted: spaCy cannot copy a Doc that begins
        or ends with one.
    """
    for example in examples:
        dialogue = doc_to_dialogue(example.reference, doc_id(example.reference) or "")
        gold = message_candidates(example.reference)
        run: list[tuple[Message, list[Candidate]]] = []
        size = 0
        for number, (message, found) in enumerate(zip(dialogue.messages, gold, strict=True), 1):
            if message.text:
                run.append((message, found))
                size += len(message.text.split())
            if run and (size >= PIECE_WORDS or number == len(dialogue.messages)):
                yield _piece(f"{dialogue.id}#{number}", run, nlp)
                run, size = [], 0


def _piece(id: str, run: Sequence[tuple[Message, list[Candidate]]], nlp: Language) -> Example:
    dialogue = Dialogue(id, [message for message, _ in run])
    predicted, reference = dialogue_to_doc(dialogue, nlp), dialogue_to_doc(dialogue, nlp)
    shifted = [
        replace(candidate, start=start + candidate.start, end=start + candidate.end)
        for (start, _), (_, found) in zip(message_bounds(reference), run, strict=True)
        for candidate in found
    ]
    set_candidates(reference, shifted)
    return Example(predicted, reference)


def mixed(
    own: Sequence[Example], rehearsal: Sequence[Example], share: float, tokens: int, seed: int
) -> Iterator[Example]:
    """Pieces of both kinds in turn, so that every batch has about the same share of each.

    own (Sequence[Example]): The user's pieces; they are repeated in another order.
    rehearsal (Sequence[Example]): Pieces of the original training data, in their order.
    share (float): The share of the rehearsal's tokens, 0 to 1.
    tokens (int): The approximate number of all tokens.
    seed (int): Seed of the order.
    """
    rng = random.Random(seed)
    again = cycle(rehearsal)
    waiting: list[Example] = []
    done = rehearsed = 0
    while done < tokens:
        if rehearsed < share * done and rehearsal:
            example = next(again)
            rehearsed += len(example.reference)
        else:
            waiting = waiting or rng.sample(own, len(own))
            example = waiting.pop()
        done += len(example.reference)
        yield example


def read_rehearsal(path: Path, share: float, tokens: int, nlp: Language) -> list[Example]:
    """Read as much of the original training data as will be used once.

    path (Path): The training Docs of training.corpora.make.
    share (float): Their share in all that is trained on.
    tokens (int): The number of all tokens.
    nlp (Language): The pipeline whose tokeniser to use.
    RAISES (InputError): If there is no such file.
    """
    if not share:
        return []
    if not path.exists():
        raise InputError(
            f"{path}: no such file. Make it with 'python -m training.corpora.make', or "
            "give --rehearse-share 0 and accept that the pipeline forgets."
        )
    examples: list[Example] = []
    read = 0
    for example in DialogueCorpus(path, PII, canonical=True)(nlp):
        if len(example.reference):
            examples.append(example)
            read += len(example.reference)
        if read >= share * tokens:
            break
    return examples
