import pyarrow as pa
import pytest

from spacy_piivot.corpus.arrow.values import (
    holds_bad_bytes,
    id_type,
    is_id,
    is_text,
    read_texts,
    text_type,
    write_texts,
)

TEXTS = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.binary(),
    pa.large_binary(),
    pa.binary_view(),
    pa.dictionary(pa.int32(), pa.string()),
    pa.dictionary(pa.int32(), pa.large_string()),
    pa.dictionary(pa.int32(), pa.string(), ordered=True),
]


@pytest.mark.parametrize("type", TEXTS, ids=str)
def test_texts_of_every_type_come_back(type: pa.DataType) -> None:
    texts = ["Ola", "", None, "🎉 é\r\n", "Ola", "x" * 50]
    column = write_texts(texts, type)
    assert is_text(type)
    assert column.type == type == text_type(type)
    assert read_texts(column) == texts
    assert read_texts(column.slice(2, 3)) == texts[2:5]


@pytest.mark.parametrize(
    "type", [pa.int8(), pa.int64(), pa.uint64(), pa.dictionary(pa.int32(), pa.int64())], ids=str
)
def test_whole_numbers_are_ids_but_no_texts(type: pa.DataType) -> None:
    assert is_id(type)
    assert not is_text(type)
    column = write_texts(["1", None, "12"], type)
    assert read_texts(column) == ["1", None, "12"]
    assert column.type == type == id_type(type)


def test_new_ids_in_place_of_numbers_are_texts() -> None:
    assert id_type(pa.int64(), new_ids=True) == pa.string()
    assert id_type(pa.large_string(), new_ids=True) == pa.large_string()
    in_dictionary = pa.dictionary(pa.int32(), pa.int64())
    assert id_type(in_dictionary, new_ids=True) == pa.dictionary(pa.int32(), pa.string())


@pytest.mark.parametrize(
    "type", [pa.float64(), pa.bool_(), pa.timestamp("us"), pa.list_(pa.int8())]
)
def test_other_types_are_no_ids(type: pa.DataType) -> None:
    assert not is_id(type)


def test_a_dictionary_has_only_what_is_written_and_room_for_more() -> None:
    # pandas gives up to 127 categories an index of one byte; surrogates can be more.
    source = pa.dictionary(pa.int8(), pa.string())
    texts = [f"name {number}" for number in range(300)]
    column = write_texts(texts, text_type(source))
    assert read_texts(column) == texts
    part = write_texts(["a"], text_type(source))
    assert part.dictionary.to_pylist() == ["a"]


def test_bytes_that_are_not_utf8_are_found() -> None:
    offsets = pa.array([0, 2, 4], pa.int32()).buffers()[1]
    column = pa.StringArray.from_buffers(2, offsets, pa.py_buffer(b"\xff\xfeok"))
    bad, good = read_texts(column)
    assert bad is not None
    assert holds_bad_bytes(bad)
    assert good == "ok"
    in_dictionary = pa.DictionaryArray.from_arrays(pa.array([1, 0]), column)
    assert read_texts(in_dictionary) == [good, bad]
    assert read_texts(pa.array([b"\xff"], pa.binary())) == ["\udcff"]
