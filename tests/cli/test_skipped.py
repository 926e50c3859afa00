"""A file of a folder that cannot be read: whatever command reads the folder."""

import json
from pathlib import Path

import pytest
from commands import DIALOGUE, run
from transcripts import make_pipeline


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model")
    make_pipeline("pii_patterns").to_disk(path)
    return path


@pytest.mark.parametrize("command", ["deidentify", "detect", "segment", "show"])
def test_it_makes_the_exit_status_1_and_is_left_out_by_exclude(
    command: str, model: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.jsonl").write_text(json.dumps(DIALOGUE) + "\n")
    (folder / "b.pages").write_text("x")
    (folder / "c.csv").write_bytes("text;note\nGröße;x\n".encode("cp1252"))
    options = [] if command == "segment" else ["--model", model]
    arguments: list[str | Path] = [command, folder, *options]
    done = run(*arguments, "-o", tmp_path / "out")
    assert done.exit_code == 1, done.stderr
    assert "skipped: b.pages" in done.stderr
    assert "only .jsonl, .csv" in done.stderr
    assert "leave them out with --exclude" in done.stderr
    assert "c.csv: not UTF-8, so read as cp1252, and written so" in done.stderr
    done = run(*arguments, "-o", tmp_path / "out2", "--exclude", "*.pages")
    assert done.exit_code == 0, done.stderr
    assert "skipped" not in done.stderr
    done = run(*arguments, "-o", tmp_path / "out3", "--exclude", "b*", "--encoding", "utf-16")
    assert done.exit_code == 2


@pytest.mark.parametrize("command", ["attack", "utility"])
def test_a_part_of_a_folder_is_not_measured(command: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps(DIALOGUE) + "\n")
    (tmp_path / "b.pages").write_text("x")
    others = [tmp_path] if command == "utility" else []
    done = run(command, tmp_path, *others)
    assert done.exit_code == 2
    assert "some files cannot be read: b.pages" in done.stderr
