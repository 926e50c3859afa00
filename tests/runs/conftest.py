from collections.abc import Callable
from pathlib import Path

import pytest
from json_lines import write_jsonl
from spacy.language import Language
from transcripts import dialogue, make_pipeline


@pytest.fixture
def make_nlp() -> Callable[..., Language]:
    return lambda *components: make_pipeline("fake_finder", *components)


@pytest.fixture
def nlp(make_nlp: Callable[..., Language]) -> Language:
    return make_nlp()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write_jsonl(
        tmp_path / "in.jsonl",
        dialogue("one", "Zorblatt, mark the point", "\r\n 4/12 👩‍🏫  \n"),
        dialogue("two", "", "ask Quibbly", speaker="Quibbly"),
        '{"id": "three"',
        dialogue("four", "3:45"),
    )


@pytest.fixture
def long_source(tmp_path: Path) -> Path:
    lines = [
        "not JSON" if number % 20 == 19 else dialogue(f"d{number}", f"Zorblatt {number}")
        for number in range(100)
    ]
    return write_jsonl(tmp_path / "in.jsonl", *lines)
