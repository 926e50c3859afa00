"""A Word document: its texts, cleaned, and its released copy."""

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from ...core.optional import require
from ...errors import RecordError
from ..pieces import Replacement
from ..records import Columns
from ..transcripts.exports import parse_export
from ..transcripts.files import transcript_kind
from ..transcripts.layout import Layout, Turn
from . import ooxml
from .cleaning import Cleaner
from .flat import FlatText
from .ooxml import w
from .package import Package, Relation, open_package
from .pictures import bare_picture
from .supports import (
    clean_numbering,
    clean_settings,
    clean_styles,
    clean_theme,
    forget_fonts,
    rename_styles,
)

# The parts with texts, in the order of the message.
_STORIES = ("footnotes", "endnotes", "header", "footer", "comments")
_SUPPORTS = {
    "numbering": clean_numbering,
    "settings": clean_settings,
    "theme": clean_theme,
}
_ONCE = frozenset({"footnotes", "endnotes", "comments", "styles", *_SUPPORTS})
# Parts that are left out without a word: others say what is dropped, or nobody misses them.
_UNTOLD = frozenset({"image", "hyperlink", "webSettings", "fontTable", "stylesWithEffects"})
_SAVED = (1980, 1, 1, 0, 0, 0)
KEEP = "keep"
_WORD = re.compile(r"[^\W\d_]{3,}")


class _Part:
    """A part of the released copy.

    name (str): Its name in the copy.
    type (str): Its content type.
    root (Any): Its tree.

    id (str): The id of the main part's relation to it.
    """

    def __init__(self, name: str, type: str, root: Any) -> None:
        self.name, self.type, self.root = name, type, root
        self.id = ""
        self.relations: list[tuple[str, str, str]] = []

    def relate(self, type: str, target: str) -> str:
        """Add a relation; its id."""
        for id, _, known in self.relations:
            if known == target:
                return id
        id = f"rId{len(self.relations) + 1}"
        self.relations.append((id, type, target))
        return id


