"""Runs the guide to large corpora: each block of Python with its printed output."""

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from conftest import REPOSITORY
from json_lines import read_jsonl

PAGE = (REPOSITORY / "docs" / "scale.md").read_text("utf8")
BLOCKS = re.findall(r"```python\n(.*?)```\n```text\n(.*?)```", PAGE, re.DOTALL)
TABLES, RAY, SPARK = range(3)


@pytest.fixture(autouse=True)
def with_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", "/tmp")
    (tmp_path / "key").write_text("an example key, not a secret one")


def check(number: int, names: dict[str, object]) -> None:
    """Run a block with some names, and compare what it prints."""
    code, shown = BLOCKS[number]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "scale.md", "exec"), names)
    assert printed.getvalue() == shown


def test_there_is_a_block_for_each_engine() -> None:
    assert len(BLOCKS) == PAGE.count("```python") == 3


def test_the_block_on_tables_prints_what_is_shown() -> None:
    check(TABLES, {})


@pytest.mark.external
def test_the_block_on_ray_prints_what_is_shown() -> None:
    pytest.importorskip("ray")
    check(RAY, {})


@pytest.mark.external
def test_the_block_on_spark_prints_what_is_shown() -> None:
    pytest.importorskip("pyspark")
    code, _, _ = BLOCKS[RAY][0].partition("with running_ray")
    names: dict[str, object] = {}
    exec(code, names)
    check(SPARK, names)


@pytest.mark.external
def test_the_command_runs_as_shown(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    (shown,) = re.findall(r"```bash\n(.*?)```", PAGE, re.DOTALL)
    for number in range(3):
        (tmp_path / "chats").mkdir(exist_ok=True)
        source = REPOSITORY / "examples" / "tutoring.jsonl"
        shutil.copy(source, tmp_path / "chats" / f"{number}.jsonl")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "TMPDIR": "/tmp"}
    before = set(Path("/tmp").glob("piivot-*"))
    run = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", shown],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    first, *others = [read_jsonl(tmp_path / "shared" / f"{number}.jsonl") for number in range(3)]
    assert first
    assert others == [first, first]
    assert set(Path("/tmp").glob("piivot-*")) == before
