"""Whether a date is somebody's birth date, and birth dates without a date ("today")."""

import re
from collections.abc import Iterator

from .context import ANSWER, PREVIOUS_WINDOW, WINDOW, words
from .numerals import AGE_WORD, DAY_WORD

_BIRTH = words(
    r"birthdays? birth b-?days? born dob d\.o\.b\.? b\sday birth-?dates?",
    # Two patterns: "turn 13", and "14 on boxing day", of which neither is a fraction.
    r"turn(?:s|ed|ing)?\s\d{1,2}(?!\s?[/:.]\s?\d) (?<![\d/.,:-])(?:1\d|[5-9])\son",
)
_BIRTH_AFTER = re.compile(
    r"\W{0,3}(?:is|was|'s|it's)?\s?(?:my|her|his|your|ur|their|\w+'s)\s(?:b-?day|birthday)",
    re.IGNORECASE,
)
# What a date next to a birthday may be the date of instead.
_EVENT = words(
    r"due tests? exams? quiz(?:zes)? finals? meetings? class(?:es)? lessons? homework hw project"
    r" deadline trip graduation conference recital"
)
_WEEKDAY = re.compile(r"(?:mon|tue|wed|thu|fri|sat|sun)", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?;](?=\s)|[!?;]|\n")
_ABBREVIATED = re.compile(
    r"(?<![^\W\d_])(?:d\.o\.b|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$", re.IGNORECASE
)
# A question about a birthday: "when's your birthday", "dob?", or a form's "date of birth:".
_BIRTH_QUESTION = re.compile(
    r"(?:\b(?:when|what|wat|wen|tell|give|need|confirm|check|know|enter|type|which|your|ur)\b"
    r"[^.!?]{0,60}(?<![^\W_])(?:birthdays?|b-?days?|b day|born|dob|birth ?dates?|date of birth"
    r"|birth)(?![^\W_]))"
    r"|(?<![^\W_])(?:birthdays?|b-?days?|dob|d\.o\.b\.?|birth ?dates?|date of birth|born)"
    r"\s?(?:\?|:\s*$)"
    r"|(?:^|[,;.!?]\s?|\band\s)(?:birthdays?|b-?days?|dob|birth ?dates?|date of birth)[\s.:]*$",
    re.IGNORECASE,
)

# Nobody is asked for a date by congratulations, or by a birthday that is today.
_CELEBRATED = words(
    r"happy (?:today|tomorrow|tmrw|yesterday)\s(?:is|was)\s(?:my|her|his)"
    r" (?:birthday|b-?day|b\sday)\s(?:is\s|was\s)?"
    r"(?:today|tomorrow|tmrw|yesterday|party|present|cake)"
)
# Among birthdays, a bare date is one, and so is one's own: "mine's June tenth".
_OWN = re.compile(
    r"(?:^\W*|(?<!\w)(?:mine|me|hers?|his|theirs|\w+ one)(?:'?s| is| was)?\s(?:on\s)?)$",
    re.IGNORECASE,
)

