"""The escapes of texts in workbooks: "_x000D_" is a carriage return. See ECMA-376, ST_Xstring."""

import re

_ESCAPE = re.compile("_x([0-9A-Fa-f]{4})_")
_SURROGATE = re.compile("[\ud800-\udfff]")
# What XML 1.0 cannot contain, or changes; and what would be read as an escape.
_ESCAPED = re.compile("[\0-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")


def unescape(text: str) -> str:
    """The text that a workbook's XML stands for.

    text (str): The text of the XML.
    RETURNS (str): The text that Excel shows.
    """
    if "_x" not in text:
        return text
    found = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
    if _SURROGATE.search(found):
        # Halves of a pair that belong together; half of one is refused later.
        as_pairs = found.encode("utf-16-le", "surrogatepass")
        found = as_pairs.decode("utf-16-le", "surrogatepass")
    return found


def escape(text: str) -> str:
    """The reverse of `unescape`.

    text (str): A text without unpaired surrogates.
    RETURNS (str): What to write into the XML, with its own escapes.
    """
    text = _ESCAPED.sub(lambda match: f"_x{ord(match[0]):04X}_", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
