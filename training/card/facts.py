"""The facts that a model card is written from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple


class Source(NamedTuple):
    """A source of the weights."""

    name: str
    url: str
    licence: str


@dataclass(frozen=True, slots=True)
class Corpus:
    """A training corpus.

    made (Mapping[str, Any]): corpus.json of training.corpora.make.
    sha256 (str): Sha256 of its train.spacy; empty if there is no such file.
    """

    made: Mapping[str, Any]
    sha256: str

    def in_all(self, what: str) -> int:
        """The number of "documents" or "words" in the training split."""
        return sum(source[what] for source in self.made["splits"]["train"].values())


@dataclass(frozen=True, slots=True)
class Training:
    """How the weights were trained, from the config (without paths) and the weights.

    settings (Mapping[str, Any]): The config's block `training`.
    separator (str): The separator between two messages.
    hidden (int | None): Width of the layer over the encoder.
    layers (int | None): Layers of the encoder; None if the model has no transformer.
    width (int | None): Width of the encoder.
    """

    settings: Mapping[str, Any]
    separator: str
    hidden: int | None
    layers: int | None
    width: int | None


@dataclass(frozen=True, slots=True)
class Encoder:
    """The encoder that training started from.

    name (str): Its name; empty if unknown.
    licence (str): Licence of the weights; empty if unknown.
    config (Mapping[str, Any]): Its config.json.
    weights (int): Number of weights.
    files (Mapping[str, str]): Sha256 of its files by name.
    """

    name: str
    licence: str
    config: Mapping[str, Any]
    weights: int
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that a card is written from.

    name (str): Name of the pipeline.
    version (str): Version of the package.
    kind (str): One of `MODELS` of `training.card.text`.
    pipes (Sequence[str]): The names of its components.
    sources (Sequence[Source]): The sources of the weights.
    corpus (Corpus): The corpus of the only or last training.
    calibration (Mapping[str, Any]): JSON of training.calibrate.pipeline.
    trained (Training | None): The only or last training.
    first (Training | None): The training before it.
    first_corpus (Corpus | None): The corpus of that training.
    encoder (Encoder | None): The encoder that the first training started from.
    report (Mapping[str, Any] | None): JSON of evaluate on the test split.
    unseen (Mapping[str, Any] | None): JSON of training.card.unseen_names.
    remark (str): How the making of the weights differed from what the files say.
    """

    name: str
    version: str
    kind: str
    pipes: Sequence[str]
    sources: Sequence[Source]
    corpus: Corpus
    calibration: Mapping[str, Any]
    trained: Training | None = None
    first: Training | None = None
    first_corpus: Corpus | None = None
    encoder: Encoder | None = None
    report: Mapping[str, Any] | None = None
    unseen: Mapping[str, Any] | None = None
    remark: str = ""
