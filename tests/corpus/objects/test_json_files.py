import json
from pathlib import Path
from typing import Any

import pytest

from spacy_piivot.corpus import Columns, Record, find_inputs, layout_notes, open_writer, read_inputs
from spacy_piivot.corpus.objects.json_files import JSON, holds_essays
from spacy_piivot.errors import InputError, RecordError


def read(path: Path, columns: Columns | None = None) -> list[Record | RecordError]:
    return [entry.item for entry in read_inputs(find_inputs(path), columns or Columns())]


def shape(items: list[Record | RecordError]) -> list[tuple]:
    return [
        (item.dialogue.id, [(m.speaker, m.text) for m in item.dialogue.messages])
        if isinstance(item, Record)
        else (item.kind, item.line, item.id)
        for item in items
    ]


def copy(path: Path, columns: Columns | None = None) -> str:
    """What is written of a file when nothing is replaced."""
    columns = columns or Columns()
    (file,) = find_inputs(path).files
    out = path.with_name(f"copy{path.suffix}")
    with out.open("wb") as stream:
        writer = open_writer(file, columns, stream)
        for item in read(path, columns):
            assert isinstance(item, Record)
            messages: list[dict[str, Any]] = [
                {"speaker": message.speaker, "text": message.text}
                for message in item.dialogue.messages
            ]
            if item.kept is not None:
                for message, kept in zip(messages, item.kept.messages, strict=True):
                    message["kept"] = kept
            own = {"kept": item.kept.dialogue} if item.kept else {}
            writer.write({"id": item.dialogue.id, "messages": messages, **own})
        writer.close()
    return out.read_text("utf8")


MESSAGES = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "4/12"}]
CHAT = {"messages": MESSAGES}
TURNS = [("user", "hi"), ("assistant", "4/12")]
OURS = {"id": "a", "messages": [{"speaker": "user", "text": "hi"}]}
ROWS: list[dict[str, Any]] = [
    {"session": 7, "sender": "user", "message": "hi"},
    {"session": 8, "sender": "Bo", "message": "4/12"},
    {"session": 7, "sender": "assistant", "message": "4/12"},
]
TOGETHER = [ROWS[0], ROWS[2], ROWS[1]]
SHARED = {"conversations": [{"from": "human", "value": "hi"}]}


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ([OURS], [("a", [("user", "hi")])]),
        (OURS, [("a", [("user", "hi")])]),
        ([CHAT, CHAT], [("chat", TURNS), ("chat-2", TURNS)]),
        (CHAT, [("chat", TURNS)]),
        (MESSAGES, [("chat", TURNS)]),
        ([{"id": "x", **CHAT}], [("x", TURNS)]),
        ([SHARED], [("chat", [("human", "hi")])]),
        (ROWS, [("7", TURNS), ("8", [("Bo", "4/12")])]),
        ([{"Session ID": "s", "Message": "hi"}], [("s", [("", "hi")])]),
        ([], []),
    ],
)
def test_every_shape_is_read_and_written_as_it_came(
    tmp_path: Path, content: Any, found: list[tuple]
) -> None:
    path = tmp_path / "chat.json"
    path.write_text(json.dumps(content))
    assert shape(read(path)) == found
    assert json.loads(copy(path)) == (TOGETHER if content is ROWS else content)


def test_lines_may_be_chats_and_rows(tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    path.write_text(f"{json.dumps(CHAT)}\n\n{json.dumps(CHAT)}\n")
    assert shape(read(path)) == [("chat", TURNS), ("chat-2", TURNS)]
    assert [json.loads(line) for line in copy(path).splitlines()] == [CHAT, CHAT]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in ROWS))
    assert shape(read(path)) == [("7", TURNS), ("8", [("Bo", "4/12")])]
    assert [json.loads(line) for line in copy(path).splitlines()] == TOGETHER


def test_how_it_is_read_is_said(tmp_path: Path) -> None:
    path = tmp_path / "chat.json"

    def notes(content: Any) -> list[str]:
        path.write_text(json.dumps(content))
        return layout_notes(find_inputs(path).files[0], Columns())

    assert notes([OURS]) == []
    (said,) = notes([CHAT])
    assert "'content' is read as the text, 'role' as the speaker, the dialogues have no" in said
    assert notes(ROWS)[-1] == "rows put together because others stand between them: 1 dialogue"


@pytest.mark.parametrize(
    "content", [{"a": 1}, [1, 2], [{"a": 1}], [[CHAT]], {"settings": {"text": "x"}}, ["hi"]]
)
def test_anything_else_is_refused_with_what_can_be_read(tmp_path: Path, content: Any) -> None:
    path = tmp_path / "chat.json"
    path.write_text(json.dumps(content))
    with pytest.raises(InputError, match=r"what can be read of JSON: dialogues .* essays"):
        read(path)


