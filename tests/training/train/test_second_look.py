"""What the second look is trained on, and how its trees are written."""

import json
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy
import pytest

from spacy_piivot.kinds.names.find.features import FEATURES
from spacy_piivot.kinds.names.find.second_look import read_trees
from training.augment.second_look_sentences import DIALOGUES, NAMES, sentence_dialogues
from training.labelled import Labelled
from training.train.second_look import to_dict

CORPUS = Path(__file__).parents[3] / "corpus"
OTHERS = [Labelled("", "so it is five"), Labelled("", "Turn to page 40.")]


class Pool:
    """Stands in for `NamePool`."""

    def forename(self, rng: random.Random) -> str:
        return rng.choice(["Ilka", "Oluwaseun"])


def drawn(seed: int) -> list[Any]:
    return list(sentence_dialogues(Pool(), OTHERS, random.Random(seed)))  # type: ignore[arg-type]


def test_the_sentences_are_the_same_again_and_of_every_kind() -> None:
    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)
    kinds = [dialogue.id.rsplit("-", 1)[0] for dialogue in drawn(1)]
    assert {kind: kinds.count(kind) for kind in DIALOGUES} == dict(DIALOGUES)


def test_names_alone_are_gold() -> None:
    for dialogue in drawn(1):
        kind = dialogue.id.rsplit("-", 1)[0]
        strings = [
            message.text[span.start : span.end].casefold()
            for message in dialogue.messages
            for span in message.spans
        ]
        assert all(string == string.strip() and string for string in strings)
        if kind in NAMES:
            assert strings
        else:
            assert set(strings) <= {"ilka", "oluwaseun"}


def test_trees_are_read_as_they_were_trained() -> None:
    tree = SimpleNamespace(
        children_left=numpy.asarray([1, -1, -1]),
        children_right=numpy.asarray([2, -1, -1]),
        feature=numpy.asarray([2, -2, -2]),
        threshold=numpy.asarray([0.1, -2.0, -2.0]),
        value=numpy.asarray([[[9.0]], [[-1.0]], [[4.0]]]),
    )
    classifier = SimpleNamespace(estimators_=[[SimpleNamespace(tree_=tree)]] * 2, learning_rate=0.5)
    written = json.loads(json.dumps(to_dict(classifier, 0.5)))
    rows = numpy.zeros((2, len(FEATURES)), "float32")
    rows[1, 2] = 0.2
    odds = numpy.asarray([-1.0, 4.0])
    assert read_trees(written).probabilities(rows) == pytest.approx(1 / (1 + numpy.exp(-odds)))


def test_the_labels_hold_no_text() -> None:
    lines = (CORPUS / "second_look_labels.jsonl").read_text("utf8").splitlines()
    labels = [json.loads(line) for line in lines]
    assert len(labels) >= 300
    assert {label["name"] for label in labels} == {True, False}
    for label in labels:
        assert label.keys() == {"source", "id", "message", "start", "end", "name"}
        assert label["end"] > label["start"] >= 0
