import runpy
from pathlib import Path

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