def test_a_bad_object_costs_itself(tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    parts = [{"role": "user", "content": [{"type": "text", "text": "Zorblatt"}]}]
    chats: list[Any] = [CHAT, {"messages": parts}, 7, {"messages": []}, {"messages": [3]}, CHAT]
    chats.append({"messages": [{"role": "user", "content": 5}]})
    path.write_text("[" + ",\n".join(json.dumps(chat) for chat in chats) + "]")
    items = read(path)
    assert [one[0] for one in shape(items)] == [
        "chat", "SeveralParts", "NotAnObject", "ZeroMessages", "MessageNotAnObject", "chat-6",
        "TextNotString",
    ]  # fmt: skip
    assert [one.line for one in items][:4] == [1, 2, 3, 4]
    assert "Zorblatt" not in str(items[1])
    rows = [{"session": "a", "text": "1"}, {"session": "b", "text": 5}, {"session": "c"}]
    path.write_text(json.dumps(rows))
    assert [one[0] for one in shape(read(path))] == ["TextNotString", "a", "c"]
    path.write_text(json.dumps([*rows, 9]))
    assert [one[0] for one in shape(read(path))] == ["TextNotString", "a", "NotAnObject", "c"]


@pytest.mark.parametrize("suffix", [".json", ".jsonl"])
def test_a_null_stays_null(tmp_path: Path, suffix: str) -> None:
    calls = {"role": "assistant", "content": None, "tool_calls": [{"name": "Zorblatt"}]}
    empty = {"role": "user", "content": ""}
    path = tmp_path / f"chat{suffix}"
    path.write_text(json.dumps({"messages": [*MESSAGES, calls, empty]}))
    (record,) = read(path)
    assert isinstance(record, Record)
    assert [message.text for message in record.dialogue.messages] == ["hi", "4/12", "", ""]
    assert "null text" not in record.source["messages"][2]
    (written,) = map(json.loads, copy(path).splitlines())
    assert written["messages"][2:] == [{"role": "assistant", "content": None}, empty]


def test_the_text_that_was_asked_for_is_read_beside_another(tmp_path: Path) -> None:
    message = {"role": "user", "speaker": "Bo", "content": "hi", "text": "yo"}
    path = tmp_path / "chat.jsonl"
    path.write_text(json.dumps({"messages": [message]}))
    columns = Columns(text="content", speaker="role")
    (record,) = read(path, columns)
    assert isinstance(record, Record)
    assert [(m.speaker, m.text) for m in record.dialogue.messages] == [("user", "hi")]
    (written,) = map(json.loads, copy(path, columns).splitlines())
    assert written["messages"] == [{"role": "user", "content": "hi"}]


def test_fields_that_are_asked_for_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    first = {"role": "user", "content": "hi", "at": 3}
    chat = {"messages": [first, {"role": "a", "content": ""}], "condition": "control"}
    path.write_text(json.dumps([{**chat, "messages": [{**first, "x": 1}, MESSAGES[1]]}]))
    columns = Columns(keep=("at", "condition"))
    (record,) = read(path, columns)
    assert isinstance(record, Record)
    assert record.kept is not None
    assert record.kept.messages == [{"at": 3}, {}]
    assert record.kept.dialogue == {"condition": "control"}
    assert json.loads(copy(path, columns)) == [{**chat, "messages": [first, MESSAGES[1]]}]
    notes = layout_notes(find_inputs(path).files[0], Columns(keep=("condtion",)))
    assert notes[-1] == "has no 'condtion' to keep"
    path.write_text(json.dumps([{**chat, "condition": ["a", "list"]}]))
    assert shape(read(path, Columns(keep=("condition",))))[0][0] == "KeptNotAValue"


def test_a_file_of_settings_is_told_from_dialogues(tmp_path: Path) -> None:
    path = tmp_path / "in.json"
    for content, expected in [
        (b"[]", True), (b" \r\n\t[{", True), (b"\xef\xbb\xbf[", True), (b"", False),
        (b'{"a": []}', False), (b"\xef\xbb\xbf {", False), (b"12", False), (b'"["', False),
        (b'{"id": 3, "messages": []}', True),
    ]:  # fmt: skip
        path.write_bytes(content)
        assert JSON.is_format_of(path) == expected
    # Whoever reads it says what is wrong.
    assert JSON.is_format_of(tmp_path / "missing.json")


def test_essays_are_told_from_rows(tmp_path: Path) -> None:
    path = tmp_path / "in.json"
    for content, expected in [
        ([{"document": 1, "full_text": "x"}], True),
        ([{"document": 1}, {"document": 2, "full_text": "x"}], True),
        ([{"essay_id": 1, "full_text": "x"}], False),
        ([CHAT], False),
    ]:
        path.write_text(json.dumps(content))
        assert holds_essays(path) == expected
