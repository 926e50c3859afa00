import runpy
from pathlib import Path

import pytest
import typer
from benchmarked import BENCHMARKS


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


def test_runs_take_turns_in_both_orders() -> None:
    from benchmarks.throughput import race

    order: list[str] = []
    seconds = race({name: lambda name=name: order.append(name) for name in "abc"}, 3)
    assert order == list("abc" + "abc" + "cba" + "abc")
    assert {name: len(measured) for name, measured in seconds.items()} == {"a": 3, "b": 3, "c": 3}
    order.clear()
    race({"a": lambda: order.append("a")}, 2, warm=True)
    assert order == ["a", "a"]
