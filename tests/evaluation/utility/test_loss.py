from typing import Any

import pytest
from annotated import dialogue, essay, message

from spacy_piivot.evaluation import evaluate
from spacy_piivot.evaluation.core.annotations import AnnotatedDialogue, Lookalike


def figures(gold: Any, predicted: Any, **settings: Any) -> dict[str, Any]:
    settings.setdefault("bootstrap", 20)
    return evaluate(gold, predicted, **settings).to_dict()


def segments() -> tuple[AnnotatedDialogue, AnnotatedDialogue]:
    gold = dialogue(
        message("x = 4/12 so Ana", (12, 15, "NAME"), segment="MATH", speaker="STUDENT"),
        message("hi Ben", (3, 6, "NAME"), segment="NON-MATH", speaker="TUTOR"),
        corpus="made",
    )
    predicted = dialogue(
        message("x = 4/12 so Ana", (4, 8, "DATE"), (12, 15, "NAME")), message("hi Ben")
    )
    return gold, predicted


def test_false_positives_are_sorted_by_what_they_are() -> None:
    gold, predicted = segments()
    (row,) = figures([gold], [predicted])["false_positives"]
    assert row == {
        "category": "number in an expression", "numeric": True, "count": 1, "share": 1.0, "math": 1,
    }  # fmt: skip


def test_lookalikes_count_when_any_span_touches_them() -> None:
    lookalikes = [Lookalike(0, 8, "date"), Lookalike(9, 13, "date"), Lookalike(14, 18, "mark")]
    gold = dialogue(message("10/12/14 3:45 Mark", lookalikes=lookalikes))
    predicted = essay("10/12/14 3:45 Mark", (6, 8, "ORG"), (14, 18, "NAME"))
    found = figures([gold], [predicted])["lookalikes"]
    assert (found["false_alarms"], found["of"]) == (2, 3)
    assert found["by_kind"]["date"] == {"false_alarms": 1, "of": 2, "share": 0.5}


def test_messages_without_pii_should_stay_without_spans() -> None:
    gold = dialogue(
        message("hi Ana", (3, 6, "NAME")),
        message("use Zearn"),
        message("so 4/12"),
        message(""),
    )
    texts = ("hi Ana", "use Zearn", "so 4/12", "")
    predicted = dialogue(*(message(t, *([(3, 7, "DATE")] if "4" in t else [])) for t in texts))
    found = figures([gold], [predicted])["clean_messages"]
    assert found == {"touched": 1, "of": 3, "share": 1 / 3}


def test_numbers_outside_of_the_gold_should_stay() -> None:
    gold = dialogue(message("id 4711: 4/12 is 1/3, 3.5 not 3:45", (3, 7, "ID"), segment="MATH"))
    predicted = essay("id 4711: 4/12 is 1/3, 3.5 not 3:45", (3, 7, "ID"), (9, 13, "DATE"))
    found = figures([gold], [predicted])["numbers"]
    assert (found["untouched"], found["of"]) == (3, 4)
    assert found["math"]["share"] == pytest.approx(3 / 4)


def test_tokens_of_mathematics_should_stay() -> None:
    text = "Ana has 4/12 = 1/3 left"
    gold = dialogue(
        message(text, (0, 3, "NAME"), segment="MATH"), message("see 4/12", segment="NON-MATH")
    )
    spans = (0, 3, "NAME"), (8, 12, "DATE")
    found = figures([gold], [dialogue(message(text, *spans), message("see 4/12", (4, 8, "DATE")))])
    assert (found["math_tokens"]["untouched"], found["math_tokens"]["of"]) == (4, 5)
    assert found["math_tokens"]["false_positives"] == 1
    assert found["math_tokens"]["per_1000"] == 200
    plain = dialogue(message(text, (0, 3, "NAME")))
    assert figures([plain], [plain])["math_tokens"] is None


def test_numbers_of_labels_outside_the_scheme_are_no_lesson() -> None:
    gold = essay("born 2014, 3 of 4", (5, 9, "DATE_OF_BIRTH"))
    assert figures([gold], [gold], scheme="crapii")["numbers"]["share"] == 1.0
