import json
import re
from pathlib import Path
from typing import Any

import pytest
import typer
from click.testing import Result
from shared_pipelines import blank_english
from typer.testing import CliRunner

from spacy_piivot.cli.baseline import baseline_command
from spacy_piivot.evaluation.baselines import SYSTEMS

app = typer.Typer(pretty_exceptions_enable=False)
app.command("baseline")(baseline_command)
# One command alone would be the app itself.
app.callback()(lambda: None)

DIALOGUE = {
    "id": "one",
    "messages": [
        {"speaker": "tutor", "text": "Hi Zorblatt, 👩‍🏫 write to ola@example.org", "n": 1},
        {"speaker": "Quibbly", "text": "I go to Quibbly High School", "spans": []},
    ],
}


@pytest.fixture(scope="module")
def ruler(tmp_path_factory: pytest.TempPathFactory) -> str:
    nlp = blank_english()
    component: Any = nlp.add_pipe("entity_ruler")
    component.add_patterns([{"label": "PERSON", "pattern": "Zorblatt"}])
    path = tmp_path_factory.mktemp("ruler")
    nlp.to_disk(path)
    return str(path)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_text(json.dumps(DIALOGUE, ensure_ascii=False) + "\n", encoding="utf8")
    return path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["baseline", *map(str, arguments)])


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        ("spacy", [("Zorblatt", "PERSON")]),
        (
            "presidio",
            [
                ("Zorblatt", "PERSON"),
                ("ola@example.org", "EMAIL_ADDRESS"),
                ("example.org", "URL"),
                ("Quibbly High School", "SCHOOL"),
            ],
        ),
    ],
)
def test_one_command_writes_the_spans_of_a_system(
    system: str, expected: list[tuple[str, str]], source: Path, tmp_path: Path, ruler: str
) -> None:
    out = tmp_path / "new" / "out.jsonl"
    result = run(f"{system}:{ruler}", source, "-o", out)
    assert result.exit_code == 0, result.output
    assert (result.stdout, result.stderr) == ("", "1 dialogue searched\n")
    (record,) = (json.loads(line) for line in out.read_text("utf8").splitlines())
    found = []
    for message in record["messages"]:
        for span in message.pop("spans"):
            assert list(span) == ["start", "end", "label", "score", "source"]
            assert span["source"] == system
            found.append((message["text"][span["start"] : span["end"]], span["label"]))
    assert found == expected
    for message in DIALOGUE["messages"]:
        assert {k: v for k, v in message.items() if k != "spans"} in record["messages"]


def test_csv_columns_can_be_named(tmp_path: Path, ruler: str) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.jsonl"
    source.write_text("said,who,talk\nhi Zorblatt,tutor,t1\n")
    columns = ["--text-column", "said", "--speaker-column", "who", "--dialogue-column", "talk"]
    result = run(f"spacy:{ruler}", source, "-o", out, *columns)
    assert result.exit_code == 0, result.output
    record = json.loads(out.read_text())
    assert record["id"] == "t1"
    assert record["messages"][0]["speaker"] == "tutor"
    assert [span["start"] for span in record["messages"][0]["spans"]] == [3]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["bert:{ruler}", "in.jsonl", "-o", "out"], "presidio-default"),
        (["spacy", "in.jsonl", "-o", "out"], "SYSTEM:MODEL"),
        (["presidio:no_such_model", "in.jsonl", "-o", "out"], "spacy-piivot[baselines]"),
        (["spacy:{ruler}", "none.jsonl", "-o", "out"], "no such file"),
        (["spacy:{ruler}", "in.jsonl", "-o", "in.jsonl"], "must not be the input"),
        (["spacy:{ruler}", "in.jsonl", "-o", "full"], "is a folder already"),
        (["spacy:{ruler}", "full", "-o", "in.jsonl"], "is a file"),
        (["spacy:{ruler}", "bad.jsonl", "-o", "out"], "bad.jsonl: line 2: NotJSON"),
        (["spacy:{ruler}", "in.jsonl"], "--output"),
    ],
)
def test_exit_status_2_says_what_cannot_be_used_and_nothing_appears(
    arguments: list[str],
    said: str,
    source: Path,
    tmp_path: Path,
    ruler: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "bad.jsonl").write_text(source.read_text("utf8") + '{"id": "Zorblatt\n')
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a.txt").write_text("hi")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    monkeypatch.chdir(tmp_path)
    result = run(*(argument.format(ruler=ruler) for argument in arguments))
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert said in re.sub(r"[│\s]+", " ", result.stderr)
    assert "Traceback" not in result.stderr
    assert "Zorblatt" not in result.stderr
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_help_names_the_systems() -> None:
    result = run("--help")
    assert result.exit_code == 0
    words = re.sub(r"[│\s]+", " ", result.stdout)
    assert all(f"{system} (" in words for system in SYSTEMS)
    assert "contains the original texts" in words
