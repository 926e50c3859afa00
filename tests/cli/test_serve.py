"""The command that starts the service. What it answers is tested in tests/serve."""

import pickle
from pathlib import Path
from typing import Any

import pytest
from commands import run

from spacy_piivot.cli.serve import make_engine
from spacy_piivot.serve import running

TOKEN = "a-token-of-a-test-long-enough"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Do not wait for clients: note what would be served, and go on."""
    seen: list[dict[str, Any]] = []

    def run_service(make: Any, bound: Any, **settings: Any) -> bool:
        seen.append({"make": make, "address": bound.getsockname(), **settings})
        settings["ready"]("http://the-address/")
        return True

    monkeypatch.setattr(running, "run_service", run_service)
    monkeypatch.delenv("SPACY_PIIVOT_TOKEN", raising=False)
    return seen


def test_it_listens_on_this_computer_alone(
    model: str, key_file: str, started: list[dict[str, Any]]
) -> None:
    result = run("serve", "--port", "0", "--model", model, "--key-file", key_file)
    assert result.exit_code == 0, result.stderr
    assert result.stdout == "http://the-address/\n"
    assert result.stderr == "Stopped.\n"
    [settings] = started
    assert settings["address"][0] == "127.0.0.1"
    assert settings["token"] is None
    assert settings["limits"].body == 1_000_000
    assert settings["log"] is not None
    assert settings["workers"] >= 1


def test_the_engine_is_made_in_another_process_with_the_same_key(
    model: str, started: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SPACY_PIIVOT_KEY", raising=False)
    result = run("serve", "--port", "0", "--model", model, "--policy", "essay", "--no-access-log")
    assert "the surrogates are others whenever you start again" in result.stderr
    make = pickle.loads(pickle.dumps(started[0]["make"]))
    one, other = make(), make()
    keys = {engine._deidentifying._surrogator.key for engine in (one, other)}
    assert len(keys) == 1
    assert one._deidentifying._surrogator.policy == "essay"
    assert started[0]["log"] is None


def test_other_computers_need_a_token(tmp_path: Path, started: list[dict[str, Any]]) -> None:
    result = run("serve", "--host", "0.0.0.0", "--port", "0")
    assert result.exit_code == 2
    assert "--token-file" in result.stderr
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    assert run("serve", "--host", "0.0.0.0", "--port", "0", "--token-file", file).exit_code == 0
    assert started[0]["token"] == TOKEN


@pytest.mark.parametrize("token", ["", "short", " " * 30, "ü" * 20, "a token\nof two lines, long"])
def test_a_bad_token_is_refused_and_not_shown(
    token: str, tmp_path: Path, started: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "token"
    file.write_text(token)
    monkeypatch.setenv("SPACY_PIIVOT_TOKEN", token)
    for options in ((), ("--token-file", file)):
        result = run("serve", "--port", "0", *options)
        assert result.exit_code == 2
        assert "at least 16 ASCII characters" in result.stderr
        assert not token.strip() or token not in result.stderr
    assert run("serve", "--token-file", tmp_path / "none").exit_code == 2
    assert started == []


def test_a_signal_that_was_dropped_at_the_start_still_ends_it(
    model: str, key_file: str, started: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spacy_piivot.cli.interrupts.Interrupts.seen", lambda self: True)
    result = run("serve", "--port", "0", "--model", model, "--key-file", key_file)
    assert result.exit_code == 130
    assert result.stdout == ""
    assert result.stderr.startswith("Interrupted.")


def test_a_missing_package_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spacy_piivot.core.optional.find_spec", lambda name: None)
    result = run("serve")
    assert result.exit_code == 2
    assert 'This needs starlette: pip install "spacy-piivot[serve]"' in result.stderr


def test_a_service_that_cannot_start_has_its_status(
    monkeypatch: pytest.MonkeyPatch, model: str
) -> None:
    monkeypatch.setattr(running, "run_service", lambda *_, **__: False)
    assert run("serve", "--port", "0", "--model", model).exit_code == 3


def test_shuffling_needs_a_corpus(model: str, key_file: str, started: list[dict[str, Any]]) -> None:
    options = ["--model", model, "--key-file", key_file, "--strategy", "DATE=shuffle"]
    assert run("serve", "--port", "0", *options).exit_code == 0
    with pytest.raises(ValueError, match="shuffle needs the whole corpus"):
        started[0]["make"]()
    assert started[0]["make"].func is make_engine
