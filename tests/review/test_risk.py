import math

import pytest

from spacy_piivot.review.desk import Desk
from spacy_piivot.review.hints import FEATURES, LEAST_CHANCE, REST, Place, Unmarked
from spacy_piivot.review.risk import (
    FALSE_ALARM,
    Chances,
    message_risks,
    read_chances,
    shipped_chances,
)


@pytest.fixture
def chances() -> Chances:
    return read_chances(
        {
            "prior": -2.0,
            "kinds": {"shape": 1.0},
            "features": {"unknown": 2.0, "anything": 0.5},
            "rest": {"words": 0.001},
            "bands": [0.5, 0.9],
            "wrong": [0.6, 0.2, 0.01],
        }
    )


def place(kind: str = "shape", message: int = 0, **features: float) -> Place:
    values = tuple(features.get(name, 0.0) for name in FEATURES)
    return Place(message, 0, 1, kind, "", values)  # type: ignore[arg-type]


def test_the_chance_of_a_place(chances: Chances) -> None:
    assert chances.of_place(place()) == pytest.approx(1 / (1 + math.exp(1)))
    assert chances.of_place(place("exempt")) == pytest.approx(1 / (1 + math.exp(2)))
    likely = place(unknown=1.0, anything=2.0)
    assert chances.of_place(likely) == pytest.approx(1 / (1 + math.exp(-2)))


def test_shapes_are_always_worth_a_look() -> None:
    shape, word = (place(kind, anything=-4.6) for kind in ("shape", "unknown_word"))
    assert shipped_chances().of_place(shape) >= 0.02 > LEAST_CHANCE
    assert shipped_chances().of_place(word) < LEAST_CHANCE


@pytest.mark.parametrize(
    ("score", "wrong"), [(0.0, 0.6), (0.49, 0.6), (0.5, 0.2), (0.89, 0.2), (0.9, 0.01), (1.0, 0.01)]
)
def test_the_chance_of_a_span(chances: Chances, score: float, wrong: float) -> None:
    assert chances.of_span(score) == wrong


def test_risks_add_up(chances: Chances) -> None:
    rest = tuple(10.0 if name == "words" else 0.0 for name in REST)
    unmarked = Unmarked([place(message=1), place(message=1)], [rest, rest, (0.0,) * len(REST)])
    risks = message_risks(unmarked, [0.25, 0.5], [[0.7, 0.95], [], []], chances)
    assert risks == pytest.approx([0.01 + FALSE_ALARM * 0.21, 0.76, 0.0])


def test_the_shipped_chances_are_complete_and_sensible() -> None:
    chances = shipped_chances()
    assert len(chances.weights) == len(FEATURES)
    assert len(chances.wrong) == len(chances.bands) + 1
    assert list(chances.wrong) == sorted(chances.wrong, reverse=True)
    assert all(rate >= 0 for rate in chances.rest)
    faint, likely = (place("low_score", anything=one, name=one) for one in (-4.0, 0.0))
    assert chances.of_place(faint) < chances.of_place(likely)


def test_a_dialogue_has_the_risk_of_its_messages(desk: Desk) -> None:
    for row in desk.store.all("SELECT number, risk, hints FROM dialogue"):
        of = [row["number"]]
        total = desk.store.value("SELECT sum(risk) FROM message WHERE dialogue = ?", of) or 0
        assert row["risk"] == pytest.approx(total)
        hints = desk.store.value("SELECT count(*) FROM hint WHERE dialogue = ?", of)
        assert row["hints"] == hints
