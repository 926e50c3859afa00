"""Reads the objects of a file: of its lines, of its list, or the one that it is."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ...errors import InputError, RecordError
from ..json_items import read_items
from ..jsonl import parse_json
from ..records import BOM

_CHUNK = 1 << 20


class JsonObject(NamedTuple):
    """One value of a file that may be a dialogue or a row.

    line (int): Its first line in the file, from 1.
    value (Any): The value.
    fault (RecordError | None): Its error, if it cannot be read.
    """

    line: int
    value: Any
    fault: RecordError | None = None


# Reads the objects of a file, from the first one.
Objects = Callable[[Path], Iterator[JsonObject]]


def line_objects(path: Path) -> Iterator[JsonObject]:
    """Read one object per line; blank lines are skipped.

    path (Path): The file, UTF-8.
    YIELDS (JsonObject): The objects, and the faults of bad lines.
    """
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if number == 1:
                line = line.removeprefix(BOM.encode())
            if not line.strip():
                continue
            try:
                yield JsonObject(number, parse_json(line, number))
            except RecordError as error:
                yield JsonObject(number, None, error)


def list_objects(path: Path) -> Iterator[JsonObject]:
    """Read the items of a JSON list, one at a time, or the one object that a file is.

    path (Path): The file, UTF-8.
    YIELDS (JsonObject): The objects, and the faults of bad ones.
    RAISES (InputError): If the file as a whole is not valid JSON.
    """
    if is_one_object(path):
        yield _whole(path)
        return
    for item in read_items(path):
        if item.is_utf8:
            yield JsonObject(item.line, item.value)
        else:
            fault = RecordError("NotUTF8", "convert the file to UTF-8", line=item.line)
            yield JsonObject(item.line, item.value, fault)


def is_one_object(path: Path) -> bool:
    """Whether a file starts as a JSON object does.

    path (Path): The file.
    RETURNS (bool): False for a list and for a file that cannot be read.
    """
    return start_of(path).startswith(b"{")


def start_of(path: Path) -> bytes:
    """The first bytes of a JSON file, after white space.

    path (Path): The file.
    RETURNS (bytes): At most a mebibyte; none if it cannot be read.
    """
    try:
        with path.open("rb") as stream:
            start = stream.read(_CHUNK)
    except OSError:
        return b""
    return start.removeprefix(BOM.encode()).lstrip()


def _whole(path: Path) -> JsonObject:
    # Raised outside the handlers, whose exceptions contain the text.
    try:
        return JsonObject(1, json.loads(path.read_bytes().decode("utf-8-sig")))
    except UnicodeDecodeError:
        return JsonObject(1, None, RecordError("NotUTF8", "convert the file to UTF-8", line=1))
    except json.JSONDecodeError as error:
        problem = f"is not valid JSON from line {error.lineno} on"
    except (ValueError, RecursionError):
        problem = "is not valid JSON: a number is too long or brackets are nested too deep"
    raise InputError(f"{path.name}: {problem}.")