class Document:
    """A Word document.

    package (Package): Its package.
    columns (Columns): What the user said about transcripts and pictures.
    """

    def __init__(self, package: Package, columns: Columns) -> None:
        self._package = package
        self._columns = columns
        self._pictures: dict[str, tuple[str, bytes] | None] = {}
        self._media: dict[str, bytes] = {}
        self._dropped: dict[str, None] = {"document properties": None}
        self.kept_pictures = 0
        main = [one for one in package.relations("") if one.type == ooxml.OFFICE_DOCUMENT]
        name = main[0].target if main and not main[0].external else "word/document.xml"
        root = package.xml(name)
        if root.tag == f"{{{ooxml.STRICT}}}document":
            raise RecordError(
                "StrictDOCX", "save it as a usual .docx, not as Strict Open XML", id=package.id
            )
        if root.tag != w("document"):
            raise package.broken()
        self._main = _Part("word/document.xml", ooxml.DOCUMENT_TYPE, root)
        self._parts = [self._main]
        self._stories: dict[str, list[_Part]] = {kind: [] for kind in _STORIES}
        self._related: dict[str, _Part] = {}
        self._load(name)
        own = [part for kind in _STORIES for part in self._stories[kind]]
        self._flat = FlatText(part.root for part in [self._main, *own])
        self.authors = list(dict.fromkeys(one.get(w("author"), "") for one in self._comments()))
        self.layout = self._layout()

    @property
    def notes(self) -> list[str]:
        """What is said to the user about what is left out, or cannot be checked."""
        notes = [f"dropped: {', '.join(self._dropped)}"]
        if self.kept_pictures:
            count = self.kept_pictures
            notes.append(
                f"WARNING: {count} picture{'s' * (count > 1)} kept, which nobody has checked: look "
                "at each for faces, names and screenshots"
            )
        return notes

    def _load(self, name: str) -> None:
        """Load and clean the main part and all that it relates to."""
        styles: dict[str, str] = {}
        found: list[tuple[str, Relation, _Part]] = []
        for relation in self._package.relations(name):
            kind = relation.type.rpartition("/")[2]
            known = relation.type == ooxml.relation(kind) and kind in ooxml.TYPES
            if relation.external or not known:
                if kind not in _UNTOLD:
                    self._dropped.setdefault("other parts")
                continue
            if kind in _ONCE and any(kind == other for other, _, _ in found):
                continue
            root = self._package.xml(relation.target)
            number = sum(kind == other for other, _, _ in found) + 1
            target = f"{kind}.xml" if kind in _ONCE else f"{kind}{number}.xml"
            part = _Part(f"word/{target}", ooxml.TYPES[kind], root)
            found.append((kind, relation, part))
            self._parts.append(part)
            self._related[relation.id] = part
            part.id = self._main.relate(ooxml.relation(kind), target)
            if kind == "styles":
                styles = clean_styles(root)
            elif kind in _SUPPORTS:
                _SUPPORTS[kind](root)
            else:
                self._stories[kind].append(part)
        self._clean(self._main, name)
        for kind, relation, part in found:
            if kind in _STORIES:
                self._clean(part, relation.target)
        for part in self._parts:
            rename_styles(part.root, styles)

    def _clean(self, part: _Part, name: str) -> None:
        relations = {one.id: one for one in self._package.relations(name)}

        def related(id: str) -> str | None:
            if part is self._main and id in self._related:
                return self._related[id].id
            relation = relations.get(id)
            if relation is None or relation.external or relation.type != ooxml.IMAGE:
                return None
            return self._picture(part, relation.target)

        Cleaner(related, self._dropped).clean(part.root)

    def _picture(self, part: _Part, target: str) -> str | None:
        """The id of a picture in the copy; None if it is not released."""
        if self._columns.pictures != KEEP:
            return None
        if target not in self._pictures:
            self._pictures[target] = bare_picture(self._package.parts.get(target, b""))
        picture = self._pictures[target]
        if picture is None:
            return None
        kind, content = picture
        number = list(self._pictures).index(target) + 1
        name = f"media/picture{number}.{kind}"
        if f"word/{name}" not in self._media:
            self._media[f"word/{name}"] = content
            self.kept_pictures += 1
        return part.relate(ooxml.IMAGE, name)

    def _comments(self) -> list[Any]:
        return [
            comment
            for part in self._stories["comments"]
            for comment in part.root.iter(w("comment"))
        ]

    def _layout(self) -> Layout:
        """The messages: one, or those of a transcript; and an empty one for each commentator."""
        text = self._flat.text
        body = self._flat.ends[0]
        kind = transcript_kind(text[:body], self._columns)
        if kind is None:
            layout = Layout(text, "")
            layout.turns.append(Turn(pieces=self._flat.placed(0, len(text))))
        else:
            layout = parse_export(text[:body], kind)
            layout.text = text
            for turn in layout.turns:
                turn.pieces = [
                    part
                    for placed in turn.pieces
                    for part in (
                        [placed]
                        if placed.piece.breaks
                        else self._flat.placed(placed.start, placed.end)
                    )
                ]
            if text[body:].strip():
                layout.turns.append(Turn(pieces=self._flat.placed(body, len(text))))
        layout.turns += [Turn(author) for author in self.authors]
        return layout

    def released(self, messages: Sequence[Mapping[str, Any]]) -> bytes:
        """The released copy. The document must not be used again.

        messages (Sequence[Mapping[str, Any]]): The released messages.
        RETURNS (bytes): The package.
        """
        changes = self.layout.replacements(messages)
        self._flat.write(changes)
        gone = _words_gone(self._flat.text, changes)
        for part in self._parts:
            forget_fonts(part.root, gone)
        first = len(messages) - len(self.authors)
        names = {
            author: str(message["speaker"])
            for author, message in zip(self.authors, messages[first:], strict=True)
        }
        for comment in self._comments():
            name = names[comment.get(w("author"), "")]
            comment.set(w("author"), name)
            comment.set(w("initials"), "".join(word[0] for word in name.split())[:4])
        return self._packed()

    def _packed(self) -> bytes:
        etree = require("lxml.etree", "formats")
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:

            def add(name: str, content: bytes) -> None:
                info = zipfile.ZipInfo(name, _SAVED)
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, content)

            add("[Content_Types].xml", self._content_types())
            add("_rels/.rels", _relations([("rId1", ooxml.OFFICE_DOCUMENT, self._main.name)]))
            for part in self._parts:
                content = etree.tostring(
                    part.root, xml_declaration=True, encoding="UTF-8", standalone=True
                )
                add(part.name, content)
                if part.relations:
                    folder, _, base = part.name.rpartition("/")
                    add(f"{folder}/_rels/{base}.rels", _relations(part.relations))
            for name, picture in self._media.items():
                add(name, picture)
        return stream.getvalue()

    def _content_types(self) -> bytes:
        defaults = {"rels": "application/vnd.openxmlformats-package.relationships+xml",
                    "xml": "application/xml", **ooxml.PICTURE_TYPES}  # fmt: skip
        lines = [
            f'<Default Extension="{suffix}" ContentType="{type}"/>'
            for suffix, type in defaults.items()
        ]
        lines += [
            f'<Override PartName="/{part.name}" ContentType="{part.type}"/>' for part in self._parts
        ]
        return _xml(f'<Types xmlns="{ooxml.CONTENT_TYPES}">{"".join(lines)}</Types>')


def _words_gone(text: str, changes: Sequence[Replacement]) -> frozenset[str]:
    """The words that are replaced, folded."""
    gone: set[str] = set()
    for start, end, new in changes:
        old = set(_WORD.findall(text[start:end].casefold()))
        gone |= old - set(_WORD.findall(new.casefold()))
    return frozenset(gone)


def _relations(relations: Sequence[tuple[str, str, str]]) -> bytes:
    lines = [
        f"<Relationship Id={quoteattr(id)} Type={quoteattr(type)} Target={quoteattr(target)}/>"
        for id, type, target in relations
    ]
    root = f'<Relationships xmlns="{ooxml.PACKAGE_RELATIONS}">{"".join(lines)}</Relationships>'
    return _xml(root)


def _xml(root: str) -> bytes:
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{root}'.encode()


def open_document(path: Path, columns: Columns, id: str) -> Document:
    """Open a Word document.

    path (Path): The file.
    columns (Columns): What the user said about transcripts and pictures.
    id (str): The id of its dialogue, for errors.
    RETURNS (Document): The document, cleaned.
    RAISES (RecordError): If it cannot be read. (InputError): If lxml is not installed.
    """
    require("lxml", "formats")
    return Document(open_package(path, id), columns)
