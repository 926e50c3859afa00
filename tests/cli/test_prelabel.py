import json
import re
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from spacy_piivot.cli.prelabel import postlabel_command, prelabel_command
from spacy_piivot.evaluation.readers.reading import read_annotations

app = typer.Typer(pretty_exceptions_enable=False)
app.command("prelabel")(prelabel_command)
app.command("postlabel")(postlabel_command)

LESSON: dict[str, Any] = {
    "id": "lesson",
    "corpus": "made-up",
    "messages": [
        {"speaker": "tutor", "text": "So 👩‍🏫 zorblatt,\r\nis it 3x?", "n": 1},
        {"speaker": "", "text": "yes, mail me: vex@example.org"},
        {"speaker": "student", "text": ""},
        {"speaker": "tutor", "text": "ok, vexley said so"},
    ],
}
SILENT = {"id": "silent", "messages": [{"speaker": "tutor", "text": " \n"}]}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    write(path, LESSON, SILENT)
    return path


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    path = tmp_path / "roster.txt"
    path.write_text("Ola Zorblatt\n")
    return path


def write(path: Path, *records: Any) -> None:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf8").splitlines()]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, list(map(str, arguments)))


def export(prelabelled: Path, path: Path, **fields: Any) -> None:
    """Write what Doccano exports, with ids of its own, and fields changed by hand."""
    examples = [{"id": n, **example, **fields} for n, example in enumerate(read(prelabelled), 40)]
    path.write_text(
        "".join(json.dumps(x, ensure_ascii=False).replace("/", "\\/") + "\n" for x in examples),
        encoding="utf8",
    )


def test_raw_dialogues_go_to_annotators_and_come_back_as_gold(
    source: Path, roster: Path, tmp_path: Path
) -> None:
    names = ("new/out.jsonl", "all.jsonl", "gold.jsonl")
    out, exported, gold = (tmp_path / name for name in names)
    result = run("prelabel", source, "-o", out, "--roster", roster)
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    assert result.stderr == (
        "dialogues left out because they have no text: 1\n1 dialogue labelled\n"
    )
    (example,) = read(out)
    text = example["text"]
    assert text == (
        "tutor: So ▯\u200d▯ zorblatt,␍␊is it 3x?\n"
        "yes, mail me: vex@example.org\n"
        "student: \n"
        "tutor: ok, vexley said so"
    )
    assert [(text[start:end], label) for start, end, label in example["label"]] == [
        ("zorblatt", "NAME"),
        ("vex@example.org", "EMAIL_SOCIAL"),
    ]

    # An annotator takes the address away and labels the name that the roster lacks.
    added = text.index("vexley")
    export(out, exported, label=[example["label"][0], [added, added + 6, "NAME"]])
    result = run("postlabel", source, exported, "-o", gold)
    assert result.exit_code == 0, result.output
    assert (result.stdout, result.stderr) == ("", "2 dialogues joined\n")
    lesson, silent = read(gold)
    spans = [message.pop("spans") for message in lesson["messages"]]
    assert lesson == LESSON
    assert spans == [
        [{"start": 7, "end": 15, "label": "NAME"}],
        [],
        [],
        [{"start": 4, "end": 10, "label": "NAME"}],
    ]
    assert [message["spans"] for message in silent["messages"]] == [[]]
    annotated = read_annotations(gold)
    assert [s.text for m in annotated[0].messages for s in m.spans] == ["zorblatt", "vexley"]


