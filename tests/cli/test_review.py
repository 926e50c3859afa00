"""The command that opens the review desk. Its pages are tested in tests/review/server."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from commands import run
from forked import forked

from spacy_piivot.cli import app
from spacy_piivot.cli import review as command
from spacy_piivot.web import serving


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Do not wait for a person: note what would be served, and go on."""
    seen: list[Any] = []

    def serve(app: Any, bound: Any, ready: Any) -> None:
        seen.append((app, bound.getsockname()))
        ready()

    monkeypatch.setattr(serving, "serve", serve)
    return seen


def test_the_address_is_all_that_stdout_says(
    source: Path, model: str, key_file: str, served: list[Any]
) -> None:
    result = run("review", source, "--model", model, "--key-file", key_file, "--no-browser")
    assert result.exit_code == 0, result.stderr
    [(_, (host, port))] = served
    assert host == "127.0.0.1"
    [line] = result.stdout.splitlines()
    assert line.startswith(f"http://127.0.0.1:{port}/?token=")
    assert "Zorblatt" not in result.output
    assert "Quibbly" not in result.output
    assert "goes on from here" in result.stderr


def test_the_state_is_private_and_goes_on(
    source: Path, tmp_path: Path, model: str, key_file: str, served: list[Any]
) -> None:
    arguments = ["review", source, "--model", model, "--key-file", key_file, "--no-browser"]
    run(*arguments)
    state = tmp_path / "in.jsonl.review"
    assert state.stat().st_mode & 0o777 == 0o700
    assert all(path.stat().st_mode & 0o077 == 0 for path in state.iterdir())
    run(*arguments, "--state", tmp_path / "other", "--port", "0")
    assert (tmp_path / "other" / "review.sqlite3").is_file()
    assert run(*arguments).exit_code == 0
    with sqlite3.connect(state / "review.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM dialogue").fetchone() == (1,)


def test_messages_are_drawn_for_the_audit(
    source: Path, tmp_path: Path, model: str, served: list[Any]
) -> None:
    arguments = ["review", source, "--model", model, "--no-browser", "--state", tmp_path / "state"]
    assert "1 messages drawn" in run(*arguments, "--audit", "1").stderr
    assert "0 messages drawn" in run(*arguments, "--audit", "1").stderr
    with sqlite3.connect(tmp_path / "state" / "review.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM audited").fetchone() == (1,)


@pytest.mark.parametrize(
    ("name", "released"),
    [("chat.jsonl", "chat.released.jsonl"), ("a.b.csv", "a.b.released.jsonl"),
     ("essays.json", "essays.released.jsonl"), ("folder", "folder.released")],
)  # fmt: skip
def test_what_is_released_is_named_after_the_input(
    name: str, released: str, tmp_path: Path
) -> None:
    source = tmp_path / name
    if "." in name:
        source.touch()
    else:
        source.mkdir()
    assert command.released_name(source) == tmp_path / released


def test_another_input_does_not_get_into_the_state(
    source: Path, tmp_path: Path, model: str, served: list[Any]
) -> None:
    arguments = ["--model", model, "--no-browser", "--state", tmp_path / "state"]
    run("review", source, *arguments)
    source.write_text(source.read_text("utf8") * 2, "utf8")
    result = run("review", source, *arguments)
    assert result.exit_code == 2
    assert "belongs to another input" in result.stderr
    assert len(served) == 1


def test_a_random_key_is_said(source: Path, model: str, served: list[Any]) -> None:
    assert "--key-file" in run("review", source, "--model", model, "--no-browser").stderr


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.7", "example.org"])
def test_other_computers_are_let_in_with_a_password_only(
    host: str, source: Path, model: str, served: list[Any]
) -> None:
    result = run("review", source, "--model", model, "--no-browser", "--host", host)
    assert result.exit_code == 2
    assert "--password-file" in result.stderr
    assert served == []
    assert not source.with_name("in.jsonl.review").exists()


def test_a_password_is_not_too_short_and_not_said(
    source: Path, tmp_path: Path, model: str, served: list[Any]
) -> None:
    path = tmp_path / "password"
    arguments = ["review", source, "--model", model, "--no-browser", "--password-file", path]
    assert "cannot be read" in run(*arguments).stderr
    path.write_text("sesame\n")
    assert "at least 8" in run(*arguments).stderr
    path.write_text("open sesame\n")
    result = run(*arguments)
    assert result.exit_code == 0
    assert "not encrypted" in result.stderr
    assert "sesame" not in result.output


