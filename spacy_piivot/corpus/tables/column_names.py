"""Recognises the columns of tables by their names, which are data (`data/columns.toml`)."""

import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

Role = Literal["text", "speaker", "dialogue", "group"]

_FILE = Path(__file__).parents[2] / "data" / "columns.toml"
_PLAIN, _IDENTIFYING, _TIMES = "plain", "identifying", "times"
_JSON, _MISSING = "json", "missing"
_NOT_ROLES = (_IDENTIFYING, _TIMES, _JSON, _MISSING)
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


def identifying_label(name: str) -> str:
    """The label that the cells of a column have as a whole.

    name (str): The name of the column, or of a field.
    RETURNS (str): The label, such as "ID_NUM" for "User ID"; "" for a column of anything else.
    """
    return _identifying().get(fold_name(name), "")


def is_time_name(name: str) -> bool:
    """Whether whole numbers in a column are times."""
    return fold_name(name) in map(fold_name, _tables()[_TIMES]["time"])


def says_nothing(cell: str) -> bool:
    """Whether a cell only says that there is nothing in it ("N/A")."""
    return not cell.strip() or cell.strip().casefold() in _tables()[_MISSING]["cells"]


def json_names(field: str) -> Sequence[str]:
    """The names of a field of JSON objects, the first of which counts.

    field (str): What it contains: "messages", "text", "speaker" or "id".
    RETURNS (Sequence[str]): The names.
    """
    return _tables()[_JSON][field]


@cache
def _identifying() -> Mapping[str, str]:
    labels = _tables()[_IDENTIFYING]
    return {fold_name(name): label for label, names in labels.items() for name in names}


@cache
def _known(role: Role) -> frozenset[str]:
    tables = [table for name, table in _tables().items() if name not in _NOT_ROLES]
    return frozenset(fold_name(name) for table in tables for name in table.get(role, ()))


@cache
def _tables() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return tomllib.loads(_FILE.read_text("utf8"))