def test_a_pipeline_can_be_given(source: Path, model: str, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    result = run("prelabel", source, "-o", out, "--model", model)
    assert result.exit_code == 0, result.output
    (example,) = read(out)
    # It replaces nothing here, and without a roster the name is unknown.
    assert [label for _, _, label in example["label"]] == ["EMAIL_SOCIAL"]


def test_a_folder_is_one_project_and_comes_back_as_a_folder(tmp_path: Path, roster: Path) -> None:
    names = ("in", "out.jsonl", "all.jsonl", "gold")
    folder, out, exported, gold = (tmp_path / name for name in names)
    folder.mkdir()
    (folder / "a.csv").write_text("said,talk\nhi zorblatt,t1\nyes,t2\n")
    (folder / "b.txt").write_bytes(b"hello\r\nI am zorblatt\r\n")
    columns = ["--text-column", "said", "--dialogue-column", "talk"]
    result = run("prelabel", folder, "-o", out, "--roster", roster, *columns)
    assert result.exit_code == 0, result.output
    assert [example["dialogue"] for example in read(out)] == ["t1", "t2", "b"]
    export(out, exported)
    result = run("postlabel", folder, exported, "-o", gold, *columns)
    assert result.exit_code == 0, result.output
    assert sorted(path.name for path in gold.iterdir()) == ["a.csv.jsonl", "b.txt.jsonl"]
    found = [
        message["text"][span["start"] : span["end"]]
        for path in sorted(gold.iterdir())
        for record in read(path)
        for message in record["messages"]
        for span in message["spans"]
    ]
    assert found == ["zorblatt", "zorblatt"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda x: [{**x, "text": x["text"] + "Zorblatt"}], "line 1, id 'lesson': TextDiffers"),
        (lambda x: [{**x, "label": [[0, 9, "NAME"]]}], "line 1, id 'lesson': SpanOnSpeaker"),
        (lambda x: [{**x, "label": [[7, 99, "NAME"]]}], "line 1, id 'lesson': SpanOverMessages"),
        (lambda x: [{**x, "label": [[7, 9, "zorblatt"]]}], "line 1, id 'lesson': UnknownLabel"),
        (lambda x: [x, x], "line 2, id 'lesson': DuplicateDialogue"),
        (lambda x: [x, {**x, "dialogue": "other"}], "line 2, id 'other': NotInInput"),
        (lambda x: [], "in.jsonl: line 1, id 'lesson': NotCorrected"),
    ],
)
def test_an_export_that_does_not_fit_is_refused_whole(
    change: Any, said: str, source: Path, roster: Path, tmp_path: Path
) -> None:
    out, exported, gold = (tmp_path / name for name in ("out.jsonl", "all.jsonl", "gold.jsonl"))
    assert run("prelabel", source, "-o", out, "--roster", roster).exit_code == 0
    write(exported, *change(read(out)[0]))
    before = sorted(tmp_path.iterdir())
    result = run("postlabel", source, exported, "-o", gold)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert said in result.stderr
    if not said.startswith("in.jsonl"):
        assert result.stderr.startswith("Error: all.jsonl: ")
    assert "orblatt" not in result.stderr
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["prelabel", "none.jsonl", "-o", "out"], "no such file"),
        (["prelabel", "in.jsonl", "-o", "in.jsonl"], "must not be the input"),
        (["prelabel", "in.jsonl", "-o", "full"], "is not a file"),
        (["prelabel", "bad.jsonl", "-o", "out"], "bad.jsonl: line 2: NotJSON"),
        (["prelabel", "full", "-o", "out"], "b.jsonl: line 1, id 'silent': DuplicateId: a.jsonl"),
        (["prelabel", "in.jsonl", "-o", "out", "--model", "none"], "none: cannot be loaded"),
        (["prelabel", "in.jsonl"], "--output"),
        (["postlabel", "in.jsonl", "none.jsonl", "-o", "out"], "no such file"),
        (["postlabel", "in.jsonl", "all.jsonl", "-o", "all.jsonl"], "must not be the export"),
        (["postlabel", "in.jsonl", "all.jsonl", "-o", "in.jsonl"], "must not be the input"),
        (["postlabel", "bad.jsonl", "all.jsonl", "-o", "out"], "bad.jsonl: line 1, id"),
        (["postlabel", "full", "all.jsonl", "-o", "out"], "id 'silent': DuplicateId"),
        (["postlabel", "in.jsonl", "bad.jsonl", "-o", "out"], "bad.jsonl: line 1: MissingDialogue"),
    ],
)
def test_exit_status_2_says_what_cannot_be_used_and_nothing_appears(
    arguments: list[str],
    said: str,
    source: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "bad.jsonl").write_text(json.dumps(LESSON) + '\n{"id": "zorblatt\n')
    (tmp_path / "all.jsonl").write_text("")
    (tmp_path / "full").mkdir()
    for name in ("a.jsonl", "b.jsonl"):
        write(tmp_path / "full" / name, SILENT)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    monkeypatch.chdir(tmp_path)
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert said in re.sub(r"[│\s]+", " ", result.stderr)
    assert "Traceback" not in result.stderr
    assert "orblatt" not in result.stderr
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("command", ["prelabel", "postlabel"])
def test_help_says_that_outputs_hold_originals_and_no_roles(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    words = re.sub(r"[│\s]+", " ", result.stdout)
    assert "the original texts" in words
    assert "role" in words
