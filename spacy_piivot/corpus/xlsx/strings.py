"""The texts that the cells of a workbook share: in memory, or on disk if they are many."""

from array import array
from collections.abc import Iterator
from typing import IO, BinaryIO
from xml.etree import ElementTree

from ..tables.regrouping import nameless_file
from .escapes import unescape
from .package import Package, local

# So many bytes are held in memory.
_IN_MEMORY = 64 << 20


class SharedStrings:
    """The shared texts of a workbook.

    package (Package): The workbook.
    in_memory (int): How many bytes are held in memory.
    RAISES (InputError): If the workbook is damaged.
    """

    def __init__(self, package: Package, *, in_memory: int = _IN_MEMORY) -> None:
        self._waiting = bytearray()
        self._ends = array("Q")
        self._on_disk = 0
        self._file: BinaryIO | None = None
        part = package.related("sharedStrings")
        if part is None:
            return
        with package.open(part) as stream:
            texts = _texts(stream)
            while (text := package.trying(lambda: next(texts, None))) is not None:
                self._waiting += text.encode("utf-8", "surrogatepass")
                self._ends.append(self._on_disk + len(self._waiting))
                if len(self._waiting) > in_memory:
                    self._move_to_disk()

    def __getitem__(self, number: int) -> str:
        if number < 0:
            raise IndexError(number)
        end = self._ends[number]
        start = self._ends[number - 1] if number else 0
        if end > self._on_disk:
            found = bytes(self._waiting[start - self._on_disk : end - self._on_disk])
        elif self._file is None:
            found = b""
        else:
            self._file.seek(start)
            found = self._file.read(end - start)
        return found.decode("utf-8", "surrogatepass")

    def close(self) -> None:
        """Remove the file, if there is one."""
        if self._file is not None:
            self._file.close()

    def _move_to_disk(self) -> None:
        if self._file is None:
            self._file = nameless_file()
        self._file.seek(self._on_disk)
        self._file.write(self._waiting)
        self._on_disk += len(self._waiting)
        self._waiting = bytearray()


def rich_text(element: ElementTree.Element) -> str:
    """The text of a cell or a shared text, without its fonts and without its phonetic reading.

    element (Element): An `si` or an `is`.
    RETURNS (str): The text.
    """
    parts = []
    for child in element:
        if local(child.tag) == "t":
            parts.append(child.text or "")
        elif local(child.tag) == "r":
            parts += [one.text or "" for one in child if local(one.tag) == "t"]
    return "".join(map(unescape, parts))


def _texts(stream: IO[bytes]) -> Iterator[str]:
    events = ElementTree.iterparse(stream, ("start", "end"))
    _, root = next(events)
    for event, element in events:
        if event == "end" and local(element.tag) == "si":
            yield rich_text(element)
            root.clear()
