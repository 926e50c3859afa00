import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spacy_piivot.cli import app

RUNNER = CliRunner()
GOLD = {
    "id": "d",
    "messages": [
        {"speaker": "tutor", "text": "hi Maria", "spans": [{"start": 3, "end": 8}]},
        {"speaker": "student", "text": "x = 10/12/14 + 3", "spans": []},
        {
            "speaker": "student",
            "text": "my birthday is 10/12/14",
            "spans": [{"start": 15, "end": 23}],
        },
    ],
}
for message, label in zip(GOLD["messages"], ("NAME", "", "DATE_OF_BIRTH"), strict=True):
    for span in message["spans"]:
        span["label"] = label


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    predicted = json.loads(json.dumps(GOLD))
    predicted["messages"][1]["spans"] = [{"start": 4, "end": 12, "label": "DATE", "score": 0.6}]
    paths = tmp_path / "gold.jsonl", tmp_path / "predicted.jsonl"
    for path, record in zip(paths, (GOLD, predicted), strict=True):
        path.write_text(json.dumps(record) + "\n")
    return paths


def test_segment_writes_the_input_with_density_and_segment(files: tuple[Path, Path]) -> None:
    out = files[0].with_name("out.jsonl")
    result = RUNNER.invoke(app, ["segment", str(files[0]), "-o", str(out)])
    assert result.exit_code == 0, result.output
    (record,) = map(json.loads, out.read_text().splitlines())
    assert [m.pop("segment") for m in record["messages"]][:2] == ["NON-MATH", "MATH"]
    densities = [m.pop("density") for m in record["messages"]]
    assert densities[0] == 0.0
    assert densities[1] > 0.5
    assert record == GOLD


def test_segment_reads_csv_and_names_what_it_cannot_read(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("speaker,text\nAnna,3x + 2 = 14\n")
    out = tmp_path / "out.jsonl"
    assert RUNNER.invoke(app, ["segment", str(source), "-o", str(out)]).exit_code == 0
    assert '"segment":"MATH"' in out.read_text().replace(" ", "")
    source = tmp_path / "in.jsonl"
    source.write_text('{"id": "d", "messages": 3}\n')
    result = RUNNER.invoke(app, ["segment", str(source), "-o", str(out)])
    assert result.exit_code != 0


def test_candidates_are_counted_inside_and_outside(files: tuple[Path, Path]) -> None:
    pytest.importorskip("matplotlib")
    report = {name: files[0].with_name(f"report.{name}") for name in ("json", "markdown", "html")}
    options = [part for name, path in report.items() for part in (f"--{name}", str(path))]
    options += ["--similarity-threshold", "0.99"]
    result = RUNNER.invoke(app, ["math-candidates", *map(str, files), *options])
    assert result.exit_code == 0, result.output
    found = json.loads(report["json"].read_text())
    assert found["by_label"] == {
        "NAME": {"tp": 1}, "DATE": {"fp_math": 1}, "DATE_OF_BIRTH": {"tp": 1},
    }  # fmt: skip
    assert found["messages"] == {"math": 1, "other": 2}
    assert "<svg" in report["html"].read_text()
    assert "Maria" not in "".join(path.read_text() for path in report.values()) + result.output


def test_thresholds_are_searched(files: tuple[Path, Path]) -> None:
    pytest.importorskip("matplotlib")
    report = {name: files[0].with_name(f"report.{name}") for name in ("json", "html")}
    options = [part for name, path in report.items() for part in (f"--{name}", str(path))]
    result = RUNNER.invoke(app, ["math-thresholds", *map(str, files), *options])
    assert result.exit_code == 0, result.output
    found = json.loads(report["json"].read_text())
    assert len(found["scores"]) == 6 * 11
    assert found["best"]["objective"] == max(score["objective"] for score in found["scores"])
    assert found["best"]["false_inside"] == 1.0
    assert report["html"].read_text().count("<svg") == 2
