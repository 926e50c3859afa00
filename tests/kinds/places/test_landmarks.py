"""Landmarks that stay, and airports that go with their city."""

import pytest
from assigned import surrogates

from spacy_piivot.kinds.places.landmarks import Landmarks
from spacy_piivot.lang import ENGLISH

LANDMARKS = ENGLISH.part(Landmarks)


@pytest.mark.parametrize(
    ("name", "text", "stays"),
    [
        ("the Eiffel Tower", "we saw the Eiffel Tower", True),
        ("Eiffel Tower", "in Paris we saw the Eiffel Tower", False),
        ("Grand Canyon", "from Flagstaff to the Grand Canyon", True),
        ("Times Square", "a clock in Times Square", True),
        ("Times Square", "my flat in NYC is near Times Square", False),
        ("mount everest", "how high is mount everest?", True),
        ("Lake Michigan", "Gary lies on Lake Michigan", True),
        ("Niagara Falls", "Niagara Falls is 51 m high", True),
        ("London Bridge", "London Bridge is falling down", True),
        ("London Bridge", "London Bridge is in London", False),
        ("Cedar Falls Mill", "we saw the Cedar Falls Mill", False),
        ("Heathrow", "at Heathrow", False),
    ],
)
def test_a_landmark_stays_unless_its_city_is_named(name: str, text: str, stays: bool) -> None:
    assert LANDMARKS.stays(name, text) is stays


@pytest.mark.parametrize("airport", ["Heathrow", "heathrow airport", "Gatwick"])
def test_an_airport_goes_with_its_city(airport: str) -> None:
    new, city = surrogates((airport, "LOCATION"), ("London", "LOCATION"))
    assert new.lower() == f"{city} Airport".lower()


def test_every_airport_has_one_city() -> None:
    for row in ENGLISH.rows("landmarks"):
        assert row["kind"] in ("landmark", "airport")
        if row["kind"] == "airport":
            assert row["city"]
            assert ";" not in row["city"]
