"""Finds the encoding of a table: what was said, what its marks say, or what fits its bytes."""

import codecs
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ...errors import InputError
from .western_text import ENCODING as WESTERN
from .western_text import reads_as_western

UTF8 = "utf-8"
# Tried in this order, where the bytes are not UTF-8: as Excel writes in Western, Central European
# and Cyrillic Windows, on old Macs, in DOS, and in East Asia.
_OTHERS = (WESTERN, "mac_roman", "cp1250", "cp1251", "cp850", "cp932", "gb18030", "big5", "euc_kr")
_MARKS = (
    (codecs.BOM_UTF8, UTF8),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDE = {"utf-16": 2, "utf-16-le": 2, "utf-16-be": 2, "utf-32": 4, "utf-32-le": 4, "utf-32-be": 4}
_CHUNK = 1 << 20
# So many lines with other characters than ASCII show which encoding fits.
_LINES = 2000


@dataclass(frozen=True, slots=True)
class Encoding:
    """How the characters of a file are written.

    name (str): The name of the encoding, as Python knows it.
    mark (bytes): The byte order mark at the start of the file.
    note (str): What to say about it; "" for UTF-8.
    """

    name: str = UTF8
    mark: bytes = b""
    note: str = ""

    @property
    def errors(self) -> str:
        """How bytes are read that cannot be decoded: as lone surrogates, which texts never have."""
        return "surrogatepass" if self.name in _WIDE else "surrogateescape"


def find_encoding(path: Path, asked: str | None = None) -> Encoding:
    """Find a file's encoding.

    A byte order mark says it. Without one, a file is UTF-8 if any of its characters beyond ASCII
    is; then rows that are not UTF-8 are faults. Otherwise it is cp1252 if it reads as text in a
    language that is written so.

    path (Path): The file; it is read once.
    asked (str | None): The encoding that the user says it has; None to find it.
    RETURNS (Encoding): The encoding. If it is not UTF-8, its note says so.
    RAISES (InputError): If it cannot be known; the message lists encodings to try.
    """
    with path.open("rb") as stream:
        start = stream.read(4096)
    found = [(mark, name) for mark, name in _MARKS if start.startswith(mark)]
    mark, marked = found[0] if found else (b"", "")
    if asked is not None:
        return _asked(path, _known(asked), mark, marked)
    if marked and marked != UTF8:
        return _wide(path, marked, mark, f"read as {marked}, as its byte order mark says")
    if not marked and start.count(0) > len(start) // 4:
        raise InputError(
            f"{path.name}: is not text, or UTF-16 without a byte order mark. Give --encoding "
            "utf-16-le or utf-16-be, or save it as CSV UTF-8."
        )
    if marked or _is_utf8(path):
        return Encoding(mark=mark)
    if fitting := _fitting(_lines_beyond_ascii(path)):
        if fitting[0] == WESTERN and reads_as_western(_lines_beyond_ascii(path)):
            return Encoding(WESTERN, note=_note(WESTERN, "not UTF-8, so read"))
        tried = ", ".join(fitting)
        raise InputError(
            f"{path.name}: is not UTF-8, and its encoding cannot be known. Give --encoding with "
            f"the one that it has, such as {tried}, or save it as CSV UTF-8."
        )
    return Encoding()


def advice(text: str, encoding: Encoding) -> str:
    """What to do about a cell that could not be decoded.

    text (str): The cell, with lone surrogates for the bytes.
    encoding (Encoding): The encoding of its file.
    RETURNS (str): The advice, which names encodings in which the bytes have a meaning.
    """
    if encoding.name != UTF8:
        return f"its bytes have no meaning in {encoding.name}: give another --encoding"
    line = text.encode(UTF8, "surrogateescape")
    fitting = _fitting([line])
    if not fitting:
        return "convert the file to UTF-8"
    if reads_as_western([line]):
        fitting = fitting[:1]
    return (
        f"convert the row to UTF-8, from {' or '.join(fitting[:3])}; if all rows are so, give "
        f"--encoding {fitting[0]}"
    )


def _asked(path: Path, name: str, mark: bytes, marked: str) -> Encoding:
    """The encoding that was asked for, with the file's byte order mark."""
    if marked.startswith(name) and name in _WIDE:
        return _wide(path, marked, mark, f"read as {marked}")
    if marked and marked != name:
        raise InputError(f"{path.name}: its byte order mark says that it is {marked}, not {name}.")
    if name in _WIDE:
        wide = name if name[-2:] in ("le", "be") else f"{name}-le"
        return _wide(path, wide, b"", f"read as {wide}")
    return Encoding(name, mark, _note(name, "read"))


def _known(asked: str) -> str:
    try:
        name = codecs.lookup(asked).name
    except LookupError:
        name = ""
    if name == "utf-8-sig":
        return UTF8
    try:
        if name and _is_for_tables(name):
            return name
    except (LookupError, UnicodeError):
        pass
    raise InputError(
        f"--encoding {asked}: there is no such encoding of texts. Give one such as utf-8, "
        f"{', '.join(_OTHERS[:4])} or utf-16."
    )


def _is_for_tables(name: str) -> bool:
    """Whether an encoding writes all of ASCII as ASCII does, or in a fixed width."""
    ascii = bytes(range(128))
    return name in _WIDE or ascii.decode().encode(name) == ascii


def _wide(path: Path, name: str, mark: bytes, note: str) -> Encoding:
    width = _WIDE[name]
    if path.stat().st_size % width:
        raise InputError(f"{path.name}: is not {name}: it ends within a character.")
    return Encoding(name, mark, note)


def _note(name: str, how: str) -> str:
    return "" if name == UTF8 else f"{how} as {name}, and written so (--encoding names another)"


def _is_utf8(path: Path) -> bool:
    decoder = codecs.getincrementaldecoder(UTF8)()
    with path.open("rb") as stream:
        try:
            while chunk := stream.read(_CHUNK):
                decoder.decode(chunk)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            pass
        else:
            return True
    return any(_decodes(line, UTF8) for line in _beyond_ascii(path))


def _lines_beyond_ascii(path: Path) -> list[bytes]:
    return [line for line, _ in zip(_beyond_ascii(path), range(_LINES), strict=False)]


def _beyond_ascii(path: Path) -> Iterator[bytes]:
    with path.open("rb") as lines:
        yield from (line for line in lines if not line.isascii())


def _fitting(lines: Iterable[bytes]) -> list[str]:
    """The encodings in which all lines have a meaning."""
    lines = list(lines)
    return [name for name in _OTHERS if all(_decodes(line, name) for line in lines)]


def _decodes(line: bytes, name: str) -> bool:
    try:
        line.decode(name)
    except UnicodeDecodeError:
        return False
    return True
