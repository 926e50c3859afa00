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
# How far before a name is read, and for the word right before it.
FURTHEST_BEFORE = 80
_LONGEST_WORD = 24


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
        # "Sam, my brother", "Sam is her aunt"; "my brother, Sam"; "Sam's wife".
        self.relative = lexicon.pattern("pronouns.relative_after")
        self.relative_before = lexicon.pattern("pronouns.relative_before")
        self.beside = lexicon.pattern("pronouns.beside")
        self.spouse = lexicon.pattern("pronouns.spouse")
        people = (("male", "pronouns.male_people"), ("female", "pronouns.female_people"))
        self.people = {
            fold(word): gender for gender, words in people for word in lexicon.words(words)
        }
        # Before a name that is spoken about: "did you see Robin?".
        self.spoken_about = lexicon.word_set("pronouns.spoken_about")
        # Words for another person whom a pronoun may mean.
        self.somebody = self.words.kin | lexicon.word_set("pronouns.somebody")
        self.declared = re.compile(
            rf"(?:\s*,)?\s*[(\[]?\s*(?:(?P<he>{lexicon.expression('pronouns.male_declared')})"
            rf"|{lexicon.expression('pronouns.female_declared')})\b",
            re.IGNORECASE,
        )


def gender_of_pronoun(after: str, lexicon: Lexicon = ENGLISH, *, before: str = "") -> str:
    """Read the first pronoun after a name, or what relative the person is.

    after (str): The text after the name, up to the next name or the end of the text.
    lexicon (Lexicon): The words of the language.
    before (str): The text before the name.
    RETURNS (str): One of `DECLARED` if the person's pronouns are given ("(she/her)"); "male" or
        "female" if this sentence or one of the next two, also of another speaker, has a pronoun and
        mentions nobody else before it, or if a word for a relative, or for a boy or girl, stands
        next to the name ("Sam, my brother", "my dad, Sam", "Sam's wife"); "" for a name that is
        addressed ("Sam, she left") and for everything else.
    """
    pronouns = lexicon.part(Pronouns)
    if declared := pronouns.declared.match(after):
        return HE if declared["he"] else SHE
    if relative := _relative(before, after, pronouns):
        return relative
    last = _WORD.findall(before[-_LONGEST_WORD:].rpartition("\n")[2])
    is_called = not last or fold(last[-1]) not in pronouns.spoken_about
    if is_called and _ADDRESSED.match(after):
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


def _relative(before: str, after: str, pronouns: Pronouns) -> str:
    """The gender that a word for a relative, a boy or a girl next to a name shows; or ""."""

    def gender(word: str) -> str:
        folded = fold(word)
        return pronouns.people.get(folded) or pronouns.words.gender_of_words({folded})

    if found := pronouns.relative.match(after):
        return gender(next(filter(None, found.groupdict().values())))
    if found := pronouns.spouse.match(after):
        return "male" if found["wife"] else "female"
    found = pronouns.relative_before.search(before)
    if found and (not found["stop"] or pronouns.beside.match(after)):
        return gender(found["kin"])
    return ""
