"""What a model card is written from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple


class Source(NamedTuple):
    """Something the weights were made from."""

    name: str
    url: str
    licence: str


@dataclass(frozen=True, slots=True)
class Corpus:
    """What a training read.

    made (Mapping[str, Any]): corpus.json of training.corpora.make.
    sha256 (str): Of its train.spacy; empty if that is not there.
    """

    made: Mapping[str, Any]
    sha256: str

    def in_all(self, what: str) -> int:
        """All "documents" or "words" of the training split."""
        return sum(source[what] for source in self.made["splits"]["train"].values())


@dataclass(frozen=True, slots=True)
class Training:
    """How the weights were trained: of the config, without its paths, and of the weights.

    settings (Mapping[str, Any]): The config's block `training`.
    separator (str): What stands between two messages.
    hidden (int | None): Width of the layer over the encoder.
    layers (int | None): Of the encoder; None if the model has no transformer.
    width (int | None): Of the encoder.
    """

    settings: Mapping[str, Any]
    separator: str
    hidden: int | None
    layers: int | None
    width: int | None


@dataclass(frozen=True, slots=True)
class Encoder:
    """The weights that the encoder began with.

    name (str): What it is called; empty if nobody knows.
    licence (str): Of the weights; empty if nobody knows.
    config (Mapping[str, Any]): Its config.json.
    weights (int): How many.
    files (Mapping[str, str]): sha256 of its files by name.
    """

    name: str
    licence: str
    config: Mapping[str, Any]
    weights: int
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Facts:
    """What a card is written from.

    name (str): Of the pipeline.
    version (str): Of the package.
    kind (str): One of `MODELS` of `training.card.text`.
    pipes (Sequence[str]): The names of its components.
    sources (Sequence[Source]): What the weights were made from.
    corpus (Corpus): What the only or the last training read.
    calibration (Mapping[str, Any]): JSON of training.calibrate.pipeline.
    trained (Training | None): The only or the last training.
    first (Training | None): The training before it.
    first_corpus (Corpus | None): What that one read.
    encoder (Encoder | None): What the first of them began with.
    report (Mapping[str, Any] | None): JSON of evaluate on the test split.
    unseen (Mapping[str, Any] | None): JSON of training.card.unseen_names.
    remark (str): How the weights were made otherwise than the files say.
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
