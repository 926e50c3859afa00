from typing import Any

import pyarrow as pa
import pytest
from partitioned import dialogues, rows_of

from spacy_piivot.engines.layout import TableColumns, find_layout
from spacy_piivot.engines.tables import (
    divide,
    failed_schema,
    join,
    make_rows,
    pack,
    plain_types,
    read_dialogues,
    result_schema,
    unpack,
)
from spacy_piivot.errors import InputError, RecordError

BY_TURN = TableColumns(order="turn")


def read(table: pa.Table, columns: TableColumns | None = None, *repeated: str) -> list[str]:
    """By dialogue, what was said, or what is wrong."""
    said = []
    layout = find_layout(table.schema, columns)
    for item in read_dialogues(table, layout, frozenset(repeated)):
        if isinstance(item, RecordError):
            said.append(f"{item.id} {item.kind}")
        else:
            said.append(" ".join(message.text for message in item.dialogue.messages))
    return said


def test_rows_in_any_order_are_the_dialogues_they_were_made_of() -> None:
    made = dialogues(7)
    rows = pa.Table.from_pylist(rows_of(made)[::-1])
    assert read(rows, BY_TURN) == read(pa.Table.from_pylist(made))[::-1]


def test_rows_without_a_column_for_the_order_keep_theirs() -> None:
    table = pa.table({"id": ["b", "a", "b"], "text": ["1", "2", "3"]})
    assert read(table) == ["1 3", "2"]


@pytest.mark.parametrize(
    ("turns", "groups", "expected"),
    [
        ([1, 1], ["g", "g"], "a RepeatedOrder"),
        ([1, None], ["g", "g"], "a MissingOrder"),
        ([1.0, float("nan")], ["g", "g"], "a MissingOrder"),
        ([1, 2], ["g", "h"], "a SeveralGroups"),
        ([1, 2], ["g", None], "a SeveralGroups"),
        ([2, 1], [None, None], "two one"),
    ],
)
def test_a_dialogue_that_is_not_clear_is_an_error(
    turns: list[Any], groups: list[str], expected: str
) -> None:
    columns = {"dialogue": ["a", "a"], "speaker": ["", ""], "text": ["one", "two"]}
    table = pa.table({**columns, "turn": turns, "group": pa.array(groups, pa.string())})
    assert read(table, BY_TURN) == [expected]


@pytest.mark.parametrize(
    ("ids", "texts", "expected"),
    [
        ([1, 2, 1], ["1", "2", "3"], ["1 3", "2"]),
        (["a", "b", "b"], ["1", None, "3"], ["1", " 3"]),
        (["", "b", "c"], ["1", "2\0", "3"], ["None MissingId", "b NulCharacter", "3"]),
    ],
)
def test_bad_values_cost_their_dialogue(ids: list, texts: list, expected: list[str]) -> None:
    assert read(pa.table({"dialogue": ids, "text": texts})) == expected


@pytest.mark.parametrize(
    "type", [pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())]
)
def test_any_type_of_text_is_read_sorted_and_made_plain(type: pa.DataType) -> None:
    texts = pa.array(["two", "one"], pa.string()).cast(type)
    ids = pa.array(["a", "a"], pa.string()).cast(type)
    table = pa.table({"dialogue": ids, "text": texts, "turn": [2, 1]})
    assert read(table, BY_TURN) == ["one two"]
    plain = plain_types(table)
    assert read(plain, BY_TURN) == ["one two"]
    assert plain["text"].type in (pa.string(), pa.large_string())


def test_ids_that_are_known_to_be_repeated_are_errors() -> None:
    table = pa.table({"id": ["a", "b"], "messages": [["x"], ["y"]]})
    assert read(table, None, "b", "c") == ["x", "b DuplicateId"]
    table = pa.table({"id": ["a", "a"], "messages": [["x"], ["y"]]})
    assert read(table) == ["x", "a DuplicateId"]


def test_results_have_the_columns_and_types_of_the_input() -> None:
    table = pa.table(
        {
            "said": pa.array(["one", None], pa.large_string()),
            "turn": [8, 9],
            "dialogue": [1, 1],
            "grade": [5, 6],
        }
    )
    layout = find_layout(table.schema, TableColumns(text="said", order="turn", keep=("grade",)))
    messages = [
        {"speaker": "", "text": text, "kept": {"grade": grade, "null text": text == ""}}
        for text, grade in (("one", 5), ("", 6))
    ]
    rows = make_rows([{"id": "1", "messages": messages}], layout)
    assert rows.schema == result_schema(layout)
    assert rows.schema.types == [pa.large_string(), pa.int32(), pa.int64(), pa.int64()]
    assert rows.to_pylist() == [
        {"said": "one", "turn": 0, "dialogue": 1, "grade": 5},
        {"said": None, "turn": 1, "dialogue": 1, "grade": 6},
    ]


def test_results_are_joined_and_divided() -> None:
    table = pa.Table.from_pylist(dialogues(2))
    layout = find_layout(table.schema)
    released = make_rows(dialogues(1), layout)
    failed = pa.Table.from_pylist([{"id": None, "error": "MissingId"}], failed_schema())
    back = divide(join(released, failed))
    assert [one.to_pylist() for one in back] == [released.to_pylist(), failed.to_pylist()]
    assert back[0].schema == released.schema
    nothing = divide(join(make_rows([], layout), failed.slice(0, 0)))
    assert [one.num_rows for one in nothing] == [0, 0]


def test_rows_are_packed_and_unpacked() -> None:
    rows = pa.Table.from_pylist(rows_of(dialogues(3)))
    packed = pa.concat_tables([pack(rows.slice(3 * number, 3)) for number in range(3)])
    assert packed.num_rows == 3
    assert unpack(packed).to_pylist() == rows.to_pylist()


def test_an_error_in_making_a_table_quotes_nothing() -> None:
    layout = find_layout(pa.schema([("id", pa.int64()), ("messages", pa.list_(pa.string()))]))
    bad = {"id": "Zorblatt", "messages": [{"speaker": "", "text": "x"}]}
    with pytest.raises(InputError, match="ValueError") as raised:
        make_rows([bad], layout)
    assert "Zorblatt" not in str(raised.value)
    assert raised.value.__context__ is None
