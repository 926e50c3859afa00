"""Evaluates one system against gold."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.annotations import AnnotatedDialogue
from ..core.bootstrap import resample_weights
from ..core.leakage import leaked_characters
from ..core.matching import Decision, match_all
from ..core.options import Options, make_options
from ..core.pairing import Paired
from ..core.schemes import PreparedSpans, prepare
from ..core.shares import Share
from ..core.tally import macro_average, score_keys, score_total, tally
from ..readers.sources import Source, name_of, pair_sources
from ..utility import loss
from . import measures
from .semeval import missing_nervaluate, semeval

EVERY_NAME = "every name is NAME_STUDENT"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The result of `evaluate`.

    result (Mapping[str, Any]): All figures, ready for JSON, without text of the data.
    prepared (PreparedSpans): Both sides in the scoring scheme.
    decisions (Sequence[Sequence[Decision]]): The decisions of each dialogue.
    """

    result: Mapping[str, Any] = field(repr=False)
    prepared: PreparedSpans = field(repr=False)
    decisions: Sequence[Sequence[Decision]] = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the figures for JSON."""
        return dict(self.result)

    def errors(self) -> Iterator[tuple[str, int, str | None, Decision]]:
        """Yield missed spans and false alarms.

        YIELDS (tuple[str, int, str | None, Decision]): Dialogue id, index of the message, its
            original text, and the decision.
        """
        for dialogue, decided in zip(self.prepared.gold, self.decisions, strict=True):
            for decision in decided:
                if decision.outcome != "tp":
                    text = dialogue.messages[decision.message].text
                    yield dialogue.id, decision.message, text, decision


def evaluate(
    gold: Source, predicted: Source, *, options: Options | None = None, **settings: Any
) -> Evaluation:
    """Score a system's spans against gold.

    gold (Source): A file or folder that `read_annotations` reads, its result, or Docs.
    predicted (Source): The same dialogues with the system's spans; or "SYSTEM:MODEL", a baseline
        to run on the gold's texts.
    options (Options | None): How to score.
    **settings: Fields of `Options`, instead of it: `evaluate(a, b, matching="overlap")`.
    RETURNS (Evaluation): The figures; `to_dict()` for JSON.
    RAISES (InputError, RecordError): If a source cannot be read, the two do not match, or a
        label, scheme or matching is unknown.
    """
    options = make_options(options, settings)
    paired = pair_sources(gold, predicted, options)
    return score(paired, options, name_of(gold, "gold"), name_of(predicted, "predicted"))


def score(paired: Paired, options: Options, gold_name: str, predicted_name: str) -> Evaluation:
    """Score paired dialogues; see `evaluate`."""
    raw_gold = [gold for gold, _ in paired.dialogues]
    raw_predicted = [predicted for _, predicted in paired.dialogues]
    prepared = prepare(raw_gold, raw_predicted, options.scheme, own=paired.scheme)
    decisions = match_all(prepared.gold, prepared.predicted, options.matching)
    weights = resample_weights(len(prepared.gold), options.bootstrap, options.seed)
    f_betas = options.f_betas
    by_label = tally(prepared.gold, decisions)
    has_texts = any(m.text is not None for gold in raw_gold for m in gold.messages)
    missing = [*measures.missing_packages(), *missing_nervaluate()]
    result = {
        "gold": gold_name,
        "predicted": predicted_name,
        "matching": options.matching,
        "scheme": prepared.scheme,
        "dialogues": len(prepared.gold),
        "messages": sum(len(gold.messages) for gold in prepared.gold) if has_texts else None,
        "gold_spans": sum(1 for gold in prepared.gold for _ in gold.spans()),
        "predicted_spans": sum(1 for predicted in prepared.predicted for _ in predicted.spans()),
        "bootstrap": options.bootstrap,
        "seed": options.seed,
        "overall": score_total(by_label, weights, f_betas).to_dict(),
        "macro": macro_average(by_label, weights, f_betas),
        "balanced_accuracy": measures.balanced_accuracy(prepared),
        "by_label": measures.as_dicts(score_keys(by_label, weights, f_betas)),
        "matchings": measures.all_matchings(prepared, {options.matching: decisions}, f_betas),
        "semeval": semeval(prepared),
        "strata": measures.scores_by_stratum(prepared, decisions, weights, f_betas),
        "false_positives": loss.false_positives(prepared, decisions, options.lexicon),
        "leaked": sum(map(leaked_characters, prepared.gold, raw_predicted), Share()).to_dict(
            "characters"
        ),
        "apart": measures.distractors(prepared, f_betas),
        "lookalikes": loss.lookalikes(raw_gold, raw_predicted),
        "numbers": loss.numbers(raw_gold, raw_predicted),
        "math_tokens": loss.math_tokens(raw_gold, raw_predicted, decisions),
        "roles": measures.roles(decisions),
        "clean_messages": loss.clean_messages(raw_gold, raw_predicted),
        "variants": _variants(raw_gold, raw_predicted, prepared, paired.scheme, options, weights),
        "curve": measures.curve(decisions) if options.matching != "token" else None,
        "notes": [*paired.notes, *prepared.notes, *missing],
    }
    return Evaluation(result, prepared, decisions)


def _variants(
    gold: Sequence[AnnotatedDialogue],
    predicted: Sequence[AnnotatedDialogue],
    prepared: PreparedSpans,
    own: str | None,
    options: Options,
    weights: NDArray[np.int32],
) -> dict[str, Any]:
    if prepared.scheme != "crapii":
        return {}
    other = prepare(gold, predicted, prepared.scheme, own=own, every_name=True)
    counted = tally(other.gold, match_all(other.gold, other.predicted, options.matching))
    return {EVERY_NAME: score_total(counted, weights, options.f_betas).to_dict()}
