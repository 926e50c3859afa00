import io
import json
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from essays import essay, write_essays
from json_lines import read_jsonl, write_jsonl
from spacy.language import Language
from transcripts import dialogue, interrupt_after, names

from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.reading import InputReading


def test_lists_of_an_earlier_run_do_not_stay(nlp: Language, tmp_path: Path, source: Path) -> None:
    out = tmp_path / "out.jsonl"
    deidentify(source, out, nlp)
    write_jsonl(source, dialogue("one", "hello"))
    deidentify(source, out, nlp)
    assert names(tmp_path) == ["in.jsonl", "out.jsonl"]
    essay = tmp_path / "essay.txt"
    essay.write_bytes(b"\xff")
    released = tmp_path / "released.txt"
    released.write_text("of an earlier run")
    assert deidentify(essay, released, nlp).quarantined == 1
    assert not released.exists()


def test_a_stream_gets_the_bytes_of_the_file(nlp: Language, tmp_path: Path, source: Path) -> None:
    stream = io.BytesIO()
    deidentify(source, stream, nlp)
    deidentify(source, tmp_path / "out.jsonl", nlp)
    assert stream.getvalue() == (tmp_path / "out.jsonl").read_bytes()


@pytest.mark.parametrize("n_process", [1, 2])
def test_a_folder_in_gives_a_folder_out(nlp: Language, tmp_path: Path, n_process: int) -> None:
    folder = tmp_path / "in"
    (folder / "week 1").mkdir(parents=True)
    write_jsonl(folder / "week 1" / "a.jsonl", dialogue("x", "Zorblatt"), dialogue("y", "6/8"))
    (folder / "b.csv").write_bytes(b'speaker;grade;text\r\nT;7;Zorblatt\r\nS;7;"a;\r\nb"\r\n')
    (folder / "c.txt").write_bytes("\ufeffDear Zorblatt,\r\n\r\nbye ".encode())
    (folder / "d.txt").write_bytes(b"\xff")
    (folder / "empty.jsonl").write_bytes(b"")
    (folder / "photo.png").write_bytes(b"")
    out = tmp_path / "out"
    lines: list[str] = []
    reading = InputReading(report=lines.append, n_process=n_process)
    summary = deidentify(folder, out, nlp, reading=reading)
    assert (summary.done, summary.quarantined) == (4, 1)
    assert names(out) == ["b.csv", "c.txt", "empty.jsonl", "week 1", "week 1/a.jsonl"]
    assert (out / "b.csv").read_bytes().endswith(b'\r\nS;"a;\r\nb"\r\n')
    assert (out / "b.csv").read_bytes().startswith(b"speaker;text\r\nT;")
    text = (out / "c.txt").read_bytes().decode()
    assert text.startswith("\ufeffDear ")
    assert text.endswith(",\r\n\r\nbye ")
    assert "Zorblatt" not in text
    assert [record["id"] for record in read_jsonl(out / "week 1" / "a.jsonl")] == ["x", "y"]
    assert "skipped: photo.png" in lines
    assert "b.csv: dropped columns: grade" in lines
    assert read_jsonl(tmp_path / "out.quarantine.jsonl") == [
        {"line": None, "file": "d.txt", "id": "d", "error": "NotUTF8"}
    ]


