"""The namespaces and types of Office Open XML (ECMA-376)."""

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
A = "http://schemas.openxmlformats.org/drawingml/2006/main"
WP = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
PIC = "http://schemas.openxmlformats.org/drawingml/2006/picture"
M = "http://schemas.openxmlformats.org/officeDocument/2006/math"
V = "urn:schemas-microsoft-com:vml"
W10 = "urn:schemas-microsoft-com:office:word"
W14 = "http://schemas.microsoft.com/office/word/2010/wordml"
WP14 = "http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing"
WPS = "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"
WPG = "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
XML = "http://www.w3.org/XML/1998/namespace"
PACKAGE_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
CONTENT_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"

# Namespaces that older readers may ignore, by the prefix that we declare them with.
IGNORABLE = {"w14": W14, "wp14": WP14}
# Namespaces that a choice may require.
REQUIRED = {"wps": WPS, "wpg": WPG}

_RELATION = f"{R}/"
OFFICE_DOCUMENT = _RELATION + "officeDocument"
IMAGE = _RELATION + "image"
_MAIN_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.{}+xml"

# The parts of a document that are released, by the last word of their relation: their type.
TYPES = {
    name: _MAIN_TYPE.format(name)
    for name in (
        "header", "footer", "footnotes", "endnotes", "comments", "styles", "numbering", "settings",
    )
} | {"theme": "application/vnd.openxmlformats-officedocument.theme+xml"}  # fmt: skip
DOCUMENT_TYPE = _MAIN_TYPE.format("document.main")
PICTURE_TYPES = {"png": "image/png", "jpeg": "image/jpeg"}


def relation(name: str) -> str:
    """The type of a relation: "header"."""
    return _RELATION + name


def w(name: str) -> str:
    """The full name of an element or attribute of WordprocessingML."""
    return f"{{{W}}}{name}"
