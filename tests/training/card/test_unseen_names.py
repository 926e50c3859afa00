import json
from pathlib import Path
from typing import Any

import pytest
import typer

from spacy_piivot.errors import InputError
from training.card.unseen_names import main, recall_by_surface


def record(*spans: dict[str, Any], id: str = "d") -> dict[str, dict[str, Any]]:
    return {id: {"id": id, "messages": [{"speaker": "", "text": "Ana Bo", "spans": list(spans)}]}}


def name(start: int, end: int, **more: Any) -> dict[str, Any]:
    return {"start": start, "end": end, "label": "NAME", **more}


def test_recall_is_counted_apart_exactly_and_by_overlap() -> None:
    gold = record(name(0, 3, seen=True), name(4, 6, seen=False))
    found = recall_by_surface(gold, record(name(0, 3), {"start": 5, "end": 6, "label": "AGE"}))
    assert found["seen"] == {"gold": 1, "strict": 1.0, "overlap": 1.0}
    assert found["unseen"] == {"gold": 1, "strict": 0.0, "overlap": 1.0}


def test_gold_that_does_not_say_and_dialogues_that_lack_are_errors() -> None:
    with pytest.raises(InputError, match=r"give gold of training\.corpora\.make"):
        recall_by_surface(record(name(0, 3)), record())
    with pytest.raises(InputError, match="dialogue d: not in the predictions"):
        recall_by_surface(record(name(0, 3, seen=True)), record(id="other"))


def test_other_texts_are_an_error_and_not_shown() -> None:
    other = record(name(0, 3))
    other["d"]["messages"][0]["text"] = "Ana Zorblatt"
    with pytest.raises(InputError, match="dialogue d: its texts differ") as caught:
        recall_by_surface(record(name(0, 3, seen=True)), other)
    assert "Zorblatt" not in str(caught.value)


def write(path: Path, *lines: str) -> Path:
    path.write_text("".join(line + "\n" for line in lines), "utf8")
    return path


def test_files_are_compared_and_the_figures_written(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    gold = write(tmp_path / "gold.jsonl", json.dumps(record(name(0, 3, seen=True))["d"]))
    found = write(tmp_path / "found.jsonl", json.dumps(record(name(0, 6, score=0.5))["d"]))
    main(gold, found, tmp_path / "figures.json")
    figures = json.loads((tmp_path / "figures.json").read_text("utf8"))
    assert figures["seen"] == {"gold": 1, "strict": 0.0, "overlap": 1.0}
    assert "1 names  found exactly 0.000  touched 1.000" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line",
    [
        '{"id": "e", "messages": [{"text": "hi Zorblatt',
        json.dumps(record(name(0, 3, text="Zorblatt"), id="e")["e"]),
    ],
)
def test_a_line_that_cannot_be_used_is_named_and_not_shown(
    tmp_path: Path, line: str, capsys: pytest.CaptureFixture
) -> None:
    gold = write(tmp_path / "gold.jsonl", json.dumps(record(name(0, 3, seen=True))["d"]))
    broken = write(tmp_path / "broken.jsonl", gold.read_text("utf8").strip(), line)
    for files in ((gold, broken), (broken, gold)):
        with pytest.raises(typer.Exit) as exit:
            main(*files)
        assert exit.value.exit_code == 2
        output = capsys.readouterr()
        assert "line 2" in output.err
        assert "broken.jsonl" in output.err
        assert "Zorblatt" not in output.out + output.err
