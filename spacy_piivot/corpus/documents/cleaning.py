"""Cleans the XML of a document's texts: only what is layout or text that is checked stays."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from ...core.optional import require
from . import ooxml
from .ooxml import MC, PIC, WP, R, V, W, w

_KEPT_NAMESPACES = frozenset(
    {W, MC, ooxml.A, WP, PIC, ooxml.M, V, ooxml.W10, ooxml.W14, ooxml.WP14, ooxml.WPS, ooxml.WPG}
)
# Elements whose children stay in their place.
_UNWRAPPED = {
    w("sdt"): "content controls",
    w("sdtContent"): "content controls",
    w("smartTag"): "smart tags",
    w("customXml"): "smart tags",
    w("ins"): "tracked changes",
    w("moveTo"): "tracked changes",
    w("dir"): "",
    w("bdo"): "",
}
# Elements that go with all that is in them.
_REMOVED = {
    **dict.fromkeys(
        map(w, ("del", "moveFrom", "delText", "delInstrText", "cellIns", "cellDel", "cellMerge",
                "numberingChange")),
        "tracked changes",
    ),
    **dict.fromkeys(map(w, ("sdtPr", "sdtEndPr", "ffData")), "content controls"),
    **dict.fromkeys(map(w, ("smartTagPr", "customXmlPr")), "smart tags"),
    **dict.fromkeys(
        map(w, ("object", "control", "altChunk", "subDoc", "contentPart", "movie", "bgPict",
                "embedRegular", "embedBold", "embedItalic", "embedBoldItalic")),
        "embedded objects",
    ),
    **dict.fromkeys(
        map(w, ("permStart", "permEnd", "proofErr", "docPartList", "docPart", "printerSettings",
                "tblCaption", "tblDescription", "divId", "rsid", "rsids", "docVars", "mailMerge",
                "aliases")),
        "",
    ),
    f"{{{V}}}textpath": "",
    f"{{{V}}}imagedata": "",
    f"{{{ooxml.W14}}}conflictIns": "tracked changes",
    f"{{{ooxml.W14}}}conflictDel": "tracked changes",
}  # fmt: skip
# How the elements of tracked changes end, other than those above.
_CHANGE = re.compile(r"(?!comment)\w+(?:Change|RangeStart|RangeEnd)")
# The only elements with text.
TEXT = w("t")
MATH_TEXT = f"{{{ooxml.M}}}t"
INSTRUCTION = w("instrText")
_NUMBERS = {f"{{{WP}}}{name}" for name in ("posOffset", "align")} | {
    f"{{{ooxml.WP14}}}{name}" for name in ("pctWidth", "pctHeight", "pctPosHOffset",
                                           "pctPosVOffset")
}  # fmt: skip
_NUMBER = re.compile(r"\s*(?:-?\d{1,12}|[a-z]{3,8})\s*")
# Free text in attributes. Those that are required are made empty.
_STRINGS = frozenset(
    {
        "name", "descr", "title", "tooltip", "author", "initials", "date", "alt", "href", "tag",
        "alias", "docLocation", "tgtFrame", "history", "displacedByCustomXml", "uri", "string",
        "dateUtc", "fullDate", "macro", "textlink", "spid", "gfxdata",
        "paraId", "textId",
    }
)  # fmt: skip
_NAMES_REQUIRED = frozenset({"docPr", "cNvPr"})
_GRAPHICS = frozenset({PIC, ooxml.WPS, ooxml.WPG})
_GRAPHIC = f"{{{ooxml.A}}}graphicData"
_BLIP = f"{{{ooxml.A}}}blip"
_SHAPE_TYPE = re.compile(r"#?_x0000_t\d{1,4}")
_VML_ATTRIBUTES = frozenset(
    {
        "style", "coordsize", "coordorigin", "path", "fillcolor", "strokecolor", "strokeweight",
        "filled", "stroked", "adj", "arcsize", "inset", "joinstyle",
        "gradientshapeok", "on", "color", "opacity", "type", "id", "wrapcoords",
    }
)  # fmt: skip
_ATTRIBUTE_NAMESPACES = frozenset({"", W, ooxml.M, ooxml.XML, ooxml.W14})
# By element and attribute: known values, or replaced when the document is written.
_CHECKED_ELSEWHERE = frozenset(
    {("graphicData", "uri"), ("Choice", "Requires"), ("comment", "author")}
)
_OWN_BOOKMARK = re.compile(r"_(?:Toc|Ref|Hlk)\d{1,12}|_GoBack")
# Fields whose instruction says no more than what to count; B is a bookmark.
_FIELD = re.compile(
    r"\s*(?:PAGE|NUMPAGES|SECTION|SECTIONPAGES|PAGEREF\s+(?P<page>\S+)|REF\s+(?P<ref>\S+)"
    r"|TOC|NOTEREF\s+(?P<note>\S+))"
    r"(?:\s+\\(?:[hzunprwftdsl]|\*\s*(?:MERGEFORMAT|Arabic)|o\s+\"\d-\d\"))*\s*"
)

_PREFIXES = {"mc": MC, **ooxml.IGNORABLE, **ooxml.REQUIRED}
# What refers to another part.
_REFERENCES = frozenset({w("headerReference"), w("footerReference")})

Keep = Callable[[str], str | None]


class Cleaner:
    """Cleans trees, and notes what it leaves out.

    related (Callable[[str], str | None]): The new id of a header, a footer or a picture with an
        id in this part; None if it is not released.
    dropped (dict[str, None]): What was left out so far, in order.
    """

    def __init__(self, related: Keep, dropped: dict[str, None]) -> None:
        self._related = related
        self._dropped = dropped
        self._bookmarks: dict[str, str] = {}

    def clean(self, root: Any) -> None:
        """Clean a tree in place.

        root (lxml.etree._Element): The root of a part.
        """
        self._choices(root)
        self._remove_rows(root)
        for element in list(root.iter()):
            if element is root or element.getparent() is None:
                continue
            self._element(element)
        for drawing in list(root.iter(w("drawing"), w("pict"))):
            self._drawing(drawing)
        self._fields(root)
        for element in root.iter():
            self._attributes(element)
            self._text(element)
        self._root(root)

    def _note(self, reason: str) -> None:
        if reason:
            self._dropped.setdefault(reason)

    def _choices(self, root: Any) -> None:
        """Keep the first choice that can be read; the fallback repeats its text."""
        for element in list(root.iter(f"{{{MC}}}AlternateContent")):
            choices = [
                choice
                for choice in element.findall(f"{{{MC}}}Choice")
                if _requires(choice) <= {ooxml.WPS, ooxml.WPG}
            ]
            kept = choices[0] if choices else None
            for child in list(element):
                if child is not kept and (kept is not None or not child.tag.endswith("}Fallback")):
                    element.remove(child)
            if kept is None:
                if not len(element):
                    self._note("unknown elements")
                # Only a fallback is left: it stands for the whole.
                for child in list(element):
                    _unwrap(child)
                _unwrap(element)

    def _remove_rows(self, root: Any) -> None:
        """Remove the rows of tables that are deleted by a tracked change."""
        for mark in list(root.iter(w("trPr"))):
            if mark.find(w("del")) is not None and mark.getparent().getparent() is not None:
                mark.getparent().getparent().remove(mark.getparent())
                self._note("tracked changes")

    def _element(self, element: Any) -> None:
        tag = element.tag
        if not isinstance(tag, str):
            _remove(element)  # an entity
            return
        namespace, _, name = tag[1:].partition("}")
        if tag in _REMOVED or (namespace == W and _CHANGE.fullmatch(name)) or name == "extLst":
            self._note(_REMOVED.get(tag, "" if name == "extLst" else "tracked changes"))
            _remove(element)
        elif namespace not in _KEPT_NAMESPACES:
            self._note("unknown elements")
            _remove(element)
        elif tag in _UNWRAPPED:
            self._note(_UNWRAPPED[tag])
            _unwrap(element)
        elif tag in _REFERENCES:
            kept = self._related(element.get(f"{{{R}}}id", ""))
            if kept is None:
                _remove(element)
            else:
                element.set(f"{{{R}}}id", kept)
        elif tag == w("hyperlink"):
            if element.attrib.pop(f"{{{R}}}id", None) is not None:
                self._note("targets of links")
            if w("anchor") not in element.attrib:
                _unwrap(element)
        elif name in ("hlinkClick", "hlinkHover", "hlinkMouseOver"):
            _remove(element)

    def _drawing(self, drawing: Any) -> None:
        """Keep a text box, and a picture that is released; nothing else that is drawn."""
        if drawing.getparent() is None:
            return
        pictures = list(drawing.iter(_BLIP))
        for blip in pictures:
            kept = self._related(blip.get(f"{{{R}}}embed", ""))
            if kept is not None:
                blip.set(f"{{{R}}}embed", kept)
                continue
            self._note("pictures")
            picture = next(blip.iterancestors(f"{{{PIC}}}pic"), blip.getparent())
            _remove(picture)
        known = all(one.get("uri") in _GRAPHICS for one in drawing.iter(_GRAPHIC))
        shown = drawing.find(f".//{w('txbxContent')}") is not None
        if not known or not (shown or drawing.find(f".//{_BLIP}") is not None):
            self._note("" if pictures else "charts and drawings")
            _remove(drawing)

    def _fields(self, root: Any) -> None:
        """Keep the fields that count pages and refer to places; of others, the result stays."""
        for field in list(root.iter(w("fldSimple"))):
            instruction = self._instruction(field.get(w("instr"), ""))
            if instruction is None:
                self._note("instructions of fields")
                _unwrap(field)
            else:
                field.set(w("instr"), instruction)
        unfinished: list[list[Any]] = []
        for element in list(root.iter(w("fldChar"), INSTRUCTION)):
            kind = element.get(w("fldCharType"))
            if kind == "begin":
                unfinished.append([element])
            elif not unfinished:
                _remove(element)
            else:
                unfinished[-1].append(element)
                if kind == "end":
                    self._field(unfinished.pop())
        for parts in unfinished:
            for element in parts:
                _remove(element)

    def _field(self, parts: Iterable[Any]) -> None:
        parts = list(parts)
        instructions = [one for one in parts if one.tag == INSTRUCTION]
        kept = self._instruction("".join(one.text or "" for one in instructions))
        if kept is None or not instructions:
            self._note("instructions of fields")
            for one in parts:
                _remove(one)
            return
        for number, one in enumerate(instructions):
            one.text = "" if number else kept

    def _instruction(self, text: str) -> str | None:
        """The instruction of a field; None if it may say more than what to count."""
        match = _FIELD.fullmatch(text)
        if match is None:
            return None
        for group in ("page", "ref", "note"):
            if match[group]:
                start, end = match.span(group)
                return text[:start] + self._bookmark(match[group].strip('"')) + text[end:]
        return text

    def _bookmark(self, name: str) -> str:
        if _OWN_BOOKMARK.fullmatch(name):
            return name
        return self._bookmarks.setdefault(name, f"_Ref{900_000_000 + len(self._bookmarks)}")

    def _attributes(self, element: Any) -> None:
        name = element.tag.rpartition("}")[2]
        for attribute, value in list(element.attrib.items()):
            own = attribute.rpartition("}")[2]
            if (name, own) in (("bookmarkStart", "name"), ("hyperlink", "anchor")):
                element.set(attribute, self._bookmark(value))
            elif name in _NAMES_REQUIRED and own == "name":
                element.set(attribute, "")
            elif not _is_kept(element, attribute, value):
                del element.attrib[attribute]

    def _text(self, element: Any) -> None:
        if element.tail is not None and element.tail.strip():
            element.tail = None
        if element.tag in (TEXT, MATH_TEXT, INSTRUCTION) or not (element.text or "").strip():
            return
        if element.tag not in _NUMBERS or not _NUMBER.fullmatch(element.text):
            element.text = None

    def _root(self, root: Any) -> None:
        """Declare only known namespaces: their names are text too."""
        etree = require("lxml.etree", "formats")
        ignorable = [name for name, uri in ooxml.IGNORABLE.items() if root.nsmap.get(name) == uri]
        root.attrib.pop(f"{{{MC}}}Ignorable", None)
        known = [name for name, uri in _PREFIXES.items() if root.nsmap.get(name, uri) == uri]
        etree.cleanup_namespaces(root, keep_ns_prefixes=known)
        if ignorable and root.nsmap.get("mc") == MC:
            root.set(f"{{{MC}}}Ignorable", " ".join(ignorable))


def _is_kept(element: Any, attribute: str, value: str) -> bool:
    """Whether an attribute says no more than how the text looks."""
    name = element.tag.rpartition("}")[2]
    namespace, _, own = attribute.rpartition("}")
    if (name, own) in _CHECKED_ELSEWHERE:
        return True
    if namespace[1:] == R:
        return own == "embed" or element.tag in _REFERENCES
    if own in _STRINGS or own.startswith("rsid") or namespace[1:] not in _ATTRIBUTE_NAMESPACES:
        return False
    if element.tag.startswith((f"{{{V}}}", f"{{{ooxml.W10}}}")):
        shape = own not in ("id", "type") or _SHAPE_TYPE.fullmatch(value) is not None
        return own in _VML_ATTRIBUTES and shape
    return True


def _requires(choice: Any) -> set[str]:
    """The namespaces that a choice requires."""
    return {choice.nsmap.get(prefix, "?") for prefix in choice.get("Requires", "?").split()}


def _remove(element: Any) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _unwrap(element: Any) -> None:
    """Put the children of an element in its place."""
    parent = element.getparent()
    if parent is None:
        return
    place = parent.index(element)
    for child in reversed(list(element)):
        parent.insert(place + 1, child)
    parent.remove(element)
