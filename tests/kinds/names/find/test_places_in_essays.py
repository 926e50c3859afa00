import pytest

from spacy_piivot.core.spans import Candidate
from spacy_piivot.kinds.names.find.places_in_essays import misread_places
from spacy_piivot.lang import ENGLISH


def labels(text: str, *names: str, known: tuple[str, ...] = (), role: str = "mentioned") -> str:
    """The labels of all occurrences of names, in order: N or L."""
    found = [
        Candidate(at, at + len(name), "NAME", 0.8, "tagger", role=role)
        for name in names
        for at in range(len(text))
        if text.startswith(name, at)
    ]
    ordered = sorted(found, key=lambda one: one.start)
    return "".join(one.label[0] for one in misread_places(text, ordered, known, ENGLISH))


@pytest.mark.parametrize(
    "text",
    [
        "I was born in Tacoma and I love my town.",
        "We live in Tacoma. In summer we went to Tacoma from home.",
        "She is from the village of Tacoma near the sea.",
        "In Tacoma there is a river.",
        "I live in Tacoma. Tacoma is big.",
    ],
)
def test_a_name_that_is_only_used_as_a_place_is_one(text: str) -> None:
    assert set(labels(text, "Tacoma")) == {"L"}


@pytest.mark.parametrize(
    "text",
    [
        "My parents believe in Tacoma.",
        "I am interested in Tacoma and her work.",
        "We cooked in Tacoma's kitchen.",
        "We live in Tacoma. Tacoma told me so.",
        "We live in Tacoma. My aunt Tacoma too.",
        "It is in Tacoma. Tacoma's eyes are brown.",
        "I got a letter from Tacoma.",
        "I gave it to Tacoma.",
        "Come in, Tacoma!",
        "the check-in Tacoma did",
        "he put it in tacoma",
    ],
)
def test_a_name_that_may_be_a_persons_stays_one(text: str) -> None:
    name = "Tacoma" if "Tacoma" in text else "tacoma"
    assert set(labels(text, name)) == {"N"}


def test_participants_and_authors_stay_names() -> None:
    text = "It is true in Tacoma."
    assert labels(text, "Tacoma", known=("tacoma",)) == "N"
    assert labels(text, "Tacoma", role="cited") == "N"


def test_one_that_is_a_place_elsewhere_is_a_place_where_it_may_be_one() -> None:
    text = "Tacoma is wet. I came from Tacoma."
    place = Candidate(0, 6, "LOCATION", 0.8, "tagger")
    name = Candidate(text.rindex("Tacoma"), len(text) - 1, "NAME", 0.8, "tagger")
    assert [one.label for one in misread_places(text, [place, name], (), ENGLISH)] == [
        "LOCATION",
        "LOCATION",
    ]
