"""Gendered pronouns after a name: evidence for the gender of a name that does not tell it."""

import re

from .titles import FEMALE_WORDS, HE, MALE_WORDS, SHE

_GENDERS = {
    **dict.fromkeys(("he", "him", "his", "himself"), "male"),
    **dict.fromkeys(("she", "her", "hers", "herself"), "female"),
}
# Somebody else that a pronoun may mean.
_SOMEBODY = (MALE_WORDS | FEMALE_WORDS) | frozenset(
    "friend teacher tutor student boy girl man woman guy lady kid mr mrs ms miss somebody someone "
    "everyone everybody who".split()
)
_DECLARED = re.compile(
    r"(?:\s*,)?\s*[(\[]?\s*(?P<pronoun>he\s*/\s*hi[ms]|she\s*/\s*hers?)\b", re.IGNORECASE
)
_ADDRESSED = re.compile(r"\s*[,!?:;.]")
_SENTENCE_END = re.compile(r"[.!?\n]")
_WORD = re.compile(r"[^\W\d_]+")
_FURTHEST = 80


def gender_of_pronoun(after: str) -> str:
    """What the first pronoun after a name says.

    after (str): The text after the name, up to the next name or the end of the message.
    RETURNS (str): One of `DECLARED` where the pronouns are given ("(she/her)"); "male" or
        "female" where the same sentence goes on with a pronoun and nobody else it could mean; ""
        for a name that is addressed ("Sam, she left") and for everything else.
    """
    if declared := _DECLARED.match(after):
        return HE if declared["pronoun"].casefold().startswith("he") else SHE
    if _ADDRESSED.match(after):
        return ""
    sentence = _SENTENCE_END.split(after[:_FURTHEST], maxsplit=1)[0]
    for word in map(str.casefold, _WORD.findall(sentence)):
        if word in _GENDERS:
            return _GENDERS[word]
        if word in _SOMEBODY:
            return ""
    return ""
