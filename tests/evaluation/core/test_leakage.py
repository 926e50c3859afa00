from typing import Any

from annotated import essay

from spacy_piivot.evaluation import evaluate


def figures(gold: Any, predicted: Any, **settings: Any) -> dict[str, Any]:
    settings.setdefault("bootstrap", 20)
    return evaluate(gold, predicted, **settings).to_dict()


def test_leaked_characters_are_those_no_span_covers() -> None:
    gold = essay("Ana Okoye and Ben", (0, 9, "NAME"), (14, 17, "NAME"))
    found = figures([gold], [essay("Ana Okoye and Ben", (0, 3, "URL"))])
    assert found["leaked"] == {"characters": 8, "of": 11, "share": 8 / 11}
