"""Run a command in this process, with a dialogue for it."""

from pathlib import Path
from typing import Any

from click.testing import Result
from typer.testing import CliRunner

from spacy_piivot.cli import app

DIALOGUE = {
    "corpus": "ours",
    "id": "one",
    "messages": [
        {"speaker": "tutor", "text": "Hi Zorblatt, 4/12 is at 3:45", "spans": [], "n": 1.5},
        {"speaker": "Quibbly", "text": "👩‍🏫 e-mail ola.zorblatt@example.org!\r\n  "},
        {"speaker": None, "text": ""},
    ],
    "note": {"b": 1, "a": [None, True]},
}


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


SECRET = "Zorblatt"
TEXT = f"hi {SECRET}, is 4/12 the same as 1/3?"


def record(id: str, *spans: tuple[int, int, str], text: str = TEXT) -> dict[str, Any]:
    found = [{"start": start, "end": end, "label": label} for start, end, label in spans]
    return {"id": id, "messages": [{"speaker": "student", "text": text, "spans": found}]}
