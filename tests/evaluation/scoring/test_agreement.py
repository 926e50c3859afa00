import json

import pytest
from annotated import essay

from spacy_piivot.evaluation import agreement
from spacy_piivot.evaluation.core.annotations import (
    AnnotatedDialogue,
    AnnotatedMessage,
    AnnotatedSpan,
)

TEXT = "Ana Okoye met Ben at Lincoln High"


@pytest.fixture
def annotators() -> tuple[list[AnnotatedDialogue], list[AnnotatedDialogue]]:
    a = essay(TEXT, (0, 9, "NAME"), (14, 17, "NAME"), (21, 33, "SCHOOL"))
    b = essay(TEXT, (0, 9, "NAME"), (14, 17, "NAME"), (21, 28, "SCHOOL"))
    return [a], [b]


def test_full_agreement(annotators: tuple[list, list]) -> None:
    found = agreement(annotators[0], annotators[0], bootstrap=10).to_dict()
    assert found["weighted_f1"] == found["token_kappa"] == 1.0
    assert {f1["f1"] for f1 in found["span_f1"].values()} == {1.0}


def test_f1_by_matching_and_weighted_by_label(annotators: tuple[list, list]) -> None:
    found = agreement(*annotators, bootstrap=10).to_dict()
    assert found["span_f1"]["strict"]["f1"] == pytest.approx(4 / 6)
    assert found["span_f1"]["overlap"]["f1"] == 1.0
    # NAME: F1 1, twice in A; SCHOOL: F1 0, once.
    assert found["weighted_f1"] == pytest.approx(2 / 3)
    # Four of A's five labelled tokens agree.
    assert found["span_f1"]["token"]["f1"] == pytest.approx(2 * 4 / (5 + 4))
    json.dumps(found, allow_nan=False)


def test_kappa_of_the_tokens(annotators: tuple[list, list]) -> None:
    # Tokens: Ana Okoye met Ben at Lincoln High; A: N N O N O S S, B: N N O N O S O.
    observed = 6 / 7
    chance = (3 * 3 + 2 * 3 + 2 * 1) / 49
    expected = (observed - chance) / (1 - chance)
    assert agreement(*annotators, bootstrap=0).to_dict()["token_kappa"] == pytest.approx(expected)


def test_the_span_f1_does_not_depend_on_who_is_first(annotators: tuple[list, list]) -> None:
    a, b = annotators
    one, other = agreement(a, b, bootstrap=0).to_dict(), agreement(b, a, bootstrap=0).to_dict()
    assert one["span_f1"] == other["span_f1"]
    assert one["token_kappa"] == other["token_kappa"]


def test_labels_count_as_they_stand_without_a_scheme() -> None:
    a, b = [essay("Zearn", (0, 5, "ORG"))], [essay("Zearn", (0, 5, "ORGANIZATION"))]
    assert agreement(a, b, bootstrap=0).to_dict()["span_f1"]["strict"]["f1"] == 0.0
    assert agreement(a, a, bootstrap=0).to_dict()["span_f1"]["strict"]["f1"] == 1.0


def test_a_scheme_brings_both_together() -> None:
    a, b = [essay("Ana", (0, 3, "NAME"))], [essay("Ana", (0, 3, "PERSON"))]
    found = agreement(a, b, scheme="piivot", bootstrap=0).to_dict()
    assert found["span_f1"]["strict"]["f1"] == 1.0
    assert list(found["by_label"]) == ["name"]


def test_lists_of_spans_have_no_tokens() -> None:
    one = [AnnotatedDialogue("d", [AnnotatedMessage([AnnotatedSpan(0, 3, "NAME")])])]
    found = agreement(one, one, bootstrap=0).to_dict()
    assert found["token_kappa"] is None
    assert found["span_f1"]["token"] is None
    assert found["span_f1"]["strict"]["f1"] == 1.0
