import dataclasses
import io
import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from forked import forked
from typer.testing import CliRunner

from spacy_piivot.cli import app, running
from spacy_piivot.cli import deidentify as deidentify_module
from spacy_piivot.corpus.journal import Journal
from spacy_piivot.dialogue import Message

EXAMPLES = Path(__file__).parent.parent.parent / "examples"

DIALOGUE = {
    "corpus": "ours",
    "id": "one",
    "messages": [
        {"speaker": "tutor", "text": "Hi Zorblatt, 4/12 is at 3:45", "spans": [], "n": 1.5},
        {"speaker": "Quibbly", "text": "👩‍🏫 e-mail ola.zorblatt@example.org!\r\n  "},
        {"speaker": None, "text": ""},
    ],
    "note": {"b": 1, "a": [None, True]},
}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_text(json.dumps(DIALOGUE, ensure_ascii=False) + "\n", encoding="utf8")
    return path


@pytest.fixture
def bad_source(source: Path) -> Path:
    with source.open("a") as stream:
        stream.write('{"id": "Zorblatt\n')
        stream.write(json.dumps({"id": "two", "messages": [{"text": ["Zorblatt"]}]}) + "\n")
    return source


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def read_jsonl(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf8").split("\n") if line]


@pytest.mark.really_loaded
def test_deidentify_writes_what_can_be_shared(
    source: Path, tmp_path: Path, model: str, roster: str, key_file: str
) -> None:
    out = tmp_path / "out.jsonl"
    arguments = ["--model", model, "--roster", roster, "--key-file", key_file]
    result = run("deidentify", source, "-o", out, *arguments)
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    assert result.stderr == "1 dialogue de-identified\n"
    (released,) = read_jsonl(out)
    assert list(released) == ["id", "messages"]
    assert [list(message) for message in released["messages"]] == [["speaker", "text"]] * 3
    first, second, third = released["messages"]
    assert re.fullmatch(r"Hi \w+, 4/12 is at 3:45", first["text"])
    assert re.fullmatch(r"👩‍🏫 e-mail [\w.]+@[\w.]+!\r\n  ", second["text"])
    assert third == {"speaker": "", "text": ""}
    assert not re.search("zorblatt|quibbly", out.read_text("utf8"), re.IGNORECASE)
    piped = run("deidentify", source, *arguments)
    assert piped.stdout_bytes == out.read_bytes()


def test_exit_status_1_says_that_some_were_quarantined(
    bad_source: Path, tmp_path: Path, model: str
) -> None:
    for command, out in [
        ("deidentify", tmp_path / "out.jsonl"),
        ("detect", tmp_path / "found.jsonl"),
        ("show", tmp_path / "report.html"),
    ]:
        result = run(command, bad_source, "-o", out, "--model", model)
        assert result.exit_code == 1, result.output
        assert "in.jsonl: line 2: NotJSON: " in result.stderr
        assert "in.jsonl: line 3, id 'two': TextNotString: " in result.stderr
        assert "1 dialogue " in result.stderr
        assert "2 quarantined" in result.stderr
        if command != "show":
            errors = read_jsonl(out.with_name(out.name + ".quarantine.jsonl"))
            assert errors == [
                {"line": 2, "file": out.name, "id": None, "error": "NotJSON"},
                {"line": 3, "file": out.name, "id": "two", "error": "TextNotString"},
            ]


UNUSABLE: dict[str, Callable[[Path], list[str | Path]]] = {
    "missing input": lambda t: ["deidentify", t / "none.jsonl", "-o", t / "out.jsonl"],
    "unknown suffix": lambda t: ["deidentify", t / "key", "-o", t / "out.jsonl"],
    "missing key file": lambda t: [
        "deidentify", t / "in.jsonl", "-o", t / "out.jsonl", "--key-file", t / "none",
    ],
    "short key": lambda t: [
        "deidentify", t / "in.jsonl", "-o", t / "out.jsonl", "--key-file", t / "short",
    ],
    "unknown model": lambda t: [
        "deidentify", t / "in.jsonl", "-o", t / "out.jsonl", "--model", t / "none",
    ],
    "broken model": lambda t: [
        "deidentify", t / "in.jsonl", "-o", t / "out.jsonl", "--model", t / "broken",
    ],
    "missing roster": lambda t: [
        "detect", t / "in.jsonl", "-o", t / "out.jsonl", "--roster", t / "none",
    ],
    "missing allow list": lambda t: [
        "show", t / "in.jsonl", "-o", t / "out.html", "--allow", t / "none",
    ],
    "resume without a key": lambda t: [
        "deidentify", t / "in.jsonl", "-o", t / "out.jsonl", "--resume",
    ],
    "output is input": lambda t: ["detect", t / "in.jsonl", "-o", t / "in.jsonl"],
    "no processes": lambda t: [
        "detect", t / "in.jsonl", "-o", t / "out.jsonl", "--n-process", "0",
    ],
    "unknown ids": lambda t: ["deidentify", t / "in.jsonl", "--ids", "drop"],
    "no output": lambda t: ["detect", t / "in.jsonl"],
    "no such column": lambda t: ["deidentify", t / "in.csv", "--text-column", "said"],
    "output cannot be made": lambda t: ["deidentify", t / "in.jsonl", "-o", t / "key" / "o.jsonl"],
}  # fmt: skip


@pytest.mark.parametrize("case", UNUSABLE)
def test_exit_status_2_says_that_input_or_arguments_cannot_be_used(
    case: str,
    source: Path,
    tmp_path: Path,
    model: str,
    key_file: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("SPACY_PIIVOT_KEY", raising=False)
    (tmp_path / "short").write_text("short")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "config.cfg").write_text("[nlp\nZorblatt")
    (tmp_path / "broken" / "meta.json").write_text("{}")
    (tmp_path / "in.csv").write_text("text\nhello\n")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    arguments = UNUSABLE[case](tmp_path)
    if "model" not in case:
        arguments += ["--model", model]
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.strip()
    assert "Traceback" not in result.stderr
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_an_error_that_is_not_ours_ends_the_run_without_its_message(
    source: Path, tmp_path: Path, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("Zorblatt")

    monkeypatch.setattr(deidentify_module, "deidentify", broken)
    result = run("deidentify", source, "-o", tmp_path / "out.jsonl", "--model", model)
    assert result.exit_code == running.BROKEN
    assert result.stderr.startswith("Error: RuntimeError at ")
    assert "Zorblatt" not in result.output


def test_names_are_in_no_log_warning_or_message(
    bad_source: Path,
    tmp_path: Path,
    model: str,
    roster: str,
    caplog: pytest.LogCaptureFixture,
    recwarn: pytest.WarningsRecorder,
) -> None:
    said = []
    with caplog.at_level(logging.NOTSET):
        for name in list(logging.root.manager.loggerDict):
            logging.getLogger(name).setLevel(logging.DEBUG)
        for command, out in [("deidentify", "o.jsonl"), ("detect", "d.jsonl"), ("show", "r.html")]:
            arguments = ["-o", tmp_path / out, "--model", model, "--roster", roster]
            said.append(run(command, bad_source, *arguments).output)
    said += [caplog.text, *(str(warning.message) for warning in recwarn)]
    assert not re.search("zorblatt|quibbly", " ".join(said), re.IGNORECASE)


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


def test_corrected_spans_can_be_given_back(
    source: Path, tmp_path: Path, model: str, roster: str, key_file: str
) -> None:
    found = tmp_path / "found.jsonl"
    run("detect", source, "-o", found, "--model", model, "--roster", roster)
    outs = [tmp_path / "direct.jsonl", tmp_path / "given.jsonl"]
    common = ["--model", model, "--key-file", key_file, "--roster", roster]
    assert run("deidentify", source, "-o", outs[0], *common).exit_code == 0
    assert run("deidentify", found, "-o", outs[1], *common, "--spans-from-input").exit_code == 0
    assert outs[0].read_bytes() == outs[1].read_bytes()


def test_allowed_terms_stay(source: Path, tmp_path: Path, model: str) -> None:
    allow = tmp_path / "allow.txt"
    allow.write_text("Ola.Zorblatt@example.org\nquibbly\n")
    result = run("deidentify", source, "--model", model, "--allow", allow)
    assert "e-mail ola.zorblatt@example.org!" in result.stdout, result.output
    assert '"Quibbly"' in result.stdout


class Page(HTMLParser):
    """Collects what a browser would run or fetch, and the text of the table cells."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.cells: list[str] = []
        self.hidden = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag == "td":
            self.cells.append("")
        self.hidden += tag == "small"

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag == "small"

    def handle_data(self, data: str) -> None:
        if self.cells and not self.hidden:
            self.cells[-1] += data


def test_the_page_shows_before_and_after_and_says_that_it_is_private(
    bad_source: Path, tmp_path: Path, model: str, roster: str, key_file: str
) -> None:
    out, released = tmp_path / "report.html", tmp_path / "out.jsonl"
    arguments = ["--model", model, "--roster", roster, "--key-file", key_file]
    run("show", bad_source, "-o", out, *arguments)
    run("deidentify", bad_source, "-o", released, *arguments)
    html = out.read_text("utf8")
    head = html[: html.index("<main>")]
    assert "ORIGINAL" in head
    assert "Do not share" in head
    assert out.stat().st_mode & 0o077 == 0
    page = Page(html)
    after = read_jsonl(released)[0]["messages"]
    before = [Message(m["speaker"] or "", m["text"]) for m in DIALOGUE["messages"]]
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        assert page.cells[2 * number].strip().endswith(old.text.strip().replace("\r\n", "\n"))
        assert page.cells[2 * number + 1].strip().startswith(new["speaker"])
        assert page.cells[2 * number + 1].strip().endswith(new["text"].strip())
    assert "EMAIL_ADDRESS" in html
    assert "NotJSON" in html[html.index("</main>") :]
    assert "1 dialogues de-identified, 2 failed" in html


def test_nothing_in_a_dialogue_is_run_or_fetched_by_the_page(tmp_path: Path, model: str) -> None:
    attack = "</span><script>alert(1)</script><img src=x onerror=alert(1)>{{ 7*7 }}{% raw %}"
    source = tmp_path / "in.jsonl"
    record = {"id": attack, "messages": [{"speaker": attack, "text": attack}]}
    source.write_text(json.dumps(record) + "\n")
    out = tmp_path / "report.html"
    run("show", source, "-o", out, "--model", model)
    html = out.read_text("utf8")
    page = Page(html)
    assert not page.tags & {"script", "img", "link", "iframe", "object", "a"}
    assert not page.attributes & {"src", "href", "onerror", "onload"}
    assert "{{ 7*7 }}" in "".join(page.cells)
    assert "url(" not in html
    assert "@import" not in html


@pytest.mark.parametrize("name", ["tutoring.jsonl", "tutoring.csv"])
def test_the_examples_keep_their_mathematics(
    name: str, tmp_path: Path, model: str, key_file: str
) -> None:
    out = tmp_path / name
    result = run(
        "deidentify", EXAMPLES / name, "-o", out, "--model", model, "--key-file", key_file,
        "--roster", EXAMPLES / "roster.csv",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    before, after = (EXAMPLES / name).read_text("utf8"), out.read_text("utf8")
    assert len(before.splitlines()) == len(after.splitlines())
    for kept in (
        "4/12",
        "3:45",
        "12.5.3.1",
        "mark the point",
        "Mark the point",
        "12 - 5 = 7",
        "😀",
    ):
        assert after.count(kept) == before.count(kept) > 0
    for name in ("Amara", "Okoye", "delgado", "Mateo", "lindqvist", "Adeyemi", "Priya", "0147"):
        assert re.search(name, before, re.IGNORECASE)
        assert not re.search(name, after, re.IGNORECASE)


def write_lessons(path: Path, text: str) -> None:
    lessons = [{"id": str(n), "messages": [{"speaker": "T", "text": text}]} for n in range(50)]
    path.write_text("".join(json.dumps(lesson) + "\n" for lesson in lessons))


def check_it_goes_on(arguments: list[Any], out: Path, said: str) -> None:
    """A command that was interrupted says how to go on, and does so."""
    journal = out.with_name(out.name + ".journal.jsonl")
    assert "--resume" in said
    assert not out.exists()
    assert 2 < journal.read_bytes().count(b"\n") < 50
    result = run(*arguments, "--resume")
    assert result.exit_code == 0, result.output
    assert [record["id"] for record in read_jsonl(out)] == [str(n) for n in range(50)]
    assert not journal.exists()


def test_an_interrupted_command_says_how_to_go_on(
    tmp_path: Path, model: str, key_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    write_lessons(source, "what is 4/12?")
    arguments = ["deidentify", source, "-o", out, "--model", model, "--key-file", key_file]
    append, taken = Journal.append, []

    def interrupted(journal: Journal, *what: Any) -> None:
        append(journal, *what)
        taken.append(what)
        if len(taken) == 20:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(Journal, "append", interrupted)
    result = run(*arguments)
    assert result.exit_code == running.INTERRUPTED, result.output
    assert 20 <= len(taken) < 50
    check_it_goes_on(arguments, out, result.stderr)


@pytest.mark.slow
def test_an_interrupted_process_says_how_to_go_on(
    tmp_path: Path, model: str, key_file: str
) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    write_lessons(source, "a long lesson about fractions " * 250)
    arguments = ["deidentify", source, "-o", out, "--model", model, "--key-file", key_file]
    command = [sys.executable, "-m", "spacy_piivot", *map(str, arguments)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    journal = tmp_path / "out.jsonl.journal.jsonl"
    while not (journal.exists() and journal.read_bytes().count(b"\n") > 2):
        assert process.poll() is None
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == running.INTERRUPTED, said
    check_it_goes_on(arguments, out, said)


def test_a_reader_of_stdout_that_goes_away_is_named(
    source: Path, tmp_path: Path, model: str
) -> None:
    reader, writer = os.pipe()
    os.close(reader)

    def command() -> None:
        os.dup2(writer, 1)
        raw = io.FileIO(1, "w", closefd=False)
        raw.name = "<stdout>"  # as a new interpreter calls it
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(raw))
        with (tmp_path / "stderr").open("w") as sys.stderr:
            app(["deidentify", str(source), "--model", model])

    child = forked(command)
    child.join()
    os.close(writer)
    assert child.exitcode == running.UNUSABLE
    assert (tmp_path / "stderr").read_text() == "Error: stdout: Broken pipe\n"


@pytest.mark.parametrize("command", ["deidentify", "detect", "show"])
def test_help_explains_the_command(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "--roster" in result.stdout
    overview = run("--help").stdout
    assert command in overview
    for page in (result.stdout, overview):
        statuses = "0 all done, 1 some .* 2 unusable .* 3 the run broke .* 130 it was interrupted"
        assert re.search(statuses, " ".join(re.sub("[│\\s]+", " ", page).split()))


def test_an_input_that_changes_while_it_is_read_ends_with_3(
    source: Path, tmp_path: Path, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.jsonl"
    deidentify = deidentify_module.deidentify

    def meanwhile(*arguments: Any, reading: Any, **settings: Any) -> Any:
        def shrink() -> bool:
            source.write_text("{}\n")
            return False

        return deidentify(
            *arguments, reading=dataclasses.replace(reading, interrupted=shrink), **settings
        )

    monkeypatch.setattr(deidentify_module, "deidentify", meanwhile)
    result = run("deidentify", source, "-o", out, "--model", model)
    assert result.exit_code == 3
    assert "in.jsonl: the file was changed while it was read" in result.stderr
    assert not out.exists()


def test_a_dialogue_over_the_limit_is_held_back_by_the_command(
    source: Path, tmp_path: Path, model: str
) -> None:
    out = tmp_path / "out.jsonl"
    result = run("deidentify", source, "-o", out, "--model", model, "--max-seconds", "0.001")
    assert result.exit_code == 1
    (failed,) = read_jsonl(tmp_path / "out.jsonl.quarantine.jsonl")
    assert (failed["id"], failed["error"]) == ("one", "TooSlow")
    assert "--max-seconds" in result.stderr
    assert "Zorblatt" not in result.stderr
