"""What travels between the server and the page."""

from dataclasses import fields

import pytest

from spacy_piivot.review.model import Action, QueueFilter, QueuePage, QueueRow
from spacy_piivot.review.server.values import (
    BadRequest,
    as_json,
    filter_as_query,
    read_action,
    read_filter,
    read_window,
)


def test_a_filter_survives_the_way() -> None:
    chosen = QueueFilter(
        "score", ("NAME", "URL"), ("public",), ("shape",), ("references",), 0.25, "finished",
        "ben", "a, b & c", "Ann=",
    )  # fmt: skip
    query = filter_as_query(chosen)
    assert set(query) == {field.name for field in fields(QueueFilter)}
    assert read_filter(query) == chosen
    assert read_filter(filter_as_query(QueueFilter())) == QueueFilter()


def test_a_full_action_is_read() -> None:
    data = {
        "kind": "add", "dialogue": 3, "message": 0, "start": 0, "end": 4, "label": "NAME",
        "role": "public", "scope": "corpus", "version": None,
    }  # fmt: skip
    assert read_action(data) == Action(
        "add", 3, message=0, start=0, end=4, label="NAME", role="public", scope="corpus"
    )


def test_dataclasses_become_objects() -> None:
    row = QueueRow(0, "a", "f", "essay", 1, 0.5, 0, 0, 0, False)
    found = as_json(QueuePage((row,), 1))
    assert found["total"] == 1
    assert found["rows"][0]["shape"] == "essay"


def test_a_window_is_never_endless() -> None:
    assert read_window({}) == (0, 200)
    assert read_window({"first": "7", "count": "0"}) == (7, 1)
    assert read_window({"count": "999999999"}) == (0, 1000)
    for bad in ("-1", "1.5", "x", "", "²", "9" * 30):
        with pytest.raises(BadRequest):
            read_window({"first": bad})
