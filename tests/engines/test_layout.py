import pytest

from spacy_piivot.engines.layout import Layout, TableColumns, find_layout
from spacy_piivot.errors import InputError


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["id", "messages"], Layout("id", "messages")),
        (["group", "dialogue", "messages", "x"], Layout("dialogue", "messages", group="group")),
        (["id", "dialogue", "messages"], Layout("id", "messages")),
        (["dialogue", "id", "text"], Layout("dialogue", text="text")),
        (["id", "speaker", "text"], Layout("id", text="text", speaker="speaker")),
        (["essay_id", "full_text"], Layout("essay_id", text="full_text")),
    ],
)
def test_the_usual_names_are_known(names: list[str], expected: Layout) -> None:
    assert find_layout(names, TableColumns()) == expected


def test_named_columns_win() -> None:
    columns = TableColumns(dialogue="chat", text="said", speaker="who", order="at", group="class")
    layout = find_layout(["id", "text", "class", "at", "who", "said", "chat"], columns)
    assert layout == Layout("chat", None, "said", "who", "class", "at")
    assert layout.columns == ["chat", "said", "who", "class", "at"]
    assert not layout.is_nested


@pytest.mark.parametrize(
    ("names", "columns", "said"),
    [
        (["id"], TableColumns(), "known to contain the text: name it"),
        (["text"], TableColumns(), "known to contain the dialogue"),
        (["messages"], TableColumns(), "known to contain the dialogue"),
        (["id", "text"], TableColumns(speaker="who"), "no column 'who'. It has: id, text"),
    ],
)
def test_what_is_missing_is_said(names: list[str], columns: TableColumns, said: str) -> None:
    with pytest.raises(InputError, match=said):
        find_layout(names, columns)


def test_rows_without_an_order_need_a_column_for_it() -> None:
    with pytest.raises(InputError, match="have no order: name the column"):
        find_layout(["id", "text"], TableColumns(), ordered=False)
    assert find_layout(["id", "messages"], TableColumns(), ordered=False).is_nested
