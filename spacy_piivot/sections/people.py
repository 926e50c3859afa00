"""Tells whether a line of an author block names a person."""

import re

from ..core.folding import fold
from ..lang import Lexicon
from .words import SectionWords

_MOST_WORDS = 6
# "Ada Okafor, Head Girl" has no more words.
_MOST_IN_PARTS = 8
_SEGMENTS = re.compile(
    r"\s[–—|/·✔~•-]+\s?|\t+|\s{3,}|_|;|[()]|^[~•*-]\s|^\d{1,2}[.)-]\s?|^[a-z][.)]\s"
)
_TIGHT = re.compile(r"\w-[^\W\d_]{2,40} [^\W\d_]|(?<![^\W\d_])[^\W\d_]{2,40} [^\W\d_]{1,40}-\w")
# Rodelio "Jun" Catacutan
_NICKNAME = re.compile(r"(?<=[^\W\d_])\s[\"“‘'][^\W\d_]{1,15}[\"”’']\s(?=[^\W\d_])")
_WORD = re.compile(r"[^\W\d_]+(?:[-'’ʻ‘][^\W\d_]+)*")
_NOT_IN_NAMES = re.compile(r"[\d?!:=“”\"«»@]")


class People:
    """Finds names of persons in the lines of an author block.

    lexicon (Lexicon): The words of a language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._words = lexicon.part(SectionWords)

    def names(self, line: str, lower: frozenset[str]) -> frozenset[str]:
        """The folded words of the persons' names in a line.

        line (str): "K. R. Venkatesan – 19MBA0417", "Okafor, Ada", "Mr. Lee".
        lower (frozenset[str]): Folded words that the essay writes in lower case.
        RETURNS (frozenset[str]): The words; none if the line names nobody.
        """
        found: set[str] = set()
        line = _NICKNAME.sub(" ", line)
        for segment in _SEGMENTS.split(line):
            for one in self._words.joined.split(segment or ""):
                if one.islower() and not line.islower():
                    continue
                # "Family, Given", or else "Name, Place".
                name = self._name(one.strip(), lower)
                if not name and len(one.split()) <= _MOST_IN_PARTS:
                    name = [word for part in one.split(",") for word in self._name(part, lower)]
                found.update(name)
        if not found and _TIGHT.search(line):
            # "Reflection-April 2021-Ada Okafor"
            for segment in line.split("-"):
                if " " in segment.strip():
                    found.update(self._name(segment, lower))
        return frozenset(found)

    def has_title(self, line: str) -> bool:
        """Whether a line has a title before a name: "Mr. Lee"."""
        return any(fold(word) in self._words.titles for word in _WORD.findall(line))

    def _name(self, segment: str, lower: frozenset[str]) -> list[str]:
        if _NOT_IN_NAMES.search(segment):
            return []
        words = self._words
        found = _WORD.findall(segment)
        folded = [fold(word) for word in found]
        titles = 0
        while titles < len(folded) and folded[titles] in words.titles:
            titles += 1
        found, folded = found[titles:], folded[titles:]
        is_introduced = titles > 0
        if folded and folded[0] in words.before_names:
            found, folded, is_introduced = found[1:], folded[1:], True
        if not 0 < len(found) <= _MOST_WORDS:
            return []
        is_lower = all(word.islower() for word in found)
        sure = 0
        parts: list[str] = []
        for word, form in zip(found, folded, strict=True):
            if len(form) == 1 or form in words.particles:
                continue
            pieces = form.split("-")
            if form in words.never_names or (word.islower() and not is_lower):
                return []
            maybe = form in words.maybe_names
            if not maybe and any(p in words.ordinary for p in pieces) and not titles:
                return []
            if not maybe and form in lower and not titles:
                return []
            sure += not maybe or len(parts) > 0
            parts.append(form)
        # A single word may be anything, unless it is introduced.
        enough = is_introduced or (len(found) > 1 and sure > 0)
        if is_lower and not titles:
            enough = len(parts) > 1 and sure > 0 and all(p not in words.ordinary for p in parts)
        return parts if enough else []
