import pytest

from spacy_piivot.core.spans import Candidate
from spacy_piivot.kinds.names.find.beside_places import beside_places

PLACES = {"Boston", "Accra", "Lagos", "Denver"}


def relabelled(text: str, **labels: str) -> dict[str, str]:
    """The labels of the findings with `labels` after the correction, by word."""
    found = sorted(
        (
            Candidate(text.index(word), text.index(word) + len(word), label, 0.9, "ner")
            for word, label in labels.items()
        ),
        key=lambda candidate: candidate.start,
    )
    after = beside_places(text, found, PLACES.__contains__, {"Boston"}.__contains__, "known_names")
    return {candidate.cut(text): candidate.label for candidate in after}


@pytest.mark.parametrize(
    "text",
    ["Maria in Boston", "Maria from Boston.", "Maria, Boston", "Maria (Boston)", "Maria - Boston",
     "Maria lives in Boston", "Maria over in Boston", "Maria near Boston", "Maria of Boston"],
)  # fmt: skip
@pytest.mark.parametrize("wrong", [{}, {"Maria": "LOCATION"}, {"Boston": "NAME"}])
def test_wrong_labels_of_names_and_places_are_corrected(text: str, wrong: dict[str, str]) -> None:
    if wrong.get("Maria") and not {"in", "from", "near", "of"} & set(text.split()):
        pytest.skip("a sign does not show what comes before it")
    right = {"Maria": "NAME", "Boston": "LOCATION"}
    assert relabelled(text, **{**right, **wrong}) == right


def test_a_missed_name_or_place_is_found() -> None:
    both = {"Maria": "NAME", "Accra": "LOCATION"}
    assert relabelled("Maria near Accra", Accra="LOCATION") == both
    assert relabelled("Maria of Accra won", Maria="NAME") == both
    assert relabelled("the kids in Accra", Accra="LOCATION") == {"Accra": "LOCATION"}


def test_a_city_that_is_also_a_given_name_stays_a_name() -> None:
    assert relabelled("Maria, Denver", Maria="NAME", Denver="NAME") == {
        "Maria": "NAME",
        "Denver": "NAME",
    }


def test_messages_are_not_joined() -> None:
    assert relabelled("Maria\nin Lagos", Maria="LOCATION", Lagos="LOCATION")["Maria"] == "LOCATION"
