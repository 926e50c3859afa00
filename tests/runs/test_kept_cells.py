import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from commands import run
from json_lines import read_jsonl
from spacy.language import Language
from transcripts import make_pipeline

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc, doc_to_dialogue
from spacy_piivot.core.shape import doc_shape
from spacy_piivot.corpus import Columns
from spacy_piivot.errors import InputError
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.kept_cells import _may_be_pii
from spacy_piivot.runs.reading import InputReading
from spacy_piivot.runs.restore import restore

HEADER = ["session", "speaker", "text", "at", "user_id", "phone", "note", "n"]
ROWS = [
    ["a", "Amara Okoye", "I am Amara Okoye, student number 483920, call me on (417) 555-0199",
     "2024-03-05T10:00:01Z", "483920", "4175550199", "Amara was late", "12"],
    ["a", "tutor", "Thanks, Amara. What is 4/12?", "2024-03-05T10:00:09Z", "7", "", "", "7"],
    ["b", "tutor", "1/3", "10:02", "", "4175550123", "Priya Raman helped", "0.25"],
]  # fmt: skip
ORIGINALS = ("Amara", "Okoye", "483920", "4175550199", "4175550123", "Priya", "Raman")
KEEP = ("at", "user_id", "phone", "note", "n")


def write(path: Path, rows: list[list[str]] = ROWS, header: list[str] = HEADER) -> Path:
    with path.open("w", newline="", encoding="utf8") as stream:
        csv.writer(stream).writerows([header, *rows])
    return path


def release(
    nlp: Language, source: Path, *keep: str, **options: Any
) -> tuple[list[dict[str, str]], list[str]]:
    out = source.with_name("out.csv")
    lines: list[str] = []
    reading = InputReading(columns=Columns(keep=keep), report=lines.append)
    deidentify(source, out, nlp, reading=reading, **options)
    return list(csv.DictReader(io.StringIO(out.read_text("utf8")))), lines


def test_no_original_leaves_in_a_column_that_is_kept(keyed_nlp: Language, tmp_path: Path) -> None:
    first, second, third = (rows := release(keyed_nlp, write(tmp_path / "in.csv"), *KEEP)[0])
    assert list(first) == HEADER
    assert not any(original in str(rows) for original in ORIGINALS)
    # Times and short numbers stay, and so does the 7 that is somebody's id in another column.
    assert [row["at"] for row in rows] == [row[3] for row in ROWS]
    assert [row["n"] for row in rows] == ["12", "7", "0.25"]
    # The same surrogates as in the messages.
    given = first["speaker"].split()[0]
    assert first["note"] == f"{given} was late"
    assert given in second["text"]
    assert first["user_id"] in first["text"]
    assert second["user_id"] != "7"
    assert (second["phone"], second["note"], third["user_id"]) == ("", "", "")
    assert third["note"].endswith(" helped")


def test_the_messages_are_those_of_a_release_without_it(
    keyed_nlp: Language, tmp_path: Path
) -> None:
    source = write(tmp_path / "in.csv")
    kept, _ = release(keyed_nlp, source, *KEEP)
    without, lines = release(keyed_nlp, source)
    assert "in.csv: dropped columns: at, user_id, phone, note, n" in lines
    names = ["session", "speaker", "text"]
    assert [[row[name] for name in names] for row in kept] == [
        [row[name] for name in names] for row in without
    ]


def test_an_original_in_a_time_holds_the_dialogue_back(keyed_nlp: Language, tmp_path: Path) -> None:
    rows = [["a", "my student number is 1700000000", "1700000000"], ["b", "hi", "1700000000"]]
    source = write(tmp_path / "in.csv", rows, ["session", "text", "timestamp"])
    released, lines = release(
        keyed_nlp, source, "timestamp", private_reasons=tmp_path / "reasons.jsonl"
    )
    assert released == [{"session": "b", "text": "hi", "timestamp": "1700000000"}]
    assert any("originals are in a column that is kept (1 ID_NUM)" in line for line in lines)
    assert read_jsonl(tmp_path / "reasons.jsonl")[1]["findings"][0]["why"] == "beside"


@pytest.mark.parametrize(
    ("cell", "name", "searched"),
    [
        ("", "note", False), (None, "note", False), (True, "done", False), ("  ", "x", False),
        ("12", "n", False), (12, "n", False), ("0.123456789", "score", False), ("-3,5", "x", False),
        ("2024-03-05", "x", False), ("2024-03-05 10:00:01.123456+01:00", "x", False),
        ("10:02", "x", False), ("01:10:02.5", "x", False), ("45%", "x", False),
        ("1700000000", "timestamp", False), (1700000000123, "Created At", False),
        ("1700000000", "call", True), ("2175550199", "timestamp", True),
        ("12345", "n", True), (12345, "n", True), ("5551234567.0", "x", True),
        ("7", "user_id", True), ("7", "User ID", True), ("2010-05-17", "dob", True),
        ("treatment", "condition", True), ("4/12", "x", True), ("10:02 Ana", "x", True),
        ("N/A", "user_id", False), ("keine Angabe", "x", False),
        ("١٢٣", "x", False), ("4175550199", "tel", True),
    ],
)  # fmt: skip
def test_what_is_neither_a_time_nor_a_short_number_is_searched(
    cell: Any, name: str, searched: bool
) -> None:
    assert _may_be_pii(cell, name) == searched


def test_a_release_is_undone_with_its_columns(keyed_nlp: Language, tmp_path: Path) -> None:
    source, key = write(tmp_path / "in.csv"), b"k" * 32
    release(keyed_nlp, source, *KEEP, vault=tmp_path / "vault", vault_key=key)
    back = tmp_path / "back.csv"
    reading = InputReading(columns=Columns(keep=KEEP))
    restore(tmp_path / "out.csv", back, tmp_path / "vault", key, reading=reading)
    assert list(csv.reader(back.open(newline=""))) == [HEADER, *ROWS]
    restore(tmp_path / "out.csv", back, tmp_path / "vault", key)
    assert list(csv.reader(back.open(newline=""))) == [
        HEADER[:3], *(row[:3] for row in ROWS)
    ]  # fmt: skip


