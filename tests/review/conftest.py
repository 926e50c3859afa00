from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from json_lines import write_jsonl
from spacy.language import Language
from transcripts import dialogue, make_pipeline

from spacy_piivot.review.desk import Desk
from spacy_piivot.review.importing import import_corpus
from spacy_piivot.review.store import Store

Open = Callable[..., Desk]


@pytest.fixture
def nlp() -> Language:
    return make_pipeline("fake_finder")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "state", create=True) as store:
        yield store


@pytest.fixture
def opened(store: Store, nlp: Language, tmp_path: Path) -> Open:
    """Imports dialogues, and opens the desk."""

    def open(*records: Any) -> Desk:
        import_corpus(store, write_jsonl(tmp_path / "in.jsonl", *records), nlp)
        return Desk(store, nlp)

    return open


@pytest.fixture
def desk(opened: Open) -> Desk:
    """Three dialogues, and one line that cannot be read."""
    return opened(
        dialogue("one", "Zorblatt, mark the point", "\r\n 4/12 👩‍🏫  \n", "ZORBLATT's turn"),
        dialogue("two", "", "ask Quibbly and Zorblatt", speaker="Quibbly"),
        '{"id": "three"',
        dialogue("four", "3:45"),
    )
