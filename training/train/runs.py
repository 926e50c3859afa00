"""Makes a training run from a config, as `spacy train` does, and scores the result."""

import io
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.training.initialize import init_nlp
from spacy.training.loop import train
from spacy.util import registry
from thinc.api import Config

from spacy_piivot.core.spans import PII
from spacy_piivot.evaluation.core.schemes import CANONICAL
from spacy_piivot.evaluation.core.scorer import score_pii
from spacy_piivot.evaluation.readers.dialogue_corpus import DialogueCorpus

COMPONENT = "potential_pii_ner"
GIVEN = "spacy_piivot_training.Given.v1"
# No evaluations during training, except the one after the first batch, which the loop needs.
NEVER = 10**9

Reader = Callable[[Language], Iterable[Example]]


@dataclass(frozen=True, slots=True)
class Trained:
    """The result of a training run.

    folder (Path): The pipeline with the final weights (averaged, if the optimiser does so).
    seconds (float): The time of the updates.
    """

    folder: Path
    seconds: float


@dataclass(frozen=True, slots=True)
class Scores:
    """Strict scores on dialogues, 0 to 1, and the speed of prediction without tokenising."""

    precision: float
    recall: float
    f1: float
    f5: float
    words_per_second: float

    def to_dict(self) -> dict[str, float]:
        """Plain values for JSON."""
        return {name: round(value, 4) for name, value in asdict(self).items()}


def train_pipeline(config: Config, folder: Path) -> Trained:
    """Train a pipeline to the end.

    config (Config): A whole training config. Its dev corpus is scored once, after the first
        batch, so a single dialogue is enough (see `NEVER`).
    folder (Path): Folder for the weights; no text is written there.
    RETURNS (Trained): The pipeline.
    """
    folder.mkdir(parents=True, exist_ok=True)
    nlp = init_nlp(config)
    started = time.monotonic()
    # What the loop prints may quote texts.
    train(nlp, folder, stdout=io.StringIO(), stderr=io.StringIO())
    return Trained(folder / "model-last", time.monotonic() - started)


def given_corpora(train: Reader, dev: Reader) -> dict[str, Any]:
    """A config's `corpora` for Examples in memory, so that no text is written to a disk.

    train (Reader): Yields the training Examples.
    dev (Reader): Yields the dev Examples.
    RETURNS (dict[str, Any]): The section, valid until the next call.
    """
    readers = {"train": train, "dev": dev}

    def given(name: str) -> Reader:
        return readers[name]

    registry.readers.register(GIVEN, func=given)
    return {name: {"@readers": GIVEN, "name": name} for name in readers}


def score_pipeline(nlp: Language, path: Path) -> Scores:
    """Score a pipeline by exact offsets and canonical labels.

    nlp (Language): The pipeline.
    path (Path): Labelled dialogues: JSONL or `.spacy`.
    RETURNS (Scores): Its scores. Organisations are a distractor, as in `evaluate`.
    """
    examples = list(DialogueCorpus(path, PII, canonical=True)(nlp))
    started = time.monotonic()
    for _ in nlp.pipe([example.predicted for example in examples]):
        pass
    seconds = time.monotonic() - started
    words = sum(count_words(example.reference) for example in examples)
    found = score_pii(examples, spans_key=PII, scheme=CANONICAL)
    precision, recall, f1, f5 = (found[f"spans_{PII}_{name}"] or 0.0 for name in "p r f f5".split())
    return Scores(precision, recall, f1, f5, words / max(seconds, 1e-6))


def count_words(doc: Doc) -> int:
    """The number of words in a Doc, split at white space."""
    return len(doc.text.split())
