"""Reads the sentences, names and values in `corpus/templates/`, which anybody can edit."""

import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "corpus" / "templates"


def read_texts(name: str) -> dict[str, Any]:
    """Read the tables of a file.

    name (str): The file's name in `corpus/templates/`.
    RETURNS (dict[str, Any]): The tables, in the file's order.
    """
    return tomllib.loads((FOLDER / name).read_text("utf8"))


def lines(block: str) -> tuple[str, ...]:
    """The lines of a block of text, stripped and without empty ones."""
    return tuple(line.strip() for line in block.split("\n") if line.strip())