def test_a_port_that_is_taken_is_said(source: Path, model: str) -> None:
    taken = serving.listen("127.0.0.1", 0)
    taken.listen()
    port = taken.getsockname()[1]
    result = run("review", source, "--model", model, "--no-browser", "--port", str(port))
    taken.close()
    assert result.exit_code == 2
    assert f"Port {port}" in result.stderr


@pytest.mark.parametrize("package", ["starlette", "uvicorn"])
def test_a_missing_extra_is_named(
    package: str, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = sys.modules["spacy_piivot.core.optional"].find_spec
    monkeypatch.setattr(
        "spacy_piivot.core.optional.find_spec",
        lambda name: None if name == package else find(name),
    )
    result = run("review", source)
    assert result.exit_code == 2
    assert f'needs {package}: pip install "spacy-piivot[review]"' in result.stderr


@pytest.mark.parametrize("name", ["Anna Smith", "", "../x"])
def test_a_reviewer_has_a_short_name(name: str, source: Path, served: list[Any]) -> None:
    result = run("review", source, "--reviewer", name)
    assert result.exit_code == 2
    assert "do not use a full name" in result.stderr


def test_a_browser_is_opened_where_there_is_one(
    source: Path, model: str, served: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(command, "open_browser", opened.append)
    monkeypatch.setattr(command, "_has_display", lambda: True)
    result = run("review", source, "--model", model)
    assert opened == [result.stdout.strip()]
    run("review", source, "--model", model, "--no-browser")
    assert len(opened) == 1


def test_the_browser_writes_nothing_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    started: list[Any] = []
    start = subprocess.Popen

    def popen(arguments: list[str], **options: Any) -> Any:
        assert arguments[1:] == ["-m", "webbrowser", "http://127.0.0.1:1/"]
        noisy = [sys.executable, "-c", "import sys; print('ours'); print('ours', file=sys.stderr)"]
        started.append(start(noisy, **options))
        return started[0]

    monkeypatch.setattr(command.subprocess, "Popen", popen)
    command.open_browser("http://127.0.0.1:1/")
    started[0].wait(20)
    assert capfd.readouterr() == ("", "")


def _serve(source: Path, model: str, out: str, errors: str) -> None:
    # What pytest captures is its own.
    sys.stdout, sys.stderr = open(out, "w"), open(errors, "w")  # noqa: SIM115
    app(["review", str(source), "--model", model, "--no-browser"])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly_with_nothing_said_of_the_texts(
    number: signal.Signals, source: Path, tmp_path: Path, model: str
) -> None:
    out, errors = tmp_path / "out", tmp_path / "errors"
    child = forked(_serve, source, model, str(out), str(errors))
    latest = time.monotonic() + 60
    while not (out.exists() and out.read_text().endswith("\n")):
        assert child.is_alive(), errors.read_text()
        assert time.monotonic() < latest, errors.read_text()
        child.join(0.02)
    address = out.read_text().strip()
    with httpx.Client(trust_env=False) as client:
        assert client.get(address, follow_redirects=True).status_code == 200
        base = address.partition("?")[0]
        assert "Zorblatt" in client.get(f"{base}api/d/0").text
        assert "Zorblatt" not in client.get(f"{base}api/d/0/preview").text
        assert client.get(f"{base}d/7").status_code == 404
        os.kill(child.pid or 0, number)
        child.join(10)
    assert child.exitcode == 0
    said = errors.read_text()
    assert "Stopped." in said
    assert "Traceback" not in said
    for text in (said, out.read_text()):
        assert "Zorblatt" not in text
        assert "Quibbly" not in text


@pytest.mark.slow
def test_a_process_of_its_own_ends_cleanly(source: Path, key_file: str) -> None:
    arguments = [sys.executable, "-m", "spacy_piivot", "review", source, "--key-file", key_file]
    with subprocess.Popen(
        [*map(str, arguments), "--no-browser"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as child:  # fmt: skip
        assert child.stdout
        assert child.stdout.readline().startswith("http://127.0.0.1:")
        child.send_signal(signal.SIGINT)
        more, said = child.communicate()
    assert child.returncode == 0, said
    assert more == ""
    assert "Zorblatt" not in said
