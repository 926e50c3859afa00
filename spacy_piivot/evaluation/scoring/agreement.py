"""Agreement between two annotators, computed with the code that scores systems."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..core.annotations import AnnotatedDialogue
from ..core.bootstrap import resample_weights
from ..core.counts import Score
from ..core.matching import match_all
from ..core.options import Options, make_options
from ..core.schemes import check_labels, prepare
from ..core.tally import Tally, score_keys, score_total, tally
from ..core.tokens import message_tokens, tag_tokens
from ..readers.sources import Source, name_of, pair_sources

MATCHINGS = ("strict", "any_label", "overlap", "token")


@dataclass(frozen=True, slots=True)
class Agreement:
    """The result of `agreement`.

    result (dict[str, Any]): All figures, ready for JSON, without text of the data.
    """

    result: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return the figures for JSON."""
        return self.result


def agreement(
    a: Source, b: Source, *, options: Options | None = None, **settings: Any
) -> Agreement:
    """Measure the agreement of two annotators.

    a (Source): One annotator's spans; the reference of the weighted F1.
    b (Source): The other annotator's spans, of the same dialogues.
    options (Options | None): How to score; `matching` is not used. Without a scheme the labels
        are used unchanged, including organisations and placeholders.
    **settings: Fields of `Options`, instead of it.
    RETURNS (Agreement): `span_f1` under each matching, `weighted_f1` (the labels' strict F1,
        weighted by how often `a` uses them), `by_label`, and Cohen's kappa of the tokens' labels.
        A matching that needs texts is None without them.
    RAISES (InputError, RecordError): As `evaluate` does.
    """
    options = make_options(options, settings)
    paired = pair_sources(a, b, options)
    first = [one for one, _ in paired.dialogues]
    second = [other for _, other in paired.dialogues]
    notes = list(paired.notes)
    if options.scheme is not None:
        prepared = prepare(first, second, options.scheme, own=paired.scheme)
        first, second = list(prepared.gold), list(prepared.predicted)
        notes += prepared.notes
    check_labels([*first, *second])
    weights = resample_weights(len(first), options.bootstrap, options.seed)
    has_tokens = all(m.text is not None or m.tokens is not None for d in first for m in d.messages)
    tallies: dict[str, Tally | None] = {
        matching: tally(first, match_all(first, second, matching))
        if matching != "token" or has_tokens
        else None
        for matching in MATCHINGS
    }
    strict = tallies["strict"]
    assert strict is not None
    by_label = score_keys(strict, weights, options.f_betas)
    return Agreement(
        {
            "a": name_of(a, "a"),
            "b": name_of(b, "b"),
            "scheme": options.scheme,
            "dialogues": len(first),
            "bootstrap": options.bootstrap,
            "span_f1": {
                name: counted and _f1(score_total(counted, weights, options.f_betas))
                for name, counted in tallies.items()
            },
            "weighted_f1": weighted_f1(by_label),
            "token_kappa": token_kappa(first, second) if has_tokens else None,
            "by_label": {label: score.to_dict() for label, score in by_label.items()},
            "notes": notes,
        }
    )


def weighted_f1(by_label: dict[str, Score]) -> float | None:
    """Compute the mean of the labels' F1, weighted by their frequency in the reference.

    by_label (dict[str, Score]): Scores by label.
    RETURNS (float | None): 0 to 1; None if the reference has no span.
    """
    support = {label: s.counts.tp + s.counts.fn for label, s in by_label.items()}
    total = sum(support.values())
    if not total:
        return None
    return sum(by_label[label].counts.f() * n for label, n in support.items()) / total


def token_kappa(
    first: Sequence[AnnotatedDialogue], second: Sequence[AnnotatedDialogue]
) -> float | None:
    """Compute Cohen's kappa of the labels of all tokens, including O.

    first (Sequence[AnnotatedDialogue]): One annotator's spans.
    second (Sequence[AnnotatedDialogue]): The other annotator's spans.
    RETURNS (float | None): 1 for full agreement, 0 for chance; None if the expected agreement is
        already full.
    """
    both: Counter[tuple[str, str]] = Counter()
    for one, other in zip(first, second, strict=True):
        for a, b in zip(one.messages, other.messages, strict=True):
            tokens = message_tokens(a, b)
            tags = tag_tokens(tokens, a.spans), tag_tokens(tokens, b.spans)
            for position in range(len(tokens)):
                both[tags[0].get(position, "O")[2:], tags[1].get(position, "O")[2:]] += 1
    total = both.total()
    left, right = Counter[str](), Counter[str]()
    for (a_label, b_label), n in both.items():
        left[a_label] += n
        right[b_label] += n
    chance = sum(left[label] * right[label] for label in left)
    if not total or chance == total**2:
        return None
    observed = sum(n for (x, y), n in both.items() if x == y) / total
    expected = chance / total**2
    return (observed - expected) / (1 - expected)


def _f1(score: Score) -> dict[str, Any]:
    values = score.to_dict()
    return {"f1": values["f1"], "interval": values["intervals"].get("f1")}
