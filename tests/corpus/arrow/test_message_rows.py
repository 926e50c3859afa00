from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa
import pytest
from copied import copy, notes, read, shape
from made_tables import SUFFIXES, chat, read_arrow, write_arrow

from spacy_piivot.corpus import Columns, Record
from spacy_piivot.errors import InputError

LINES = [
    ("a", 1, [("tutor", "Hi Ola!"), ("Ola", "4/12  ")]),
    ("b", 3, [("tutor", "line\r\nbreak"), ("Ola", "x = -1 🎉")]),
]


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize(
    "type",
    [pa.string(), pa.large_string(), pa.binary(), pa.dictionary(pa.int32(), pa.string())],
    ids=str,
)
def test_a_message_in_each_row_comes_back(tmp_path: Path, suffix: str, type: pa.DataType) -> None:
    table = chat().cast(pa.schema([(name, type) for name in chat().column_names]))
    path = write_arrow(tmp_path / f"a{suffix}", table, rows=3)
    assert shape(read(path)) == LINES
    assert read_arrow(copy(path)).combine_chunks() == table.combine_chunks()


def test_ids_that_are_numbers_stay_numbers_if_they_are_kept(tmp_path: Path) -> None:
    table = chat().set_column(0, "session_id", pa.array([2**53 + 1, 2**53 + 1, -7, -7]))
    path = write_arrow(tmp_path / "a.parquet", table)
    assert [one[0] for one in shape(read(path))] == [str(2**53 + 1), "-7"]
    assert read_arrow(copy(path)) == table
    renamed = read_arrow(copy(path, new_ids=True))
    assert renamed["session_id"].to_pylist() == ["d1", "d1", "d3", "d3"]


def test_null_and_empty_texts_stay_what_they_are(tmp_path: Path) -> None:
    table = pa.table(
        {
            "dialogue": ["a"] * 4,
            "speaker": pa.array([None, "", "Ola", None]),
            "text": pa.array(["", None, "x", None]),
        }
    )
    path = write_arrow(tmp_path / "a.parquet", table)
    assert shape(read(path)) == [("a", 1, [("", ""), ("", ""), ("Ola", "x"), ("", "")])]
    assert read_arrow(copy(path)) == table


def test_scattered_rows_are_put_together_and_said(tmp_path: Path) -> None:
    path = write_arrow(tmp_path / "a.parquet", chat().take([0, 2, 1, 3]), rows=1)
    assert [one[0] for one in shape(read(path))] == ["a", "b"]
    assert read_arrow(copy(path)) == chat()
    assert any("1 dialogues" in note or "2 dialogues" in note for note in notes(path))


def test_columns_are_recognised_and_the_others_listed_and_not_read(tmp_path: Path) -> None:
    table = pa.table(
        {
            "url": [[{"a": "Secretname"}]],
            "Conversation ID": ["a"],
            "sender": ["T"],
            "message": ["x"],
            "when": ["now"],
        }
    )
    path = write_arrow(tmp_path / "a.parquet", table)
    assert shape(read(path)) == [("a", 1, [("T", "x")])]
    said = notes(path)
    assert said[0].startswith("dropped columns: url, when")
    assert [note.partition(" (")[0] for note in said[1:]] == [
        "'message' is read as the text",
        "'sender' is read as the speaker",
        "each 'Conversation ID' is a dialogue",
    ]
    copied = copy(path)
    assert read_arrow(copied).column_names == ["Conversation ID", "sender", "message"]
    assert b"Secretname" not in copied.read_bytes()


def test_kept_columns_keep_their_types(tmp_path: Path) -> None:
    when = datetime(2026, 3, 1, 10, 30, tzinfo=UTC)
    table = chat(
        when=pa.array([when, None, when, when], pa.timestamp("ns", "UTC")),
        score=pa.array([1, 2, None, 4], pa.int16()),
        other=pa.array(["Secretname"] * 4),
    )
    path = write_arrow(tmp_path / "a.parquet", table)
    columns = Columns(keep=("score", "when"))
    assert read_arrow(copy(path, columns)) == table.drop_columns("other")
    record = read(path, columns)[0]
    assert isinstance(record, Record)
    assert record.source["messages"][0] == {
        "speaker": "tutor",
        "text": "Hi Ola!",
        "score": 1,
        "when": "2026-03-01 10:30:00.000000000Z",
    }


@pytest.mark.parametrize(
    ("change", "columns", "message"),
    [
        (("text", pa.array([1, 2, 3, 4])), Columns(), "'text' has the type int64, and must"),
        (("speaker", pa.array([0.5] * 4)), Columns(), "'speaker' has the type double, and must"),
        (("dialogue", pa.array([True] * 4)), Columns(), "'dialogue' has the type bool, and must"),
        (("tags", pa.array([["a"]] * 4)), Columns(keep=("tags",)), "'tags' has the type list"),
        (("tags", pa.array([1] * 4)), Columns(text="words"), "there is no column 'words'"),
    ],
)  # fmt: skip
def test_columns_that_cannot_be_read_are_said(
    tmp_path: Path, change: tuple[str, pa.Array], columns: Columns, message: str
) -> None:
    name, values = change
    table = chat()
    table = table.drop_columns(name) if name in table.column_names else table
    path = write_arrow(tmp_path / "a.parquet", table.append_column(name, values))
    with pytest.raises(InputError, match=message):
        read(path, columns)


def test_a_text_that_is_not_utf8_costs_its_dialogue(tmp_path: Path) -> None:
    texts = pa.array([b"x", b"\xffSecretname", b"y", b"z"], pa.binary()).view(pa.string())
    path = write_arrow(tmp_path / "a.arrow", chat().set_column(2, "text", texts))
    assert shape(read(path)) == [("NotUTF8", 1, "a"), ("b", 3, [("tutor", "y"), ("Ola", "z")])]


def test_without_a_dialogue_column_a_file_is_one_dialogue(tmp_path: Path) -> None:
    path = write_arrow(tmp_path / "lesson.parquet", chat().drop_columns("dialogue"))
    assert [(one[0], len(one[2])) for one in shape(read(path))] == [("lesson", 4)]
    assert read_arrow(copy(path)) == chat().drop_columns("dialogue")
