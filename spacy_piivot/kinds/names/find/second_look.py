"""Takes a second look at possible names with a small learned model over their features.

`training/train/second_look.py` trains it; `data/second_look.json` contains the trained model.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray

from ....errors import InputError
from .features import FEATURES, DialogueFeatures, Possible
from .unknown_words import find_unlisted, in_name_list, joint_odds

FILE = "second_look.json"
LEAST_ODDS = 12.0

_COLUMNS = {name: number for number, name in enumerate(FEATURES)}


@dataclass(frozen=True, slots=True)
class Trees:
    """Boosted trees as arrays: for each node the feature tested, its limit, and the next nodes.

    prior (float): The log-odds before any tree.
    roots (NDArray): The first node of each tree.
    features (NDArray): The feature that a node tests; -1 for a leaf.
    limits (NDArray): A row goes left if its feature is at most this; for a leaf, its log-odds.
    left (NDArray): The next node on the left.
    right (NDArray): The next node on the right.
    """

    prior: float
    roots: NDArray[numpy.int64]
    features: NDArray[numpy.int64]
    limits: NDArray[numpy.float64]
    left: NDArray[numpy.int64]
    right: NDArray[numpy.int64]

    def probabilities(self, rows: NDArray[numpy.float32]) -> NDArray[numpy.float64]:
        """The probability that each row is a name.

        rows (NDArray[numpy.float32]): One row per possible name.
        RETURNS (NDArray[numpy.float64]): Between 0 and 1.
        """
        nodes = numpy.repeat(self.roots[None, :], len(rows), axis=0)
        places = numpy.arange(len(rows))[:, None]
        while (inside := self.features[nodes] >= 0).any():
            tested = numpy.where(inside, self.features[nodes], 0)
            goes_left = rows[places, tested] <= self.limits[nodes]
            following = numpy.where(goes_left, self.left[nodes], self.right[nodes])
            nodes = numpy.where(inside, following, nodes)
        # Summed in double precision and in the same order, whatever the number of rows.
        odds = self.prior + self.limits[nodes].cumsum(axis=1)[:, -1]
        return 1.0 / (1.0 + numpy.exp(-odds))


class SecondLook:
    """Rates how likely possible names are names.

    least (float): A name that the tagger found is rejected below this probability.
    sure (float): A name that the tagger was not sure of, or that only a cue found, is accepted
        from this probability.
    faint (float): A token gets a second look from this probability of the tagger.
    least_odds (float): A word that is on no list and not discussed as a word is accepted from
        these odds of the second look and the tagger combined.
    path (str | None): A file written by `training/train/second_look.py`; None for the shipped one.
    """

    def __init__(
        self,
        least: float,
        sure: float,
        faint: float,
        path: str | None = None,
        least_odds: float = LEAST_ODDS,
    ) -> None:
        self.least = least
        self.sure = sure
        self.faint = faint
        self.path = path
        self.least_odds = least_odds

    def __call__(self, dialogue: DialogueFeatures, possible: Sequence[Possible]) -> list[float]:
        """Rate the possible names of a dialogue.

        dialogue (DialogueFeatures): The dialogue.
        possible (Sequence[Possible]): The possible names, in text order.
        RETURNS (list[float]): The probability that each is a name.
        """
        if not possible:
            return []
        rows = dialogue.features(possible)
        probabilities = self._trees.probabilities(rows)
        places = [(p.start, p.end) for p in possible]
        strings = [dialogue.text[start:end].lower() for start, end in places]
        discussed = {
            string
            for (start, _), string in zip(places, strings, strict=True)
            if dialogue.is_about_words(start)
        }
        may = find_unlisted(rows, strings, _COLUMNS, discussed)
        odds = joint_odds(probabilities, rows[:, _COLUMNS["name_mean"]])
        believed = probabilities >= self.least
        listed = in_name_list(
            dialogue.text,
            places,
            (believed | may & (odds >= self.least_odds)).tolist(),
            may.tolist(),
            dialogue.lexicon,
        )
        raised = numpy.asarray(listed, bool) & ~believed
        return numpy.where(raised, max(self.least, self.sure), probabilities).tolist()

    def __getstate__(self) -> dict[str, Any]:
        return {key: self.__dict__[key] for key in ("least", "sure", "faint", "path", "least_odds")}

    @cached_property
    def _trees(self) -> Trees:
        if self.path is None:
            text = resources.files("spacy_piivot").joinpath("data", FILE).read_text("utf8")
        else:
            text = Path(self.path).read_text("utf8")
        return read_trees(json.loads(text))


def read_trees(values: Mapping[str, Any]) -> Trees:
    """Read the trees from a file's content.

    values (Mapping[str, Any]): The content of the file.
    RETURNS (Trees): The trees.
    RAISES (InputError): If they were trained on other features.
    """
    if tuple(values["features"]) != FEATURES:
        raise InputError(
            "The second look was trained on other features than this version computes. Train it "
            "again with training/train/second_look.py."
        )
    trees = values["trees"]
    sizes = [len(tree["feature"]) for tree in trees]
    roots = numpy.cumsum([0, *sizes])[: len(sizes)].astype("int64")

    def joined(key: str, kind: str) -> NDArray[Any]:
        parts = [numpy.asarray(tree[key], kind) for tree in trees]
        return numpy.concatenate(parts) if parts else numpy.zeros(0, kind)

    offsets = numpy.repeat(roots, sizes)
    return Trees(
        prior=float(values["prior"]),
        roots=roots,
        features=joined("feature", "int64"),
        limits=joined("limit", "float64"),
        left=joined("left", "int64") + offsets,
        right=joined("right", "int64") + offsets,
    )


def make_second_look(
    least: float = 0.2,
    sure: float = 0.2,
    faint: float = 0.15,
    path: str | None = None,
    least_odds: float = LEAST_ODDS,
) -> SecondLook:
    """Make the second look; registered as `spacy_piivot.SecondLook.v1`.

    least (float): A name that the tagger found is rejected below this probability.
    sure (float): A name that the tagger was not sure of, or that only a cue found, is accepted
        from this probability.
    faint (float): A token gets a second look from this probability of the tagger.
    least_odds (float): A word that is on no list and not discussed as a word is accepted from
        these odds of the second look and the tagger combined.
    path (str | None): A file written by `training/train/second_look.py`; None for the shipped one.
    """
    return SecondLook(least, sure, faint, path, least_odds)
