import json
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import REPOSITORY
from run_inside import run_inside


def test_the_command_says_where_to_name_the_gold(tmp_path: Path) -> None:
    arguments = ["--json", "o.json", "--markdown", "o.md", "--gold", "none.jsonl"]
    run = run_inside("benchmarks", *arguments, folder=tmp_path)
    assert run.returncode == 2
    assert "--gold" in run.stderr
    assert "SPACY_PIIVOT_DATA" in run.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_the_command_writes_both_reports_and_no_text(gold: Path, tmp_path: Path) -> None:
    report, tables = tmp_path / "out.json", tmp_path / "out.md"
    arguments = ["--json", report, "--markdown", tables, "--quick", "--gold", gold]
    systems = ["--system", "piivot:en_piivot_light", "--system", "presidio-default:no_such_model"]
    subprocess.run(
        [sys.executable, "-m", "benchmarks", *map(str, arguments), *systems],
        cwd=REPOSITORY,
        check=True,
    )
    figures = json.loads(report.read_text("utf8"))
    assert figures["corpora"]["gold"] == {"dialogues": 1, "messages": 2, "words": 8}
    for part in ("quality", "speed"):
        assert {row["corpus"] for row in figures[part]} == {"gold", "synthetic"}
    assert {row["n_process"] for row in figures["batches"]} == {1, 2}
    assert figures["startup"][0]["start"] == "import spacy"
    assert figures["memory"][0]["peak_mb"] > 50
    assert list(figures["missing"]) == ["presidio-default:no_such_model"]
    text = report.read_text("utf8") + tables.read_text("utf8")
    assert "## Quality and speed" in text
    assert "Zorblatt" not in text
    assert str(tmp_path) not in text
