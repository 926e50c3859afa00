"""Recognises birth dates, including those given by a word such as "today"."""

import re
from collections.abc import Iterator

from ...lang import ENGLISH, Lexicon
from ...patterns.context import ANSWER, PREVIOUS_WINDOW, WINDOW, whole

_SENTENCE_END = re.compile(r"[.!?;](?=\s)|[!?;]|\n")


class BirthWords:
    """The words for births, and for other events that have a date.

    lexicon (Lexicon): The words of a language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        def pattern(name: str) -> re.Pattern[str]:
            return lexicon.pattern(f"births.{name}")

        self.word, self.after = pattern("word"), pattern("after")
        self.event = whole(lexicon.any_of("dates.events"))
        self.weekday, self.abbreviated = pattern("weekday"), pattern("abbreviated")
        self.question, self.celebrated = pattern("question"), pattern("celebrated")
        self.one_more = pattern("one_more")
        self.days = tuple(map(pattern, ("somebodys", "on_a_day", "turns_on", "turns_soon")))
        self.year, self.introduced = pattern("year"), pattern("introduced")


def is_birth_date(
    text: str, start: int, end: int, previous: str, lexicon: Lexicon = ENGLISH
) -> bool:
    """Whether a date is a birth date by its own sentence or the question it answers.

    text (str): The message.
    start (int): Where the date begins.
    end (int): Where it ends.
    previous (str): The message before.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): Whether it is.
    """
    words = lexicon.part(BirthWords)
    sentence = text[_sentence_start(text, start, words) : start]
    if words.after.match(text, end):
        return True
    birth = _last(words.word, sentence)
    event = _last(words.event, sentence)
    if birth or event:
        return birth > event
    if words.weekday.match(text, start):
        return False
    if _continues_birthdays(text, start, previous, words):
        return True
    return bool(
        words.year.search(text[start:end])
        and not words.introduced.search(text[max(0, start - 12) : start])
    )


def find_birth_words(text: str, lexicon: Lexicon = ENGLISH) -> Iterator[tuple[int, int]]:
    """Find birth dates given by a word for a day: "it's my birthday today".

    text (str): The message.
    lexicon (Lexicon): The words of its language.
    YIELDS (tuple[int, int]): Start and end of the word.
    """
    for pattern in lexicon.part(BirthWords).days:
        for match in pattern.finditer(text):
            yield match.span("day")


def has_birth_context(text: str, start: int, previous: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether the text before a number, or the question it answers, introduces a birth date.

    text (str): The message.
    start (int): Where the number begins.
    previous (str): The message before.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): Whether it is.
    """
    words = lexicon.part(BirthWords)
    if words.word.search(text, _sentence_start(text, start, words), start):
        return True
    return _continues_birthdays(text, start, previous, words)


def _continues_birthdays(text: str, start: int, previous: str, words: BirthWords) -> bool:
    """Whether a date answers a question about a birthday, or is a further one among birthdays."""
    previous = previous[-PREVIOUS_WINDOW:]
    if start <= ANSWER and words.question.search(previous):
        return True
    own = text[max(0, start - WINDOW) : start]
    before = f"{previous}\n{own}"
    return bool(
        words.one_more.search(own)
        and words.word.search(before)
        and not words.celebrated.search(before)
    )


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((match.end() for match in pattern.finditer(text)), default=0)


def _sentence_start(text: str, position: int, words: BirthWords) -> int:
    first = max(0, position - 120)
    ends = [
        match.end()
        for match in _SENTENCE_END.finditer(text, first, position)
        if not words.abbreviated.search(text[max(0, match.start() - 6) : match.start()])
    ]
    return ends[-1] if ends else first
