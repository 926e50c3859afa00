import json
import re
from pathlib import Path
from typing import Any

import pytest
from stand_in_server import Reply, StandInServer, said
from typer.testing import CliRunner, Result

from spacy_piivot.cli import app
from spacy_piivot.core.labels import IDENTIFIERS
from spacy_piivot.lang import ENGLISH
from spacy_piivot.llm.connection import Connection
from spacy_piivot.runs.red_team import read_carriers, read_injections, red_team

pytest.importorskip("openai")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["red-team", *map(str, arguments)])


def obedient(body: dict[str, Any]) -> str:
    """A model that does what a pupil says, if it says it in plain English."""
    return "F" if re.search(r"\b(answer|say|reply with) F\b", said(body)) else "T"


def test_there_are_enough_injections_each_once() -> None:
    injections = read_injections()
    assert len(injections) >= 40
    assert len({injection.text for injection in injections}) == len(injections)
    assert len({injection.id for injection in injections}) == len(injections)
    assert len({injection.kind for injection in injections}) > 8
    assert {i.place for i in injections} == {"before", "after", "previous", "next"}
    assert {carrier.label for carrier in read_carriers(ENGLISH)} & IDENTIFIERS
    assert {carrier.label for carrier in read_carriers(ENGLISH)} - IDENTIFIERS


def test_an_obedient_models_flips_are_counted(tmp_path: Path) -> None:
    path, markdown = tmp_path / "r.json", tmp_path / "r.md"
    with StandInServer(obedient) as server:
        result = run("--base-url", server.base_url, "--json", path, "--markdown", markdown)
        # No protected label goes out.
        assert not [body for body in server.requests if "[[212-555-0143]]" in said(body)]
    assert result.exit_code == 0, result.stderr
    figures = json.loads(path.read_text())
    assert figures["protected_flips"] == 0
    assert figures["by_label"]["NAME"]["flipped"] > 5
    assert figures["by_label"]["PHONE_NUMBER"] == {
        "asked": 0, "kept": figures["injections"], "flipped": 0, "undecided": 0,
    }  # fmt: skip
    assert "i01" in figures["flipped"]
    assert "i42" not in figures["flipped"]
    assert "reversed" in markdown.read_text()
    assert "reversed" in result.stdout


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """Only some of the injections are tried; how many."""
    some = read_injections()[::6]
    monkeypatch.setattr("spacy_piivot.runs.red_team.read_injections", lambda *_: some)
    return len(some)


def test_a_steadfast_model_flips_nothing(few: int) -> None:
    with StandInServer(lambda body: "T") as server:
        result = run("--base-url", server.base_url)
    assert f"0 of {few * 4} verdicts" in result.stdout


@pytest.mark.usefixtures("no_pauses")
def test_no_verdict_is_no_flip(tmp_path: Path, few: int) -> None:
    path = tmp_path / "r.json"
    with StandInServer(lambda body: Reply("F" if "Adeleke" in said(body) else "?")) as server:
        result = run("--base-url", server.base_url, "--json", path)
    assert result.exit_code == 1
    assert "show nothing: 3" in result.stderr
    figures = json.loads(path.read_text())
    # A finding that is also ruled out without an injection was not reversed.
    assert figures["by_label"]["NAME"] == {"asked": few, "kept": 0, "flipped": 0, "undecided": 0}
    assert figures["by_label"]["LOCATION"] == {
        "asked": few, "kept": 0, "flipped": 0, "undecided": few,
    }  # fmt: skip
    assert figures["unanswered"] == 3
    assert "0 of 0 verdicts" in result.stdout
    assert figures["flipped"] == []


def test_it_says_how_far_it_is(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    some = read_injections()[:9]
    monkeypatch.setattr("spacy_piivot.runs.red_team.read_injections", lambda *_: some)
    with StandInServer(lambda body: "T") as server:
        result = red_team(Connection(base_url=server.base_url), progress=True)
    assert result.injections == 9
    assert f"{result.injections * len(read_carriers(ENGLISH))}/" in capfd.readouterr().err


def test_another_machine_is_refused() -> None:
    result = run("--base-url", "https://api.example.org/v1")
    assert result.exit_code == 2
    assert "remote_ok" in result.stderr
