"""The registered scorer of the components: strict matching by exact offsets."""

from collections.abc import Callable, Iterable
from typing import Any

from spacy.tokens import Doc
from spacy.training import Example

from ..spans import get_candidates
from .matching import Counts, Extent, match_strict

Scorer = Callable[[Iterable[Example]], dict[str, Any]]


def score_pii(examples: Iterable[Example], *, spans_key: str) -> dict[str, Any]:
    """Score a span group strictly: exact character offsets and label.

    examples (Iterable[Example]): Predicted and reference Docs over the same text.
    spans_key (str): The span group to score.
    RETURNS (dict[str, Any]): `spans_{key}_p`, `_r`, `_f` (F1), `_f5` and `_per_type`, all 0 to 1;
        None where nothing can be scored. A reference without the group counts as empty, so
        that false alarms in PII-free text lower precision.
    """
    total = Counts()
    by_label: dict[str, Counts] = {}
    seen = False
    for example in examples:
        seen = True
        for label, counts in match_strict(
            _extents(example.reference, spans_key), _extents(example.predicted, spans_key)
        ).items():
            by_label[label] = by_label.get(label, Counts()) + counts
            total += counts
    prefix = f"spans_{spans_key}"
    if not seen or not (total.tp + total.fp + total.fn):
        return {f"{prefix}_{name}": None for name in ("p", "r", "f", "f5", "per_type")}
    return {
        f"{prefix}_p": total.precision,
        f"{prefix}_r": total.recall,
        f"{prefix}_f": total.f(),
        f"{prefix}_f5": total.f(5),
        f"{prefix}_per_type": {
            label: {"p": counts.precision, "r": counts.recall, "f": counts.f()}
            for label, counts in sorted(by_label.items())
        },
    }


class PIIScorer:
    """Scores one span group; a class, so that a component that holds it can be pickled."""

    def __init__(self, spans_key: str) -> None:
        self.spans_key = spans_key

    def __call__(
        self, examples: Iterable[Example], *, spans_key: str | None = None, **kwargs: Any
    ) -> dict[str, Any]:
        return score_pii(examples, spans_key=spans_key or self.spans_key)


def score_weights(spans_key: str) -> dict[str, float | None]:
    """The `default_score_weights` of a component that writes a span group.

    spans_key (str): The group. Who sets another `spans_key` for training sets
        `[training.score_weights]` to match: spaCy refuses weights that no score has.
    RETURNS (dict[str, Optional[float]]): A weight a score; only F1 counts.
    """
    prefix = f"spans_{spans_key}"
    unweighted = {f"{prefix}_{name}": 0.0 for name in ("p", "r", "f5")}
    return {f"{prefix}_f": 1.0, **unweighted, f"{prefix}_per_type": None}


def make_pii_scorer(spans_key: str = "pii") -> Scorer:
    """Registered as `spacy_piivot.PIIScorer.v1`.

    spans_key (str): The span group to score, unless a component that has the scorer says
        another: ours say their own `spans_key`.
    RETURNS (Scorer): The scorer.
    """
    return PIIScorer(spans_key)


def _extents(doc: Doc, key: str) -> list[Extent]:
    return [(c.start, c.end, c.label) for c in get_candidates(doc, key)]
