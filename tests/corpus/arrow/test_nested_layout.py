import pyarrow as pa
import pytest
from made_tables import chat, nested

from spacy_piivot.corpus.arrow.nested_layout import find_nested
from spacy_piivot.corpus.records import Columns
from spacy_piivot.errors import InputError


def lists(**fields: pa.DataType) -> pa.DataType:
    return pa.list_(pa.struct(list(fields.items())))


TEXT = pa.string()


CHAT = lists(role=TEXT, content=TEXT)


@pytest.mark.parametrize(
    ("columns", "messages", "text", "speaker", "dialogue"),
    [
        ({"id": TEXT, "messages": CHAT}, "messages", "content", "role", "id"),
        (
            {"conversation_id": TEXT, "conversation": lists(role=TEXT, n=pa.int8(), text=TEXT)},
            *("conversation", "text", "role", "conversation_id"),
        ),
        (
            {"session": pa.int64(), "turns": lists(sender=TEXT, message=TEXT)},
            *("turns", "message", "sender", "session"),
        ),
        ({"id": TEXT, "messages": pa.list_(TEXT)}, "messages", None, None, "id"),
        (
            {"id": TEXT, "messages": pa.large_list(TEXT), "tags": pa.list_(TEXT)},
            *("messages", None, None, "id"),
        ),
        (
            {"dialogue": TEXT, "text": TEXT, "messages": pa.list_(TEXT)},
            "messages",
            None,
            None,
            "dialogue",
        ),
        ({"messages": lists(text=TEXT)}, "messages", "text", None, None),
        # As on Hugging Face.
        (
            {"id": TEXT, "conversations": lists(**{"from": TEXT, "value": TEXT})},
            *("conversations", "value", "from", "id"),
        ),
        (
            {"chat": CHAT, "rejected": CHAT, "chosen": CHAT},
            *("chat", "content", "role", None),
        ),
    ],
)
def test_the_lists_of_messages_are_found(
    columns: dict[str, pa.DataType],
    messages: str,
    text: str | None,
    speaker: str | None,
    dialogue: str | None,
) -> None:
    layout = find_nested(pa.schema(list(columns.items())), Columns(), "a.parquet")
    assert layout is not None
    assert (layout.messages, layout.text) == (messages, text)
    assert (layout.speaker, layout.dialogue) == (speaker, dialogue)


@pytest.mark.parametrize(
    "schema",
    [
        chat().schema,
        pa.schema([("text", TEXT), ("tags", pa.list_(TEXT))]),
        pa.schema([("text", TEXT), ("scores", lists(name=TEXT, value=pa.float64()))]),
        pa.schema([("text", TEXT), ("messages", pa.list_(pa.int64()))]),
    ],
)
def test_other_tables_have_a_message_in_each_row(schema: pa.Schema) -> None:
    assert find_nested(schema, Columns(), "a.parquet") is None


def test_the_text_column_names_lists_fields_or_another_column() -> None:
    schema = pa.schema(
        [("id", TEXT), ("a", lists(text=TEXT)), ("b", lists(words=TEXT)), ("message", TEXT)]
    )
    by_list = find_nested(schema, Columns(text="a"), "a.parquet")
    assert by_list is not None
    assert by_list.messages == "a"
    by_field = find_nested(schema.remove(1), Columns(text="words"), "a.parquet")
    assert by_field is not None
    assert (by_field.messages, by_field.text) == ("b", "words")
    assert find_nested(schema, Columns(text="message"), "a.parquet") is None


def test_dropped_columns_and_fields_are_listed() -> None:
    message = lists(role=TEXT, content=TEXT, score=pa.float64())
    schema = pa.schema([("id", TEXT), ("url", TEXT), ("messages", message), ("group", TEXT)])
    layout = find_nested(schema, Columns(), "a.parquet")
    assert layout is not None
    assert layout.dropped == ["url", "group", "messages.score"]
    assert layout.read == ["id", "group", "messages"]
    kept = find_nested(schema, Columns(keep=("url", "score", "id")), "a.parquet")
    assert kept is not None
    assert kept.dropped == ["group"]
    assert (kept.kept, kept.kept_fields) == (["url"], ["score"])


