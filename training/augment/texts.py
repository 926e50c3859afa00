"""The files of `corpus/templates/`: sentences, names and values that anybody can read and edit."""

import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "corpus" / "templates"


def read_texts(name: str) -> dict[str, Any]:
    """The tables of a file.

    name (str): The file's name in `corpus/templates/`.
    RETURNS (dict[str, Any]): Its content, in the file's order.
    """
    return tomllib.loads((FOLDER / name).read_text("utf8"))


def lines(block: str) -> tuple[str, ...]:
    """The lines of a block of text, without empty ones and the space around them."""
    return tuple(line.strip() for line in block.split("\n") if line.strip())
