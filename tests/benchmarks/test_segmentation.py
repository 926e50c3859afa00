import json
import runpy
from pathlib import Path

import pytest
from benchmarked import BENCHMARKS, write


@pytest.mark.slow
def test_segmentation_is_timed_beside_the_pipeline(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    source = write(tmp_path / "in.jsonl", ("hi Zorblatt", []), ("3x + 4 = 14", []), ("bye", []))
    reports = {"json": tmp_path / "out.json", "markdown": tmp_path / "out.md"}
    main = runpy.run_path(str(BENCHMARKS / "segmentation.py"))["main"]
    main([source, source], messages=5, rounds=1, **reports)
    found = json.loads(reports["json"].read_text())
    assert (found["messages"], found["dialogues"], found["in_maths"]) == (5, 2, 2)
    seconds = found["seconds"]
    assert found["ratio"] == seconds["math_segmenter"] / seconds["light pipeline"]
    assert "Zorblatt" not in capsys.readouterr().out + reports["markdown"].read_text()
