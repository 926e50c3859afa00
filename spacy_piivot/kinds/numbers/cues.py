"""Finds cues that a number is PII although it looks like a number of the lesson."""

import re

from ...lang import ENGLISH, Lexicon
from ...patterns.context import whole
from ...patterns.context_cues import introduces_identifier
from ..dates.births import has_birth_context
from .rows import is_counting, numbers_in

# How far before a candidate a cue may be, and how far back a question, in characters.
_BEFORE, _PREVIOUS = 90, 160
# A value that starts no later than this may be the answer to a question.
_ANSWER = 20
# How far from a fraction the words of a calculation may be, in characters.
_BESIDE = 30
_OPERATOR = re.compile(r"\d|[=+*×÷/^<>≤≥√]")
_SENTENCE_END = re.compile(r"[.!?;](?=\s)")


class CueWords:
    """The words near a number that say whose it is, or that it is a number of the lesson.

    lexicon (Lexicon): The words of a language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        def pattern(name: str) -> re.Pattern[str]:
            return lexicon.pattern(f"number_talk.{name}")

        def listed(name: str) -> re.Pattern[str]:
            return whole(lexicon.any_of(f"number_talk.{name}"))

        self.identifier = whole(lexicon.expression("number_talk.identifier"))
        self.identifier_before = pattern("identifier_before")
        self.identifier_asked_for = pattern("identifier_asked_for")
        self.contact_before, self.contact_after = (
            pattern("contact_before"),
            pattern("contact_after"),
        )
        self.worked, self.difference = listed("worked"), listed("difference")
        self.fraction_work = listed("fraction_work")
        self.fraction_goes_on, self.equal_after = (
            pattern("fraction_goes_on"),
            pattern("equal_after"),
        )
        self.birth, self.birth_before = (
            whole(lexicon.any_of("births.words")),
            pattern("birth_before"),
        )
        self.celebrated = listed("celebrated")
        self.plan = whole(lexicon.any_of("dates.events", "number_talk.plan"))
        self.asked = listed("asked")
        self.planned_before, self.time_after = pattern("planned_before"), pattern("time_after")
        digit = lexicon.expression("numbers.spoken_digit")
        self.long_number = re.compile(
            rf"(?<!\w)(?:(?:{digit}|\d{{1,3}})[\s,.-]{{1,3}}){{5,20}}(?:{digit}|\d{{1,3}})(?!\w)"
            r"|(?<![\w.,])\d(?:[ -]?\d){6,14}(?![\w.,]\d)",
            re.IGNORECASE,
        )
        # Fewer digits may correct a number that was just spoken digit by digit.
        self.spoken_number = re.compile(
            rf"(?<!\w)(?:{digit}[\s,.-]{{1,3}}){{3,20}}{digit}(?!\w)", re.IGNORECASE
        )


def has_identifier_cue(text: str, start: int, previous: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether words right before a number introduce an identifier, or a question asks for one.

    text (str): The message, as `plain_text` makes it.
    start (int): Where the number begins.
    previous (str): The message before.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): True for "my id is 5 10 15", and for the answer to "Phone number?".
    """
    words = lexicon.part(CueWords)
    if words.identifier_before.search(text, max(0, start - _BEFORE), start):
        return True
    return start <= _ANSWER and bool(words.identifier_asked_for.search(previous[-_PREVIOUS:]))


def has_owner_cue(text: str, start: int, end: int, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether words right next to a telephone number say whose it is: "mom: …", "… is my dads".

    text (str): The message, as `plain_text` makes it.
    start (int): Where the number begins.
    end (int): Where it ends.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): Whether there is such a word.
    """
    words = lexicon.part(CueWords)
    before = words.contact_before.search(text, max(0, start - _BEFORE), start)
    return bool(before or words.contact_after.match(text, end))


def is_calculated_with(text: str, start: int, end: int, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a message calculates with a number.

    text (str): The message, as `plain_text` makes it.
    start (int): Where the number begins.
    end (int): Where it ends.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): Whether the rest of the message has other numbers, operators or words of a
        problem.
    """
    words = lexicon.part(CueWords)
    rest = f"{text[:start]} {text[end:]}"
    return bool(
        _OPERATOR.search(rest) or words.worked.search(rest) or words.difference.search(rest)
    )


