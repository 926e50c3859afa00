"""What points at nobody by itself, and stays: a public site, an emergency number, "x + y"."""

import re

from ..labels import generator_of
from ..lang import ENGLISH, Lexicon
from ..names import fold, is_only_a_word
from .choice import code, folded_words, words
from .parts import PartWords

_EMERGENCY = frozenset({"911", "999", "112"})
_URL = re.compile(r"(?:[a-z][a-z0-9+.-]*://)?(?P<host>[^/?#:@\s]+)(?P<path>[/?#]\S*)?", re.I)
# One letter a variable, with or without a coefficient, in brackets or not.
_OPERAND = r"[\s(]*[-−]?(?:(?:\d+(?:\.\d+)?|\.\d+)[A-Za-zα-ω]?|[A-Za-zα-ω])[\s)]*"
_EXPRESSION = re.compile(rf"{_OPERAND}(?:(?:[<>]=|\*\*|[-+*^<>×÷·−=]|(?=\()){_OPERAND})*")
# "x - y", "2x" and "x + y" show that it is one; "J-P" does not, nor does "J + K".
_OPERATOR = re.compile(r"[+*^=<>×÷·−]|\s-\s")
_VARIABLE_OR_NUMBER = re.compile(r"[a-zα-ω\d=]")
_COEFFICIENT = re.compile(r"\d[a-zα-ω]")
_RUN = re.compile(r"[^\W_]+")


class Web:
    """The sites and addresses that many people share.

    page_words (frozenset[str]): Words that say what a page is, not whose.
    free_mail (frozenset[str]): Domains of mail that anybody may have.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self.page_words = folded_words(lexicon, "address_words.page_words")
        self.free_mail = lexicon.word_set("hosts.free_mail")
        self._shared = lexicon.word_set("hosts.shared")
        self._lessons = lexicon.word_set("hosts.lessons")

    def public_host(self, host: str) -> str:
        """The site that many people share under which a host stands, in lower case; "" for none."""
        labels = host.lower().split(".")
        parents = [".".join(labels[i:]) for i in range(len(labels) - 1)]
        return next((parent for parent in parents if parent in self._shared), "")

    def is_public_page(self, url: str) -> bool:
        """Whether an address is a site's that many people share, and no person's page on it."""
        found = _URL.fullmatch(url)
        if not found:
            return False
        host = found["host"].lower().removeprefix("www.")
        public = host if host in self.free_mail else self.public_host(host)
        before = _RUN.findall(host.removesuffix(public)) if public else []
        if not public or any(label not in self.page_words for label in before):
            return False
        lesson = public in self._lessons
        return all(
            fold(run) in self.page_words
            or len(run) == 1
            or (lesson and is_only_a_word(run, self._lexicon))
            for run in _RUN.findall(found["path"] or "")
        )


class NobodyWords:
    """What points at nobody in a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.everyone = folded_words(lexicon, "nobody.everyone")
        # Days that are told from when it is said.
        weekdays = lexicon.words("calendar.weekdays")
        plurals = lexicon.part(PartWords).plurals
        self.days = folded_words(
            lexicon, "calendar.weekday_abbreviations", "nobody.days", "births.soon"
        ).union(map(fold, weekdays), (fold(day + end) for day in weekdays for end in plurals))
        self.in_dates = self.days | folded_words(lexicon, "nobody.beside_days")


def points_at_nobody(text: str, label: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether something is everybody's, and is kept although its label is replaced.

    text (str): As found.
    label (str): Its canonical label.
    lexicon (Lexicon): The words of the language.
    RETURNS (bool): True for the bare address of a site that many people share or one of its
        public pages, "@everyone", an emergency number, a day that no calendar tells
        ("tomorrow", "next Friday"), and for a NAME of nothing but an expression ("x + y").
    """
    own = lexicon.part(NobodyWords)
    match generator_of(label):
        case "name":
            return bool(_EXPRESSION.fullmatch(text)) and _is_algebra(text)
        case "url":
            return lexicon.part(Web).is_public_page(text.strip())
        case "handle":
            return text.strip().startswith("@") and fold(text.strip()[1:]) in own.everyone
        case "phone":
            return code(text) in _EMERGENCY
        case "date" | "birth":
            found = set(words(text))
            return bool(found & own.days) and found <= own.in_dates
    return False


def _is_algebra(expression: str) -> bool:
    shown = _OPERATOR.search(expression) and _VARIABLE_OR_NUMBER.search(expression)
    return bool(shown or _COEFFICIENT.search(expression))
