"""Reads and writes spoken web addresses: "my-school dot org slash maths"."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from ...core.folding import fold
from ...lang import Lexicon
from ...lang.lexicon import any_word

_SPACES = re.compile(r"\s+")


class SpokenAddress(NamedTuple):
    """A spoken address.

    written (str): The same with signs: "my-school.org/maths".
    said (Mapping[str, str]): The words for its signs, as they were first said.
    """

    written: str
    said: Mapping[str, str]

    def speak(self, address: str) -> str:
        """Another address with its signs said as in this one."""
        spoken = "".join(f" {self.said[c]} " if c in self.said else c for c in address)
        return _SPACES.sub(" ", spoken).strip()


class SpokenSigns:
    """The words for the signs of web addresses.

    lexicon (Lexicon): The words of a language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        signs = lexicon.table("web.sign_characters")
        self._signs = {fold(word): sign for word, sign in signs.items()}
        self._word = re.compile(rf"\s*(?<!\S)(?P<sign>{any_word(signs)})(?!\S)\s*", re.IGNORECASE)

    def read(self, text: str) -> SpokenAddress | None:
        """Write a spoken address with signs.

        text (str): The address, as found.
        RETURNS (SpokenAddress | None): The address; None if no sign in it is spoken.
        """
        said: dict[str, str] = {}
        core = text.strip()
        for found in self._word.finditer(core):
            said.setdefault(self._sign(found), found["sign"])
        if not said:
            return None
        return SpokenAddress(self._word.sub(self._sign, core), said)

    def _sign(self, found: re.Match[str]) -> str:
        return self._signs[fold(_SPACES.sub(" ", found["sign"]))]
