"""The registered scorer: `nlp.evaluate` and training report the same scores as `evaluate`."""

from collections.abc import Callable, Iterable
from typing import Any

from spacy.tokens import Doc
from spacy.training import Example

from ...core.spans import get_candidates
from .annotations import AnnotatedDialogue, AnnotatedMessage, AnnotatedSpan
from .counts import Counts
from .matching import match_all
from .schemes import prepare
from .tally import tally

Scorer = Callable[[Iterable[Example]], dict[str, Any]]


def score_pii(
    examples: Iterable[Example],
    *,
    spans_key: str,
    matching: str = "strict",
    scheme: str | None = None,
) -> dict[str, Any]:
    """Score a span group by exact character offsets.

    examples (Iterable[Example]): Predicted and reference Docs over the same text.
    spans_key (str): The span group to score.
    matching (str): One of `matching.MATCHINGS`; tokens are the Doc's.
    scheme (str | None): The scheme of the labels; None for that of the references.
    RETURNS (dict[str, Any]): `spans_{key}_p`, `_r`, `_f` (F1), `_f5` and `_per_type`, all 0 to 1;
        None if nothing can be scored. A reference without the group counts as empty, so that
        false alarms in PII-free text lower precision. Organisations and placeholders of the
        reference are distractors, as in `evaluate`.
    """
    docs = [(example.reference, example.predicted) for example in examples]
    prepared = prepare(
        [_as_one_message(reference, spans_key) for reference, _ in docs],
        [_as_one_message(predicted, spans_key) for _, predicted in docs],
        scheme,
    )
    counted = tally(prepared.gold, match_all(prepared.gold, prepared.predicted, matching))
    total = counted.total()
    prefix = f"spans_{spans_key}"
    if total == Counts():
        return {f"{prefix}_{name}": None for name in ("p", "r", "f", "f5", "per_type")}
    return {
        f"{prefix}_p": total.precision,
        f"{prefix}_r": total.recall,
        f"{prefix}_f": total.f(),
        f"{prefix}_f5": total.f(5),
        f"{prefix}_per_type": {
            label: {"p": counts.precision, "r": counts.recall, "f": counts.f()}
            for label, counts in counted.by_key().items()
        },
    }


class PIIScorer:
    """Scores one span group; a class, so that a component that has it can be pickled."""

    def __init__(self, spans_key: str, matching: str, scheme: str | None) -> None:
        self.spans_key = spans_key
        self.matching = matching
        self.scheme = scheme

    def __call__(
        self, examples: Iterable[Example], *, spans_key: str | None = None, **kwargs: Any
    ) -> dict[str, Any]:
        return score_pii(
            examples,
            spans_key=spans_key or self.spans_key,
            matching=self.matching,
            scheme=self.scheme,
        )


def score_weights(spans_key: str) -> dict[str, float | None]:
    """Make the `default_score_weights` of a component that writes a span group.

    spans_key (str): The group. If you train with another `spans_key`, change
        `[training.score_weights]` to match: spaCy refuses weights of scores that do not exist.
    RETURNS (dict[str, float | None]): One weight per score; only F1 counts.
    """
    prefix = f"spans_{spans_key}"
    unweighted = {f"{prefix}_{name}": 0.0 for name in ("p", "r", "f5")}
    return {f"{prefix}_f": 1.0, **unweighted, f"{prefix}_per_type": None}


def make_pii_scorer(
    spans_key: str = "pii", matching: str = "strict", scheme: str | None = None
) -> Scorer:
    """Registered as `spacy_piivot.PIIScorer.v1`.

    spans_key (str): The span group to score, unless the component that has the scorer passes
        another: ours pass their own `spans_key`.
    matching (str): One of `matching.MATCHINGS`.
    scheme (str | None): The scheme of the labels; None for that of the references.
    RETURNS (Scorer): The scorer.
    """
    return PIIScorer(spans_key, matching, scheme)


def _as_one_message(doc: Doc, key: str) -> AnnotatedDialogue:
    """Return the Doc as one message: our spans never cross messages."""
    text = doc.text
    spans = [
        AnnotatedSpan(c.start, c.end, c.label, c.role, c.score, c.cut(text))
        for c in get_candidates(doc, key)
    ]
    tokens = [(token.idx, token.idx + len(token)) for token in doc]
    return AnnotatedDialogue("", [AnnotatedMessage(spans, text, tokens=tokens)])
