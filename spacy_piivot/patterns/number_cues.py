"""What says that a number is somebody's although it looks like one of the lesson."""

import re
from functools import cache

from .announcing import announces_identifier
from .births import has_birth_context
from .number_rows import is_counting, numbers_in
from .number_talk import any_of
from .numerals import SPOKEN_DIGIT

# How far before a candidate its cue may stand, and how far back a question, in characters.
_BEFORE, _PREVIOUS = 90, 160
# A value that starts no later than this may be the answer to a question.
_ANSWER = 20
# How close to a fraction work on it stands.
_BESIDE = 30
_OPERATOR = re.compile(r"\d|[=+*×÷/^<>≤≥√]")
_SENTENCE_END = re.compile(r"[.!?;](?=\s)")
_EQUAL_AFTER = re.compile(r"\s?(?:is|equals|=)\s?(?:an?\s)?\d{1,3}\s?/\s?\d", re.IGNORECASE)
_TIME_AFTER = re.compile(
    r"\s?(?:,|at|@|from)?\s?\d{1,2}(?::\d\d)?\s?(?:am|pm|:\d\d)", re.IGNORECASE
)
_LONG_NUMBER = re.compile(
    rf"(?<!\w)(?:(?:{SPOKEN_DIGIT}|\d{{1,3}})[\s,.-]{{1,3}}){{5,20}}(?:{SPOKEN_DIGIT}|\d{{1,3}})(?!\w)"
    r"|(?<![\w.,])\d(?:[ -]?\d){6,14}(?![\w.,]\d)",
    re.IGNORECASE,
)
# What is said right before, digit by digit, may be corrected in fewer.
_SPOKEN_NUMBER = re.compile(
    rf"(?<!\w)(?:{SPOKEN_DIGIT}[\s,.-]{{1,3}}){{3,20}}{SPOKEN_DIGIT}(?!\w)", re.IGNORECASE
)


def is_announced(text: str, start: int, previous: str) -> bool:
    """Whether words right before a number say that it is somebody's, or a question asks for it.

    text (str): The message, as `plain_text` makes it.
    start (int): Where the number begins.
    previous (str): The message before.
    RETURNS (bool): Whether they do: "my id is 5 10 15", and the answer to "Phone number?".
    """
    if _identifier().search(text, max(0, start - _BEFORE), start):
        return True
    return start <= _ANSWER and bool(_asked_for().search(previous[-_PREVIOUS:]))


def is_contact(text: str, start: int, end: int) -> bool:
    """Whether words right beside a telephone number say whose it is: "mom: …", "… is my dads".

    text (str): The message, as `plain_text` makes it.
    start (int): Where the number begins.
    end (int): Where it ends.
    RETURNS (bool): Whether they do.
    """
    before = _contact_before().search(text, max(0, start - _BEFORE), start)
    return bool(before or _contact_after().match(text, end))


def is_worked_on(text: str, start: int, end: int) -> bool:
    """Whether the message of a number works on it: other numbers, operators, words of a problem.

    text (str): The message, as `plain_text` makes it.
    start (int): Where the number begins.
    end (int): Where it ends.
    RETURNS (bool): Whether anything beside the number does.
    """
    rest = f"{text[:start]} {text[end:]}"
    return bool(
        _OPERATOR.search(rest) or _any("worked").search(rest) or _any("difference").search(rest)
    )


def is_spoken_of(
    text: str, start: int, previous: str, earlier: str, *, corrected: bool = False
) -> bool:
    """Whether telephones or identifiers are spoken of around a number.

    text (str): The message, as `plain_text` makes it.
    start (int): Where the number begins.
    previous (str): The message before.
    earlier (str): The messages before that.
    corrected (bool): Whether it may correct a part of a number that was said just before.
    RETURNS (bool): Whether a word of either stands in one of them, or a long number of which this
        may be a part: "at the end 71".
    """
    near = f"{previous}\n{text}"
    return bool(
        announces_identifier(near)
        or _any("identifier").search(f"{earlier}\n{near}")
        or _was_said(f"{earlier}\n{previous}\n{text[:start]}", _LONG_NUMBER)
        or (corrected and _was_said(f"{earlier[-_PREVIOUS:]}\n{previous}", _SPOKEN_NUMBER))
    )


