import pyarrow as pa
import pytest

from spacy_piivot.engines.layout import TableColumns, find_layout
from spacy_piivot.errors import InputError

MESSAGES = pa.list_(pa.struct([("role", pa.string()), ("content", pa.string())]))


def schema(*names: str) -> pa.Schema:
    types = {"messages": MESSAGES, "turns": MESSAGES, "id": pa.int64(), "turn": pa.int32()}
    return pa.schema([(name, types.get(name, pa.string())) for name in names])


@pytest.mark.parametrize(
    ("names", "dialogue", "columns"),
    [
        (["id", "messages"], "id", ["id", "messages"]),
        (["group", "dialogue", "messages", "x"], "dialogue", ["group", "dialogue", "messages"]),
        (["dialogue", "id", "text"], "dialogue", ["dialogue", "text"]),
        (["conversation", "sender", "message"], "conversation", None),
        (["essay_id", "full_text"], "essay_id", None),
    ],
)
def test_columns_are_recognised_as_in_files(
    names: list[str], dialogue: str, columns: list[str] | None
) -> None:
    layout = find_layout(schema(*names))
    assert layout.dialogue == dialogue
    assert layout.columns == (columns or names)
    assert layout.is_nested == ("messages" in names)


def test_named_columns_win() -> None:
    columns = TableColumns("chat", None, "said", "who", "class", ("Grade",), "turn")
    layout = find_layout(schema("id", "grade", "class", "turn", "who", "said", "chat"), columns)
    assert layout.dialogue == "chat"
    assert layout.columns == ["grade", "class", "turn", "who", "said", "chat"]
    assert layout.corpus.released().names == ["grade", "who", "said", "chat"]
    lists = find_layout(schema("id", "turns", "messages"), TableColumns(messages="turns"))
    assert lists.columns == ["id", "turns"]


@pytest.mark.parametrize(
    ("names", "columns", "said"),
    [
        (["id"], TableColumns(), "no column 'text' or 'full_text'.* Give text=…"),
        (["text"], TableColumns(), "known to contain the dialogue's id: name it"),
        (["messages"], TableColumns(), "known to contain the dialogue's id"),
        (["id", "text"], TableColumns(speaker="who"), "no column 'who'.* Give speaker=…"),
        (["id", "text"], TableColumns(order="at"), "no column 'at'"),
        (["id", "text"], TableColumns(order="text"), "cannot be sorted by 'text'"),
        (["id", "text", "turn"], TableColumns(text="turn"), "type int32, and must contain texts"),
        (["id", "text"], TableColumns(text="text", messages="m"), "not both"),
    ],
)
def test_what_is_missing_is_said(names: list[str], columns: TableColumns, said: str) -> None:
    with pytest.raises(InputError, match=said):
        find_layout(schema(*names), columns)


def test_rows_without_an_order_need_a_column_for_it() -> None:
    with pytest.raises(InputError, match="have no order: name the column"):
        find_layout(schema("id", "text"), ordered=False)
    assert find_layout(schema("id", "messages"), ordered=False).is_nested