def mentions_identifier(
    text: str,
    start: int,
    previous: str,
    earlier: str,
    *,
    corrected: bool = False,
    lexicon: Lexicon = ENGLISH,
) -> bool:
    """Whether the messages around a number mention telephones or identifiers.

    text (str): The message, as `plain_text` makes it.
    start (int): Where the number begins.
    previous (str): The message before.
    earlier (str): The messages before that.
    corrected (bool): Whether it may correct a part of a number that was just spoken.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): Whether one of them has a word for either, or a long number that this may be
        a part of: "at the end 71".
    """
    words = lexicon.part(CueWords)
    near = f"{previous}\n{text}"
    said = f"{earlier}\n{previous}\n{text[:start]}"
    recent_text = f"{earlier[-_PREVIOUS:]}\n{previous}"
    return bool(
        introduces_identifier(near, lexicon)
        or words.identifier.search(f"{earlier}\n{near}")
        or _has_spoken_number(said, words.long_number, lexicon)
        or (corrected and _has_spoken_number(recent_text, words.spoken_number, lexicon))
    )


def is_date(
    text: str,
    start: int,
    end: int,
    previous: str,
    earlier: str,
    *,
    by_form: bool = False,
    lexicon: Lexicon = ENGLISH,
) -> bool:
    """Whether words near two numbers say that they are a day and a month, or a birth date.

    text (str): The message, as `plain_text` makes it.
    start (int): Where the first number begins.
    end (int): Where the second ends.
    previous (str): The message before.
    earlier (str): The messages before that.
    by_form (bool): Whether the form is enough if nothing is calculated with the numbers.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): True for "born 4/12" and "the quiz is 4/12"; False for a fraction in a
        calculation ("4/12 of the birthday cake").
    """
    words = lexicon.part(CueWords)
    if words.fraction_goes_on.match(text, end) or words.equal_after.match(text, end):
        return False
    sentence = text[_sentence_start(text, start) : start]
    if words.birth_before.search(sentence) or words.birth.search(text, end, end + _BESIDE):
        return True
    work = words.fraction_work
    if work.search(text, max(0, start - _BESIDE), start) or work.search(text, end, end + _BESIDE):
        return False
    if by_form:
        return True
    return mentions_birth(text, start, previous, earlier, lexicon) or _is_planned(
        text, start, end, previous, words
    )


def mentions_birth(
    text: str, start: int, previous: str, earlier: str, lexicon: Lexicon = ENGLISH
) -> bool:
    """Whether the sentence of a number, or a message before it, mentions a birth.

    text (str): The message, as `plain_text` makes it.
    start (int): Where the number begins.
    previous (str): The message before.
    earlier (str): The messages before that.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): Whether one does, and not only as in "birthday cake".
    """
    words = lexicon.part(CueWords)
    before = f"{earlier}\n{previous}"
    births = [match.end() for match in words.birth.finditer(before)]
    if births and words.fraction_work.search(before, births[-1]):
        previous = earlier = ""  # the talk has returned to the lesson since
    if has_birth_context(text, start, f"{earlier}\n{previous}"[-_PREVIOUS:], lexicon):
        return True
    sentence = text[_sentence_start(text, start) : start]
    said = f"{earlier}\n{previous}\n{sentence}"
    births = [match.end() for match in words.birth.finditer(said)]
    return any(not words.celebrated.match(said, end + 1) for end in births)


def _is_planned(text: str, start: int, end: int, previous: str, words: CueWords) -> bool:
    sentence = text[max(_sentence_start(text, start), start - _BEFORE) : start]
    asked = f"{previous[-_PREVIOUS:]}\n" if start <= _ANSWER else ""
    before = asked + text[max(0, start - _BEFORE) : start]
    return bool(
        words.plan.search(sentence)
        or words.plan.search(asked)
        or (words.asked.search(before) and "?" in before)
        or words.time_after.match(text, end)
        or words.planned_before.search(text, max(0, start - _ANSWER), start)
    )


def _has_spoken_number(said: str, pattern: re.Pattern[str], lexicon: Lexicon) -> bool:
    return any(
        not is_counting([number.value for number in numbers_in(match.group(), lexicon=lexicon)])
        for match in pattern.finditer(said)
    )


def _sentence_start(text: str, position: int) -> int:
    ends = [match.end() for match in _SENTENCE_END.finditer(text, 0, position)]
    return ends[-1] if ends else 0