def test_names_that_are_not_ours_are_said() -> None:
    schema = pa.schema([("session", TEXT), ("turns", CHAT)])
    layout = find_nested(schema, Columns(), "a.parquet")
    assert layout is not None
    assert layout.notes == [
        "'turns' is read as the messages (--text-column names another column)",
        "of each of 'turns', 'content' is read as the text, 'role' as the speaker",
        "each 'session' is a dialogue (--dialogue-column names another column)",
    ]
    ours = pa.schema([("id", TEXT), ("messages", lists(speaker=TEXT, text=TEXT))])
    found = find_nested(ours, Columns(), "a.parquet")
    assert found is not None
    assert found.notes == []
    without_ids = find_nested(ours.remove(0), Columns(), "a.parquet")
    assert without_ids is not None
    assert without_ids.notes == ["no column has ids, so rows are numbered (--dialogue-column)"]


def test_the_released_schema_has_nothing_but_the_columns() -> None:
    field = pa.field(
        "id", pa.int64(), nullable=False, metadata={"PARQUET:field_id": "7", "a": "Ola"}
    )
    message = lists(role=pa.dictionary(pa.int8(), TEXT), content=pa.large_string())
    schema = pa.schema(
        [field, pa.field("messages", message, nullable=False), ("url", TEXT)],
        metadata={"pandas": "Ola", "huggingface": "Ola"},
    )
    layout = find_nested(schema, Columns(), "a.parquet")
    assert layout is not None
    released = layout.released()
    assert released.metadata is None
    assert released.names == ["id", "messages"]
    assert released.field("id").type == pa.int64()
    assert not released.field("id").nullable
    assert released.field("id").metadata == {b"PARQUET:field_id": b"7"}
    assert not released.field("messages").nullable
    inside = released.field("messages").type.value_type
    assert inside.field("role").type == pa.dictionary(pa.int32(), TEXT)
    assert inside.field("content").type == pa.large_string()
    assert layout.released(new_ids=True).field("id").type == TEXT


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (Columns(dialogue="lesson"), "there is no column 'lesson'. It has 'id', 'messages'. Give"),
        (Columns(speaker="who"), "messages have no field 'who'. They have 'role'. Give --speaker"),
        (Columns(keep=("messages",)), None),
    ],
)  # fmt: skip
def test_a_missing_column_is_said(columns: Columns, message: str | None) -> None:
    if message is None:
        assert find_nested(nested().schema, columns, "a.parquet") is not None
        return
    with pytest.raises(InputError, match=message):
        find_nested(nested().schema, columns, "a.parquet")


@pytest.mark.parametrize(
    ("column", "type"),
    [("id", pa.float64()), ("group", pa.bool_()), ("url", pa.list_(TEXT))],
)
def test_a_column_of_the_wrong_type_is_said(column: str, type: pa.DataType) -> None:
    schema = nested().schema.append(pa.field("other", TEXT))
    schema = pa.schema([one for one in schema if one.name != column]).append(pa.field(column, type))
    columns = Columns(
        dialogue="id",
        keep=("url",) if column == "url" else (),
        group="group" if column == "group" else None,
    )
    with pytest.raises(InputError, match=f"'{column}' has the type .* must contain"):
        find_nested(schema, columns, "a.parquet")


def test_two_lists_of_messages_must_be_named() -> None:
    schema = pa.schema([("id", TEXT), ("a", lists(text=TEXT)), ("b", lists(text=TEXT))])
    with pytest.raises(InputError, match="in the column 'a' or 'b'"):
        find_nested(schema, Columns(), "a.parquet")
