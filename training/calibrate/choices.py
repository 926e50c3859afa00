"""Chooses the temperature and the thresholds of a component on a dev split, and sets them."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spacy_piivot.architectures.roles import with_roles
from spacy_piivot.architectures.tags import MARGIN, tag_targets, tempered
from spacy_piivot.components.potential_pii_ner import PotentialPIINER
from spacy_piivot.core.labels import NOT_PRIVATE, ROLES
from spacy_piivot.core.shape import doc_shape
from spacy_piivot.evaluation.core.counts import Counts, Score
from spacy_piivot.evaluation.core.schemes import DISTRACTORS
from training.calibrate.tagged import Tagged, strict_counts
from training.calibrate.thresholds import (
    DEFAULT,
    PEOPLE,
    ROLE_THRESHOLDS,
    THRESHOLDS,
    Point,
    calibration_error,
    choose_role_threshold,
    choose_threshold,
    fit_temperature,
    lost_participants,
    negative_log_likelihood,
    role_accuracy,
)

# A label needs this many gold spans to get its own threshold.
ENOUGH = 30
# The share of private persons' names with another role must stay below this.
MOST_LOST = 0.01
# The lowest threshold of roles in essays: dev has few names there, and who is wrongly taken for
# somebody famous stays in the text.
LEAST_IN_ESSAYS = 0.7


class Choice(NamedTuple):
    """A label's threshold, the reason for it, its gold spans on dev and its curve."""

    threshold: float
    reason: str
    gold: int
    curve: list[Point]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "threshold": self.threshold,
            "reason": self.reason,
            "gold": self.gold,
            "curve": [
                {"threshold": threshold, **figures_of(counts)} for threshold, counts in self.curve
            ],
        }


def calibrated_temperature(component: PotentialPIINER, tagged: Sequence[Tagged]) -> dict[str, Any]:
    """Fit the temperature and set it.

    component (PotentialPIINER): The component.
    tagged (Sequence[Tagged]): The dev split.
    RETURNS (dict[str, Any]): The value; the loss (nats per token) and the expected calibration
        error, with a temperature of 1 and with this one; and the number of tokens.
    """
    tags = len(component.tags)
    scheme = component.cfg["scheme"]
    rows, columns = [], []
    for dialogue in tagged:
        targets, counts = tag_targets(dialogue.doc, dialogue.gold, component.labels, scheme)
        counted = numpy.asarray(counts)[:, 0] > 0
        rows.append(dialogue.probabilities[counted, :tags])
        columns.append(numpy.asarray(targets)[counted].argmax(axis=1))
    probabilities, gold = numpy.concatenate(rows), numpy.concatenate(columns)
    component.temperature = fit_temperature(probabilities, gold)
    return {
        "value": component.temperature,
        "tokens": len(gold),
        **{
            name: {"before": measure(probabilities, gold),
                   "after": measure(probabilities, gold, component.temperature)}
            for name, measure in (
                ("negative_log_likelihood", negative_log_likelihood),
                ("calibration_error", calibration_error),
            )
        },
    }  # fmt: skip


def chosen_thresholds(
    component: PotentialPIINER,
    tagged: Sequence[Tagged],
    recall: float,
    tolerance: float,
    least: float,
    most: float = THRESHOLDS[-1],
) -> dict[str, Choice]:
    """Choose each label's threshold, with the other labels at 0.5, and set all of them.

    component (PotentialPIINER): The component, with its temperature.
    tagged (Sequence[Tagged]): The dev split.
    recall (float): The strict recall to reach.
    tolerance (float): F1 that may be lost if no threshold reaches it.
    least (float): The lowest threshold to choose.
    most (float): A higher one is lowered to it, for recall.
    RETURNS (dict[str, Choice]): The choices by label. A label with little gold keeps 0.5, and so
        does a distractor in scoring.
    """
    sizes = Counter(gold.label for dialogue in tagged for gold in dialogue.gold)
    scored = [label for label in component.labels if sizes[label] and label not in DISTRACTORS]
    curves = threshold_curves(component, tagged, scored)
    choices = {}
    for label in component.labels:
        curve = curves.get(label, [])
        if label in DISTRACTORS:
            chosen, reason = DEFAULT, "distractor"
        elif sizes[label] < ENOUGH:
            chosen, reason = DEFAULT, "little gold"
        else:
            allowed = [point for point in curve if point.threshold >= least]
            (chosen, _), reason = choose_threshold(allowed, recall, tolerance)
            chosen = min(chosen, most)
        choices[label] = Choice(chosen, reason, sizes[label], curve)
    component.thresholds = {label: choice.threshold for label, choice in choices.items()}
    return choices


