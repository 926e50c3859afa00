from typing import Any

import pytest
from annotated import essay
from shared_pipelines import blank_english

from spacy_piivot.core.spans import Candidate, set_candidates
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation import evaluate


def figures(gold: Any, predicted: Any, **settings: Any) -> dict[str, Any]:
    settings.setdefault("bootstrap", 20)
    return evaluate(gold, predicted, **settings).to_dict()


def test_labels_of_no_scheme_can_be_named_on_both_sides() -> None:
    gold = essay("Ana 7", (0, 3, "TEACHER"), (4, 5, "SUM"))
    found = figures([gold], [gold], labels={"TEACHER": "NAME", "SUM": ""})
    assert found["overall"]["tp"] == found["gold_spans"] == 1


def test_the_scheme_is_that_of_all_of_the_gold() -> None:
    gold = [essay("Ana", (0, 3, "NAME"), id="1"), essay("@a", (0, 2, "USERNAME"), id="2")]
    assert figures(gold, gold)["scheme"] == "canonical"
    assert figures(gold, gold, documents={"1"})["scheme"] == "canonical"


def test_gold_that_stands_twice_is_said() -> None:
    gold = essay("Ana", (0, 3, "NAME"), (0, 3, "NAME"))
    notes = figures([gold], [essay("Ana", (0, 3, "NAME"))])["notes"]
    assert any("are duplicates" in note for note in notes)


@pytest.mark.parametrize(
    "wrong", [[{"id": "d", "messages": []}], ["gold.jsonl"], [essay("x"), {"id": "d"}]]
)
def test_lists_of_anything_else_are_refused(wrong: list[Any]) -> None:
    with pytest.raises(InputError, match="something else"):
        evaluate(wrong, [essay("x")])


def test_dialogues_may_come_one_by_one() -> None:
    gold = [essay("Ana", (0, 3, "NAME"))]
    assert figures(iter(gold), (d for d in gold))["overall"]["tp"] == 1


def test_docs_can_be_scored_as_they_are() -> None:
    nlp = blank_english()
    gold, predicted = nlp("hi Ana"), nlp("hi Ana")
    set_candidates(gold, [Candidate(3, 6, "NAME", 1.0, "gold")], "mine")
    set_candidates(predicted, [Candidate(0, 6, "NAME", 1.0, "x")], "mine")
    found = figures([gold], [predicted], spans_key="mine")
    assert found["matchings"]["overlap"]["tp"] == 1
    assert found["overall"]["tp"] == 0


def test_documents_restrict_what_is_scored() -> None:
    gold = [essay("Ana", (0, 3, "NAME"), id="1"), essay("Ben", (0, 3, "NAME"), id="2")]
    found = figures(gold, [essay("Ana", (0, 3, "NAME"), id="1")], documents={"1"})
    assert (found["dialogues"], found["overall"]["recall"]) == (1, 1.0)
