import dataclasses
import io
import logging
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import run
from forked import forked
from json_lines import read_jsonl

from spacy_piivot.cli import app, running
from spacy_piivot.cli import deidentify as deidentify_module


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
    *_, said = (tmp_path / "stderr").read_text().splitlines()
    assert said == "Error: stdout: Broken pipe"


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
