"""Removes from pictures what is no picture: cameras, places, authors, comments."""

import struct

_PNG = b"\x89PNG\r\n\x1a\n"
# The chunks of a PNG that are its picture. Texts, times and EXIF are not among them.
_PNG_CHUNKS = frozenset(
    {b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"bKGD",
     b"pHYs"}
)  # fmt: skip
_JPEG = b"\xff\xd8"
_START_OF_SCAN = 0xDA
_COMMENT = 0xFE
# JFIF and Adobe's colours; the other application segments are EXIF, XMP and the like.
_KEPT_APPLICATIONS = frozenset({0xE0, 0xEE})


def bare_picture(content: bytes) -> tuple[str, bytes] | None:
    """A picture without its metadata.

    content (bytes): The picture.
    RETURNS (tuple[str, bytes] | None): "png" or "jpeg", and the picture; None for any other
        kind, and for one that cannot be read.
    """
    try:
        if content.startswith(_PNG):
            return "png", _bare_png(content)
        if content.startswith(_JPEG):
            return "jpeg", _bare_jpeg(content)
    except (struct.error, ValueError):
        return None
    return None


def _bare_png(content: bytes) -> bytes:
    kept = [_PNG]
    position = len(_PNG)
    while position < len(content):
        length, name = struct.unpack_from(">I4s", content, position)
        end = position + 12 + length
        if end > len(content):
            raise ValueError("cut off")
        if name in _PNG_CHUNKS:
            kept.append(content[position:end])
        position = end
        if name == b"IEND":
            return b"".join(kept)  # what follows is no picture
    raise ValueError("no end")


def _bare_jpeg(content: bytes) -> bytes:
    kept = [_JPEG]
    position = len(_JPEG)
    while True:
        mark, code, length = struct.unpack_from(">BBH", content, position)
        end = position + 2 + length
        if mark != 0xFF or end > len(content):
            raise ValueError("no segment")
        application = 0xE0 <= code <= 0xEF and code not in _KEPT_APPLICATIONS
        if code != _COMMENT and not application:
            kept.append(content[position:end])
        position = end
        if code == _START_OF_SCAN:
            last = content.rfind(b"\xff\xd9")
            if last < position:
                raise ValueError("no end")
            return b"".join([*kept, content[position : last + 2]])
