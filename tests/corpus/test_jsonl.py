import json
from pathlib import Path
from typing import Any

import pytest

from spacy_piivot.corpus.jsonl import read_jsonl
from spacy_piivot.corpus.records import Record
from spacy_piivot.errors import RecordError

GOOD = {"id": "good", "messages": [{"speaker": "tutor", "text": "Hello!"}]}


def read(tmp_path: Path, *lines: Any) -> list[Record | RecordError]:
    path = tmp_path / "in.jsonl"
    path.write_bytes(
        b"".join(
            (line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n"
            for line in lines
        )
    )
    return list(read_jsonl(path))


def with_message(message: Any) -> dict[str, Any]:
    return {"id": "bad", "messages": [message]}


@pytest.mark.parametrize(
    ("kind", "id", "line"),
    [
        ("NotJSON", None, b'{"id": "Zorblatt"'),
        ("NotJSON", None, b'{"id": ' + b"9" * 5000 + b"}"),
        ("NotJSON", None, b"[" * 100_000),
        ("NotUTF8", None, b'{"id": "\xff\xfe"}'),
        ("NulCharacter", None, b'{"id": "a\0b"}'),
        ("NotAnObject", None, ["Zorblatt"]),
        ("NotAnObject", None, b"null"),
        ("MissingId", None, {"messages": GOOD["messages"]}),
        ("MissingId", None, {"id": "", "messages": GOOD["messages"]}),
        ("MissingId", None, {"id": True, "messages": GOOD["messages"]}),
        ("MissingMessages", "bad", {"id": "bad"}),
        ("MissingMessages", "bad", {"id": "bad", "messages": "Zorblatt"}),
        ("ZeroMessages", "bad", {"id": "bad", "messages": []}),
        ("MessageNotAnObject", "bad", with_message("Zorblatt")),
        ("TextNotString", "bad", with_message({"speaker": "T"})),
        ("TextNotString", "bad", with_message({"speaker": "T", "text": 5})),
        ("SpeakerNotString", "bad", with_message({"speaker": ["Zorblatt"], "text": "x"})),
        ("LoneSurrogate", "bad", with_message({"text": "Zorblatt \ud83d"})),
        ("LoneSurrogate", "bad", with_message({"text": "x", "note": "\udc00"})),
        ("LoneSurrogate", None, {"id": "\ud83d", "messages": GOOD["messages"]}),
        ("NulCharacter", "bad", with_message({"speaker": "T", "text": "Zorblatt\0"})),
        ("DuplicateId", "first", {"id": "first", "messages": GOOD["messages"]}),
    ],
)
def test_a_bad_line_is_reported_with_line_and_id_and_nothing_else_is_lost(
    tmp_path: Path, kind: str, id: str | None, line: Any
) -> None:
    first = {**GOOD, "id": "first"}
    before, error, after = read(tmp_path, first, line, GOOD)
    assert isinstance(before, Record)
    assert isinstance(error, RecordError)
    assert (error.kind, error.line, error.id) == (kind, 2, id)
    assert "Zorblatt" not in str(error)
    assert isinstance(after, Record)
    assert (after.dialogue.id, after.line) == ("good", 3)


def test_an_error_holds_no_text_in_what_it_is_chained_to(tmp_path: Path) -> None:
    for error in read(tmp_path, b'{"text": "Zorblatt', b'"Zorblatt \xff"'):
        assert isinstance(error, RecordError)
        assert error.__context__ is None
        assert error.__cause__ is None


def test_a_byte_order_mark_blank_lines_and_crlf_line_ends_do_no_harm(tmp_path: Path) -> None:
    line = json.dumps(GOOD).encode()
    (record,) = read(tmp_path, b"\xef\xbb\xbf" + line + b"\r", b"", b"  \r")
    assert isinstance(record, Record)
    assert record.dialogue.messages[0].text == "Hello!"


def test_a_line_that_lacks_its_line_end_is_read(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_bytes(json.dumps(GOOD).encode())
    assert len(list(read_jsonl(path))) == 1


def test_line_separators_of_unicode_do_not_end_a_line(tmp_path: Path) -> None:
    text = "one\u2028two\u0085three\x0bfour"
    line = json.dumps(with_message({"text": text}), ensure_ascii=False).encode()
    (record,) = read(tmp_path, line.replace(b"\x0b", b"\\u000b"))
    assert isinstance(record, Record)
    assert record.dialogue.messages[0].text == text


def test_a_number_as_id_a_null_speaker_and_a_message_id_are_read(tmp_path: Path) -> None:
    (record,) = read(tmp_path, {"id": 17, "messages": [{"id": 3, "speaker": None, "text": ""}]})
    assert isinstance(record, Record)
    assert record.dialogue.id == "17"
    assert record.dialogue.messages[0].speaker == ""
    assert record.dialogue.messages[0].id == "3"
    assert record.source["id"] == 17
