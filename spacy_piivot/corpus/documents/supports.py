"""Cleans the parts of a document that have no text: styles, lists, settings and the theme."""

import re
from typing import Any

from .ooxml import A, R, W, w
from .style_names import is_word_style

# Settings that say how the text looks.
_SETTINGS = frozenset(
    map(w, ("zoom", "defaultTabStop", "evenAndOddHeaders", "mirrorMargins", "autoHyphenation",
            "hyphenationZone", "doNotHyphenateCaps", "characterSpacingControl", "compat",
            "themeFontLang", "clrSchemeMapping", "decimalSymbol", "listSeparator",
            "displayBackgroundShape", "bordersDoNotSurroundHeader", "bordersDoNotSurroundFooter",
            "gutterAtTop", "bookFoldPrinting", "defaultTableStyle"))
)  # fmt: skip
_TRUE = ("1", "true", "on")
_OF_CHARACTERS = " Char"
_FONTS = ("latin", "ea", "cs", "sym", "font")
_WORD = "http://schemas.microsoft.com/office/word"
_COMPATIBILITY = re.compile(r"[A-Za-z]{4,60}")
_STYLE_REFERENCES = frozenset(
    map(w, ("pStyle", "rStyle", "tblStyle", "basedOn", "next", "link", "styleLink",
            "numStyleLink", "defaultTableStyle"))
)  # fmt: skip
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_LEVEL = re.compile(r"%\d")
_DIFFERENCE = re.compile(rf"\{{{re.escape(W)}\}}\w+Change")


def clean_styles(root: Any) -> dict[str, str]:
    """Clean the styles in place: those that a person made lose their names.

    root (lxml.etree._Element): The styles.
    RETURNS (dict[str, str]): The new ids of styles by their old ones.
    """
    ids: dict[str, str] = {}
    _clean(root)
    for latent in root.findall(w("latentStyles")):
        root.remove(latent)
    # Word marks the styles that somebody made; other programs do not.
    made = [
        style
        for style in root.iter(w("style"))
        if style.get(w("customStyle")) in _TRUE or not is_word_style(_name(style))
    ]
    # Word itself makes the style of characters that goes with one of paragraphs.
    known = {f"{_name(one)}{_OF_CHARACTERS}" for one in root.iter(w("style")) if one not in made}
    for style in made:
        if _name(style) in known:
            continue
        ids[style.get(w("styleId"), "")] = f"Custom{len(ids) + 1}"
        for name in style.iter(w("name")):
            name.set(w("val"), f"Custom {len(ids)}")
    for style in root.iter(w("style")):
        own = style.get(w("styleId"), "")
        style.set(w("styleId"), ids.get(own, own))
    return ids


def _name(style: Any) -> str:
    name = style.find(w("name"))
    return "" if name is None else name.get(w("val"), "")


def rename_styles(root: Any, ids: dict[str, str]) -> None:
    """Give references to styles their new ids.

    root (lxml.etree._Element): A tree.
    ids (dict[str, str]): The new ids by the old ones.
    """
    for element in root.iter(*_STYLE_REFERENCES):
        value = element.get(w("val"))
        if value in ids:
            element.set(w("val"), ids[value])


def clean_numbering(root: Any) -> None:
    """Clean the lists in place: words beside the numbers are removed."""
    _clean(root)
    for element in list(root.iter(w("numPicBullet"), w("lvlPicBulletId"), w("name"))):
        element.getparent().remove(element)
    for element in root.iter(w("lvlText")):
        text = element.get(w("val"), "")
        if _LETTERS.search(_LEVEL.sub("", text)):
            element.set(w("val"), "".join(f"{level}." for level in _LEVEL.findall(text)))


def clean_settings(root: Any) -> None:
    """Clean the settings in place: only those of the looks stay."""
    _clean(root)
    for element in list(root):
        if element.tag not in _SETTINGS:
            root.remove(element)
    for element in list(root.iter(w("compatSetting"))):
        name, uri = element.get(w("name"), ""), element.get(w("uri"), "")
        if uri != _WORD or not _COMPATIBILITY.fullmatch(name):
            element.getparent().remove(element)


def clean_theme(root: Any) -> None:
    """Clean the theme in place: its names are removed, its colours and fonts stay."""
    _clean(root)
    for element in list(root):
        if element.tag != f"{{{A}}}themeElements":
            root.remove(element)
    for element in root.iter():
        if "name" in element.attrib:
            element.set("name", "")
    for blip in list(root.iter(f"{{{A}}}blip")):
        fill = blip.getparent()
        plain = fill.makeelement(f"{{{A}}}noFill")
        fill.getparent().replace(fill, plain)


def forget_fonts(root: Any, words: frozenset[str]) -> None:
    """Remove fonts whose names have words that are replaced: some are a person's own writing.

    root (lxml.etree._Element): A tree.
    words (frozenset[str]): The words, folded.
    """
    for element in root.iter(w("rFonts"), w("sym"), *(f"{{{A}}}{name}" for name in _FONTS)):
        for attribute, value in list(element.attrib.items()):
            if any(word in value.casefold() for word in words):
                del element.attrib[attribute]


def _clean(root: Any) -> None:
    """Remove what no such part needs."""
    for element in list(root.iter()):
        parent = element.getparent()
        namespace, _, name = str(element.tag)[1:].partition("}")
        unknown = namespace not in (W, A)
        dated = name in ("aliases", "rsid", "rsids", "extLst") or _DIFFERENCE.fullmatch(element.tag)
        if parent is not None and (unknown or dated):
            parent.remove(element)
            continue
        element.text = element.tail = None
        for attribute in list(element.attrib):
            space, _, own = attribute[1:].partition("}") if attribute[0] == "{" else ("", "", "")
            if own.startswith("rsid") or space not in ("", W) or space == R:
                del element.attrib[attribute]
