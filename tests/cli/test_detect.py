import json
from pathlib import Path

from commands import DIALOGUE, run
from essays import essay, write_essays
from json_lines import read_jsonl


def test_detect_writes_the_input_with_spans_and_nothing_else_changed(
    source: Path, tmp_path: Path, model: str, roster: str
) -> None:
    out = tmp_path / "found.jsonl"
    result = run("detect", source, "-o", out, "--model", model, "--roster", roster)
    assert result.exit_code == 0, result.output
    (found,) = read_jsonl(out)
    assert list(found) == list(DIALOGUE)
    assert "👩‍🏫" in out.read_text("utf8")
    spans = []
    for message, original in zip(found["messages"], DIALOGUE["messages"], strict=True):
        for span in message["spans"]:
            assert list(span) == ["start", "end", "label", "score", "source", "role"]
            assert 0 <= span["score"] <= 1
            covered = message["text"][span["start"] : span["end"]]
            spans.append((covered, span["label"], span["role"] is None))
        without = {key: value for key, value in message.items() if key != "spans"}
        assert without == {key: value for key, value in original.items() if key != "spans"}
    assert list(found["messages"][0]) == ["speaker", "text", "spans", "n"]
    assert [span[:2] for span in spans] == [
        ("Zorblatt", "NAME"),
        ("ola.zorblatt@example.org", "EMAIL_ADDRESS"),
    ]
    assert spans[1][2]
    assert found["note"] == DIALOGUE["note"]


def test_detect_takes_folders_csv_and_text(tmp_path: Path, model: str, roster: str) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.csv").write_text("dialogue,text\nx,hello\nx,Quibbly!\ny,no\n")
    (folder / "b.txt").write_text("Dear Quibbly")
    (folder / "c.jsonl").write_text("")
    result = run("detect", folder, "-o", tmp_path / "out", "--model", model, "--roster", roster)
    assert result.exit_code == 0, result.output
    out = tmp_path / "out"
    assert sorted(path.name for path in out.iterdir()) == ["a.csv.jsonl", "b.txt.jsonl", "c.jsonl"]
    first, second = read_jsonl(out / "a.csv.jsonl")
    assert (first["id"], second["id"]) == ("x", "y")
    (span,) = first["messages"][1]["spans"]
    assert (span["start"], span["end"]) == (0, 7)
    (essay,) = read_jsonl(out / "b.txt.jsonl")
    assert essay["messages"][0]["spans"][0]["start"] == 5
    assert read_jsonl(out / "c.jsonl") == []


def test_detect_writes_essays_with_labels_or_as_dialogues(
    tmp_path: Path, model: str, roster: str
) -> None:
    sources = [essay(7, "By Quibbly\u00a0\r\n😀"), essay("b", "")]
    source = write_essays(tmp_path / "in.json", *sources)
    out, lines = tmp_path / "out.json", tmp_path / "out.jsonl"
    for path in (out, lines):
        result = run("detect", source, "-o", path, "--model", model, "--roster", roster)
        assert result.exit_code == 0, result.output
    first, second = json.loads(out.read_text("utf8"))
    tokens = sources[0]["tokens"]
    labels = ["B-NAME_STUDENT" if token == "Quibbly" else "O" for token in tokens]
    assert first == {**sources[0], "labels": labels}
    assert second == {**sources[1], "labels": []}
    dialogue, empty = read_jsonl(lines)
    assert (dialogue["id"], empty["id"]) == ("7", "b")
    assert dialogue["messages"][0]["text"] == sources[0]["full_text"]
    assert [(s["start"], s["end"]) for s in dialogue["messages"][0]["spans"]] == [(3, 10)]


def test_only_essays_are_written_as_essays(source: Path, tmp_path: Path, model: str) -> None:
    result = run("detect", source, "-o", tmp_path / "out.json", "--model", model)
    assert result.exit_code == 2
    assert "ends in .jsonl" in result.stderr
    assert not (tmp_path / "out.json").exists()
    folder = tmp_path / "folder"
    folder.mkdir()
    write_essays(folder / "a.json", essay(7, "By Quibbly"))
    result = run("detect", folder, "-o", tmp_path / "out", "--model", model)
    assert result.exit_code == 0, result.output
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a.json.jsonl"]
