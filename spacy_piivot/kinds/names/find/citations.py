"""Reads how a text cites, and what stands before a name of a private person."""

import re

from ....lang import Lexicon
from ....lang.titles import Titles
from .roles import RoleWords

# So many characters before a name are searched for a title.
_LONGEST_TITLE = 50


class Citations:
    """How a text cites: "Lee (2011)", "(Lee & Park, 2011)", "Lee et al.".

    lexicon (Lexicon): The words of the language.
    after (Pattern): What stands after an author whom a text cites.
    personal (Pattern): What says that a source is a person.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        others = lexicon.any_of("sections.and_others")
        between = lexicon.any_of("sections.between_authors")
        year = r"(?:1[5-9]|20)\d\d[a-z]?\b(?!\s?[-–])"
        name = r"[^\W\d_][\w'’-]+(?:,?\s(?:[^\W\d_]\.\s?)+)?"
        # Further authors between a name and the year.
        more = rf"(?:,?\s(?:{between})\s{name}|,\s{name})"
        self.after = re.compile(
            rf"(?:['’]s)?{more}{{0,6}}(?:\s(?:{others})|\s?\(\s?{year}|,?\s?\(?{year}\s?[);:,])",
            re.I,
        )
        # "Personal interview", "tel.": the source is a person.
        self.personal = re.compile(rf"\b{lexicon.any_of('sections.personal_sources')}\b", re.I)
        self._titled = lexicon.part(Titles).before
        # "My classmate ", "our neighbour ".
        self._kin = lexicon.part(RoleWords).kin

    def is_titled(self, text: str, at: int) -> bool:
        """Whether a title or "my friend" stands before a name.

        text (str): The text.
        at (int): Where the name begins.
        """
        titled = self._titled.search(text[max(0, at - _LONGEST_TITLE) : at])
        return bool(titled) or self.is_close(text, at)

    def is_close(self, text: str, at: int) -> bool:
        """Whether somebody's relative or friend is named: "my classmate Emerson".

        text (str): The text.
        at (int): Where the name begins.
        """
        return bool(self._kin.search(text[max(0, at - _LONGEST_TITLE) : at]))
