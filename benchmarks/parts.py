"""Measures a pipeline's time by component, and the least time it could take."""

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from spacy.language import Language

from benchmarks.systems import Dialogues
from benchmarks.throughput import detect, race, tokenize

TOKENIZING = "tokenising"
TAGGER = "potential_pii_ner"


def component_seconds(nlp: Language, dialogues: Dialogues, rounds: int) -> dict[str, float]:
    """The median seconds of each component over all dialogues, tokenising first.

    nlp (Language): The pipeline.
    dialogues (Sequence[AnnotatedDialogue]): The dialogues.
    rounds (int): How often each is timed, after a first time that is not counted.
    RETURNS (dict[str, float]): Seconds by component, in the pipeline's order.
    """
    seconds: dict[str, list[float]] = {}
    for number in range(rounds + 1):
        for name, took in _one_pass(nlp, dialogues):
            if number:
                seconds.setdefault(name, []).append(took)
    return {name: statistics.median(measured) for name, measured in seconds.items()}


def _one_pass(nlp: Language, dialogues: Dialogues) -> Iterator[tuple[str, float]]:
    started = time.perf_counter()
    docs = [tokenize(dialogue, nlp) for dialogue in dialogues]
    yield TOKENIZING, time.perf_counter() - started
    for name, component in nlp.pipeline:
        part: Any = component
        started = time.perf_counter()
        docs = list(part.pipe(docs, batch_size=nlp.batch_size))
        yield name, time.perf_counter() - started


def floor_seconds(nlp: Language, dialogues: Dialogues, rounds: int) -> dict[str, list[float]]:
    """Time the pipeline, its tagger alone, and the floor, in turn.

    nlp (Language): A pipeline with `potential_pii_ner`.
    dialogues (Sequence[AnnotatedDialogue]): The dialogues.
    rounds (int): How often each is timed.
    RETURNS (dict[str, list[float]]): Seconds per round of the whole pipeline, of the tagger on
        tokenised Docs, of tokenising alone, and, for a tagger in onnxruntime, of only the forward
        passes of its encoder on the same windows.
    """
    tagger: Any = nlp.get_pipe(TAGGER)
    docs = [tokenize(dialogue, nlp) for dialogue in dialogues]
    runs: dict[str, Callable[[], object]] = {
        "pipeline": lambda: detect(nlp, dialogues),
        TAGGER: lambda: list(tagger.pipe((doc.copy() for doc in docs), batch_size=nlp.batch_size)),
        TOKENIZING: lambda: [tokenize(dialogue, nlp) for dialogue in dialogues],
    }
    encoder = tagger.model.ref_names and tagger.model.maybe_get_ref("encoder")
    if encoder:
        (shim,) = encoder.shims
        with _recorded(shim) as batches:
            list(tagger.pipe([doc.copy() for doc in docs], batch_size=nlp.batch_size))
        runs["forward"] = lambda: list(shim.run_all(batches))
    return race(runs, rounds)


@contextmanager
def _recorded(shim: Any) -> Iterator[list[Any]]:
    """Record the batches of wordpieces that go into an encoder."""
    batches: list[Any] = []
    run = shim.run

    def record(batch: Any) -> Any:
        batches.append([list(pieces) for pieces in batch])
        return run(batch)

    shim.run = record
    try:
        yield batches
    finally:
        del shim.run
