from typing import Any

import pytest
from annotated import essay

from spacy_piivot.evaluation import evaluate


def figures(gold: Any, predicted: Any, **settings: Any) -> dict[str, Any]:
    settings.setdefault("bootstrap", 20)
    return evaluate(gold, predicted, **settings).to_dict()


@pytest.mark.parametrize(
    ("text", "extent", "category"),
    [
        ("solve 3x + 12 = 15", (11, 13), "number in an expression"),
        ("open page 212 now", (10, 13), "other number"),
        ("i got twenty five", (6, 17), "number word"),
        ("see you next Tuesday", (8, 20), "time or date words"),
        ("look at point P", (14, 15), "variable or point"),
        ("use Pascal's triangle", (4, 12), "mathematical term"),
        ("the table is long", (4, 9), "ordinary word"),
        ("open Zyxlmnop please", (5, 13), "other name or word"),
    ],
)
def test_categories_of_false_positives(text: str, extent: tuple[int, int], category: str) -> None:
    found = figures([essay(text)], [essay(text, (*extent, "NAME"))])["false_positives"]
    assert [row["category"] for row in found] == [category]


def test_wrong_extents_and_labels_are_categories_too() -> None:
    gold = essay("Ana Okoye, Ben", (0, 9, "NAME"), (11, 14, "NAME"))
    predicted = essay("Ana Okoye, Ben", (0, 3, "NAME"), (11, 14, "URL"))
    found = figures([gold], [predicted])["false_positives"]
    assert {row["category"]: row["count"] for row in found} == {
        "wrong extent": 1,
        "wrong label": 1,
    }
