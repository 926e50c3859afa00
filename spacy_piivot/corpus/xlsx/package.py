"""Opens the parts of a workbook, which is a ZIP archive of XML files."""

import posixpath
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, TypeVar
from xml.etree import ElementTree
from xml.parsers import expat

from ...errors import InputError, PIIvotError

# What all parts may have when they are unpacked. A sheet of a million rows has a quarter of it.
MOST_BYTES = 2 << 30
# The archive of an encrypted workbook, and of a workbook of before 2007.
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_RELATIONS = "_rels/.rels"
_CHUNK = 1 << 12

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of a workbook.

    name (str): Its name.
    part (str): The part with its rows.
    is_hidden (bool): Whether Excel does not show it.
    """

    name: str
    part: str
    is_hidden: bool = False


class Package:
    """The parts of a workbook.

    path (Path): The file.
    RAISES (InputError): If it is not a workbook, is encrypted, damaged or too large.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        problem = ""
        try:
            with path.open("rb") as stream:
                start = stream.read(len(_OLE))
        except OSError as error:
            problem = f"cannot be read ({error.strerror or type(error).__name__})"
        if problem:
            raise InputError(f"{path.name}: {problem}.")
        if start == _OLE:
            raise InputError(
                f"{path.name}: is encrypted, or an old .xls file. Save it as .xlsx without a "
                "password."
            )
        self._archive = self.trying(lambda: zipfile.ZipFile(path))
        size = sum(part.file_size for part in self._archive.infolist())
        if size > MOST_BYTES:
            self.close()
            raise InputError(
                f"{path.name}: unpacked it would have {size / (1 << 30):.1f} GiB, more than "
                f"{MOST_BYTES >> 30} GiB. Divide it, or save it as CSV."
            )
        self.workbook = self.trying(self._workbook)

    def __enter__(self) -> "Package":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._archive.close()

    def sheets(self) -> list[Sheet]:
        """The sheets with rows, in the order of the workbook."""
        return self.trying(self._sheets)

    def uses_1904(self) -> bool:
        """Whether days are counted from 1904, and not from 1900."""
        root = self.trying(lambda: self._tree(self.workbook))
        properties = next((one for one in root if local(one.tag) == "workbookPr"), None)
        return properties is not None and properties.get("date1904") in ("1", "true")

    def related(self, kind: str) -> str | None:
        """The part of the workbook with its shared strings ("sharedStrings") or "styles"."""
        relations = self.trying(lambda: self._relations(self.workbook))
        return next((part for type, part in relations.values() if type == kind), None)

    def open(self, part: str) -> IO[bytes]:
        """Open a part.

        part (str): Its name.
        RETURNS (IO[bytes]): Its XML, which declares no entities.
        RAISES (InputError): If it is damaged or declares some.
        """
        with self.trying(lambda: self._archive.open(part)) as stream:
            if self.trying(lambda: _has_doctype(stream)):
                raise InputError(f"{self.path.name}: declares entities, which no workbook needs.")
        return self.trying(lambda: self._archive.open(part))

    def trying(self, make: Callable[[], T]) -> T:
        """Do something with the file's parts.

        make (Callable[[], T]): What to do.
        RETURNS (T): Its result.
        RAISES (InputError): If the file is damaged.
        """
        # Raised outside the handler, whose exception may quote the file.
        try:
            return make()
        except PIIvotError:
            raise
        except (
            *(zipfile.BadZipFile, zlib.error, ElementTree.ParseError, expat.ExpatError),
            *(LookupError, ValueError, OSError, EOFError, RuntimeError, NotImplementedError),
        ):
            pass
        raise InputError(f"{self.path.name}: is not an Excel workbook (.xlsx), or is damaged.")

    def _tree(self, part: str) -> ElementTree.Element:
        with self.open(part) as stream:
            return ElementTree.parse(stream).getroot()

    def _workbook(self) -> str:
        parts = [part for type, part in self._relations("").values() if type == "officeDocument"]
        return parts[0]

    def _relations(self, part: str) -> dict[str, tuple[str, str]]:
        """The kinds and the names of a part's related parts, by their ids."""
        folder, name = posixpath.split(part)
        own = posixpath.join(folder, "_rels", f"{name}.rels") if part else _RELATIONS
        found = {}
        for one in self._tree(own):
            if one.get("TargetMode") != "External":
                target = posixpath.normpath(posixpath.join("/", folder, one.attrib["Target"]))
                kind = one.attrib["Type"].rpartition("/")[2]
                found[one.attrib["Id"]] = (kind, target.lstrip("/"))
        return found

    def _sheets(self) -> list[Sheet]:
        relations = self._relations(self.workbook)
        found = []
        for one in self._tree(self.workbook).iter():
            if local(one.tag) == "sheet":
                ids = [value for name, value in one.attrib.items() if local(name) == "id"]
                kind, part = relations[ids[0]]
                if kind == "worksheet":
                    is_hidden = one.get("state", "visible") != "visible"
                    found.append(Sheet(one.get("name", ""), part, is_hidden))
        return found


@cache
def local(tag: str) -> str:
    """A tag without its namespace; workbooks are in one of two."""
    return tag.rpartition("}")[2]


def _has_doctype(stream: IO[bytes]) -> bool:
    """Whether XML declares a document type, the only place for entities."""
    parser = expat.ParserCreate()
    found: list[bool] = []
    parser.StartDoctypeDeclHandler = lambda *of: found.append(True)
    parser.StartElementHandler = lambda *of: found.append(False)
    while not found and (chunk := stream.read(_CHUNK)):
        parser.Parse(chunk)
    return bool(found) and found[0]