def test_fields_of_messages_and_dialogues_are_kept(keyed_nlp: Language, tmp_path: Path) -> None:
    message = {"role": "user", "content": "I am Amara Okoye", "student_id": 483920, "n": 1.5}
    chat = {"messages": [message], "condition": "control", "by": "Amara Okoye"}
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(json.dumps(chat) + "\n")
    reading = InputReading(columns=Columns(keep=("student_id", "n", "condition", "by")))
    deidentify(source, out, keyed_nlp, reading=reading)
    (released,) = read_jsonl(out)
    (own,) = released["messages"]
    assert list(released) == ["messages", "condition", "by"]
    assert list(own) == ["role", "content", "student_id", "n"]
    assert (released["condition"], own["n"]) == ("control", 1.5)
    assert own["content"] == f"I am {released['by']}"
    assert isinstance(own["student_id"], int)
    assert own["student_id"] != 483920
    assert "Amara" not in out.read_text()


def test_spans_of_the_input_say_nothing_of_other_columns(tmp_path: Path) -> None:
    reading = InputReading(columns=Columns(keep=("note",)))
    source = write(tmp_path / "in.csv")
    with pytest.raises(InputError, match="--keep-column does not work with --spans-from-input"):
        deidentify(
            source, tmp_path / "out.csv", make_pipeline("fake_finder"), reading=reading,
            spans_from_input=True,
        )  # fmt: skip


def test_a_column_that_is_not_there_is_told(tmp_path: Path) -> None:
    source = write(tmp_path / "in.csv")
    done = run("deidentify", source, "-o", tmp_path / "out.csv", "--keep-column", "conditon")
    assert done.exit_code == 2
    assert "the input has no column or field 'conditon'" in done.stderr
    assert not (tmp_path / "out.csv").exists()


def test_a_column_is_kept_in_the_files_that_have_it(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.csv").write_text("dialogue,text,time,kind\na,hi,1:20,x\n")
    (folder / "b.csv").write_text("dialogue,text,Zeit\nb,hi,2:30\n")
    (folder / "c.jsonl").write_text('{"id": "c", "messages": [{"text": "hi"}]}\n')
    (folder / "d.txt").write_text("hi")
    out = tmp_path / "out"
    for ids in ("keep", "hmac"):
        kept = ["--keep-column", "time", "--keep-column", "Zeit", "--ids", ids]
        done = run("deidentify", folder, "-o", out / ids, *kept)
        assert done.exit_code == 0, done.output
        called = "b.csv" if ids == "keep" else "file 2 by name"
        assert f"{called}: has no 'time' to keep" in done.stderr
    assert (out / "keep" / "a.csv").read_text() == "dialogue,text,time\na,hi,1:20\n"
    assert (out / "keep" / "b.csv").read_text() == "dialogue,text,Zeit\nb,hi,2:30\n"
    refused = run("deidentify", folder, "-o", out / "x", "--keep-column", "turn", "--ids", "hmac")
    assert refused.exit_code == 2
    assert "no column or field 'turn'" in refused.stderr
    essays = tmp_path / "e.json"
    essays.write_text(
        '[{"document": 1, "full_text": "hi", "tokens": ["hi"], "trailing_whitespace": [false]}]'
    )
    nothing = run("deidentify", essays, "-o", out / "e.json", "--keep-column", "document")
    assert "no column or field 'document'" in nothing.stderr


def test_an_essay_with_other_columns_is_an_essay(keyed_nlp: Language) -> None:
    essay = " ".join(["A word about design thinking and what I learned from it."] * 12)
    doc = dialogue_to_doc(Dialogue("a", [Message("", essay)], notes=["control", "x"]), keyed_nlp)
    assert doc_shape(doc) == "essay"
    released = doc_to_dialogue(keyed_nlp(doc))
    assert [message.text for message in released.messages] == [essay]
    assert released.notes == ["control", "x"]


def test_a_role_is_nobodys_name(keyed_nlp: Language, tmp_path: Path) -> None:
    rows = [["a", "hi", "tutor"], ["a", "hi", "Student 3"], ["a", "hi", "Zorblatt"]]
    source = write(tmp_path / "in.csv", rows, ["session", "text", "student_name"])
    released, _ = release(keyed_nlp, source, "student_name")
    names = [row["student_name"] for row in released]
    assert names[:2] == ["tutor", "Student 3"]
    assert names[2] not in ("", "Zorblatt")


def test_names_in_a_column_are_private_in_any_policy(keyed_nlp: Language, tmp_path: Path) -> None:
    rows = [["a", "Newton wrote the laws of motion", "Isaac Newton"]]
    source = write(tmp_path / "in.csv", rows, ["session", "text", "student_name"])
    ((released,), _) = release(keyed_nlp, source, "student_name")
    assert "Newton" not in released["student_name"]


def test_terms_stay_and_other_names_do_not(keyed_nlp: Language, tmp_path: Path) -> None:
    cells = ["Venn diagrams", "Pythagoras' theorem", "4/12 and 3:45", "with Priya Raman"]
    rows = [[str(number), "hi", cell] for number, cell in enumerate(cells)]
    source = write(tmp_path / "in.csv", rows, ["session", "text", "lesson"])
    released, _ = release(keyed_nlp, source, "lesson")
    assert [row["lesson"] for row in released][:3] == cells[:3]
    assert "Priya" not in released[3]["lesson"]
