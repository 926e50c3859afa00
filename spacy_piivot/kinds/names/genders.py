"""Tells the gender of a name's bearer from the titles, relatives and pronouns around it."""

from ...core.folding import folded_words
from ...lang import Lexicon
from ...lang.titles import titles

# Pronouns that a person gives: not a guess.
DECLARED = HE, SHE = ("he/him", "she/her")


class PersonWords:
    """The titles, relatives and pronouns of a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.titles = titles(lexicon)
        self._male_titles = folded_words(lexicon, "titles.male")
        self._female_titles = folded_words(lexicon, "titles.female")
        self._male_words = folded_words(lexicon, "kinship.male")
        self._female_words = folded_words(lexicon, "kinship.female")
        self.kin = self._male_words | self._female_words
        # Kept if they are part of a finding, before the name proper.
        self.kinship = self.kin - folded_words(lexicon, "kinship.parts_of_names")

    def gender_of_titles(self, titles: set[str]) -> str:
        """The gender that titles show: "male", "female", or "" for none or both."""
        return _either(bool(titles & self._male_titles), bool(titles & self._female_titles))

    def gender_of_words(self, words: set[str]) -> str:
        """The gender that words before a name show: "male", "female", or "" for none or both."""
        return _either(bool(words & self._male_words), bool(words & self._female_words))


def gender_of_pronouns(genders: set[str]) -> str:
    """The gender that the pronouns after a name show: "male", "female", or "" for none or both."""
    return _either("male" in genders, "female" in genders)


def gender_of_declared(pronouns: set[str]) -> str:
    """The gender that declared pronouns show: "male", "female", or "" for none or both."""
    return _either(HE in pronouns, SHE in pronouns)


def _either(male: bool, female: bool) -> str:
    return "" if male == female else "male" if male else "female"
