"""Recognises what identifies nobody: a public site, "@everyone", 911, "tomorrow"."""

import re

from ..core.folding import code, fold, folded_words, words
from ..core.labels import generator_of
from ..lang import Lexicon
from .names import is_only_a_word

_EMERGENCY = frozenset({"911", "999", "112"})
_URL = re.compile(r"(?:[a-z][a-z0-9+.-]*://)?(?P<host>[^/?#:@\s]+)(?P<path>[/?#]\S*)?", re.I)
_RUN = re.compile(r"[^\W_]+")


class Web:
    """The sites and addresses that many people share.

    page_words (frozenset[str]): Words that say what a page is, not whose it is.
    free_mail (frozenset[str]): Domains of free e-mail providers.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self.page_words = folded_words(lexicon, "address_words.page_words")
        self.free_mail = lexicon.word_set("hosts.free_mail")
        self._reserved = lexicon.word_set("hosts.reserved")
        self._shared = lexicon.word_set("hosts.shared") | self._reserved
        self._lessons = lexicon.word_set("hosts.lessons")

    def public_host(self, host: str) -> str:
        """The shared site that a host belongs to, in lower case; "" for none."""
        labels = host.lower().split(".")
        parents = [".".join(labels[i:]) for i in range(len(labels) - 1)]
        return next((parent for parent in parents if parent in self._shared), "")

    def is_reserved(self, host: str) -> bool:
        """Whether a host is reserved for examples: "example.org"."""
        return self.public_host(host) in self._reserved

    def has_pages_of_persons(self, host: str) -> bool:
        """Whether a host is a shared site with pages that are named by handles."""
        public = self.public_host(host)
        return bool(public) and public not in self._reserved | self._lessons

    def is_public_page(self, url: str) -> bool:
        """Whether an address is a shared site's, and not a person's page on it."""
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


class ImpersonalWords:
    """The words that identify nobody in a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.everyone = folded_words(lexicon, "nobody.everyone")
        # Days that depend on when they are said.
        weekdays = lexicon.words("calendar.weekdays")
        plurals = lexicon.words("names.plurals")
        self.days = folded_words(
            lexicon, "calendar.weekday_abbreviations", "nobody.days", "births.soon"
        ).union(map(fold, weekdays), (fold(day + end) for day in weekdays for end in plurals))
        self.in_dates = self.days | folded_words(lexicon, "nobody.beside_days")


def is_impersonal(text: str, label: str, lexicon: Lexicon) -> bool:
    """Whether a span that is not a name identifies nobody.

    text (str): As found.
    label (str): Its canonical label.
    lexicon (Lexicon): The words of the language.
    RETURNS (bool): True for the bare address of a shared site or one of its public pages,
        "@everyone", an emergency number, and a relative day ("tomorrow", "next Friday").
    """
    match generator_of(label):
        case "url":
            return lexicon.part(Web).is_public_page(text.strip())
        case "handle":
            named = text.strip()
            everyone = lexicon.part(ImpersonalWords).everyone
            return named.startswith("@") and fold(named[1:]) in everyone
        case "phone":
            return code(text) in _EMERGENCY
        case "date" | "birth":
            own = lexicon.part(ImpersonalWords)
            found = set(words(text))
            return bool(found & own.days) and found <= own.in_dates
    return False
