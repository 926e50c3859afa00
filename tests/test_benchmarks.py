import json
import runpy
from pathlib import Path
from typing import Any

import pytest
import typer

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


def test_throughput_does_not_show_a_broken_line(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"id": "a", "messages": [{"text": "hi Zorblatt\n', "utf8")
    main = runpy.run_path(str(BENCHMARKS / "throughput.py"))["main"]
    with pytest.raises(typer.Exit) as exit:
        main(gold)
    assert exit.value.exit_code == 2
    output = capsys.readouterr()
    assert "line 1" in output.err
    assert "Zorblatt" not in output.out + output.err


def write(path: Path, *messages: tuple[str, list[tuple[str, str]]]) -> Path:
    """A dialogue of messages, in each the strings that are labelled."""
    record: dict[str, Any] = {"id": "d", "messages": []}
    for text, labelled in messages:
        spans = [
            {"start": text.index(part), "end": text.index(part) + len(part), "label": label}
            for part, label in labelled
        ]
        record["messages"].append({"speaker": "s", "text": text, "spans": spans})
    path.write_text(json.dumps(record) + "\n", "utf8")
    return path


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
