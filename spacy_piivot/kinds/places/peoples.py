"""Lists the words for nationalities, peoples and faiths, for detection and surrogates."""

import re
from collections.abc import Mapping

from ...lang import Lexicon
from ...lang.lexicon import any_word

PEOPLE, FAITH, NAME_TOO, MAN, WOMAN = "people", "faith", "faith and name", "man", "woman"
KINDS = (PEOPLE, FAITH, NAME_TOO, MAN, WOMAN)


class PeopleGrammar:
    """The words for nationalities, peoples and faiths.

    more (str): An expression for a second word: "American" in "Korean American".
    plural (str): An expression for plural endings.
    written (Pattern): Matches a whole one, with the groups `word`, `more` and `plural`.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        rows = [row for row in lexicon.rows("nationalities") if row["kind"] in KINDS]
        self._kinds = {row["word"]: row["kind"] for row in rows}
        self._regions = {row["word"]: row["region"] for row in rows if row["region"]}
        # If there are several words for one nationality, the last one is drawn.
        self._of_region: Mapping[str, str] = {
            row["region"]: row["word"] for row in rows if row["region"]
        }
        self._without_plural = lexicon.words("nationalities.without_plural")
        self.more = lexicon.any_of("nationalities.more_of_a_people")
        self.plural = lexicon.any_of("endings.plural")
        self.written = re.compile(
            rf"(?P<word>{self.any_of(*KINDS)})(?P<more>[- ]{self.more})?(?P<plural>{self.plural})?",
            re.IGNORECASE,
        )

    def words(self, *kinds: str) -> tuple[str, ...]:
        """The words of some kinds, in the file's order."""
        return tuple(word for word, kind in self._kinds.items() if kind in kinds)

    def any_of(self, *kinds: str) -> str:
        """An expression for any word of some kinds."""
        return any_word(self.words(*kinds))

    def region(self, word: str) -> str:
        """The country or province that a people is named after; "" for none."""
        return self._regions.get(word.lower(), "")

    def of_region(self, region: str) -> str:
        """The people of a country or province; "" if none is known."""
        return self._of_region.get(region, "")

    def pool(self, word: str) -> tuple[str, ...]:
        """The words that can replace a word: those of its kind, nationalities for a nationality."""
        if own := self.region(word):
            return tuple(one for region, one in self._of_region.items() if region != own)
        kind = self._kinds[word.lower()]
        kinds = (FAITH, NAME_TOO) if kind in (FAITH, NAME_TOO) else (kind,)
        others = self._regions.keys() | {word.lower()}
        return tuple(one for one in self.words(*kinds) if one not in others)

    def many(self, word: str, plural: str) -> str:
        """A word with a plural ending if it takes one: "Poles", but "Japanese"."""
        return word if word.endswith(self._without_plural) else word + plural
