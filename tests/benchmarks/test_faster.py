from benchmarks.faster import in_turn, table


def test_all_run_in_turn_and_then_in_reverse() -> None:
    order: list[str] = []
    runs = {name: (lambda name=name: order.append(name)) for name in "abc"}
    measured = in_turn(runs, 2)
    assert "".join(order) == "abcabccba"
    assert {name: len(times) for name, times in measured.items()} == {"a": 2, "b": 2, "c": 2}


def test_ratios_are_of_runs_side_by_side() -> None:
    # The machine was twice as slow in the second round.
    rows = table({"old": [(4.0, 8.0), (8.0, 8.0)], "new": [(2.0, 2.0), (4.0, 2.0)]})
    assert rows[2] == "| old | 6.00 | 8.00 | 1.00 | 1.00 |"
    assert rows[3] == "| new | 3.00 | 2.00 | 2.00 | 4.00 |"
