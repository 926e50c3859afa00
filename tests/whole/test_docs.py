"""Runs the guides: each block of Python with its printed output, and the project as shown."""

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import spacy
import srsly
from conftest import REPOSITORY

DOCS = REPOSITORY / "docs"
KEY = "an example key, not a secret one"
BLOCK = re.compile(r"```python\n(.*?)```\n(?:```text\n(.*?)```)?", re.DOTALL)


@pytest.mark.parametrize(
    ("page", "count"),
    [
        ("essays", 3),
        ("formats", 4),
        ("languages", 4),
        ("presidio", 9),
        ("release", 1),
        ("spacy", 7),
    ],
)
def test_the_python_of_a_guide_prints_what_is_shown(
    page: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPACY_PIIVOT_KEY", KEY)
    shutil.copytree(REPOSITORY / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall((DOCS / f"{page}.md").read_text("utf8"))
    assert len(blocks) == count
    names: dict[str, object] = {}
    for code, shown in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, f"{page}.md", "exec"), names)
        assert printed.getvalue() == shown


def test_the_configuration_that_is_shown_is_the_examples() -> None:
    (shown,) = re.findall(r"```ini\n(.*?)```", (DOCS / "project.md").read_text("utf8"), re.DOTALL)
    config = (REPOSITORY / "examples" / "project" / "config.cfg").read_text("utf8")
    for section in shown.split("\n\n"):
        assert section.strip() in config


@pytest.mark.slow
def test_the_project_runs_as_shown(tmp_path: Path) -> None:
    for name in ("examples", "corpus"):
        shutil.copytree(REPOSITORY / name, tmp_path / name)
    (shown,) = re.findall(r"```bash\n(.*?)```", (DOCS / "project.md").read_text("utf8"), re.DOTALL)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", shown],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
    project = tmp_path / "my-project"
    scores = srsly.read_json(project / "metrics" / "scores.json")
    assert scores["overall"]["f1"] > 0.3
    before = list(srsly.read_jsonl(project / "assets" / "transcripts.jsonl"))
    after = list(srsly.read_jsonl(project / "shareable" / "transcripts.jsonl"))
    assert 0 < len(after) <= len(before)
    assert "amara.okoye@example.org" not in str(after)
    assert spacy.load(project / "training" / "model-best").pipe_names == [
        "pii_patterns",
        "potential_pii_ner",
        "known_names",
        "hips_surrogator",
    ]
