"""Reads the gender of a person from the pronouns after the name."""

import re

from ...core.folding import fold
from ...lang import ENGLISH, Lexicon
from .genders import HE, SHE, PersonWords

_ADDRESSED = re.compile(r"\s*[,!?:;]")
_SENTENCE_END = re.compile(r"[.!?\n]+")
_WORD = re.compile(r"[^\W\d_]+")
_FURTHEST = 80
# How far the next two sentences are read.
FURTHEST_EVIDENCE = 240
_SENTENCES = 3


class Pronouns:
    """The gendered pronouns of a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.genders = {
            **dict.fromkeys(lexicon.words("pronouns.male"), "male"),
            **dict.fromkeys(lexicon.words("pronouns.female"), "female"),
        }
        self.words = lexicon.part(PersonWords)
        # "Sam, my brother", "Sam is her aunt".
        self.relative = lexicon.pattern("pronouns.relative_after")
        # Words for another person whom a pronoun may mean.
        self.somebody = self.words.kin | lexicon.word_set("pronouns.somebody")
        self.declared = re.compile(
            rf"(?:\s*,)?\s*[(\[]?\s*(?:(?P<he>{lexicon.expression('pronouns.male_declared')})"
            rf"|{lexicon.expression('pronouns.female_declared')})\b",
            re.IGNORECASE,
        )


def gender_of_pronoun(after: str, lexicon: Lexicon = ENGLISH) -> str:
    """Read the first pronoun after a name, or what relative the person is.

    after (str): The text after the name, up to the next name or the end of the message.
    lexicon (Lexicon): The words of the language.
    RETURNS (str): One of `DECLARED` if the person's pronouns are given ("(she/her)"); "male" or
        "female" if this sentence or one of the next two has a pronoun and mentions nobody else
        before it, or if the name is followed by a word for a relative ("Sam, my brother"); "" for
        a name that is addressed ("Sam, she left") and for everything else.
    """
    pronouns = lexicon.part(Pronouns)
    if declared := pronouns.declared.match(after):
        return HE if declared["he"] else SHE
    if relative := pronouns.relative.match(after):
        return pronouns.words.gender_of_words({fold(relative["kin"])})
    if _ADDRESSED.match(after):
        return ""
    sentences = _SENTENCE_END.split(after[:FURTHEST_EVIDENCE], maxsplit=_SENTENCES)
    for number, sentence in enumerate(sentences[:_SENTENCES]):
        text = sentence[:_FURTHEST] if number == 0 else sentence
        for word in map(str.casefold, _WORD.findall(text)):
            if word in pronouns.genders:
                return pronouns.genders[word]
            if word in pronouns.somebody:
                return ""
    return ""
