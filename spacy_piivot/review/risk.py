"""How much a look is worth: the expected number of errors in a message.

An error is a span that should not be, or a miss. `data/review_chances.json` says how often each
was one in labelled dialogues; `training/calibrate/review_chances.py` counts it.
"""

import json
import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from .hints import FEATURES, Place
from .store import Store

FILE = "review_chances.json"


@dataclass(frozen=True, slots=True)
class Chances:
    """How often spans and places were errors in labelled dialogues.

    weights (Sequence[float]): By feature of a place, what it adds to the log-odds of a miss.
    prior (float): The log-odds without any of them.
    kinds (Mapping[str, float]): What the kind of a place adds.
    per_word (float): The chance that a word outside of all places is a miss.
    bands (Sequence[float]): Where bands of a span's score end, in increasing order.
    wrong (Sequence[float]): By band, how often a span should not be; one more than `bands`.
    """

    weights: Sequence[float]
    prior: float
    kinds: Mapping[str, float]
    per_word: float
    bands: Sequence[float]
    wrong: Sequence[float]

    def of_place(self, place: Place) -> float:
        """How likely an unmarked place is a miss, 0 to 1."""
        odds = self.prior + self.kinds.get(place.kind, 0.0)
        odds += math.fsum(map(math.prod, zip(self.weights, place.features, strict=True)))
        return 1 / (1 + math.exp(-odds))

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
        per_word=values["per_word"],
        bands=values["bands"],
        wrong=values["wrong"],
    )


@cache
def shipped_chances() -> Chances:
    """The chances that are shipped with the package."""
    return read_chances(json.loads((files("spacy_piivot") / "data" / FILE).read_text("utf8")))


def message_risk(
    text: str, scores: Sequence[float], places: Sequence[float], chances: Chances
) -> float:
    """The expected number of errors in a message.

    text (str): The message.
    scores (Sequence[float]): The scores of its spans.
    places (Sequence[float]): How likely each of its unmarked places is a miss.
    chances (Chances): How often there were errors.
    RETURNS (float): At least 0.
    """
    unseen = chances.per_word * len(text.split())
    return math.fsum([*map(chances.of_span, scores), *places, unseen])


def set_risks(store: Store) -> None:
    """Sum up the risks of each dialogue's messages."""
    store.write(
        "UPDATE dialogue SET risk = (SELECT coalesce(sum(risk), 0) FROM message "
        "WHERE message.dialogue = dialogue.number), hints = (SELECT count(*) FROM hint "
        "WHERE hint.dialogue = dialogue.number)"
    )
