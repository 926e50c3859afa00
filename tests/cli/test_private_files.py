"""What a command writes of the originals only its owner can read."""

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from shared_pipelines import blank_english
from typer.testing import CliRunner

from spacy_piivot.cli import app

DIALOGUE = {
    "id": "one",
    "messages": [
        {
            "speaker": "tutor",
            "text": "Hi Zorblatt, 4/12 is at 3:45",
            "spans": [{"start": 3, "end": 11, "label": "NAME"}],
        }
    ],
}
# A command by the arguments before and after its input.
COMMANDS = {
    "detect": (["detect"], ["--model", "model"]),
    "segment": (["segment"], []),
    "prelabel": (["prelabel"], ["--model", "model"]),
    "postlabel": (["postlabel"], ["export.jsonl"]),
    "baseline": (["baseline", "spacy:model"], []),
    "swap-names": (["swap-names"], ["--per-group", "1"]),
}
FILES_ONLY = ("swap-names",)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the commands run, with what they need, under a mask that hides nothing."""
    (tmp_path / "in" / "class").mkdir(parents=True)
    source = json.dumps(DIALOGUE) + "\n"
    for path in ("in.jsonl", "in/class/a.jsonl"):
        (tmp_path / path).write_text(source)
    text = DIALOGUE["messages"][0]["text"]
    nlp = blank_english()
    nlp.add_pipe("pii_patterns")
    nlp.to_disk(tmp_path / "model")
    monkeypatch.chdir(tmp_path)
    exported = CliRunner().invoke(app, ["prelabel", "in.jsonl", "-o", "export.jsonl"])
    assert exported.exit_code == 0, exported.output
    assert text in json.loads((tmp_path / "export.jsonl").read_text())["text"]
    before = os.umask(0)
    yield tmp_path
    os.umask(before)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_with_originals_is_its_owners(folder: Path, command: str) -> None:
    before, after = COMMANDS[command]
    out = folder / "out.jsonl"
    out.write_text("of an earlier run, for all to read")
    result = CliRunner().invoke(app, [*before, "in.jsonl", *after, "-o", "out.jsonl"])
    assert result.exit_code == 0, result.output
    assert "4/12 is at 3:45" in out.read_text()
    assert stat.S_IMODE(out.stat().st_mode) == 0o600


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in FILES_ONLY])
def test_so_is_every_file_of_a_folder(folder: Path, command: str) -> None:
    before, after = COMMANDS[command]
    result = CliRunner().invoke(app, [*before, "in", *after, "-o", "out"])
    assert result.exit_code == 0, result.output
    written = [path for path in folder.rglob("out*/**/*") if path.is_file()] or [folder / "out"]
    assert "4/12 is at 3:45" in written[0].read_text()
    assert {stat.S_IMODE(path.stat().st_mode) for path in written} == {0o600}
