"""Computes temperatures, thresholds and the threshold of roles from probabilities and counts.

No function here needs a pipeline: the command `training.calibrate.pipeline` gathers the
probabilities and counts.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple

import numpy
from numpy.typing import NDArray

from spacy_piivot.core.labels import MENTIONED, PARTICIPANT
from spacy_piivot.core.optional import require
from spacy_piivot.evaluation.core.counts import Counts

# The roles of private persons.
PEOPLE = frozenset((PARTICIPANT, MENTIONED))
THRESHOLDS = (0.02, *(round(0.05 * step, 2) for step in range(1, 20)))
ROLE_THRESHOLDS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.97, 0.98, 0.99)
DEFAULT = 0.5
BINS = 15
# The highest temperature; the lowest is its reciprocal.
MOST = 10.0
# A probability of 0 was too small for 32-bit floats.
_LEAST_PROBABILITY = float(numpy.finfo("float32").tiny)
# Equal ratios of counts may differ in their last bits.
_ROUNDING = 1e-9

Probabilities = NDArray[numpy.floating]
# How often names of a gold role (first) were given a role (second).
Confusion = Mapping[tuple[str, str], int]
# Why a threshold was chosen: it reaches the recall; or its F1 is nearly the best.
Reason = Literal["recall", "f1"]


def negative_log_likelihood(
    probabilities: Probabilities, gold: NDArray[numpy.integer], temperature: float = 1.0
) -> float:
    """The loss that a temperature is fitted to; see Guo et al. (2017), Eq. 4.

    probabilities (ndarray): One row per token, one column per tag, as the model gives them.
    gold (ndarray): The column of each token's gold tag.
    temperature (float): Divides the logits.
    RETURNS (float): Nats per token.
    """
    logits = _logits(probabilities, temperature)
    right = logits[numpy.arange(len(gold)), gold]
    return float((numpy.log(numpy.exp(logits).sum(axis=1)) - right).mean())


def calibration_error(
    probabilities: Probabilities,
    gold: NDArray[numpy.integer],
    temperature: float = 1.0,
    bins: int = BINS,
) -> float:
    """The expected calibration error; see Guo et al. (2017), Eq. 3.

    probabilities (ndarray): One row per token, one column per tag, as the model gives them.
    gold (ndarray): The column of each token's gold tag.
    temperature (float): Divides the logits.
    bins (int): Number of bins of equal width for the probabilities of the best tags.
    RETURNS (float): The mean distance between probability and share of right tags, 0 to 1.
    """
    powers = numpy.exp(_logits(probabilities, temperature))
    sure = 1.0 / powers.sum(axis=1)  # the best tag's power is 1
    right = powers.argmax(axis=1) == gold
    # A bin includes its upper bound.
    places = numpy.clip(numpy.ceil(sure * bins).astype(int) - 1, 0, bins - 1)
    surplus = numpy.bincount(places, weights=sure - right, minlength=bins)
    return float(numpy.abs(surplus).sum() / len(gold))


def fit_temperature(probabilities: Probabilities, gold: NDArray[numpy.integer]) -> float:
    """The temperature with the least `negative_log_likelihood`.

    probabilities (ndarray): One row per token, one column per tag, as the model gives them.
    gold (ndarray): The column of each token's gold tag.
    RETURNS (float): From 0.1 to 10, to four decimals. The loss is convex in the reciprocal of the
        temperature, so there is only one minimum.
    RAISES (InputError): If scipy is not installed.
    """
    optimize = require("scipy.optimize", "evaluation")
    found = optimize.minimize_scalar(
        lambda factor: negative_log_likelihood(probabilities, gold, 1.0 / factor),
        bounds=(1.0 / MOST, MOST),
        method="bounded",
        options={"xatol": 1e-6},
    )
    return round(1.0 / float(found.x), 4)


class Point(NamedTuple):
    """A point of a precision-recall curve: a threshold, and the counts with it."""

    threshold: float
    counts: Counts


def choose_threshold(
    curve: Sequence[Point], recall: float, tolerance: float
) -> tuple[Point, Reason]:
    """Choose a label's threshold, recall first.

    curve (Sequence[Point]): The thresholds to choose from.
    recall (float): The recall to reach, 0 to 1.
    tolerance (float): F1 that may be lost if no threshold reaches the recall.
    RETURNS (tuple[Point, str]): The threshold with the best F1 among those that reach the recall,
        or else the lowest whose F1 is nearly the best; and which of the two it is.
    """
    reaching = [point for point in curve if point.counts.recall >= recall - _ROUNDING]
    if reaching:
        return max(reaching, key=lambda point: (point.counts.f(), -point.threshold)), "recall"
    enough = max(point.counts.f() for point in curve) - tolerance - _ROUNDING
    near = (point for point in curve if point.counts.f() >= enough)
    return min(near, key=lambda point: point.threshold), "f1"


def role_accuracy(confusion: Confusion) -> float | None:
    """The share of names with the right role; None without names."""
    names = sum(confusion.values())
    right = sum(count for (role, called), count in confusion.items() if role == called)
    return right / names if names else None


def lost_participants(confusion: Confusion, private: Collection[str] = PEOPLE) -> float | None:
    """The share of private persons' names that get another role than a private one.

    confusion (Mapping[tuple[str, str], int]): How often names of each role got each role.
    private (Collection[str]): The roles that count as private.
    RETURNS (float | None): The share; None without names of private persons.
    """
    called: Counter[bool] = Counter()
    for (role, other), count in confusion.items():
        if role in PEOPLE:
            called[other in private] += count
    return called[False] / called.total() if called else None


def choose_role_threshold(
    confusions: Mapping[float, Confusion], most: float, private: Collection[str] = PEOPLE
) -> float:
    """The lowest threshold at which few participants are lost.

    confusions (Mapping[float, Confusion]): The roles given to names, by threshold.
    most (float): `lost_participants` must stay below this.
    private (Collection[str]): The roles that count as private.
    RETURNS (float): The threshold; the highest if none is high enough.
    """
    enough = [
        threshold
        for threshold, confusion in confusions.items()
        if (lost_participants(confusion, private) or 0.0) < most
    ]
    return min(enough, default=max(confusions))


def _logits(probabilities: Probabilities, temperature: float) -> NDArray[numpy.float64]:
    """Logits with a maximum of 0 in each row, divided by the temperature."""
    given = numpy.asarray(probabilities, dtype="float64")
    logits = numpy.log(numpy.maximum(given, _LEAST_PROBABILITY)) / temperature
    return logits - logits.max(axis=1, keepdims=True)
