"""What looks like mathematics and is none: addresses, times, dates, telephone numbers, labels.

Such strings are taken out of a message before patterns are looked for. Where an equals sign or
another operator follows they stay: "555 - 1234 = ?" is a sum.
"""

import re

# Keeps what stood left of a string apart from what stood right of it.
_GONE = ";"

_LABEL = r"\w[\w-]{0,62}"
_ADDRESS = re.compile(
    rf"(?<![\w.+-])[\w.+-]{{1,64}}@{_LABEL}(?:\.{_LABEL}){{1,8}}"
    r"|(?<!\w)(?:https?://|www\.)\S+"
    rf"|(?<![\w.-]){_LABEL}(?:\.{_LABEL}){{0,8}}\.[a-z]{{2,18}}(?:/|\?\w{{1,20}}=)\S*",
    re.IGNORECASE,
)

# No sum follows.
_END = r"(?![\w/:]|[.,]\d| ?[=+*×÷^>]| ?[-–] ?[\d=])"
_TO = r" ?[-–] ?"
_RANGE = rf"\d{{1,4}}{_TO}\d{{1,4}}"
_HOUR, _MINUTE = r"(?:[01]?\d|2[0-3])", r"[0-5]\d"
_TIME = rf"{_HOUR}(?:[:.]{_MINUTE})?"
# "x = 5 am I right?"
_MERIDIEM = r" ?[ap]\.? ?m(?!\w)\.?(?! i(?!\w))"
_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?"
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DATE = r"\d{1,2}(?:st|nd|rd|th)?"
_NUMBERED_THINGS = (
    "pages|pgs|pp|chapters|sections|lessons|modules|problems|exercises|questions|items|steps|parts"
    "|rooms|grades|ages"
)
_NUMBERED_THING = (
    "pages?|pgs?|pp?|chapters?|ch|sections?|lessons?|modules?|problems?|exercises?|questions?"
    "|items?|steps?|parts?|rooms?|rm|apt|versions?|ver|grades?|ages?|ios|android|windows|python"
)
_GAP = rf"(?:{_TO}|[ ./])"

_AFTER_A_WORD = re.compile(
    # Before all else: a number follows the word, or a small word and a number.
    r"(?<![^\W_])(?=[a-z]{1,10}[.,:'s]{0,3} ?(?:[a-z]{1,12} )?[#+]?\d)(?:"
    + "|".join(
        (
            rf"(?:{_MONTH}|may)\.? {_DATE}(?:{_TO}{_DATE})?{_END}",
            rf"{_DAY}\.?,? (?:at |from )?{_RANGE}{_END}",
            r"(?:due|until|till|born|birthday|bday|dob)(?: is| was| on| by)?:? "
            rf"\d{{1,2}}(?: ?/ ?|{_TO})\d{{1,2}}{_END}",
            r"(?:from|between|opens?|hours|shifts?|work(?:s|ing)?|available|free|busy|closed|at"
            rf"|class)(?: is| are|'s|:)? {_HOUR}{_TO}{_HOUR}{_END}",
            rf"(?:at|until|till) {_HOUR}\.(?:00|15|30|45){_END}",
            rf"(?:{_NUMBERED_THING})\.? ?#?\d{{1,4}}(?:\.\d{{1,3}}){{0,3}}[a-z]?"
            rf"(?: ?\([a-z]{{1,3}}\))?{_END}",
            rf"(?:{_NUMBERED_THINGS})\.? #?{_RANGE}{_END}",
            rf"(?:won|lost|beat(?: \w{{1,12}})?|score (?:is|was)) {_RANGE}{_END}",
            # "a +1 from me"
            r"a \+1(?!\d)",
        )
    )
    + ")",
    re.IGNORECASE,
)
# "y = 987-65-4321" is no number of anybody's.
_NOT_EQUAL = r"(?<!=)(?<!= )"
_FROM_A_NUMBER = re.compile(
    r"(?=[\d(])(?<![\w.,/:])(?<!\w-)(?:"
    + "|".join(
        (
            rf"{_TIME}{_MERIDIEM}(?:{_TO}{_TIME}(?!\d))?",
            rf"{_HOUR}:{_MINUTE}{_TO}{_HOUR}(?::{_MINUTE})?{_END}",
            rf"{_RANGE} (?:jobs?|shifts?|daily|weekdays?|weekends?|every ?day|o'?clock|win|loss|run"
            r"|record)(?!\w)",
            rf"{_DATE}{_TO}{_DATE} {_MONTH}(?!\w)",
            # Telephone numbers, also with a leading zero, and social security numbers.
            r"(?:\d{1,3}[ .-]{0,2})?\(\d{3}\) ?\d{3}[ .-]?\d{4}(?!\d)",
            rf"{_NOT_EQUAL}(?:\d{{1,3}}(?:[ .]|{_TO}))?(?:\d{{3}}{_GAP}){{2}}\d{{4}}{_END}",
            rf"{_NOT_EQUAL}\d{{3}}{_TO}(?:\d{{4}}|\d{{2}}{_TO}\d{{4}}){_END}",
            rf"\d{{3,5}}{_TO}0\d{{2,4}}(?:{_TO}\d{{3,4}})?{_END}",
            rf"0\d{{2,4}}{_TO}\d{{3,4}}(?:{_TO}\d{{3,4}}){{0,2}}{_END}",
            rf"(?<![=+*×÷<>] )(?<![=+*×÷<>(-])(?:24/7|9/11)(?!\)){_END}",
            r"\d{1,4}x (?:as|more|less|better|worse|faster|slower|bigger|larger|smaller|longer"
            r"|shorter|harder|easier|stronger|cheaper|higher|lower|quicker|speed|a|an|per|every"
            r"|each|daily|weekly|in a row)(?!\w)",
        )
    )
    + ")",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")


def without_addresses(text: str) -> str:
    """A message without its web and e-mail addresses.

    text (str): The message.
    RETURNS (str): The message with a semicolon for each.
    """
    if "@" in text or "/" in text or "?" in text or "www." in text.lower():
        return _ADDRESS.sub(_GONE, text)
    return text


def without_prose(text: str) -> str:
    """A message without times, dates, telephone numbers and labels ("room 12(a)").

    text (str): The message, with single spaces.
    RETURNS (str): The message with a semicolon for each.
    """
    if not _DIGIT.search(text):
        return text
    return _FROM_A_NUMBER.sub(_GONE, _AFTER_A_WORD.sub(_GONE, text))
