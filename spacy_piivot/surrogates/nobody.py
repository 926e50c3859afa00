"""What points at nobody by itself, and stays: a public site, an emergency number, "x + y"."""

import re

from ..labels import generator_of
from ..names import fold, is_only_a_word
from .choice import code, words
from .lists import FREE_MAIL, LESSON_HOSTS, PATH_WORDS, PUBLIC_HOSTS

_EMERGENCY = frozenset({"911", "999", "112"})
_EVERYONE = frozenset(
    "everyone everybody all here channel team class group teacher teachers tutor tutors student "
    "students me you someone anyone user username admin moderator".split()
)
_DAYS = frozenset(
    "today tonight yesterday tomorrow monday tuesday wednesday thursday friday saturday sunday "
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays mon tue tues wed weds thu "
    "thur thurs fri sat sun weekday weekdays weekend weekends week month year day now".split()
)
_BESIDE_DAYS = frozenset(
    "last next this on the past coming every each a by until till after before morning afternoon "
    "evening night ago early late later and or".split()
)
_URL = re.compile(r"(?:[a-z][a-z0-9+.-]*://)?(?P<host>[^/?#:@\s]+)(?P<path>[/?#]\S*)?", re.I)
# One letter a variable, with or without a coefficient, in brackets or not.
_OPERAND = r"[\s(]*[-−]?(?:(?:\d+(?:\.\d+)?|\.\d+)[A-Za-zα-ω]?|[A-Za-zα-ω])[\s)]*"
_EXPRESSION = re.compile(rf"{_OPERAND}(?:(?:[<>]=|\*\*|[-+*^<>×÷·−=]|(?=\()){_OPERAND})*")
# "x - y", "2x" and "x + y" show that it is one; "J-P" does not, nor does "J + K".
_OPERATOR = re.compile(r"[+*^=<>×÷·−]|\s-\s")
_VARIABLE_OR_NUMBER = re.compile(r"[a-zα-ω\d=]")
_COEFFICIENT = re.compile(r"\d[a-zα-ω]")
_RUN = re.compile(r"[^\W_]+")


def points_at_nobody(text: str, label: str) -> bool:
    """Whether something is everybody's, and is kept although its label is replaced.

    text (str): As found.
    label (str): Its canonical label.
    RETURNS (bool): True for the bare address of a site that many people share or one of its
        public pages, "@everyone", an emergency number, a day that no calendar tells
        ("tomorrow", "next Friday"), and for a NAME of nothing but an expression ("x + y").
    """
    match generator_of(label):
        case "name":
            return bool(_EXPRESSION.fullmatch(text)) and _is_algebra(text)
        case "url":
            return _is_public_page(text.strip())
        case "handle":
            return text.strip().startswith("@") and fold(text.strip()[1:]) in _EVERYONE
        case "phone":
            return code(text) in _EMERGENCY
        case "date" | "birth":
            found = set(words(text))
            return bool(found & _DAYS) and found <= _DAYS | _BESIDE_DAYS
    return False


def _is_algebra(expression: str) -> bool:
    shown = _OPERATOR.search(expression) and _VARIABLE_OR_NUMBER.search(expression)
    return bool(shown or _COEFFICIENT.search(expression))


def public_host(host: str) -> str:
    """The site that many people share under which a host stands, in lower case; "" for none."""
    labels = host.lower().split(".")
    parents = [".".join(labels[i:]) for i in range(len(labels) - 1)]
    return next((parent for parent in parents if parent in PUBLIC_HOSTS), "")


def _is_public_page(url: str) -> bool:
    found = _URL.fullmatch(url)
    if not found:
        return False
    host = found["host"].lower().removeprefix("www.")
    public = host if host in FREE_MAIL else public_host(host)
    before = _RUN.findall(host.removesuffix(public)) if public else []
    if not public or any(label not in PATH_WORDS for label in before):
        return False
    lesson = public in LESSON_HOSTS
    return all(
        fold(run) in PATH_WORDS or len(run) == 1 or (lesson and is_only_a_word(run))
        for run in _RUN.findall(found["path"] or "")
    )
