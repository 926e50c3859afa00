from pathlib import Path

import pyarrow as pa
import pytest
from copied import copy, read, shape
from made_tables import SUFFIXES, nested, read_arrow, write_arrow

from spacy_piivot.corpus import Columns, Record
from spacy_piivot.errors import RecordError


def bad_texts(*texts: bytes) -> pa.Array:
    """A column of texts, some of which are not UTF-8."""
    return pa.array(texts, pa.binary()).view(pa.string())


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        (pa.string(), pa.string()),
        (pa.large_string(), pa.dictionary(pa.int32(), pa.string())),
        (pa.binary(), pa.large_string()),
    ],
)
def test_a_dialogue_in_each_row_comes_back(
    tmp_path: Path, suffix: str, text: pa.DataType, speaker: pa.DataType
) -> None:
    table = nested(text, speaker)
    path = write_arrow(tmp_path / f"a{suffix}", table)
    assert shape(read(path)) == [
        ("a", 1, [("tutor", "Hi Ola!"), ("Ola", "4/12  ")]),
        ("b", 2, [("tutor", "line\r\nbreak"), ("Ola", "x = -1 🎉")]),
    ]
    assert read_arrow(copy(path)) == table


@pytest.mark.parametrize(
    "kind", [pa.list_, pa.large_list, pa.list_view, pa.large_list_view, lambda of: pa.list_(of, 2)]
)
def test_every_kind_of_list_comes_back(tmp_path: Path, kind: object) -> None:
    assert callable(kind)
    message = pa.struct([("text", pa.string_view()), ("speaker", pa.string_view())])
    rows = [[{"text": "a", "speaker": "T"}, {"text": None, "speaker": None}]] * 3
    table = pa.table({"id": [1, 2, 3], "messages": pa.array(rows, kind(message))})
    path = write_arrow(tmp_path / "a.arrow", table)
    assert read_arrow(copy(path)) == table


def test_a_message_can_be_just_a_text(tmp_path: Path) -> None:
    table = pa.table({"id": ["a"], "messages": [["one", None, "", "two"]]})
    path = write_arrow(tmp_path / "a.parquet", table)
    assert shape(read(path)) == [("a", 1, [("", "one"), ("", ""), ("", ""), ("", "two")])]
    assert read_arrow(copy(path)) == table


def test_null_and_empty_texts_stay_what_they_are(tmp_path: Path) -> None:
    rows = [
        [{"role": None, "content": ""}, {"role": "", "content": None}],
        [{"role": "tutor", "content": "x"}],
    ]
    table = nested().set_column(1, "messages", pa.array(rows, nested()["messages"].type))
    path = write_arrow(tmp_path / "a.parquet", table)
    assert shape(read(path))[0] == ("a", 1, [("", ""), ("", "")])
    assert read_arrow(copy(path)) == table


def test_rows_that_are_no_dialogues_fail_alone(tmp_path: Path) -> None:
    good = [{"role": "T", "content": "x"}]
    table = pa.table(
        {
            "id": ["a", "b", "c", "d", None, "", "a", "e\0", "f"],
            "messages": pa.array(
                [good, None, [], [None], good, good, good, good, [{"role": "T", "content": "\0"}]],
                nested()["messages"].type,
            ),
        }
    )
    path = write_arrow(tmp_path / "a.parquet", table)
    assert shape(read(path)) == [
        ("a", 1, [("T", "x")]),
        ("MissingMessages", 2, "b"),
        ("ZeroMessages", 3, "c"),
        ("MessageNotAnObject", 4, "d"),
        ("MissingId", 5, None),
        ("MissingId", 6, None),
        ("DuplicateId", 7, "a"),
        ("NulCharacter", 8, None),
        ("NulCharacter", 9, "f"),
    ]
    assert read_arrow(copy(path)).to_pylist() == table.slice(0, 1).to_pylist()


def test_a_text_that_is_not_utf8_costs_its_dialogue(tmp_path: Path) -> None:
    texts = bad_texts(b"good", b"\xffSecretname", b"good too")
    messages = pa.StructArray.from_arrays([texts], names=["text"])
    lists = pa.ListArray.from_arrays(pa.array([0, 1, 2, 3], pa.int32()), messages)
    table = pa.table({"id": ["a", "b", "c"], "messages": lists})
    items = read(write_arrow(tmp_path / "a.arrow", table))
    assert [getattr(item, "kind", None) for item in items] == [None, "NotUTF8", None]
    error = items[1]
    assert isinstance(error, RecordError)
    assert (error.line, error.id) == (2, "b")
    assert "Secretname" not in str(error)


def test_rows_without_ids_are_numbered(tmp_path: Path) -> None:
    path = write_arrow(tmp_path / "a.parquet", nested().drop_columns("id"))
    assert [one[0] for one in shape(read(path))] == ["a", "a-2"]
    assert read_arrow(copy(path)).column_names == ["messages"]


def test_kept_columns_and_fields_come_back(tmp_path: Path) -> None:
    rows = [[{"text": "a", "seconds": 0.5, "x": "y"}], [{"text": "b"}]]
    message = pa.struct([("text", pa.string()), ("seconds", pa.float64()), ("x", pa.string())])
    table = pa.table(
        {
            "id": [1, 2],
            "when": pa.array([5, None], pa.timestamp("us", "UTC")),
            "url": ["secret", "secret"],
            "messages": pa.array(rows, pa.list_(message)),
        }
    )  # fmt: skip
    path = write_arrow(tmp_path / "a.parquet", table)
    columns = Columns(keep=("when", "seconds"))
    copied = read_arrow(copy(path, columns))
    assert copied.to_pylist() == [
        {**row, "messages": [{"text": m["text"], "seconds": m["seconds"]} for m in row["messages"]]}
        for row in table.drop_columns("url").to_pylist()
    ]
    assert copied.schema.field("when") == table.schema.field("when")
    record = read(path, columns)[0]
    assert isinstance(record, Record)
    assert record.kept is not None
    assert record.kept.dialogue == {"when": "1970-01-01 00:00:00.000005Z"}
    assert record.kept.messages == [{"seconds": 0.5}]
    assert record.source == {"id": "1", "messages": [{"speaker": "", "text": "a"}]}


def test_speakers_that_are_numbers_become_texts(tmp_path: Path) -> None:
    rows = [[{"speaker": 7, "text": "a"}]]
    message = pa.struct([("speaker", pa.int64()), ("text", pa.string())])
    table = pa.table({"id": ["a"], "messages": pa.array(rows, pa.list_(message))})
    path = write_arrow(tmp_path / "a.parquet", table)
    assert shape(read(path)) == [("a", 1, [("7", "a")])]
    assert read_arrow(copy(path))["messages"].to_pylist() == [[{"speaker": "7", "text": "a"}]]
