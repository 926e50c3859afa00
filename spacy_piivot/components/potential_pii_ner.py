"""`potential_pii_ner`: a trainable detector that scores labels token by token and decodes spans."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.vocab import Vocab
from thinc.api import Config, Model
from thinc.types import Floats2d

from ..architectures.onnx_session import OnnxShim
from ..architectures.roles import with_roles
from ..architectures.tags import Aggregation, Scheme, decode, tempered
from ..core.dialogue import message_bounds
from ..core.spans import (
    PII,
    Candidate,
    add_candidates,
    adopt_spans,
    check_tokens,
    ensure_groups,
    has_failed,
    install_extensions,
    mark_searched,
)
from ..core.texts import doc_text
from ..errors import PIIvotError
from ..evaluation.core.scorer import Scorer, score_weights
from ..kinds.extents import pii_extents
from ..kinds.names.find.token_scores import keeps_token_scores, set_token_scores
from ..lang import Lexicon
from ..patterns.arithmetic import is_mathematics
from ..plain import doc_view, read_plain
from .admission import admitted
from .document_component import fail_document, score_own_group
from .pipeline_watch import watch_document, watch_pipeline
from .saving import save_without_texts
from .span_tagger import DEFAULT_MODEL, SpanTagger
from .working_ahead import work_ahead

NAME = "NAME"
# The most tokens to buffer, whatever the batch size: dialogues are long.
BATCH_TOKENS = 4096


@Language.factory(
    "potential_pii_ner",
    assigns=["doc.spans"],
    default_config={
        "model": Config().from_str(DEFAULT_MODEL)["model"],
        "spans_key": "pii",
        "scheme": "io",
        "threshold": 0.5,
        "thresholds": {},
        "aggregation_strategy": "first",
        "temperature": 1.0,
        "roles": [],
        "role_threshold": 0.5,
        "essay_role_threshold": 0.5,
        "lexicon": {"@misc": "spacy_piivot.Lexicon.v1", "lang": "en"},
        "scorer": {"@scorers": "spacy_piivot.PIIScorer.v1", "spans_key": "pii"},
    },
    default_score_weights=score_weights(PII),
)
def make_potential_pii_ner(
    nlp: Language,
    name: str,
    model: Model[list[Doc], list[Floats2d]],
    spans_key: str,
    scheme: Scheme,
    threshold: float,
    thresholds: dict[str, float],
    aggregation_strategy: Aggregation,
    temperature: float,
    roles: list[str],
    role_threshold: float,
    essay_role_threshold: float,
    lexicon: Lexicon,
    scorer: Scorer | None,
) -> "PotentialPIINER":
    """Make the trainable component that finds potential PII.

    model (Model[list[Doc], list[Floats2d]]): Tag probabilities, one row per token; with `roles`
        followed by role probabilities (`TokenClassifier.v2`, `OnnxTagger.v1`).
    spans_key (str): The span group to add to, and to read gold from.
    scheme (str): The tags: "io", or "iob2", which can separate adjacent names.
    threshold (float): The lowest probability of a label, 0 to 1. Use less than 0.5 for recall.
    thresholds (dict[str, float]): Thresholds by label that differ from it.
    aggregation_strategy (str): "first": the parts of a hyphenated or apostrophised word take
        the tag of its first part; "none": every token has its own.
    temperature (float): The number by which the tags' logits are divided to calibrate the
        probabilities (Guo et al. 2017); 1 leaves them unchanged.
    roles (list[str]): The roles of names, one per column of the model's output after the tags:
        some of `labels.ROLES`, or none.
    role_threshold (float): The lowest probability of a role other than a participant's, averaged
        over all mentions of a name; below it a name is a participant's.
    essay_role_threshold (float): In an essay (one long message), the lowest probability that a
        person is not private, averaged over all mentions of the person.
    lexicon (Lexicon): The words of the language (`spacy_piivot.Lexicon.v1`), among them
        transcribers' placeholders, which are not names.
    scorer (Callable | None): The scoring method. Its `spans_key` is the component's.
    """
    save_without_texts(nlp)
    watch_pipeline(nlp)
    return PotentialPIINER(
        nlp.vocab,
        model,
        name,
        spans_key=spans_key,
        scheme=scheme,
        threshold=threshold,
        thresholds=thresholds,
        aggregation_strategy=aggregation_strategy,
        temperature=temperature,
        roles=roles,
        role_threshold=role_threshold,
        essay_role_threshold=essay_role_threshold,
        lexicon=lexicon,
        scorer=scorer,
    )


class _Begun(NamedTuple):
    """A batch before prediction.

    docs (list[Doc]): The Docs without a failure.
    plain (list[Doc] | None): Their plain views; None if one of them cannot be made.
    """

    docs: list[Doc]
    plain: list[Doc] | None


class PotentialPIINER(SpanTagger):
    """A token classifier whose decoded spans are added to a span group.

    It reads the plain view of a Doc (`spacy_piivot.plain`) but learns from unchanged Docs.

    The meaning of the weights (labels, scheme) is saved with them; everything else is in the
    config, so that it can be overridden when a pipeline is loaded.
    """

    def __init__(
        self,
        vocab: Vocab,
        model: Model[list[Doc], list[Floats2d]],
        name: str = "potential_pii_ner",
        *,
        spans_key: str,
        scheme: Scheme,
        threshold: float,
        thresholds: dict[str, float],
        aggregation_strategy: Aggregation,
        temperature: float,
        roles: Sequence[str],
        role_threshold: float,
        essay_role_threshold: float,
        lexicon: Lexicon,
        scorer: Scorer | None,
    ) -> None:
        install_extensions()
        self.vocab = vocab
        self.model = model
        self.name = name
        self.cfg: dict[str, Any] = {"labels": [], "scheme": scheme, "roles": list(roles)}
        self.spans_key = spans_key
        self.threshold = threshold
        self.thresholds = dict(thresholds)
        self.aggregation_strategy = aggregation_strategy
        self.temperature = temperature
        self.role_threshold = role_threshold
        self.essay_role_threshold = essay_role_threshold
        self.lexicon = lexicon
        self.scorer = scorer

    def __call__(self, doc: Doc) -> Doc:
        """Find potential PII in one Doc; a failure sets its status and goes to the handler."""
        self._annotate([doc])
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Find potential PII in a stream of Docs, batched. With a model in onnxruntime and more
        than one core, the next batch is predicted while the caller uses this one.

        stream (Iterable[Doc]): The Docs.
        batch_size (int): The most Docs to buffer; fewer if they are long.
        YIELDS (Doc): The same Docs in order, failed ones included.
        """
        batches = _batches(stream, batch_size)
        if not self._computes_beside_python():
            for docs in batches:
                self._annotate(docs)
                yield from docs
            return
        for docs, begun, scores in work_ahead(batches, self._begin, self._scores):
            self._finish(begun.docs, scores)
            yield from docs

    def set_annotations(self, docs: Iterable[Doc], scores: list[Floats2d]) -> None:
        """Decode probabilities and add the spans to the Docs' groups.

        docs (Iterable[Doc]): The Docs.
        scores (list[Floats2d]): The output of `predict` for them.
        """
        limits = [self.thresholds.get(label, self.threshold) for label in self.labels]
        tags = len(self.tags)
        for doc, columns in zip(docs, scores, strict=True):
            probabilities = self.model.ops.to_numpy(columns)
            calibrated = tempered(probabilities[:, :tags], self.temperature)
            self._store_scores(doc, calibrated)
            found = decode(
                doc,
                calibrated,
                self.labels,
                self.cfg["scheme"],
                limits,
                self.aggregation_strategy,
                self.lexicon,
            )
            text, bounds = doc_text(doc), message_bounds(doc)
            candidates = [
                Candidate(start + part.start, start + part.stop, label, score, self.name)
                for start, end, label, score in found
                if not _is_operand(text, start, end, bounds, self.lexicon)
                for part in pii_extents(label, text[start:end], self.lexicon)
            ]
            candidates = admitted(text, bounds, candidates, self.lexicon)
            if self.roles:
                candidates = with_roles(
                    doc,
                    candidates,
                    probabilities[:, tags:],
                    self.roles,
                    self.role_threshold,
                    self.essay_role_threshold,
                    self.lexicon,
                )
            mark_searched(doc, self.name, self.spans_key)
            add_candidates(doc, candidates, self.spans_key)
            ensure_groups(doc)

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """Score the component's span group with its registered scorer.

        examples (Iterable[Example]): Predicted and reference Docs.
        RETURNS (dict[str, Any]): The scores; none without a scorer.
        """
        return score_own_group(self, examples)

    def _annotate(self, docs: list[Doc]) -> None:
        begun = self._begin(docs)
        self._finish(begun.docs, self._scores(begun))

    def _begin(self, docs: list[Doc]) -> _Begun:
        """Check a batch, and make the plain views of the Docs without a failure."""
        ready = []
        for doc in docs:
            if has_failed(doc):
                continue
            failure: Exception | None = None
            try:
                watch_document(self, "potential_pii_ner", doc)
                check_tokens(doc, self.name, self.spans_key)
                adopt_spans(doc, self.spans_key)
            except PIIvotError as error:
                failure = error
            if failure is None:
                ready.append(doc)
            else:
                fail_document(self, doc, failure)
        try:
            return _Begun(ready, [doc_view(doc, self.lexicon).as_doc(doc) for doc in ready])
        except Exception:
            return _Begun(ready, None)

    def _scores(self, begun: _Begun) -> list[Floats2d] | None:
        """The scores of a batch; None if they must be predicted Doc by Doc, to find what fails."""
        try:
            return None if begun.plain is None else self.predict(begun.plain)
        except Exception:
            return None

    def _finish(self, docs: list[Doc], scores: list[Floats2d] | None) -> None:
        for number, doc in enumerate(docs):
            failure: Exception | None = None
            try:
                with read_plain(doc, self.spans_key, self.lexicon) as plain:
                    own = self.predict([plain]) if scores is None else [scores[number]]
                    self.set_annotations([plain], own)
            except Exception as error:
                failure = error
            if failure is not None:
                fail_document(self, doc, failure)

    def _computes_beside_python(self) -> bool:
        """Whether other components can run while the model predicts: onnxruntime lets them, if
        there is more than one core."""
        shims = (shim for node in self.model.walk() for shim in node.shims)
        return any(isinstance(shim, OnnxShim) and shim.workers > 1 for shim in shims)

    def _store_scores(self, doc: Doc, probabilities: Floats2d) -> None:
        """Store the scores that the second look of `known_names` and reviewers need."""
        if NAME not in self.labels:
            return
        columns = [
            number
            for number, tag in enumerate(self.tags)
            if tag in (NAME, f"B-{NAME}", f"I-{NAME}")
        ]
        names = numpy.asarray(probabilities)[:, columns].sum(axis=1)
        # Not 1 - column 0: the separators between messages have zeros only.
        anything = numpy.asarray(probabilities)[:, 1:].sum(axis=1)
        likely = None
        if keeps_token_scores(doc):
            most = numpy.asarray(probabilities)[:, 1:].argmax(axis=1)
            likely = [self.tags[tag + 1].rpartition("-")[2] for tag in most.tolist()]
        set_token_scores(doc, self.name, names, anything, likely)


def _batches(docs: Iterable[Doc], size: int) -> Iterator[list[Doc]]:
    """Make batches of at most `size` Docs and, unless one Doc has more, `BATCH_TOKENS` tokens."""
    batch: list[Doc] = []
    tokens = 0
    for doc in docs:
        if batch and (len(batch) >= size or tokens + len(doc) > BATCH_TOKENS):
            yield batch
            batch, tokens = [], 0
        batch.append(doc)
        tokens += len(doc)
    if batch:
        yield batch


def _is_operand(
    text: str, start: int, end: int, bounds: Sequence[tuple[int, int]], lexicon: Lexicon
) -> bool:
    """Whether a found span is a number that its surroundings calculate with."""
    if any(map(str.isalpha, text[start:end])):
        return False
    number = bisect_right(bounds, (start, len(text))) - 1
    previous = text[slice(*bounds[number - 1])] if number > 0 else ""
    first, last = bounds[number]
    return is_mathematics(text[first:last], start - first, end - first, previous, lexicon)
