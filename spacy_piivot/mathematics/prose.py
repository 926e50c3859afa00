"""Removes strings that only look like mathematics: addresses, times, dates, phone numbers, labels.

They are removed from a message before it is searched for patterns. If an equals sign or another
operator follows, they are kept: "555 - 1234 = ?" is a sum.
"""

import re

from ..lang import Lexicon

# Separates the text before a removed string from the text after it.
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
_GAP = rf"(?:{_TO}|[ ./])"
# "y = 987-65-4321" is not a personal number.
_NOT_EQUAL = r"(?<!=)(?<!= )"
_TELEPHONE_NUMBERS = (
    # Also with a leading zero; also social security numbers.
    r"(?:\d{1,3}[ .-]{0,2})?\(\d{3}\) ?\d{3}[ .-]?\d{4}(?!\d)",
    rf"{_NOT_EQUAL}(?:\d{{1,3}}(?:[ .]|{_TO}))?(?:\d{{3}}{_GAP}){{2}}\d{{4}}{_END}",
    rf"{_NOT_EQUAL}\d{{3}}{_TO}(?:\d{{4}}|\d{{2}}{_TO}\d{{4}}){_END}",
    rf"\d{{3,5}}{_TO}0\d{{2,4}}(?:{_TO}\d{{3,4}})?{_END}",
    rf"0\d{{2,4}}{_TO}\d{{3,4}}(?:{_TO}\d{{3,4}}){{0,2}}{_END}",
)
_DIGIT = re.compile(r"\d")


class Prose:
    """Expressions for numbers that are not mathematics.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        def any_of(name: str) -> str:
            return lexicon.any_of(f"math_prose.{name}")

        def expression(name: str) -> str:
            return lexicon.expression(f"math_prose.{name}")

        months = (
            "calendar.months",
            "calendar.month_abbreviations",
            "calendar.more_month_abbreviations",
        )
        month = lexicon.any_of(*months)
        only_month = lexicon.any_of(*months, without=("math_prose.months_that_are_words",))
        date = rf"\d{{1,2}}{lexicon.any_of('numbers.ordinal_endings')}?"
        possessive = lexicon.any_of("endings.possessive")
        self._after_a_word = _any(
            # A quick check first: a number follows, or a small word and a number.
            r"(?<![^\W_])(?=[a-z]{1,10}[.,:'s]{0,3} ?(?:[a-z]{1,12} )?[#+]?\d)",
            rf"{month}\.? {date}(?:{_TO}{date})?{_END}",
            rf"(?:{expression('day')})\.?,? (?:{any_of('before_a_range')} )?{_RANGE}{_END}",
            rf"{any_of('before_a_date')}(?: {any_of('date_links')})?:? "
            rf"\d{{1,2}}(?: ?/ ?|{_TO})\d{{1,2}}{_END}",
            rf"{any_of('before_hours')}(?: {any_of('hour_links')}|{possessive}|:)?"
            rf" {_HOUR}{_TO}{_HOUR}{_END}",
            rf"{any_of('before_a_time')} {_HOUR}\.(?:00|15|30|45){_END}",
            rf"{any_of('numbered_things')}\.? ?#?\d{{1,4}}(?:\.\d{{1,3}}){{0,3}}[a-z]?"
            rf"(?: ?\([a-z]{{1,3}}\))?{_END}",
            rf"{any_of('several_things')}\.? #?{_RANGE}{_END}",
            rf"(?:{expression('score')}) {_RANGE}{_END}",
            rf"{any_of('a')} \+1(?!\d)",
        )
        self._from_a_number = _any(
            r"(?=[\d(])(?<![\w.,/:])(?<!\w-)",
            rf"{_TIME}(?:{expression('half_of_the_day')})(?:{_TO}{_TIME}(?!\d))?",
            rf"{_HOUR}:{_MINUTE}{_TO}{_HOUR}(?::{_MINUTE})?{_END}",
            rf"{_RANGE} {any_of('after_a_range')}(?!\w)",
            rf"{date}{_TO}{date} {only_month}(?!\w)",
            *_TELEPHONE_NUMBERS,
            rf"(?<![=+*×÷<>] )(?<![=+*×÷<>(-])(?:24/7|9/11)(?!\)){_END}",
            rf"\d{{1,4}}x {any_of('after_a_factor')}(?!\w)",
        )

    def removed(self, text: str) -> str:
        """A message with a semicolon for each of them."""
        return self._from_a_number.sub(_GONE, self._after_a_word.sub(_GONE, text))


def _any(before: str, *alternatives: str) -> re.Pattern[str]:
    return re.compile(f"{before}(?:{'|'.join(alternatives)})", re.IGNORECASE)


def without_addresses(text: str) -> str:
    """A message without its web and e-mail addresses.

    text (str): The message.
    RETURNS (str): The message with a semicolon for each.
    """
    if "@" in text or "/" in text or "?" in text or "www." in text.lower():
        return _ADDRESS.sub(_GONE, text)
    return text


def without_prose(text: str, lexicon: Lexicon) -> str:
    """A message without times, dates, telephone numbers and labels ("room 12(a)").

    text (str): The message, with single spaces.
    lexicon (Lexicon): The words.
    RETURNS (str): The message with a semicolon for each.
    """
    if not _DIGIT.search(text):
        return text
    return lexicon.part(Prose).removed(text)
