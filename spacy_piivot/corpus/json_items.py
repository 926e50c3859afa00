"""Reads and writes a JSON list item by item, so that a large file is never in memory as a whole.

The decoder is the standard library's: ijson's fast one turns half of a UTF-16 pair into "?".
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TextIO

from ..errors import InputError
from .records import BOM

_CHUNK = 1 << 20
_SPACE = re.compile(r"[ \t\r\n]*")
# A number at the end of what was read may go on after it.
_MAY_GO_ON = re.compile(r"[-+.\deE]*\Z")
_BAD_BYTES = re.compile("[\udc80-\udcff]")


class JsonItem(NamedTuple):
    """One item of a list.

    value (Any): The item.
    line (int): Its first line in the file, from 1.
    is_utf8 (bool): Whether its bytes are UTF-8. If not, its strings contain lone surrogates.
    """

    value: Any
    line: int
    is_utf8: bool


def read_items(path: Path) -> Iterator[JsonItem]:
    """Read a list of a file, one item at a time.

    path (Path): The file: a JSON list, in UTF-8.
    YIELDS (JsonItem): The items, in order.
    RAISES (InputError): If the file cannot be read, or is not a JSON list. The rest of a file
        that is not valid JSON cannot be divided into items.
    """
    stream: TextIO | None = None
    try:
        # Invalid bytes become lone surrogates, which valid UTF-8 never gives.
        stream = path.open(encoding="utf-8", errors="surrogateescape", newline="")
        first = stream.read(1)
    except OSError as error:
        problem = f"cannot be read ({error.strerror or type(error).__name__})"
    if stream is None:
        raise InputError(f"{path.name}: {problem}.")
    with stream:
        yield from _Items(path, stream, first.removeprefix(BOM)).read()


class ListWriter:
    """Writes a JSON list, one item per line.

    stream (BinaryIO): Where to write.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self._separator = b"[\n"

    def write(self, item: Any) -> None:
        """Write an item, as UTF-8."""
        self.stream.write(self._separator + json.dumps(item, ensure_ascii=False).encode())
        self._separator = b",\n"

    def close(self) -> None:
        """End the list; the stream stays open."""
        self.stream.write(b"[]\n" if self._separator == b"[\n" else b"\n]\n")


class _Items:
    """The list of a file, with the part of its text that is not used up yet."""

    def __init__(self, path: Path, stream: TextIO, text: str) -> None:
        self.path, self.stream, self.text = path, stream, text
        self.at = 0
        self.line = 1
        self.ended = False
        self.decoder = json.JSONDecoder()

    def read(self) -> Iterator[JsonItem]:
        if self._next() != "[":
            raise self._error("must be a list, or one object. Dialogues, one per line, are .jsonl")
        self._move(self.at + 1)
        if self._next() == "]":
            self._move(self.at + 1)
        else:
            yield self._item()
            while (mark := self._next()) == ",":
                self._move(self.at + 1)
                self._next()
                yield self._item()
            if mark != "]":
                raise self._invalid()
            self._move(self.at + 1)
        if self._next():
            raise self._invalid()

    def _item(self) -> JsonItem:
        """Decode the item that starts here."""
        while True:
            value, end, problem = self._decode()
            if self.ended or not (problem or _MAY_GO_ON.match(self.text, end)):
                break
            self._more()
        if problem:
            raise self._error(problem)
        is_utf8 = _BAD_BYTES.search(self.text, self.at, end) is None
        item = JsonItem(value, self.line, is_utf8)
        self._move(end)
        return item

    def _decode(self) -> tuple[Any, int, str]:
        """The value here, the character after it, and what is wrong with it if anything."""
        # The exceptions contain the text: nothing is raised in their handlers.
        try:
            return *self.decoder.raw_decode(self.text, self.at), ""
        except json.JSONDecodeError as error:
            line = self.line + self.text.count("\n", self.at, error.pos)
            return None, self.at, f"is not valid JSON from line {line} on"
        except (ValueError, RecursionError):
            hint = "is not valid JSON: a number is too long or brackets are nested too deep"
            return None, self.at, hint

    def _next(self) -> str:
        """The next character that is not white space; "" at the end."""
        while True:
            match = _SPACE.match(self.text, self.at)
            assert match is not None
            self._move(match.end())
            if self.at < len(self.text):
                return self.text[self.at]
            if self.ended:
                return ""
            self._more()

    def _move(self, to: int) -> None:
        self.line += self.text.count("\n", self.at, to)
        self.at = to

    def _more(self) -> None:
        """Read on, each time as much as is left: an item is decoded again only a few times."""
        rest = self.text[self.at :]
        read = self.stream.read(max(_CHUNK, len(rest)))
        self.text, self.at, self.ended = rest + read, 0, not read

    def _invalid(self) -> InputError:
        return self._error(f"is not valid JSON from line {self.line} on")

    def _error(self, problem: str) -> InputError:
        return InputError(f"{self.path.name}: {problem}.")
