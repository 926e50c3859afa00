import json
from pathlib import Path

import pytest
from commands import run

TEXTS = ["Hi Zorblatt and Quibbly, 3 + 4", "Zorblatt says 7", "bye Ola Zorblatt"]
SPANS = [[(3, 11), (16, 23)], [(0, 8)], [(4, 16)]]


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    messages = [
        {
            "speaker": "tutor",
            "text": text,
            "spans": [{"start": s, "end": e, "label": "NAME"} for s, e in spans],
        }
        for text, spans in zip(TEXTS, SPANS, strict=True)
    ]
    path = tmp_path / "gold.jsonl"
    lines = [json.dumps({"id": f"d{n}", "messages": messages}) for n in range(4)]
    path.write_text("\n".join(lines), "utf8")
    return path


@pytest.fixture
def released(gold: Path, tmp_path: Path, model: str, key_file: str) -> Path:
    out = tmp_path / "out.jsonl"
    result = run(
        "deidentify", gold, "-o", out, "--model", model, "--key-file", key_file,
        "--spans-from-input", "--private-edits", tmp_path / "edits.jsonl",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    return out


def test_attack_writes_one_report_without_text(released: Path, gold: Path, tmp_path: Path) -> None:
    json_file, markdown, html = (tmp_path / f"report.{end}" for end in ("json", "md", "html"))
    result = run(
        "attack", released, "--edits", tmp_path / "edits.jsonl", "--gold", gold, "--epochs", "1",
        "--json", json_file, "--markdown", markdown, "--html", html,
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    figures = json.loads(json_file.read_text("utf8"))
    assert figures["quality"]["collisions"] == figures["quality"]["originals_reused"] == 0
    assert figures["parrot"]["leaks"] == 0
    assert "<svg" in html.read_text("utf8")
    for path in (json_file, markdown, html):
        assert "Zorblatt" not in path.read_text("utf8")
    assert "Zorblatt" not in result.output


def test_attack_needs_nothing_but_the_release(released: Path) -> None:
    result = run("attack", released, "--epochs", "1")
    assert result.exit_code == 0, result.output
    assert "without gold" in result.output
    assert "without private edits" in result.output


def test_utility_compares_before_and_after(released: Path, gold: Path, tmp_path: Path) -> None:
    json_file = tmp_path / "utility.json"
    result = run("utility", gold, released, "--json", json_file)
    assert result.exit_code == 0, result.output
    figures = json.loads(json_file.read_text("utf8"))
    assert figures["answers"] == {"same": 4, "of": 4, "share": 1.0}
    assert figures["talk"]["tutors"]["words a turn"]["change"] == 0
    assert "Zorblatt" not in result.output


def test_what_cannot_be_read_is_refused(released: Path, gold: Path, tmp_path: Path) -> None:
    assert run("attack", released, "--edits", gold).exit_code == 2
    assert run("attack", released, "--gold", tmp_path / "nothing.jsonl").exit_code == 2
    assert run("utility", gold, tmp_path / "nothing.jsonl").exit_code == 2
