"""How much a look is worth: the expected number of misses in a message, and of false alarms.

A false alarm counts a fifth of a miss: one harms a lesson, the other a child.
`data/review_chances.json` says how often spans and unmarked places were errors in labelled
dialogues; `training/calibrate/review_chances.py` counts it.
"""

import json
import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from .hints import FEATURES, REST, Place, Unmarked
from .store import Store

FILE = "review_chances.json"
# What a false alarm counts, in misses.
FALSE_ALARM = 0.2
# Set by hand: in the labelled dialogues there are too few of them to count.
LEAST_LIKELY = {"shape": 0.02, "exempt": 0.01}


@dataclass(frozen=True, slots=True)
class Chances:
    """How often spans and places were errors in labelled dialogues.

    weights (Sequence[float]): By feature of a place, what it adds to the log-odds of a miss.
    prior (float): The log-odds without any of them.
    kinds (Mapping[str, float]): What the kind of a place adds.
    rest (Sequence[float]): By what is known of a message otherwise (`hints.REST`), how many misses
        one of it stands for.
    bands (Sequence[float]): Where bands of a span's score end, in increasing order.
    wrong (Sequence[float]): By band, how often a span should not be; one more than `bands`.
    """

    weights: Sequence[float]
    prior: float
    kinds: Mapping[str, float]
    rest: Sequence[float]
    bands: Sequence[float]
    wrong: Sequence[float]

    def of_place(self, place: Place) -> float:
        """How likely an unmarked place is a miss, 0 to 1."""
        odds = self.prior + self.kinds.get(place.kind, 0.0)
        odds += _weighed(self.weights, place.features)
        return max(1 / (1 + math.exp(-odds)), LEAST_LIKELY.get(place.kind, 0.0))

    def of_span(self, score: float) -> float:
        """How likely a span with a score should not be, 0 to 1."""
        return self.wrong[bisect_right(self.bands, score)]


def read_chances(values: Mapping[str, Any]) -> Chances:
    """Read what `training/calibrate/review_chances.py` wrote.

    values (Mapping[str, Any]): Its JSON object.
    RETURNS (Chances): The chances.
    """
    return Chances(
        weights=[values["features"].get(feature, 0.0) for feature in FEATURES],
        prior=values["prior"],
        kinds=values["kinds"],
        rest=[values["rest"].get(one, 0.0) for one in REST],
        bands=values["bands"],
        wrong=values["wrong"],
    )


@cache
def shipped_chances() -> Chances:
    """The chances that are shipped with the package."""
    return read_chances(json.loads((files("spacy_piivot") / "data" / FILE).read_text("utf8")))


def message_risks(
    unmarked: Unmarked, likely: Sequence[float], spans: Sequence[Sequence[float]], chances: Chances
) -> list[float]:
    """How much a look at each message of a dialogue is worth, in misses.

    unmarked (Unmarked): What was left unmarked in it.
    likely (Sequence[float]): How likely each of its places is a miss.
    spans (Sequence[Sequence[float]]): For each message the scores of its spans.
    chances (Chances): How often there were errors.
    RETURNS (list[float]): One for each message, at least 0.
    """
    risks = [
        FALSE_ALARM * math.fsum(map(chances.of_span, scores)) + _weighed(chances.rest, rest)
        for scores, rest in zip(spans, unmarked.rest, strict=True)
    ]
    for place, chance in zip(unmarked.places, likely, strict=True):
        risks[place.message] += chance
    return risks


def set_risks(store: Store) -> None:
    """Sum up the risks of each dialogue's messages."""
    store.write(
        "UPDATE dialogue SET risk = (SELECT coalesce(sum(risk), 0) FROM message "
        "WHERE message.dialogue = dialogue.number), hints = (SELECT count(*) FROM hint "
        "WHERE hint.dialogue = dialogue.number)"
    )


def _weighed(weights: Sequence[float], values: Sequence[float]) -> float:
    return math.fsum(map(math.prod, zip(weights, values, strict=True)))
