"""Runs the README's Python and excerpt, and checks that CI finds its two commands."""

import re

import pytest
from conftest import REPOSITORY
from typer.testing import CliRunner

from spacy_piivot.cli import app

README = (REPOSITORY / "README.md").read_text("utf8")
KEY = "an example key, not a secret one"


def blocks(marker: str, language: str) -> list[str]:
    return re.findall(rf"<!-- {marker} -->\n```{language}\n(.*?)```", README, re.DOTALL)


def excerpt_rows() -> list[tuple[str, str]]:
    table = README.partition("<!-- excerpt -->")[2].strip().split("\n\n")[0]
    rows = [row.strip().strip("|").split(" | ") for row in table.splitlines()[2:]]
    return [(before.strip(), after.strip()) for before, after in rows]


@pytest.mark.parametrize("code", blocks("python", "python"))
def test_the_python_runs_as_shown(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "Amara" not in printed.splitlines()[-1]
    assert "4/12" in printed or "3:45" in printed


def test_there_are_the_two_commands_and_the_python() -> None:
    assert len(blocks("run", "bash")) == len(blocks("test", "bash")) == 1
    assert len(blocks("python", "python")) == 3


def test_the_excerpt_is_what_the_shown_command_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    (command,) = re.findall(r'```bash\nSPACY_PIIVOT_KEY="([^"]+)" spacy-piivot (.+)\n```', README)
    key, arguments = command
    assert key == KEY
    monkeypatch.chdir(REPOSITORY)
    run = CliRunner().invoke(app, arguments.split(), env={"SPACY_PIIVOT_KEY": key})
    assert run.exit_code == 0, run.output
    released = run.stdout_bytes.decode("utf8")
    source = (REPOSITORY / "examples" / "tutoring.jsonl").read_text("utf8")
    rows = excerpt_rows()
    assert len(rows) >= 6
    for before, after in rows:
        for shown, text in ((before, source), (after, released)):
            speaker, _, words = shown.partition(": ")
            assert f'"speaker": "{speaker}", "text": "{words}"' in text
