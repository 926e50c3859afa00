"""The command on two small made-up files, once run as the project runs it."""

import hashlib
import subprocess
from pathlib import Path

import pytest
from run_inside import run_inside

from spacy_piivot.corpus.sources import COPIES, SOURCES

GSM8K = '{"question": "How many  figs\\u00a0has Zoë?", "answer": "2"}\n{"question": "And now?"}\n'
CONVERTED = (
    '{"id": "gsm-0", "corpus": "gsm8k", "messages": '
    '[{"speaker": "QUESTION", "text": "How many figs has Zoë?"}]}\n'
)
NAMES = "Zoë\r\nZadie\r\n"


def run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return run_inside("training.corpora.convert", *arguments, folder=folder)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    files = {
        f"assets/raw/{SOURCES['gsm8k'].files[0]}": GSM8K,
        f"assets/raw/{COPIES['names/us_surnames.txt']}": NAMES,
        "corpus/training_ids.txt": "gsm-0\n",
        "corpus/converted.sha256": "".join(
            f"{hashlib.sha256(content.encode()).hexdigest()}  {file}\n"
            for file, content in (
                ("train/gsm8k.jsonl", CONVERTED),
                ("names/us_surnames.txt", NAMES),
            )
        ),
    }
    for file, content in files.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_bytes(content.encode())
    return tmp_path


def test_files_are_converted_and_checked(project: Path) -> None:
    done = run(project, "--only", "gsm8k", "--only", "us_surnames")
    assert (done.returncode, done.stderr) == (0, "")
    assert (project / "assets/train/gsm8k.jsonl").read_bytes() == CONVERTED.encode()
    assert (project / "assets/names/us_surnames.txt").read_bytes() == NAMES.encode()
    digest = hashlib.sha256(CONVERTED.encode()).hexdigest()
    assert done.stdout.splitlines()[0] == f"{digest}  train/gsm8k.jsonl  as expected"


def test_a_file_that_differs_is_said_and_exits_with_1(project: Path) -> None:
    (project / "corpus/training_ids.txt").write_text("gsm-0..1\n", "utf8")
    done = run(project, "--only", "gsm8k")
    assert done.returncode == 1
    assert done.stdout.endswith("  train/gsm8k.jsonl  DIFFERS\n")
    assert "1 of 1 files" in done.stderr


def test_missing_raw_files_are_named_before_anything_is_written(project: Path) -> None:
    done = run(project)
    assert done.returncode == 2
    assert SOURCES["svamp"].files[0] in done.stderr
    assert SOURCES["gsm8k"].files[0] not in done.stderr
    assert "spacy project assets" in done.stderr
    assert not (project / "assets/train").exists()


def test_an_unknown_name_is_refused(project: Path) -> None:
    done = run(project, "--only", "gsm")
    assert done.returncode == 2
    assert "gsm8k" in done.stderr
