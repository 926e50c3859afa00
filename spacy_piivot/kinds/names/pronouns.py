"""Reads the gender of a person from the pronouns after the name."""

import re

from ...lang import ENGLISH, Lexicon
from .genders import HE, SHE, PersonWords

_ADDRESSED = re.compile(r"\s*[,!?:;.]")
_SENTENCE_END = re.compile(r"[.!?\n]")
_WORD = re.compile(r"[^\W\d_]+")
_FURTHEST = 80


class Pronouns:
    """The gendered pronouns of a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.genders = {
            **dict.fromkeys(lexicon.words("pronouns.male"), "male"),
            **dict.fromkeys(lexicon.words("pronouns.female"), "female"),
        }
        # Words for another person whom a pronoun may mean.
        self.somebody = lexicon.part(PersonWords).kin | lexicon.word_set("pronouns.somebody")
        self.declared = re.compile(
            rf"(?:\s*,)?\s*[(\[]?\s*(?:(?P<he>{lexicon.expression('pronouns.male_declared')})"
            rf"|{lexicon.expression('pronouns.female_declared')})\b",
            re.IGNORECASE,
        )


def gender_of_pronoun(after: str, lexicon: Lexicon = ENGLISH) -> str:
    """Read the first pronoun after a name.

    after (str): The text after the name, up to the next name or the end of the message.
    lexicon (Lexicon): The words of the language.
    RETURNS (str): One of `DECLARED` if the person's pronouns are given ("(she/her)"); "male" or
        "female" if the sentence continues with a pronoun and mentions nobody else before it; ""
        for a name that is addressed ("Sam, she left") and for everything else.
    """
    pronouns = lexicon.part(Pronouns)
    if declared := pronouns.declared.match(after):
        return HE if declared["he"] else SHE
    if _ADDRESSED.match(after):
        return ""
    sentence = _SENTENCE_END.split(after[:_FURTHEST], maxsplit=1)[0]
    for word in map(str.casefold, _WORD.findall(sentence)):
        if word in pronouns.genders:
            return pronouns.genders[word]
        if word in pronouns.somebody:
            return ""
    return ""
