import json
from pathlib import Path

import pytest
from commands import run

PEOPLE = "Zorblatt Quibbly Maria Kofi Priya".split()


@pytest.fixture(autouse=True)
def without_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading them takes longer than everything else."""
    from spacy_piivot.evaluation.plain_sight import discrimination
    from spacy_piivot.evaluation.plain_sight.name_lists import NameLists

    lists = NameLists(missing=["name2nat"])
    monkeypatch.setattr(discrimination, "name_lists", lambda: lists)


@pytest.fixture
def original(tmp_path: Path) -> Path:
    lines = []
    for number in range(22):
        name = PEOPLE[number % 5]
        spans = [{"start": 3, "end": 3 + len(name), "label": "NAME"}]
        messages = [{"speaker": "tutor", "text": f"hi {name}, 3 + {number}", "spans": spans}]
        lines.append(json.dumps({"id": f"d{number}", "messages": messages}))
    path = tmp_path / "original.jsonl"
    path.write_text("\n".join(lines), "utf8")
    return path


def test_the_pipeline_itself(original: Path, tmp_path: Path) -> None:
    figures, markdown = tmp_path / "f.json", tmp_path / "f.md"
    result = run("discriminate", original, "--runs", "1", "--bootstrap", "20", "--no-control",
                 "--json", figures, "--markdown", markdown)  # fmt: skip
    assert result.exit_code == 0, result.output
    found = json.loads(figures.read_text("utf8"))
    assert found["dialogues"] == 22
    assert {one["unit"] for one in found["classifiers"]} >= {"names alone", "messages"}
    for text in (result.output, figures.read_text("utf8"), markdown.read_text("utf8")):
        assert not any(name in text for name in PEOPLE)


def test_any_pair_of_files(original: Path, tmp_path: Path) -> None:
    released = tmp_path / "released.jsonl"
    text = original.read_text("utf8")
    for name in PEOPLE:
        text = text.replace(f"hi {name}", "hi Zyxa")
    records = [json.loads(line) for line in text.split("\n")]
    for record in records:
        for message in record["messages"]:
            del message["spans"]
    released.write_text("\n".join(map(json.dumps, records)), "utf8")
    result = run("discriminate", original, released, "--runs", "0", "--json", tmp_path / "f.json")
    assert result.exit_code == 0, result.output
    found = json.loads((tmp_path / "f.json").read_text("utf8"))
    assert found["mentions"] == 22
    assert found["classifiers"] == []


def test_what_cannot_be_measured_is_refused(original: Path, tmp_path: Path) -> None:
    few = tmp_path / "few.jsonl"
    few.write_text("\n".join(original.read_text("utf8").split("\n")[:5]), "utf8")
    result = run("discriminate", few)
    assert result.exit_code == 2
    assert "at least 20" in " ".join(result.output.split())
    assert run("discriminate", original, tmp_path / "nothing.jsonl").exit_code == 2
    assert run("discriminate", original, original, "--runs", "0").exit_code == 2
