"""Recognises ids in web addresses that were drawn at random: of videos, documents, meetings."""

import re

from ...core.folding import fold, folded_words
from ...draws.casing import humps
from ...draws.choice import Draws
from ...draws.redrawing import redraw_shape
from ...lang import Lexicon

TOKEN = re.compile(r"[A-Za-z0-9_-]{4,}")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_KEY = re.compile(r"[?&;#]([\w.-]+)=$")
_FOLDER = re.compile(r"([\w.-]+)/$")
_LONG_ID = re.compile(r"(?=.*\d)[\w-]{12,}")
# Keys and folders are shorter.
_BEFORE = 60
_LEAST = 8
_LEAST_CHANGES = 5
# Fewer in lower case stand for letters: "d4rk".
_LEAST_DIGITS = 3
# The mean length of what is of one kind: a letter in capitals, digits, ...
_LONGEST_RUN = 2.2
_HEX = "0123456789abcdef"


class RandomIds:
    """Where random ids are in web addresses.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._keys = folded_words(lexicon, "address_words.id_keys")
        self._doubtful_keys = folded_words(lexicon, "address_words.doubtful_id_keys")
        self._folders = folded_words(lexicon, "address_words.id_folders")
        self._hosts = lexicon.word_set("hosts.of_ids")

    def spans(self, path: str, host: str) -> list[tuple[int, int]]:
        """Start and end of each random id in an address.

        path (str): Its path and query: "/file/d/1aBc-dEf/view".
        host (str): Its host, in lower case.
        """
        return [
            found.span()
            for found in TOKEN.finditer(path)
            if is_random(found.group())
            or self._is_expected(path[max(0, found.start() - _BEFORE) : found.start()], host, found)
        ]

    def _is_expected(self, before: str, host: str, found: re.Match[str]) -> bool:
        key, folder = _KEY.search(before), _FOLDER.search(before)
        if key and fold(key[1]) in self._keys:
            return True
        if key and fold(key[1]) in self._doubtful_keys and _LONG_ID.fullmatch(found.group()):
            return True
        if folder and fold(folder[1]) in self._folders and len(found.group()) >= _LEAST:
            return True
        return host.removeprefix("www.") in self._hosts and before == "/"


def is_random(token: str) -> bool:
    """Whether letters, digits and cases are mixed as never in a name: "dQw4w9WgXcQ"."""
    if _UUID.fullmatch(token):
        return True
    if len(token) < _LEAST or not token.isascii():
        return False
    digits = sum(map(str.isdecimal, token))
    if not digits or (token.islower() and (digits < _LEAST_DIGITS or not token.isalnum())):
        return False
    pieces = [hump for part in re.split("[_-]", token) if part for hump in humps(part)]
    return len(pieces) >= _LEAST_CHANGES and len(token) <= _LONGEST_RUN * len(pieces)


def redraw_id(token: str, draws: Draws) -> str:
    """Another id of the same shape; the digits of a UUID stay hexadecimal."""
    if not _UUID.fullmatch(token):
        return redraw_shape(token, draws)
    # The version and the variant of a UUID are part of its form.
    new = "".join(
        c if c == "-" or place in (14, 19) else draws.pick(_HEX) for place, c in enumerate(token)
    )
    return new.upper() if token.isupper() else new
