"""The help of every command says every word that was written for it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer
from commands import run
from typer.testing import CliRunner

from spacy_piivot.cli import app


def commands(command: Any, *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield path, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, *path, name)


COMMANDS = dict(commands(typer.main.get_command(app)))


def squeezed(text: str) -> str:
    """Without white space, the lines of a table, and what marks code."""
    return re.sub(r"[\s`─│╭╮╰╯]+", "", text)


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_no_word_is_lost(path: tuple[str, ...]) -> None:
    command = COMMANDS[path]
    # Wide enough for every line: a word that is cut in two is found all the same.
    said = CliRunner().invoke(
        app, [*path, "--help"], env={"COLUMNS": "300", "TERMINAL_WIDTH": "300"}
    )
    assert said.exit_code == 0
    shown = squeezed(said.output)
    written = [command.help, command.epilog]
    for option in command.params:
        written += [getattr(option, "help", None), getattr(option, "metavar", None)]
    words = {squeezed(word) for text in written for word in (text or "").split()}
    assert words
    assert sorted(word for word in words if word not in shown) == []


def test_a_placeholder_is_shown_as_it_stands_in_a_transcript() -> None:
    said = CliRunner().invoke(app, ["audit", "--help"])
    assert "placeholders such as <PERSON>." in re.sub(r"\s+", " ", said.output)


@pytest.mark.parametrize("command", ["deidentify", "detect", "show"])
def test_help_explains_the_command(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "--roster" in result.stdout
    overview = run("--help").stdout
    assert command in overview
    for page in (result.stdout, overview):
        statuses = "0 all done, 1 some .* 2 unusable .* 3 the run failed .* 130 interrupted"
        assert re.search(statuses, " ".join(re.sub("[│\\s]+", " ", page).split()))
