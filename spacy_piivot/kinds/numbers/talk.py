"""Recognises how people talk about numbers: signs in a spoken code, and subtraction."""

from ...lang import ENGLISH, Lexicon


class SpokenSigns:
    """The words for signs and for differences in `number_talk.toml`.

    lexicon (Lexicon): The words of a language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.signs = lexicon.pattern("number_talk.signs")
        self.difference = lexicon.pattern("number_talk.speaks_of_difference")


def without_signs(text: str, lexicon: Lexicon = ENGLISH) -> str:
    """A spoken code without the words for its signs ("four dash two").

    text (str): What was found.
    lexicon (Lexicon): The words of its language.
    RETURNS (str): The text with a space for each of these words.
    """
    return lexicon.part(SpokenSigns).signs.sub(" ", text)


def speaks_of_difference(text: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a message is about subtracting one number from another ("first take away 85").

    text (str): The message.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): Whether it is.
    """
    return bool(lexicon.part(SpokenSigns).difference.search(text))