def threshold_curves(
    component: PotentialPIINER, tagged: Sequence[Tagged], labels: Sequence[str]
) -> dict[str, list[Point]]:
    """The strict counts of labels at each of `THRESHOLDS`, with the other labels at 0.5.

    component (PotentialPIINER): The component, with its temperature.
    tagged (Sequence[Tagged]): The dev split.
    labels (Sequence[str]): The labels.
    RETURNS (dict[str, list[Point]]): The curves by label. A dialogue is decoded again only if
        other tokens reach the threshold.
    """
    limits = numpy.asarray(THRESHOLDS) - MARGIN
    default = THRESHOLDS.index(DEFAULT)
    thresholds = dict.fromkeys(component.labels, DEFAULT)
    sums = {label: [Counts()] * len(THRESHOLDS) for label in labels}
    for dialogue in tagged:
        inside = _label_probabilities(component, dialogue)
        usual = strict_counts(component, dialogue, thresholds)
        for label in labels:
            column = inside[:, component.labels.index(label)]
            reached = (column[:, None] >= limits).sum(axis=0).tolist()
            known = {reached[default]: usual.get(label, Counts())}
            for number, threshold in enumerate(THRESHOLDS):
                if (size := reached[number]) not in known:
                    counts = strict_counts(component, dialogue, {**thresholds, label: threshold})
                    known[size] = counts.get(label, Counts())
                sums[label][number] += known[size]
    return {
        label: [Point(*pair) for pair in zip(THRESHOLDS, counts, strict=True)]
        for label, counts in sums.items()
    }


def chosen_role_thresholds(
    component: PotentialPIINER, tagged: Sequence[Tagged]
) -> dict[str, dict[str, Any]] | None:
    """Choose the thresholds of roles on the gold names, and set them.

    component (PotentialPIINER): The component.
    tagged (Sequence[Tagged]): The dev split.
    RETURNS (dict[str, dict[str, Any]] | None): For each shape of document that there is
        ("dialogue", "essay"): the threshold with the accuracy, the share of private persons with
        another role, and the roles given to names of each role; None without roles.
    """
    if not component.roles:
        return None
    chosen = {}
    # In an essay a character counts as private, too: example persons look the same.
    in_essays = frozenset(ROLES) - NOT_PRIVATE
    for shape, private, least in (
        ("dialogue", PEOPLE, min(ROLE_THRESHOLDS)),
        ("essay", in_essays, LEAST_IN_ESSAYS),
    ):
        if some := [dialogue for dialogue in tagged if doc_shape(dialogue.doc) == shape]:
            chosen[shape] = _chosen_role_threshold(component, some, private, least)
    if "dialogue" in chosen:
        component.role_threshold = chosen["dialogue"]["threshold"]
    if "essay" in chosen:
        component.essay_role_threshold = chosen["essay"]["threshold"]
    return chosen


def _chosen_role_threshold(
    component: PotentialPIINER, tagged: Sequence[Tagged], private: Collection[str], least: float
) -> dict[str, Any]:
    confusions = {
        threshold: role_confusion(component, tagged, threshold) for threshold in ROLE_THRESHOLDS
    }
    threshold = max(choose_role_threshold(confusions, MOST_LOST, private), least)
    return {
        "threshold": threshold,
        "confusion": {
            role: {called: confusions[threshold][role, called] for called in component.roles}
            for role in component.roles
        },
        "by_threshold": [
            {
                "threshold": threshold,
                "accuracy": role_accuracy(confusion),
                "lost_participants": lost_participants(confusion, private),
            }
            for threshold, confusion in confusions.items()
        ],
    }


def role_confusion(
    component: PotentialPIINER, tagged: Sequence[Tagged], threshold: float
) -> Counter[tuple[str, str]]:
    """How often the gold names of each role are given each role."""
    confusion: Counter[tuple[str, str]] = Counter()
    tags, roles = len(component.tags), component.roles
    for dialogue in tagged:
        probabilities: Any = dialogue.probabilities[:, tags:]
        called = with_roles(dialogue.doc, dialogue.gold, probabilities, roles, threshold, threshold)
        for gold, found in zip(dialogue.gold, called, strict=True):
            if gold.label == "NAME" and gold.role in roles:
                confusion[gold.role, found.role] += 1
    return confusion


def _label_probabilities(component: PotentialPIINER, dialogue: Tagged) -> NDArray[numpy.floating]:
    """One row per token, one column per label: what `decode` compares with the thresholds."""
    given: Any = dialogue.probabilities[:, : len(component.tags)]
    inside = numpy.asarray(tempered(given, component.temperature))[:, 1:]
    if component.cfg["scheme"] == "io":
        return inside
    return inside[:, 0::2] + inside[:, 1::2]


def figures_of(counts: Counts) -> dict[str, Any]:
    score = Score(counts).to_dict()
    del score["intervals"]
    return score