def test_private_edits_say_where_without_the_originals(
    nlp: Language, tmp_path: Path, source: Path
) -> None:
    out, path = tmp_path / "out.jsonl", tmp_path / "private" / "edits.jsonl"
    deidentify(source, out, nlp, private_edits=path)
    notice, *records = read_jsonl(path)
    assert "private" in notice
    assert [record["id"] for record in records] == ["one", "two", "four"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "Zorblatt" not in path.read_text()
    originals = {record["id"]: record for record in read_jsonl_with_bad_lines(source)}
    released = {record["id"]: record for record in read_jsonl(out)}
    for record in records:
        for edit in record["edits"]:
            after = released[record["id"]]["messages"][edit["message"]]["text"]
            before = originals[record["id"]]["messages"][edit["message"]]["text"]
            assert after[edit["new_start"] : edit["new_end"]] == edit["surrogate"]
            assert before[edit["start"] : edit["end"]] in ("Zorblatt", "Quibbly")
    assert [len(record["edits"]) for record in records] == [1, 1, 0]
    assert names(tmp_path / "private") == ["edits.jsonl"]


def read_jsonl_with_bad_lines(path: Path) -> list[Any]:
    lines = path.read_text("utf8").split("\n")
    return [json.loads(line) for line in lines if line.endswith("}]}")]


def test_a_link_leads_to_what_is_written(nlp: Language, tmp_path: Path, source: Path) -> None:
    store = tmp_path / "store"
    store.mkdir()
    for name in ("old.jsonl", "folder"):
        (tmp_path / f"link {name}").symlink_to(store / name)
    (store / "old.jsonl").write_text("old")
    (store / "folder").mkdir()
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("Zorblatt")
    deidentify(source, tmp_path / "link old.jsonl", nlp)
    deidentify(tmp_path / "in", tmp_path / "link folder", nlp)
    assert len(read_jsonl(store / "old.jsonl")) == 3
    assert names(store) == ["folder", "folder/a.txt", "old.jsonl"]
    assert all((tmp_path / f"link {name}").is_symlink() for name in ("old.jsonl", "folder"))


def test_a_new_run_tells_of_the_private_files_that_an_interrupted_one_left(
    nlp: Language, tmp_path: Path
) -> None:
    lines = ["not JSON" if n % 4 == 3 else dialogue(f"d{n}", f"Zorblatt {n}") for n in range(16)]
    source = write_jsonl(tmp_path / "in.jsonl", *lines)
    out, reasons, edits = (tmp_path / name for name in ("out.jsonl", "r\u00e9asons", "edits"))
    left = [tmp_path / f"{path.name}.journal.jsonl" for path in (edits, reasons)]

    def run(report: Callable[[str], None] | None = None, **options: Any) -> list[str]:
        """What is said of the files; with a report the run is interrupted."""
        said: list[str] = []

        def both(line: str) -> None:
            said.append(line)
            if report is not None:
                report(line)

        try:
            deidentify(source, out, nlp, reading=InputReading(report=both), **options)
        except KeyboardInterrupt:
            assert report is not None
        return [line.partition(": remove ")[2] for line in said if "private files" in line]

    private = {"private_edits": edits, "private_reasons": reasons}
    assert run(interrupt_after(2, tmp_path), **private) == []
    assert all(path.exists() for path in left)
    # What the run replaces itself is not left; what it does not is told again and again.
    assert run(interrupt_after(2, tmp_path), private_edits=edits) == [str(left[1])]
    assert run(interrupt_after(2, tmp_path)) == [f"{left[0]}, {left[1]}"]
    assert run(resume=True) == []
    left[0].unlink()
    left[1].unlink()
    assert run(interrupt_after(2, tmp_path), **private) == []
    assert run(resume=True, **private) == []
    assert run() == []
    assert not list(tmp_path.glob("*.journal.jsonl"))


@pytest.mark.parametrize("n_process", [1, 2])
def test_a_folder_of_essays_keeps_its_files(
    make_nlp: Callable[..., Language], tmp_path: Path, n_process: int
) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    (folder / "class").mkdir(parents=True)
    write_essays(folder / "class" / "a.json", essay(1, "By Zorblatt"), essay(2, "EXPLODE Quibbly"))
    write_essays(folder / "b.json", {"document": 3, "full_text": ["Zorblatt"]})
    write_essays(folder / "c.json")
    (folder / "settings.json").write_text('{"by": "Zorblatt"}')
    (folder / "d.txt").write_text("Dear Zorblatt")
    nlp = make_nlp("fake_failing")
    lines: list[str] = []
    reading = InputReading(report=lines.append, n_process=n_process)
    summary = deidentify(folder, out, nlp, reading=reading)
    assert (summary.done, summary.quarantined) == (2, 2)
    assert names(out) == ["b.json", "c.json", "class", "class/a.json", "d.txt"]
    (released,) = json.loads((out / "class" / "a.json").read_text("utf8"))
    assert released["document"] == 1
    assert re.fullmatch(r"By \w+", released["full_text"])
    assert [(out / name).read_bytes() for name in ("b.json", "c.json")] == [b"[]\n", b"[]\n"]
    assert "skipped: settings.json" in lines
    assert "Zorblatt" not in "".join(path.read_text() for path in out.rglob("*.*"))
    failed = read_jsonl(tmp_path / "out.quarantine.jsonl")
    assert [(one["file"], one["id"], one["error"]) for one in failed] == [
        ("b.json", "3", "TextNotString"),
        ("class/a.json", "2", "fake_failing:KeyError"),
    ]


def test_essays_in_one_line_are_told_apart_when_their_ids_are_hidden(
    make_nlp: Callable[..., Language], tmp_path: Path
) -> None:
    source = write_essays(
        tmp_path / "in.json", essay("zorblatt", "x"), essay("quibbly", "EXPLODE"), {"document": 1}
    )
    lines: list[str] = []
    reading = InputReading(report=lines.append)
    deidentify(source, tmp_path / "out.json", make_nlp("fake_failing"), reading=reading, ids="hmac")
    failed = [line.partition(":")[0] for line in lines if ", line " in line]
    assert failed == [
        "dialogue 2, line 1", "dialogue 3, line 1",
    ]  # fmt: skip
    assert "quibbly" not in "".join(lines)