_BIRTHDAY_WORD = (
    r"(?:today|tomorrow|tmrw|tmr|(?:(?:this|next|last)\s)?(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)day|boxing day"
    r"|christmas(?:\s(?:day|eve))?|new year'?s(?:\s(?:day|eve))?|halloween|valentine'?s day"
    rf"|the\s(?:(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)|{DAY_WORD})"
    r"|(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th))(?!\w|\s(?:of|grade))"
)
_RELATIVE_BIRTH = re.compile(
    r"(?<!\w)(?:(?:it'?s|its|was|is|on|had|have|for)\s)?(?:my|her|his|our|mum'?s|mom'?s|dad'?s"
    r"|\w{2,12}'s)\s(?:\w{2,5}\s)?(?:birthday|bday|b-day|b day)"
    rf"\s(?:is\s|was\s|on\s|it's\s|party\s){{0,2}}(?P<day>{_BIRTHDAY_WORD})",
    re.IGNORECASE,
)
_BIRTH_TODAY = re.compile(
    rf"(?<!\w)(?P<day>{_BIRTHDAY_WORD})\s(?:is|was|'s)\s(?:my|her|his)\s(?:\w{{2,5}}\s)?"
    rf"(?:birthday|bday|b-day)",
    re.IGNORECASE,
)
_TURNS = re.compile(
    rf"(?<!\w)turn(?:s|ed|ing)?\s(?:{AGE_WORD}|\d{{1,2}})\son\s(?P<day>{_BIRTHDAY_WORD})",
    re.IGNORECASE,
)
_TURNS_TOMORROW = re.compile(
    rf"(?<!\w)turn(?:s|ed|ing)?\s(?:{AGE_WORD}|\d{{1,2}})\s(?P<day>today|tomorrow|tmrw|tmr"
    rf"|yesterday)(?!\w)",
    re.IGNORECASE,
)
# A whole date of these years that nothing introduces is a birth date: the plans of a
# conversation name no year, or the current one.
_BIRTH_YEAR = re.compile(
    r"(?<!\d)(?:19[3-9]\d|20[01]\d)(?!\d)|'(?:0\d|1\d)$|two thousand|twenty (?:\w+teen|ten"
    r"|eleven|twelve)$",
    re.IGNORECASE,
)
_INTRODUCED = re.compile(
    r"(?<!\w)(?:on|by|until|till?|since|from|to|in|of|before|after|between|and|through|or)\s$",
    re.IGNORECASE,
)


def is_birth_date(text: str, start: int, end: int, previous: str) -> bool:
    """Whether a date is a birth date: its own sentence says so, or the question it answers.

    text (str): The message.
    start (int): Where the date begins.
    end (int): Where it ends.
    previous (str): The message before.
    RETURNS (bool): Whether it is.
    """
    sentence = text[_sentence_start(text, start) : start]
    if _BIRTH_AFTER.match(text, end):
        return True
    birth = _last(_BIRTH, sentence)
    event = _last(_EVENT, sentence)
    if birth or event:
        return birth > event
    if _WEEKDAY.match(text, start):
        return False
    if _continues_birthdays(text, start, previous):
        return True
    return bool(
        _BIRTH_YEAR.search(text[start:end])
        and not _INTRODUCED.search(text[max(0, start - 12) : start])
    )


def find_birth_words(text: str) -> Iterator[tuple[int, int]]:
    """Where a birth date is told by a word for a day: "it's my birthday today".

    text (str): The message.
    YIELDS (tuple[int, int]): Start and end of the word.
    """
    for pattern in (_RELATIVE_BIRTH, _BIRTH_TODAY, _TURNS, _TURNS_TOMORROW):
        for match in pattern.finditer(text):
            yield match.span("day")


def has_birth_context(text: str, start: int, previous: str) -> bool:
    """Whether a number is announced as a birth date, before it or by the question it answers.

    text (str): The message.
    start (int): Where the number begins.
    previous (str): The message before.
    RETURNS (bool): Whether it is.
    """
    if _BIRTH.search(text, _sentence_start(text, start), start):
        return True
    return _continues_birthdays(text, start, previous)


def _continues_birthdays(text: str, start: int, previous: str) -> bool:
    """Whether a date answers a question about a birthday, or is one more among birthdays."""
    previous = previous[-PREVIOUS_WINDOW:]
    if start <= ANSWER and _BIRTH_QUESTION.search(previous):
        return True
    own = text[max(0, start - WINDOW) : start]
    before = f"{previous}\n{own}"
    return bool(_OWN.search(own) and _BIRTH.search(before) and not _CELEBRATED.search(before))


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((match.end() for match in pattern.finditer(text)), default=0)


def _sentence_start(text: str, position: int) -> int:
    first = max(0, position - 120)
    ends = [
        match.end()
        for match in _SENTENCE_END.finditer(text, first, position)
        if not _ABBREVIATED.search(text[max(0, match.start() - 6) : match.start()])
    ]
    return ends[-1] if ends else first
