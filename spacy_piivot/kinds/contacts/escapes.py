"""Reads and writes percent escapes in web addresses: "Cassandra%20Dent", "Jos%C3%A9"."""

import re
from urllib.parse import quote, unquote_to_bytes

_ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})+")


def read_escapes(text: str) -> str:
    """Unescape the letters and digits of an address.

    text (str): A part of an address: "%43ass%20Jos%C3%A9".
    RETURNS (str): "Cass%20José": other escapes, and those that are not UTF-8, are kept.
    """
    return _ESCAPES.sub(_read, text)


def _read(found: re.Match[str]) -> str:
    escapes = found.group()
    try:
        characters = unquote_to_bytes(escapes).decode("utf8")
    except UnicodeDecodeError:
        return escapes
    pieces = []
    position = 0
    for character in characters:
        end = position + 3 * len(character.encode("utf8"))
        pieces.append(character if character.isalnum() else escapes[position:end])
        position = end
    return "".join(pieces)


def write_escapes(text: str) -> str:
    """Escape all characters that are not ASCII."""
    return "".join(c if c.isascii() else quote(c) for c in text)
