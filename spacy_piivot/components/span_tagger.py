"""Base class of a trainable tagger of spans and of names' roles."""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, cast

import numpy
from spacy.errors import Errors
from spacy.language import Language
from spacy.pipeline import TrainablePipe
from spacy.tokens import Doc
from spacy.training import Example, validate_examples, validate_get_examples
from spacy.vocab import Vocab
from thinc.api import Model, Optimizer, set_dropout_rate
from thinc.types import Floats2d

from ..architectures.roles import role_targets
from ..architectures.tags import tag_names, tag_targets
from ..core.spans import get_candidates
from ..errors import PIIvotError

DEFAULT_MODEL = """
[model]
@architectures = "spacy_piivot.MessageWindows.v1"
previous = 1
following = 1
block_tokens = 256

[model.model]
@architectures = "spacy_piivot.TokenClassifier.v1"
nO = null

[model.model.tok2vec]
@architectures = "spacy.Tok2Vec.v2"

[model.model.tok2vec.embed]
@architectures = "spacy.MultiHashEmbed.v2"
width = 96
attrs = ["NORM", "PREFIX", "SUFFIX", "SHAPE"]
rows = [5000, 1000, 2500, 2500]
include_static_vectors = false

[model.model.tok2vec.encode]
@architectures = "spacy.MaxoutWindowEncoder.v2"
width = 96
depth = 4
window_size = 1
maxout_pieces = 3
"""


class NotInitialized(PIIvotError):
    def __init__(self, component: str) -> None:
        super().__init__(
            f"'{component}' has no labels: train it (nlp.initialize and nlp.update, or spacy "
            "train), or load a trained pipeline."
        )


class TextMismatch(PIIvotError):
    def __init__(self, component: str) -> None:
        super().__init__(
            f"'{component}' got an Example whose predicted and reference Docs have different "
            "texts, so gold offsets do not fit. Build both from the same dialogue."
        )


