"""Opens the zip package of an Office document, within bounds."""

import posixpath
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from ...core.optional import require
from ...errors import RecordError
from .ooxml import PACKAGE_RELATIONS

MOST_PARTS = 2_000
MOST_BYTES = 100_000_000
MOST_XML_BYTES = 30_000_000
_ENCRYPTED = 0x1
# What Word writes for a document with a password: no zip, but an OLE file. So are old `.doc` files.
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation of a part to another.

    id (str): Its id in the part.
    type (str): Its type.
    target (str): The name of the other part; a URL if `external`.
    external (bool): Whether the target is outside the package.
    """

    id: str
    type: str
    target: str
    external: bool


class Package:
    """The parts of a package by name, without a slash at the begin.

    parts (Mapping[str, bytes]): Their contents.
    id (str): The id of the dialogue, for errors.
    """

    def __init__(self, parts: Mapping[str, bytes], id: str) -> None:
        self.parts = parts
        self.id = id

    def xml(self, name: str) -> Any:
        """The root of a part.

        name (str): The part.
        RETURNS (lxml.etree._Element): The root.
        RAISES (RecordError): If there is none, or it cannot be read.
        """
        if name not in self.parts:
            raise self.broken()
        content = self.parts[name]
        if len(content) > MOST_XML_BYTES:
            raise too_large(self.id)
        etree = require("lxml.etree", "formats")
        parser = etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
        )
        try:
            root = etree.fromstring(content, parser)
        except etree.XMLSyntaxError:
            root = None  # its message may quote the text
        if root is None or root.getroottree().docinfo.doctype:
            raise self.broken()
        return root

    def relations(self, name: str) -> list[Relation]:
        """The relations of a part; of the package itself for ""."""
        folder, base = posixpath.split(name)
        place = posixpath.join(folder, "_rels", f"{base}.rels")
        if place not in self.parts:
            return []
        found = []
        for element in self.xml(place).iter(f"{{{PACKAGE_RELATIONS}}}Relationship"):
            external = element.get("TargetMode") == "External"
            target = element.get("Target", "")
            if not external:
                target = posixpath.normpath(posixpath.join("/", folder, unquote(target)))[1:]
            found.append(Relation(element.get("Id", ""), element.get("Type", ""), target, external))
        return found

    def broken(self) -> RecordError:
        """The error of a package that cannot be read."""
        return RecordError(
            "BrokenDOCX", "the file cannot be read: open it in Word and save it again", id=self.id
        )


def too_large(id: str) -> RecordError:
    """The error of a document that is larger than the bounds."""
    return RecordError("TooLarge", "the document is too large when unpacked: divide it", id=id)


def open_package(path: Path, id: str) -> Package:
    """Read a package.

    path (Path): The file.
    id (str): The id of its dialogue, for errors.
    RETURNS (Package): Its parts.
    RAISES (RecordError): If it is no package, is encrypted, or is larger than the bounds.
    """
    with path.open("rb") as stream:
        if stream.read(len(_OLE)) == _OLE:
            raise RecordError(
                "Encrypted", "the file has a password or is an old .doc: save it as .docx", id=id
            )
    parts: dict[str, bytes] = {}
    left = MOST_BYTES
    broken = Package({}, id).broken()
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_PARTS:
                raise too_large(id)
            for entry in entries:
                if entry.flag_bits & _ENCRYPTED:
                    raise RecordError("Encrypted", "the file has a password: remove it", id=id)
                if entry.is_dir():
                    continue
                # The header may lie about the size.
                with archive.open(entry) as stream:
                    content = stream.read(left + 1)
                left -= len(content)
                if left < 0:
                    raise too_large(id)
                if entry.filename in parts:
                    raise broken  # two parts of one name: readers differ in which they take
                parts[entry.filename] = content
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, ValueError) as error:
        if isinstance(error, RecordError):
            raise
        failed = True
    except Exception as error:
        failed = type(error).__module__ == "zlib"
        if not failed:
            raise
    else:
        failed = False
    if failed:
        raise broken
    return Package(parts, id)
