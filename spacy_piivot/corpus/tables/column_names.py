"""Recognises the columns of tables by their names, which are data (`data/columns.toml`)."""

import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

Role = Literal["text", "speaker", "dialogue", "group"]

_FILE = Path(__file__).parents[2] / "data" / "columns.toml"
_PLAIN = "plain"
_LEFT_OUT = str.maketrans("", "", " _-.\t\u00a0")


def fold_name(name: str) -> str:
    """A column's name without case, spaces and punctuation ("Conversation ID": conversationid)."""
    return unicodedata.normalize("NFKC", name).casefold().translate(_LEFT_OUT)


def plain_names(role: Role) -> Sequence[str]:
    """Our own names of a column, the first of which counts."""
    return _tables()[_PLAIN].get(role, ())


def is_known_name(name: str, role: Role) -> bool:
    """Whether a column's name is one for a role, in any language.

    name (str): The name, as it is in the file.
    role (str): What the column may contain: "text", "speaker", "dialogue" or "group".
    RETURNS (bool): Whether it is.
    """
    return fold_name(name) in _known(role)


@cache
def _known(role: Role) -> frozenset[str]:
    return frozenset(
        fold_name(name) for table in _tables().values() for name in table.get(role, ())
    )


@cache
def _tables() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return tomllib.loads(_FILE.read_text("utf8"))
