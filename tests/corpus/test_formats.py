import io
import json
from pathlib import Path

import pytest
from essays import essay, write_essays

from spacy_piivot.corpus import Columns, Record, find_inputs, layout_notes, open_writer, read_inputs

CONTENTS = {
    "a.jsonl": '{"id": "a", "messages": [{"speaker": "", "text": "hi  \\r\\n"}]}\n',
    "b.csv": 'dialogue,text\nb,"hi  \r\n"\n',
    "c.txt": "hi  \r\n",
    "d.json": '[\n{"document": 4, "full_text": "hi  \\r\\n", "tokens": ["hi", "  \\r\\n"], '
    '"trailing_whitespace": [false, false]}\n]\n',
}


@pytest.mark.parametrize("name", CONTENTS)
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_every_format_comes_back(tmp_path: Path, name: str, mark: str) -> None:
    path = tmp_path / name
    path.write_bytes((mark + CONTENTS[name]).encode())
    inputs = find_inputs(path)
    stream = io.BytesIO()
    writer = open_writer(inputs.files[0], Columns(), stream)
    for entry in read_inputs(inputs, Columns()):
        assert isinstance(entry.item, Record)
        assert [m.text for m in entry.item.dialogue.messages] == ["hi  \r\n"]
        writer.write(entry.item.source)
    writer.close()
    kept = mark if path.suffix in (".csv", ".txt") else ""
    written = stream.getvalue().decode()
    if path.suffix == ".json":
        assert [one["full_text"] for one in json.loads(written)] == ["hi  \r\n"]
        assert json.loads(written)[0]["document"] == 4
    else:
        assert written == kept + CONTENTS[name]


def test_new_ids_are_never_numbers(tmp_path: Path) -> None:
    (file,) = find_inputs(write_essays(tmp_path / "a.json", essay(7, "x"))).files
    stream = io.BytesIO()
    writer = open_writer(file, Columns(), stream, new_ids=True)
    writer.write({"id": "7", "messages": [{"speaker": "", "text": "x"}]})
    writer.close()
    assert json.loads(stream.getvalue())[0]["document"] == "7"


@pytest.mark.parametrize(
    ("header", "columns", "notes"),
    [
        ("dialogue,speaker,text", Columns(), []),
        ("text", Columns(), ["read as one dialogue"]),
        ("document,full_text,tokens,labels", Columns(), ["dropped columns: tokens, labels",
                                                         "each 'document' is a dialogue"]),
        ("essay_id,full_text", Columns(dialogue="essay_id"), []),
        ("id,text", Columns(), ["each 'id' is a dialogue"]),
        ("id,speaker,text", Columns(), ["dropped columns: id", "read as one dialogue"]),
        ("user_id,text", Columns(dialogue="user_id"), ["'user_id' may tell who somebody is"]),
    ],
)  # fmt: skip
def test_how_a_table_is_read_is_said(
    tmp_path: Path, header: str, columns: Columns, notes: list[str]
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(header + "\n")
    said = layout_notes(find_inputs(path).files[0], columns)
    assert [line[: len(note)] for line, note in zip(said, notes, strict=True)] == notes
