import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.corpus import json_items
from spacy_piivot.corpus.json_items import ListWriter, read_items
from spacy_piivot.errors import InputError

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@pytest.fixture(params=[1, 2, 7, 1 << 20])
def chunk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many characters are read at once."""
    monkeypatch.setattr(json_items, "_CHUNK", request.param)
    size: int = request.param
    return size


def values(path: Path, content: str | bytes) -> list[Any]:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return [item.value for item in read_items(path)]


@pytest.mark.parametrize("size", [pytest.param(1, marks=pytest.mark.slow), 3, 1 << 20])
@given(
    items=st.lists(VALUES, max_size=4),
    indent=st.sampled_from([None, 0, 2]),
    escaped=st.booleans(),
)
def test_any_list_comes_back_however_it_is_written_and_read(
    tmp_path_factory: pytest.TempPathFactory,
    size: int,
    items: list[Any],
    indent: int | None,
    escaped: bool,
) -> None:
    path = tmp_path_factory.mktemp("items") / "in.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_items, "_CHUNK", size)
        assert values(path, json.dumps(items, indent=indent, ensure_ascii=escaped)) == items


@pytest.mark.parametrize(
    "content",
    [
        "[]", " [ ] \r\n", "\ufeff[]", "[12]", "[12,34]", "[ 12 , 34\r\n]", "[-1.5e3,true,null]",
        '["\\ud83d\\ude00 \U0001f600","\u00a0\u2028"]', '[[],{},"",[[1],[2]]]', '["]","[","\\""]',
    ],
)  # fmt: skip
def test_every_form_of_a_list_is_read(tmp_path: Path, chunk: int, content: str) -> None:
    assert values(tmp_path / "in.json", content) == json.loads(content.removeprefix("\ufeff"))


def test_an_item_has_its_line_and_says_whether_it_is_utf8(tmp_path: Path, chunk: int) -> None:
    path = tmp_path / "in.json"
    path.write_bytes(b'[1, 2,\n{"a":\n"b"},\r\n\n"\xff", "\\udcff",\n"\xc3\xa9"]')
    assert [(item.line, item.is_utf8) for item in read_items(path)] == [
        (1, True), (1, True), (2, True), (5, False), (5, True), (6, True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "must be a list"), (" \n", "must be a list"), ('{"Zorblatt": []}', "must be a list"),
        ('"Zorblatt"', "must be a list"), ("[", "line 1"), ('["Zorblatt"', "line 1"),
        ('["Zorblatt" "x"]', "line 1"), ('["Zorblatt"]]', "line 1"), ('["Zorblatt",]', "line 1"),
        ('[\n"Zorblatt",\n\n"x', "line 4"), ("[1]\n[2]", "line 2"), ("[-]", "line 1"),
        ("[\n{\n'Zorblatt'}]", "line 3"), ("[1.]", "line 1"), ("[01]", "line 1"),
        ('["Zorblatt\n"]', "line 1"), ("[" * 3000, "too deep"), ("[" + "9" * 5000, "too long"),
        ("[,1]", "line 1"), ("Zorblatt", "must be a list"),
    ],
)  # fmt: skip
def test_what_is_no_list_is_refused_with_its_line_and_without_its_text(
    tmp_path: Path, chunk: int, content: str, problem: str
) -> None:
    with pytest.raises(InputError, match=rf"^in\.json: .*{problem}") as caught:
        values(tmp_path / "in.json", content)
    assert "Zorblatt" not in str(caught.value)
    assert caught.value.__context__ is None


def test_the_items_before_a_fault_are_read_first(tmp_path: Path) -> None:
    path = tmp_path / "in.json"
    path.write_text("[1, 2, x]")
    items = read_items(path)
    assert [next(items).value, next(items).value] == [1, 2]
    with pytest.raises(InputError):
        next(items)


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing\.json: cannot be read \(No such file"):
        list(read_items(tmp_path / "missing.json"))


@given(st.lists(VALUES, max_size=4))
def test_what_is_written_is_read_again_a_line_each(
    tmp_path_factory: pytest.TempPathFactory, items: list[Any]
) -> None:
    stream = io.BytesIO()
    writer = ListWriter(stream)
    for item in items:
        writer.write(item)
    writer.close()
    path = tmp_path_factory.mktemp("items") / "out.json"
    assert values(path, stream.getvalue()) == json.loads(stream.getvalue()) == items
    assert [item.line for item in read_items(path)] == list(range(2, len(items) + 2))
