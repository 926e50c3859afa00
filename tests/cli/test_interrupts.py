import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from commands import run
from json_lines import read_jsonl

from spacy_piivot.cli import running
from spacy_piivot.corpus.journal import Journal


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
