"""Tells Word's own names of styles from names that people or programs gave."""

import re
from functools import cache
from pathlib import Path

_FILE = Path(__file__).parents[2] / "data" / "word_styles.txt"
_WORD = re.compile(r"[^\W\d_]+")


def is_word_style(name: str) -> bool:
    """Whether a style's name is one that Word gives.

    name (str): The name: "heading 1", "Maya's Title".
    RETURNS (bool): Whether no word of it can be anybody's.
    """
    known = _words()
    return all(word.casefold() in known for word in _WORD.findall(name))


@cache
def _words() -> frozenset[str]:
    lines = _FILE.read_text("utf8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
