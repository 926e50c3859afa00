import io
import json
from pathlib import Path
from typing import Any

import pytest
from essays import essay, write_essays
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.corpus.essay_files import (
    EssayRecord,
    EssayWriter,
    essay_notes,
    read_essay_records,
)
from spacy_piivot.errors import InputError, RecordError


def copied(path: Path, numbers: frozenset[str] = frozenset()) -> list[dict[str, Any]]:
    """What is written of a file when nothing is replaced."""
    stream = io.BytesIO()
    writer = EssayWriter(stream, numbers)
    for record in read_essay_records(path):
        assert isinstance(record, EssayRecord)
        writer.write(record.source)
    writer.close()
    essays: list[dict[str, Any]] = json.loads(stream.getvalue())
    return essays


def test_an_essay_is_a_dialogue_of_one_message(tmp_path: Path) -> None:
    path = write_essays(tmp_path / "in.json", essay(7, "By Ana"), {"document": 8})
    record, bad = read_essay_records(path)
    assert isinstance(record, EssayRecord)
    assert record.dialogue.id == "7"
    assert [(m.speaker, m.text) for m in record.dialogue.messages] == [("", "By Ana")]
    assert record.source == {"id": "7", "messages": [{"speaker": "", "text": "By Ana"}]}
    assert record.essay.tokens == ["By", "Ana"]
    assert isinstance(bad, RecordError)


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
LINES = st.text(st.sampled_from("aB.,! \n\r\t\u00a0\u2029\ufeff😀é1"), max_size=60)


@given(st.lists(TEXTS | LINES, max_size=4))
def test_a_text_comes_back_with_tokens_that_fit_and_without_labels(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("essays")
    essays = [{"document": n, "full_text": text} for n, text in enumerate(texts)]
    for written, text in zip(copied(write_essays(folder / "a.json", *essays)), texts, strict=True):
        assert list(written) == ["document", "full_text", "tokens", "trailing_whitespace"]
        assert written["full_text"] == text
        tokens = zip(written["tokens"], written["trailing_whitespace"], strict=True)
        assert "".join(token + " " * space for token, space in tokens) == text
        assert all(written["tokens"])


def test_an_id_that_was_a_number_is_one_again(tmp_path: Path) -> None:
    path = write_essays(tmp_path / "a.json", *[essay(id, "a") for id in (7, "08", "x", "9")])
    assert [one["document"] for one in copied(path, frozenset({"7"}))] == [7, "08", "x", "9"]
    assert [one["document"] for one in copied(path)] == ["7", "08", "x", "9"]


def test_an_essay_longer_than_spacy_allows_is_written(tmp_path: Path) -> None:
    path = write_essays(tmp_path / "a.json", {"document": 1, "full_text": f"{'a' * 99}\n" * 10_001})
    (written,) = copied(path)
    assert len(written["full_text"]) == 1_000_100


def test_labels_that_are_left_out_are_said(tmp_path: Path) -> None:
    labelled = essay(1, "By Ana", ["O", "B-NAME_STUDENT"])
    path = write_essays(tmp_path / "a.json", labelled, essay(2, "x"), {**labelled, "document": 3})
    assert [note.partition(":")[0] for note in essay_notes(path)] == ["2 essays have labels"]
    assert essay_notes(write_essays(tmp_path / "a.json", essay(2, "x"))) == []
    path.write_text('{"document": 1}')
    with pytest.raises(InputError):
        essay_notes(path)
