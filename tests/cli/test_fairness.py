import json
import re
from pathlib import Path

from commands import SECRET, record, run
from json_lines import write_jsonl


def test_fairness_after_a_name_swap(gold: Path, tmp_path: Path) -> None:
    swapped, out = tmp_path / "swapped.jsonl", tmp_path / "f.json"
    result = run("swap-names", gold, "-o", swapped)
    assert result.exit_code == 0, result.output
    assert "1 left out" in result.output
    copies = [json.loads(line) for line in swapped.read_text("utf8").splitlines()]
    assert len({copy["id"] for copy in copies}) == len(copies) > 20
    assert not any(SECRET in line for line in swapped.read_text("utf8").splitlines())
    html = tmp_path / "f.html"
    result = run("fairness", swapped, swapped, "--bootstrap", "20", "--json", out, "--html", html)
    assert result.exit_code == 0, result.output
    found = json.loads(out.read_text("utf8"))
    assert not found["guessed"]
    assert found["detected"] == found["names"] == len(copies)
    assert "<table" in html.read_text("utf8")


def test_names_are_not_swapped_onto_their_source(gold: Path) -> None:
    before = gold.read_bytes()
    assert run("swap-names", gold, "-o", gold).exit_code == 2
    assert gold.read_bytes() == before


def test_fairness_guesses_groups_from_names(tmp_path: Path) -> None:
    text = "Maria Gonzalez met Liam Murphy"
    gold = write_jsonl(
        tmp_path / "g.jsonl", record("a", (0, 14, "NAME"), (19, 30, "NAME"), text=text)
    )
    predicted = write_jsonl(tmp_path / "p.jsonl", record("a", (0, 14, "NAME"), text=text))
    result = run("fairness", gold, predicted, "--bootstrap", "20", "--least", "1")
    assert result.exit_code == 0, result.output
    assert re.search(r"female +1 +1 +1\.0000", result.stdout)
    assert re.search(r"\bmale +1 +0 +0\.0000", result.stdout)
    assert "Gonzalez" not in result.output
