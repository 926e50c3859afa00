import pytest

from spacy_piivot.kinds.places.find import find_places, places
from spacy_piivot.lang import ENGLISH
from spacy_piivot.patterns.recognizer import plain_text


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("from Rhode Island to New Jersey", ["Rhode Island", "New Jersey"]),
        ("im from new york city", ["new york city"]),
        ("Pittsburgh, Pennsylvania", ["Pittsburgh", "Pennsylvania"]),
        ("Ohio's population", ["Ohio"]),
        ("my aunt in Mexico, and one in Ghana!", ["Mexico", "Ghana"]),
        ("NEW YORK", ["NEW YORK"]),
        # A thing, a school, a team, a name, a word.
        ("Brazil nuts, 2 kg", []),
        ("she goes to the University of Texas", []),
        ("Florida State University", []),
        ("the New York Times", []),
        ("Texas Instruments makes calculators", []),
        ("Chicago Bulls won 4 of 6", []),
        ("Georgia, Jordan, Virginia and Paris are here", []),
        ("ohio and texas", []),
        ("a turkey and 8 china plates", []),
        ("the californian sun", []),
        ("new yorkers", []),
    ],
)
def test_places(text: str, places: list[str]) -> None:
    found = list(find_places(plain_text(text), ""))
    assert [text[f.start : f.end] for f in found] == places
    assert {f.label for f in found} <= {"LOCATION"}


def test_the_cues_wake_it() -> None:
    (recognizer,) = places(ENGLISH)
    for word in ("rhode", "new", "ohio", "são"):
        assert word in recognizer.cues
