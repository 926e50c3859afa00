"""Recognises terms that look like names: "angle JKL", "Row B", "jack of hearts"."""

import re
from bisect import bisect_left

from ....lang import Lexicon
from ....lang.lexicon import any_word
from .evidence import Evidence, MessageWords, stands_as_name

# How far a term may extend beyond a possible name, in characters; how near related words are,
# in words.
_REACH = 48
_COMPANY = 40
_AS_WRITTEN = ("numbered", "named_after", "courses")
_IN_ANY_CASE = ("characters", "holidays", "playing_cards", "months_with_days")
# Most of them are also names: they are terms only near another of their kind or after an article.
_FAMILIES = ("statistics", "functions", "plots")


class Terms:
    """Terms of lessons that are capitalised like names.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        words = lexicon.word_set
        # Text in which nothing is a name, unless it is known to be one.
        self.places = (
            # Figures and their points. "Ray A" may be a pupil's first name and initial.
            re.compile(rf"\b{_capital_too(lexicon, 'pointed')}\s+[A-Z]{{1,4}}\b(?!['’])"),
            re.compile(rf"\b{_capital_too(lexicon, 'rays')}\s+[A-Z]{{2}}\b"),
            *(lexicon.pattern(f"name_terms.{name}", 0) for name in _AS_WRITTEN),
            *(lexicon.pattern(f"name_terms.{name}") for name in _IN_ANY_CASE),
        )
        self.greek = words("name_terms.greek")
        self.colours = words("name_terms.colours")
        self.rods = words("name_terms.rods")
        self.families = tuple(words(f"name_terms.{name}") for name in _FAMILIES)
        # "Max has 5, Min and Max have 3": people.
        self.acts = lexicon.part(Evidence).person_verbs | words("name_terms.acts")
        self.article = lexicon.pattern("name_terms.article")


def _capital_too(lexicon: Lexicon, name: str) -> str:
    words = lexicon.words(f"name_terms.{name}")
    return any_word([*words, *map(str.capitalize, words)])


def is_term(message: MessageWords, start: int, end: int) -> bool:
    """Whether a possible name is a term or part of one.

    message (MessageWords): The message.
    start (int): Where the possible name begins in the message's text.
    end (int): Where it ends.
    RETURNS (bool): True for points of figures, numbered things, adjectives made from names,
        holidays, playing cards, Greek letters, and words of statistics, functions and colours
        near others of their kind.
    """
    text, terms = message.text, message.lexicon.part(Terms)
    first = max(0, start - _REACH)
    around = text[first : end + _REACH]
    if any(
        first + place.start() <= start and end <= first + place.end()
        for pattern in terms.places
        for place in pattern.finditer(around)
    ):
        return True
    found = text[start:end].casefold()
    number = bisect_left(message.words, (start, end))
    if number == len(message.words) or message.words[number] != (start, end):
        return False
    if terms.acts & {message.word(number + i) for i in (1, 2, 3)}:
        return False
    if found in terms.greek:
        return not stands_as_name(message, number, start, end, doubtful=True)
    companions = [family for family in terms.families if found in family]
    if found in terms.colours:
        companions.append(terms.rods)
    article = terms.article.search(text[max(0, start - 12) : start]) and found not in terms.colours
    near = range(number - _COMPANY, number + _COMPANY)
    company = {message.word(i) for i in near} - {found} if companions else set()
    shown = companions and (article or any(family & company for family in companions))
    return bool(shown) and not stands_as_name(message, number, start, end, doubtful=True)
