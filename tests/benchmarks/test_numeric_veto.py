import json
import runpy
from pathlib import Path

import pytest
from benchmarked import BENCHMARKS, write


def test_numeric_veto_counts_by_extent_and_label(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    maths, plain = "Zorblatt, 3x + 4/12 = 14, age 13", "hi Zorblatt, it was 10/12/14"
    gold = write(
        tmp_path / "gold.jsonl",
        (maths, [("Zorblatt", "NAME"), ("13", "AGE"), ("14", "AGE")]),
        (plain, [("Zorblatt", "NAME")]),
    )
    predicted = write(
        tmp_path / "found.jsonl",
        (maths, [("Zorblatt", "NAME"), ("4/12", "DATE"), ("14", "DATE"), ("13", "AGE")]),
        (plain, [("10/12/14", "DATE")]),
    )
    for path in (gold, predicted):
        content = path.read_text().replace('"label"', '"score": 0.5, "label"')
        path.write_text(content)
    reports = {"json": tmp_path / "out.json", "markdown": tmp_path / "out.md"}
    main = runpy.run_path(str(BENCHMARKS / "numeric_veto.py"))["main"]
    main(gold, str(predicted), similarity_threshold=0.99, **reports)
    found = json.loads(reports["json"].read_text())
    assert found["by_label"]["DATE"] == {
        "true": [0, 0],
        "false": [3, 1],
        "false_in_maths": [2, 0],
        "false_in_maths_with_digit": [2, 0],
    }
    assert found["by_label"]["all"]["true"] == [2, 2]
    # The age that was called a date is gone with it.
    assert (found["gold_found"], found["gold_lost"]) == (3, 1)
    output = capsys.readouterr().out
    assert "100.0%" in output
    assert "Zorblatt" not in output + "".join(path.read_text() for path in reports.values())
