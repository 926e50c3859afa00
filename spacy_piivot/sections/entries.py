"""Tells whether a line looks like an entry of a list of references."""

import re
from itertools import zip_longest

from ..lang import Lexicon
from .words import SectionWords

# From this score on a line is an entry.
ENTRY = 2.0
# A line that is no entry may stand among entries if it is not longer ("class notes, week 3").
_LONGEST_LOOSE = 100
_LONGEST_ENTRY = 700
# "(opened on 3 May 2021)"
_AFTER_ADDRESS = 45
# A share of words of running text that entries hardly ever have.
_PROSE = 0.1

MARK = re.compile(
    r"(?:\[\^?\d{1,3}\]:?|\(\d{1,3}\)|\d{1,3}[.)\-](?!\d)|\d{1,3}(?=\s[^\W\d_])|[-*•–·]|[¹²³⁰⁴-⁹]+)\s*"
)
_UPPER = r"[A-ZÀ-ÖØ-ÞĀ-ŽА-ЯЁ]"
_NAME = rf"(?:(?:[a-z'’]{{1,3}}\s){{0,2}}{_UPPER}[\w'’.\-]*)"
_INITIALS = rf"(?:{_UPPER}(?:[a-z]?\.|(?!\w))[\s\-]?){{1,4}}"
_YEAR = re.compile(r"(?<![\d/])(?:1[4-9]|2[05])\d\d[a-z]?(?!\d)")
_YEAR_IN_PLACE = re.compile(r"\([^()\d]{0,12}(?:1[4-9]|2[05])\d\d[a-z]?[^()]{0,20}\)|\s\d{4}[.,:]")
_URL = re.compile(
    r"(?:https?://|www\.|doi[:.])\S+|(?<![\w@.-])\w[\w-]{0,60}(?:\.[\w-]{1,60}){0,4}\.[a-z]{2,6}/\S+",
    re.IGNORECASE,
)
# "Boston: Wiley", "pp. 4", "33(1)", "4-9".
_IMPRINT = re.compile(rf"(?<!\w){_UPPER}[\w.\s]{{1,24}}:\s{_UPPER}|\bpp?\.\s?\d|\d\(\d+\)|\d[–-]\d")
_QUOTED = re.compile(r"[\"“«„‘][^\"”»“]{4,200}[\"”»“’]|\*[^*]{4,120}\*|_[^_]{4,120}_|\[[A-Z]\]")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


class Entries:
    """Judges lines of lists of references.

    lexicon (Lexicon): The words of a language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._words = lexicon.part(SectionWords)
        link = rf"(?:\s{lexicon.any_of('sections.and')}\s|\s?&\s)"
        self._author = re.compile(
            # "Lee, J.", "Diehl M", "Fals Borda, O."
            rf"{_NAME}(?:\s{_NAME}){{0,2}}(?:,\s?|\s){_INITIALS}(?=[\s,.&(;:–]|$)"
            # "Lee, Harper."
            rf"|{_NAME}(?:\s{_NAME}){{0,2}},\s{_UPPER}[\w'’\-]+(?:\s{_UPPER}\.?)?(?:[.(:,]|\s\(|$)"
            # "J. D. Novak,"
            rf"|{_INITIALS}\s?{_NAME}(?:\s{_NAME}){{0,2}}(?:,|\.|{link}|$)"
            # "Don Norman, “..."
            rf"|{_NAME}(?:\s{_NAME}){{1,3}},\s[\"“‘«„']"
            # "Lee, Park & Kim, ..."
            rf"|{_NAME}(?:,\s{_NAME}){{0,4}},?{link}{_NAME},\s"
        )

    def score(self, line: str) -> float:
        """How much a line looks like an entry.

        line (str): A line.
        RETURNS (float): At least `ENTRY` for an entry.
        """
        if len(line) > _LONGEST_ENTRY:
            return 0.0
        mark = MARK.match(line)
        bare = line[mark.end() :] if mark else line
        score = 0.5 if mark else 0.0
        if self.is_address(bare):
            return ENTRY + score
        url = _URL.search(bare)
        author = self._author.match(bare)
        score += 1.5 if author else 0.0
        score += 1.0 if _YEAR.search(bare) else 0.0
        if author and _YEAR_IN_PLACE.search(bare[: author.end() + 90]):
            score += 0.5
        score += min(1.0, 0.5 * len(self._words.entry_word.findall(bare)))
        score += 0.75 if _QUOTED.search(bare) else 0.0
        score += 0.5 if _IMPRINT.search(bare) else 0.0
        score += 0.75 if url else 0.0
        found = _WORD.findall(bare)
        if self._prose(found) > _PROSE * len(found):
            score -= 1.0 if author else 2.0
        return score

    def is_entry(self, line: str) -> bool:
        """Whether a line is an entry."""
        return self.score(line) >= ENTRY

    def is_address(self, line: str) -> bool:
        """Whether a line is a web address, with at most a few words after it."""
        url = _URL.match(line)
        return url is not None and len(line) - url.end() < _AFTER_ADDRESS

    def is_loose(self, line: str) -> bool:
        """Whether a line may stand among entries: short, and no sentence.

        line (str): A line: "google", "slides of week 3".
        """
        if len(line) > _LONGEST_LOOSE or line.endswith(("!", "?", ",")):
            return False
        return not self._prose(_WORD.findall(line.split("(")[0]))

    def is_prose(self, line: str) -> bool:
        """Whether a line is running text: two words of it, and one in ten."""
        found = _WORD.findall(line)
        count = self._prose(found)
        return count > 1 and count > _PROSE * len(found)

    def _prose(self, found: list[str]) -> int:
        """Count the words of running text; titles of books write them with a capital."""
        return sum(
            after.islower()
            if word == "I"
            else word.islower() and word.replace("’", "'") in self._words.prose
            for word, after in zip_longest(found, found[1:], fillvalue="")
        )
