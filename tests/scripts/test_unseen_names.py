from typing import Any

import pytest
from unseen_names import recall_by_surface

from spacy_piivot.errors import InputError


def record(*spans: dict[str, Any], id: str = "d") -> dict[str, dict[str, Any]]:
    return {id: {"id": id, "messages": [{"speaker": "", "text": "Ana Bo", "spans": list(spans)}]}}


def name(start: int, end: int, **more: Any) -> dict[str, Any]:
    return {"start": start, "end": end, "label": "NAME", **more}


def test_recall_is_counted_apart_exactly_and_by_overlap() -> None:
    gold = record(name(0, 3, seen=True), name(4, 6, seen=False))
    found = recall_by_surface(gold, record(name(0, 3), {"start": 5, "end": 6, "label": "AGE"}))
    assert found["seen"] == {"gold": 1, "strict": 1.0, "overlap": 1.0}
    assert found["unseen"] == {"gold": 1, "strict": 0.0, "overlap": 1.0}


def test_gold_that_does_not_say_and_dialogues_that_lack_are_errors() -> None:
    with pytest.raises(InputError, match="dialogue d: gold of make_corpus"):
        recall_by_surface(record(name(0, 3)), record())
    with pytest.raises(InputError, match="dialogue d: not among"):
        recall_by_surface(record(name(0, 3, seen=True)), record(id="other"))
