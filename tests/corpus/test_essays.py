import json
from pathlib import Path
from typing import Any

import pytest
from essays import essay, write_essays
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.corpus.essays import Essay, read_essays, survey_essays
from spacy_piivot.errors import RecordError

PLAIN = {"document": 7, "full_text": "By Ana"}
WHOLE = {**PLAIN, "tokens": ["By", "Ana"], "trailing_whitespace": [True, False]}


def read(tmp_path: Path, *essays: Any) -> list[Essay | RecordError]:
    return list(read_essays(write_essays(tmp_path / "in.json", *essays)))


def test_an_essay_has_what_its_file_has(tmp_path: Path) -> None:
    labels = ["O", "B-NAME_STUDENT"]
    plain, test, training = read(
        tmp_path,
        {**PLAIN, "labels": None, "prompt": 5},
        {**WHOLE, "document": "8"},
        {**WHOLE, "document": 9, "labels": labels},
    )
    assert plain == Essay(7, "By Ana", 1, 0)
    assert test == Essay("8", "By Ana", 1, 1, ["By", "Ana"], [True, False])
    assert training == Essay(9, "By Ana", 1, 2, ["By", "Ana"], [True, False], labels)
    assert [one.id for one in (plain, test, training)] == ["7", "8", "9"]  # type: ignore[union-attr]
    assert "Ana" not in repr(training)


@given(st.text(st.sampled_from("aB1. \n\t\r\u00a0\u2028😀é,"), max_size=40))
def test_the_extents_of_the_tokens_are_those_in_the_text(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    (one,) = read(tmp_path_factory.mktemp("essays"), essay(1, text))
    assert isinstance(one, Essay)
    assert one.text == text
    assert [text[start:end] for start, end in one.extents()] == one.tokens


def test_a_text_without_tokens_has_no_extents(tmp_path: Path) -> None:
    (one,) = read(tmp_path, PLAIN)
    assert isinstance(one, Essay)
    assert one.extents() == []


@pytest.mark.parametrize(
    ("kind", "id", "change"),
    [
        ("MissingId", None, {"document": None}),
        ("MissingId", None, {"document": 7.5}),
        ("MissingId", None, {"document": False}),
        ("DuplicateId", "1", {"document": "1"}),
        ("TextNotString", "7", {"full_text": None}),
        ("TextNotString", "7", {"full_text": ["Zorblatt"]}),
        ("NulCharacter", "7", {"full_text": "Zorblatt\0"}),
        ("LoneSurrogate", "7", {"full_text": "Zorblatt \ud83d"}),
        ("NotAList", "7", {"tokens": None}),
        ("NotAList", "7", {"trailing_whitespace": None}),
        ("NotAList", "7", {"labels": "Zorblatt"}),
        ("LengthsDiffer", "7", {"labels": ["O"]}),
        ("LengthsDiffer", "7", {"trailing_whitespace": [True]}),
        ("EmptyToken", "7", {"tokens": ["", "Zorblatt"]}),
        ("TextDiffers", "7", {"tokens": ["By", "Zorblatt"]}),
        ("TextDiffers", "7", {"trailing_whitespace": [True, True]}),
    ],
)
def test_a_bad_essay_is_named_by_place_and_id_and_ends_nothing(
    tmp_path: Path, kind: str, id: str | None, change: dict[str, Any]
) -> None:
    first, bad, last = read(
        tmp_path, {**WHOLE, "document": 1}, {**WHOLE, **change}, {**WHOLE, "document": 2}
    )
    assert isinstance(first, Essay)
    assert isinstance(last, Essay)
    assert isinstance(bad, RecordError)
    assert (bad.kind, bad.id, bad.line) == (kind, id, 1)
    assert "Zorblatt" not in str(bad)


def test_what_is_no_object_is_named_by_its_place(tmp_path: Path) -> None:
    _, bad = read(tmp_path, WHOLE, "Zorblatt")
    assert str(bad) == ("line 1: NotAnObject: in essay 1 (from 0), which must be a JSON object")


def test_an_essay_that_is_not_utf8_is_told_from_one_with_half_a_pair(tmp_path: Path) -> None:
    path = tmp_path / "in.json"
    path.write_bytes(
        b'[{"document": 1, "full_text": "\xff"},\n{"document": "\xfe", "full_text": "a"},\n'
        b'{"document": 3, "full_text": "\\udcff"}, {"document": 4, "full_text": "\xc3\xa9"}]'
    )
    first, second, third, last = read_essays(path)
    found = [(e.kind, e.id, e.line) for e in (first, second, third)]  # type: ignore[union-attr]
    assert found == [("NotUTF8", "1", 1), ("NotUTF8", None, 2), ("LoneSurrogate", "3", 3)]
    assert last == Essay(4, "é", 3, 3)


def test_a_survey_counts_labels_and_knows_numbers(tmp_path: Path) -> None:
    path = write_essays(
        tmp_path / "in.json", PLAIN, {**WHOLE, "document": "8", "labels": []}, "x", {"document": 9}
    )
    assert survey_essays(path) == (1, frozenset({"7", "9"}))
    path.write_text(json.dumps([]))
    assert survey_essays(path) == (0, frozenset())
