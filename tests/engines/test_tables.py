import pyarrow as pa
import pytest
from partitioned import NESTED, dialogues, rows_of

from spacy_piivot.corpus import Record
from spacy_piivot.engines.layout import Layout
from spacy_piivot.engines.tables import (
    make_table,
    nest,
    outcome_schema,
    read_dialogues,
    split_outcomes,
    unnest,
)
from spacy_piivot.errors import InputError, RecordError

ROWS = Layout("dialogue", text="text", speaker="speaker", group="group", order="turn")


def read(table: pa.Table) -> list[str]:
    """By dialogue, what was said, or what is wrong."""
    said = []
    for item in read_dialogues(table, set()):
        if isinstance(item, RecordError):
            said.append(f"{item.id} {item.kind}")
        else:
            said.append(" ".join(message.text for message in item.dialogue.messages))
    return said


def test_rows_in_any_order_are_the_dialogues_they_were_made_of() -> None:
    made = dialogues(7)
    rows = rows_of(made)
    nested = nest(pa.Table.from_pylist(rows[::-1]), ROWS)
    both = nested.sort_by("id"), nest(pa.Table.from_pylist(made), NESTED).sort_by("id")
    assert both[0].to_pylist() == both[1].to_pylist()
    assert nested["id"][0].as_py() == "d6"


def test_rows_without_a_column_for_the_order_keep_theirs() -> None:
    table = pa.table({"id": ["b", "a", "b"], "text": ["1", "2", "3"]})
    assert read(nest(table, Layout("id", text="text"))) == ["1 3", "2"]


@pytest.mark.parametrize(
    ("turns", "groups", "expected"),
    [
        ([1, 1], ["g", "g"], "a RepeatedOrder"),
        ([1, None], ["g", "g"], "a MissingOrder"),
        ([1, 2], ["g", "h"], "a SeveralGroups"),
        ([1, 2], ["g", None], "a SeveralGroups"),
        ([2, 1], [None, None], "two one"),
    ],
)
def test_a_dialogue_that_is_not_clear_is_an_error(
    turns: list[int], groups: list[str], expected: str
) -> None:
    columns = {"dialogue": ["a", "a"], "speaker": ["", ""], "text": ["one", "two"]}
    table = pa.table({**columns, "turn": turns, "group": groups})
    assert read(nest(table, ROWS)) == [expected]


@pytest.mark.parametrize(
    ("ids", "texts", "expected"),
    [
        (["a", None, None], ["1", "2", "3"], ["1", "None MissingId", "None MissingId"]),
        ([1, 2, 1], ["1", "2", "3"], ["1 3", "2"]),
        ([1.0, float("nan"), float("nan")], ["1", "2", "3"], ["None MissingId"] * 3),
        (["a", "b", "b"], ["1", None, "3"], ["1", "b TextNotString"]),
        (["a", "b", "c"], [1, 2, 3], [f"{id} TextNotString" for id in "abc"]),
        (["", "b", "c"], ["1", "2\0", "3"], ["None MissingId", "b NulCharacter", "3"]),
    ],
)
def test_bad_values_cost_their_dialogue(ids: list, texts: list, expected: list[str]) -> None:
    table = pa.table({"id": ids, "text": texts})
    assert read(nest(table, Layout("id", text="text"))) == expected


@pytest.mark.parametrize(
    "type", [pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())]
)
def test_any_type_of_text_is_read(type: pa.DataType) -> None:
    table = pa.table({"id": ["a", "a"], "text": pa.array(["one", "two"], pa.string()).cast(type)})
    assert read(nest(table, Layout("id", text="text"))) == ["one two"]


def test_of_two_equal_ids_the_second_is_an_error_unless_they_may_occur() -> None:
    messages = [[{"speaker": "", "text": "x"}]] * 2
    nested = nest(pa.table({"id": ["a", "a"], "messages": messages}), Layout("id", "messages"))
    first, second = read_dialogues(nested, set())
    assert isinstance(first, Record)
    assert isinstance(second, RecordError)
    assert (second.kind, second.line) == ("DuplicateId", 2)
    assert all(isinstance(item, Record) for item in read_dialogues(nested))


def test_results_are_divided_and_get_the_layout_of_the_input() -> None:
    said = [{"speaker": "s", "text": "one"}, {"speaker": "t", "text": "two"}]
    rows = [{"id": "a", "messages": said}, {"id": None, "error": "MissingId"}]
    released, failed = split_outcomes(make_table(rows, outcome_schema()))
    assert failed.to_pylist() == [{"id": None, "error": "MissingId"}]
    assert unnest(released, ROWS).to_pylist() == [
        {"dialogue": "a", "turn": 0, "speaker": "s", "text": "one"},
        {"dialogue": "a", "turn": 1, "speaker": "t", "text": "two"},
    ]
    layout = Layout("chat", "said", group="class")
    assert unnest(released, layout).to_pylist() == [{"chat": "a", "said": said}]


def test_an_error_in_making_a_table_quotes_nothing() -> None:
    with pytest.raises(InputError) as raised:
        make_table([{"id": "a", "messages": "Zorblatt"}], outcome_schema())
    assert "Zorblatt" not in str(raised.value)
    assert raised.value.__context__ is None