class SpanTagger(TrainablePipe):
    """Predicts one tag per token, and roles of names. A subclass makes spans of them.

    vocab (Vocab): The pipeline's vocabulary.
    model (Model[list[Doc], list[Floats2d]]): Tag probabilities, one row per token, then role
        probabilities.
    name (str): The component's name.
    cfg (dict[str, Any]): The meaning of the weights, saved with them: `labels`, `scheme`, `roles`.
    spans_key (str): The span group to read gold from.
    """

    vocab: Vocab
    model: Model[list[Doc], list[Floats2d]]
    name: str
    cfg: dict[str, Any]
    spans_key: str

    @property
    def labels(self) -> tuple[str, ...]:
        """The span labels, in the order of the model's columns."""
        return tuple(self.cfg["labels"])

    @property
    def label_data(self) -> tuple[str, ...]:
        """The labels as `spacy init labels` writes them and `initialize` takes them."""
        return self.labels

    @property
    def tags(self) -> list[str]:
        """The tags, one per column of the model's output."""
        return tag_names(self.labels, self.cfg["scheme"])

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles of names, one per column of the model's output after the tags."""
        return tuple(self.cfg.get("roles", ()))

    def predict(self, docs: Iterable[Doc]) -> list[Floats2d]:
        """Predict tag and role probabilities, without changing the Docs.

        docs (Iterable[Doc]): The Docs.
        RETURNS (list[Floats2d]): For each Doc one row per token, with one column per tag, then
            one per role.
        RAISES (NotInitialized): If there are no labels yet.
        """
        docs = list(docs)
        if not self.labels:
            raise NotInitialized(self.name)
        if not any(len(doc) for doc in docs):
            return [self.model.ops.alloc2f(0, self._columns) for _ in docs]
        return self.model.predict(docs)

    def update(
        self,
        examples: Iterable[Example],
        *,
        drop: float = 0.0,
        sgd: Optimizer | None = None,
        losses: dict[str, float] | None = None,
    ) -> dict[str, float]:
        """Learn from a batch. Messages are those of the predicted Docs.

        examples (Iterable[Example]): The batch; gold is the reference's span group.
        drop (float): The dropout rate.
        sgd (Optimizer | None): The optimizer; with None, gradients are only accumulated.
        losses (dict[str, float] | None): The losses so far.
        RETURNS (dict[str, float]): The updated losses.
        """
        losses = {} if losses is None else losses
        losses.setdefault(self.name, 0.0)
        examples = list(examples)
        validate_examples(examples, "PotentialPIINER.update")
        if not any(len(example.predicted) for example in examples):
            return losses
        set_dropout_rate(self.model, drop)
        scores, backprop = self.model.begin_update([example.predicted for example in examples])
        loss, d_scores = self.get_loss(examples, scores)
        backprop(d_scores)
        if sgd not in (None, False):
            self.finish_update(sgd)
        losses[self.name] += loss
        return losses

    def get_loss(
        self, examples: Iterable[Example], scores: list[Floats2d]
    ) -> tuple[float, list[Floats2d]]:
        """Cross-entropy of the tags and of the names' roles, and its gradient with respect to the
        input of their softmaxes. Names without a known role do not contribute to the latter.

        examples (Iterable[Example]): The batch.
        scores (list[Floats2d]): Tag and role probabilities of the predicted Docs.
        RETURNS (tuple[float, list[Floats2d]]): The loss summed over tokens, and the gradients.
        """
        examples = list(examples)
        validate_examples(examples, "PotentialPIINER.get_loss")
        loss = 0.0
        gradients = []
        for example, probabilities in zip(examples, scores, strict=True):
            targets, counts = (self.model.ops.asarray2f(array) for array in self._targets(example))
            gradients.append((probabilities - targets) * counts)
            right = self.model.ops.to_numpy(probabilities)[
                self.model.ops.to_numpy(targets * counts) > 0
            ]
            loss -= float(numpy.log(right + 1e-8).sum())
        return loss, gradients

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        labels: Iterable[str] | None = None,
    ) -> None:
        """Set the labels and the model's dimensions.

        get_examples (Callable[[], Iterable[Example]]): Returns a sample of the training data.
        nlp (Language | None): The pipeline.
        labels (Iterable[str] | None): The span labels; read from the sample if None.
        """
        validate_get_examples(get_examples, "PotentialPIINER.initialize")
        if labels is None:
            labels = sorted(
                {
                    candidate.label
                    for example in get_examples()
                    for candidate in get_candidates(example.reference, self.spans_key)
                }
            )
        for label in labels:
            self.add_label(label)
        if not self.labels:
            raise ValueError(Errors.E143.format(name=self.name))
        sample = [example for example in islice(get_examples(), 10) if len(example.predicted)]
        targets = [self.model.ops.asarray2f(self._targets(example)[0]) for example in sample]
        self.model.initialize(X=[example.predicted for example in sample], Y=targets)

    def add_label(self, label: str) -> int:
        """Add a span label before the model is initialised.

        label (str): The label.
        RETURNS (int): 0 if the label already exists, else 1.
        """
        if not isinstance(label, str):
            raise ValueError(Errors.E187)
        if label in self.labels:
            return 0
        if self.model.has_dim("nO"):
            raise ValueError(Errors.E922.format(name=self.name, nO=self.model.get_dim("nO")))
        self.cfg["labels"].append(label)
        self.vocab.strings.add(label)
        return 1

    def _targets(self, example: Example) -> tuple[Floats2d, Floats2d]:
        if example.predicted.text != example.reference.text:
            raise TextMismatch(self.name)
        gold = get_candidates(example.reference, self.spans_key)
        tags, counts = tag_targets(example.predicted, gold, self.labels, self.cfg["scheme"])
        roles, role_counts = role_targets(example.predicted, gold, self.roles)
        columns = [numpy.repeat(numpy.asarray(counts), len(self.tags), axis=1)]
        columns.append(numpy.repeat(numpy.asarray(role_counts), len(self.roles), axis=1))
        targets = numpy.hstack([numpy.asarray(tags), numpy.asarray(roles)])
        return cast(Floats2d, targets), cast(Floats2d, numpy.hstack(columns))

    @property
    def _columns(self) -> int:
        return len(self.tags) + len(self.roles)
