"""Ages of participants and of people they know."""

import re
from collections.abc import Iterator

from .arithmetic import beside_operator
from .context import words
from .numerals import AGE_WORD, NUMBER_WORDS
from .recognizer import DIGITS, Finding, Recognizer

_SCORE = 0.6

_RELATIVE = (
    r"brother|bro|sister|sis|mom|mum|mama|dad|father|mother|cousin|friend|bestie|son|daughter"
    r"|grandma|grandpa|nan|gran"
    r"|auntie|aunt|uncle|nephew|niece|twin|babcia|abuela|abuelo|kid|neighbou?r"
)
_AGE = rf"(?P<age>(?:[1-9]\d|[4-9]|{AGE_WORD})(?:\sand a half)?)"
_FILLER = (
    r"(?:(?:like|only|nearly|almost|already|now|just|about|still|actually|gonna be"
    r"|going to be|currently|around)\s){0,3}"
)
_YEARS_OLD = r"[ -]?(?:years?|yrs?|yr)[ -]?old|\s?(?:yo|y/o)(?!\w)"
_CLAUSE_END = (
    r"\s?(?:$|[!?;,](?!\d)|\.(?!\d)|\))|\s(?:btw|now|and|n|but|so|lol|too|tho|cut|today|tmrw"
    r"|tomorrow|already|when|in\s(?:january"
    r"|february|march|april|may|june|july|august|september|october|november|december)|since)(?!\w)"
)
_OWN_AGE = re.compile(
    rf"(?<!\w)(?<!if )(?:i'?m|i am|we're|you'?re|you are|ur|you were|i was)\s{_FILLER}{_AGE}(?="
    rf"(?P<old>{_YEARS_OLD})|{_CLAUSE_END})",
    re.IGNORECASE,
)
_RELATED_AGE = re.compile(
    rf"(?<!\w)(?:she'?s|he'?s|she is|he is|(?:she|he) was|is|who'?s|(?:{_RELATIVE})(?:\s\w+)?"
    rf"(?:'?s|\sis))\s{_FILLER}{_AGE}(?=(?P<old>{_YEARS_OLD})|{_CLAUSE_END})",
    re.IGNORECASE,
)
_TURNED = re.compile(
    rf"(?<!\w)(?P<who>i|he|she|you|i'll|gonna)\s(?:just\s|will\s)?turn(?:s|ed|ing)?\s{_AGE}(?!\w"
    rf"|[./:]\d|\s?%|\sdegrees)",
    re.IGNORECASE,
)
# "hi im Ana, 16 years old"
_INTRODUCED_AGE = re.compile(
    rf"(?<!\w)(?:i'?m|i am|my name(?:'?s| is)|name is)\s(?!\d)[^,.!?\d]{{1,40}},\s{_AGE}(?="
    rf"{_YEARS_OLD})",
    re.IGNORECASE,
)
_MATHEMATICAL = words("if then so equals older younger times plus minus twice total answer years")
_MY = re.compile(rf"(?<!\w)(?:my|our|ur|your)\s(?:\w+\s)?(?:{_RELATIVE})(?!\w)", re.IGNORECASE)
_HOW_OLD = re.compile(
    r"how old(?:'s|\sis|\sr|\sare)\s(?:you|u|ur|your|he|she|they)|(?:your|ur) age", re.IGNORECASE
)
_AGE_ANSWER = re.compile(
    rf"\s*(?:i'?m\s|i am\s|um+,?\s|like\s|almost\s|just turned\s)*{_AGE}(?=(?:{_YEARS_OLD})"
    rf"|{_CLAUSE_END})",
    re.IGNORECASE,
)
# A bare "I'm 12" also says where somebody is in the work.
_COUNTING = words(r"getting got get stuck question problem number answer row step page points?")


def find_ages(text: str, previous: str) -> Iterator[Finding]:
    """Ages of participants and of people they know: the number only."""
    for match in _OWN_AGE.finditer(text):
        sure = bool(match.group("old")) or not _COUNTING.search(text)
        if sure and not beside_operator(
            text, match.start("age"), match.end("age") + len(match.group("old") or "")
        ):
            yield Finding(*match.span("age"), "AGE", _SCORE)
    for match in _INTRODUCED_AGE.finditer(text):
        yield Finding(*match.span("age"), "AGE", _SCORE)
    related = _MY.search(text) or _MY.search(previous[-160:])
    for match in _RELATED_AGE.finditer(text):
        by_pronoun = match.group().lower().startswith(("he", "she"))
        known = related and (match.group("old") or by_pronoun)
        if (
            known
            or _MY.match(text, max(0, match.start() - 3))
            or (
                by_pronoun
                and len(text) < 100
                and len(re.findall(r"\d+|[=+*/]", text)) <= 1
                and not _MATHEMATICAL.search(text)
            )
        ):
            yield Finding(*match.span("age"), "AGE", _SCORE)
    for match in _TURNED.finditer(text):
        if not related and match.group("who").lower() in ("he", "she"):
            continue
        yield Finding(*match.span("age"), "AGE", _SCORE)
    if _HOW_OLD.search(previous[-160:]) and (answer := _AGE_ANSWER.match(text)):
        yield Finding(*answer.span("age"), "AGE", _SCORE)


AGES: tuple[Recognizer, ...] = (Recognizer("age", ("AGE",), DIGITS | NUMBER_WORDS, find_ages),)