def is_date(
    text: str, start: int, end: int, previous: str, earlier: str, *, by_form: bool = False
) -> bool:
    """Whether words beside two numbers say that they are a day and a month, or a birth date.

    text (str): The message, as `plain_text` makes it.
    start (int): Where the first number begins.
    end (int): Where the second ends.
    previous (str): The message before.
    earlier (str): The messages before that.
    by_form (bool): Whether the form is enough where the numbers are not worked on.
    RETURNS (bool): Whether they do: "born 4/12", "the quiz is 4/12"; not where it is worked on
        ("4/12 of the birthday cake").
    """
    if _fraction_after().match(text, end) or _EQUAL_AFTER.match(text, end):
        return False
    sentence = text[_sentence_start(text, start) : start]
    if _introduced().search(sentence) or _any("birth").search(text, end, end + _BESIDE):
        return True
    work = _any("fraction_work")
    if work.search(text, max(0, start - _BESIDE), start) or work.search(text, end, end + _BESIDE):
        return False
    if by_form:
        return True
    return is_birth_told(text, start, previous, earlier) or _is_planned(text, start, end, previous)


def is_birth_told(text: str, start: int, previous: str, earlier: str) -> bool:
    """Whether a birth is spoken of where a number stands: in its sentence or the messages before.

    text (str): The message, as `plain_text` makes it.
    start (int): Where the number begins.
    previous (str): The message before.
    earlier (str): The messages before that.
    RETURNS (bool): Whether it is, and not only the cake.
    """
    told = f"{earlier}\n{previous}"
    births = [match.end() for match in _any("birth").finditer(told)]
    if births and _any("fraction_work").search(told, births[-1]):
        previous = earlier = ""  # the talk has gone back to the lesson since
    if has_birth_context(text, start, f"{earlier}\n{previous}"[-_PREVIOUS:]):
        return True
    sentence = text[_sentence_start(text, start) : start]
    said = f"{earlier}\n{previous}\n{sentence}"
    births = [match.end() for match in _any("birth").finditer(said)]
    return any(not _any("celebrated").match(said, end + 1) for end in births)


def _is_planned(text: str, start: int, end: int, previous: str) -> bool:
    sentence = text[max(_sentence_start(text, start), start - _BEFORE) : start]
    asked = f"{previous[-_PREVIOUS:]}\n" if start <= _ANSWER else ""
    before = asked + text[max(0, start - _BEFORE) : start]
    return bool(
        _any("plan").search(sentence)
        or _any("plan").search(asked)
        or (_any("asked").search(before) and "?" in before)
        or _TIME_AFTER.match(text, end)
        or _planned().search(text, max(0, start - _ANSWER), start)
    )


def _was_said(said: str, pattern: re.Pattern[str]) -> bool:
    return any(
        not is_counting([number.value for number in numbers_in(match.group())])
        for match in pattern.finditer(said)
    )


def _sentence_start(text: str, position: int) -> int:
    ends = [match.end() for match in _SENTENCE_END.finditer(text, 0, position)]
    return ends[-1] if ends else 0


@cache
def _any(name: str) -> re.Pattern[str]:
    """The entries of a list of the file as whole words."""
    return re.compile(rf"(?<![^\W_]){any_of(name)}(?![^\W_])", re.IGNORECASE)


@cache
def _introduced() -> re.Pattern[str]:
    """A birth, or whose one it is, right before: "my birthday is", "mine's", "i turn 13 on"."""
    between = r"(?:[\s:=,-]|\b(?:is|was|it'?s|on|in)\b|'s)*"
    return re.compile(
        rf"(?<!\w)(?:{any_of('birth')}|{any_of('own')}|turn(?:s|ed|ing)?\s\w{{1,12}}\son)"
        rf"{between}\Z",
        re.IGNORECASE,
    )


@cache
def _fraction_after() -> re.Pattern[str]:
    return re.compile(rf"\s{any_of('fraction_after')}(?!\w)", re.IGNORECASE)


@cache
def _asked_for() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![^\W_]){any_of('identifier')}(?![^\W_])[^.!?]{{0,60}}[?:]", re.IGNORECASE
    )


@cache
def _planned() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){any_of('planned')}\s\Z", re.IGNORECASE)


@cache
def _contact_before() -> re.Pattern[str]:
    between = r"(?:[\s:=#,.-]|\b(?:is|was|it'?s|at|on|number|num|cell|phone|no)\b|'s)*"
    return re.compile(rf"(?<![^\W_]){any_of('contact')}(?![^\W_]){between}\Z", re.IGNORECASE)


@cache
def _contact_after() -> re.Pattern[str]:
    return re.compile(
        rf"\s?(?:is|'s|=|-|,)?\s?(?:(?:my|his|her|our|for|thats|that's)\s){{1,2}}"
        rf"{any_of('contact')}(?!\w)",
        re.IGNORECASE,
    )


@cache
def _identifier() -> re.Pattern[str]:
    between = r"(?:[\s:=#,.-]|\b(?:is|was|it'?s|at|on|to|the|number|no)\b|'s)*"
    return re.compile(rf"(?<![^\W_]){any_of('identifier')}(?![^\W_]){between}\Z", re.IGNORECASE)
