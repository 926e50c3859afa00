"""Finds web addresses, spoken or disguised e-mail addresses, and handles.

A web address counts with a scheme, with "www.", or with a path after a known public suffix. A
bare domain counts only if it is all in lower case and its suffix is not also a word. So a missing
space after a full stop ("the menu.Keep going", "is.it") does not make an address.
"""

import re
from collections.abc import Iterator
from functools import partial

from ...lang import ENGLISH, Lexicon
from ...patterns.context import has_context, words
from ...patterns.presidio import analyze, tld_extractor
from ...patterns.recognizer import Finding, Recognizer, first_cues
from ..names.forms import is_ordinary_word
from .grammar import EmailGrammar

_URL = re.compile(
    r"(?<![\w@./-])(?:(?P<scheme>https?://)[^\s<>\"]{3,2000}"
    r"|(?P<host>[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}\.){1,8}[A-Za-z]{2,18})(?![\w@-])(?:\.(?!\w))?"
    r"(?P<path>(?::\d{2,5})?/[^\s<>\"]{0,2000}|\?[^\s<>\"]{1,2000})?)",
)
_TRAILING = ".,;:!?'\"*"
# A clause that follows without a space: "quiz.io/join,your name is". A query may have commas.
_NEXT_CLAUSE = re.compile(r",[^\W\d_].*")
_PAIRS = {")": "(", "]": "[", "}": "{"}
_USUAL_SUFFIXES = frozenset(("com", "org", "net", "edu", "gov"))
_SCORE = 0.5

_HANDLE = r"@?[A-Za-z0-9_](?:[\w.\-]{0,38}\w)?(?:#\d{4})?"
_TAGGED = re.compile(r"(?<![\w@#.])[A-Za-z0-9_](?:[\w.]{0,30}[\w])?#\d{4}(?!\w)")
# A name with an underscore, longer than an indexed variable.
_JOINED = re.compile(
    r"(?<![\w@.\\/{#-])(?=[a-z0-9]{0,30}[a-z]{3})[a-z0-9]{3,30}(?:_[a-z0-9]{2,30}){1,3}(?![\w@}/"
    r"(=^]|\.\w)",
    re.IGNORECASE,
)
_HANDLE_SCORE = 0.7
_NAMED_SCORE = 0.8
_JOINED_SCORE = 0.5


class HandleGrammar:
    """The words that introduce a handle.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        def any_of(*names: str) -> str:
            return lexicon.any_of(*(f"web.{name}" for name in names))

        self._lexicon = lexicon
        plural = lexicon.any_of("endings.plural")
        named = rf"{any_of('platforms', 'handle_words')}{plural}?(?!\w)"
        link = rf"(?:\s?(?:{any_of('links')}|[:=])){{1,4}}"
        handle = rf"(?P<handle>{_HANDLE})"
        self.at_handle = re.compile(
            rf"(?<![\w@.])@(?!\d{{1,2}}{any_of('halves_of_the_day')}?(?!\w))(?=[\w.]{{0,40}}[A-Za-z])"
            r"[A-Za-z0-9_](?:[\w.]{0,38}\w)(?![\w@])"
        )
        self.named = re.compile(
            rf"(?<!\w){named}(?:\s{any_of('there')})?{link}\s*{handle}(?![\w@])", re.IGNORECASE
        )
        # "my insta is mayarose", "her snap mariag2010"
        self.own_platform = re.compile(
            rf"(?<!\w){any_of('owners')}\s(?:\w{{1,8}}\s)?{named}"
            rf"(?P<link>{link}\s*|\s){handle}(?![\w@])",
            re.IGNORECASE,
        )
        self.message_me = re.compile(
            rf"(?<!\w){any_of('message_me')}\s(?:{any_of('reached_at')}\s|:\s?)?{handle}(?![\w@])",
            re.IGNORECASE,
        )
        self.on_platform = re.compile(
            rf"(?<![\w@.]){handle}\s{any_of('on')}\s{any_of('platforms')}(?!\w)", re.IGNORECASE
        )
        self.not_handles = lexicon.word_set("web.nobody")
        self.endings = lexicon.words("web.endings")
        self.ordinary_endings = lexicon.words("web.ordinary_endings")

    def could_be_handle(self, handle: str) -> bool:
        """Whether a word after "my insta is" is too long and rare for an ordinary word."""
        word = handle.lstrip("@").lower()
        if len(word) < 6 or not word.isalpha():
            return False
        stems = (word, *(word.removesuffix(ending) for ending in self.endings))
        return not word.endswith(self.ordinary_endings) and not any(
            is_ordinary_word(stem, self._lexicon) for stem in stems
        )


def _email_words(lexicon: Lexicon) -> re.Pattern[str]:
    return words(lexicon.any_of("web.email_words"))


def _suffixes_that_are_words(lexicon: Lexicon) -> frozenset[str]:
    return lexicon.word_set("web.suffixes_that_are_words")


def find_urls(text: str, previous: str, lexicon: Lexicon = ENGLISH) -> Iterator[Finding]:
    """Find web addresses, without the punctuation that follows them."""
    suffixes_that_are_words = lexicon.part(_suffixes_that_are_words)
    for match in _URL.finditer(text):
        address = match.group()
        if "?" not in address:
            address = _NEXT_CLAUSE.sub("", address)
        address = _without_trailing(address)
        if not match.group("scheme"):
            path = match.group("path") or ""
            if not _is_written_as_address(
                match.group("host"), len(path) > 1, suffixes_that_are_words
            ):
                continue
        score = max((found[2] for found in analyze("UrlRecognizer", address[:300])), default=_SCORE)
        yield Finding(match.start(), match.start() + len(address), "URL", score)


def _without_trailing(address: str) -> str:
    while address:
        last = address[-1]
        unpaired = last in _PAIRS and address.count(last) > address.count(_PAIRS[last])
        if last not in _TRAILING and not unpaired:
            break
        address = address[:-1]
    return address


def _is_written_as_address(host: str, has_path: bool, words_too: frozenset[str]) -> bool:
    if host[:4].lower() == "www." and host.count(".") >= 2:
        return True
    extracted = tld_extractor()(host)
    if not extracted.domain or not extracted.suffix:
        return False
    name, suffix = extracted.domain, extracted.suffix
    if suffix != suffix.lower():
        return False
    if suffix in words_too:
        return has_path and len(name) > 1
    # The first letter of a sentence is a capital.
    usual = suffix in _USUAL_SUFFIXES or "." in suffix
    lower = host[1:].islower() if usual else host.islower()
    return has_path or (len(name) > 1 and lower)


def find_spoken_emails(text: str, previous: str, lexicon: Lexicon = ENGLISH) -> Iterator[Finding]:
    """Find e-mail addresses that are spelled out or disguised: "sam dot lee at mail dot com"."""
    grammar = lexicon.part(EmailGrammar)
    context = lexicon.part(_email_words)
    found_until = 0
    for match in grammar.spoken.finditer(text):
        disguised = not match.group("at").strip().isalpha()
        dotted = bool(grammar.spoken_dot.search(match.group("domain")))
        if not (disguised or dotted):
            continue
        suffix = grammar.dot.split(match.group("domain"))[-1]
        if not tld_extractor()(f"a.{suffix.lower()}").suffix:
            continue
        found_until = match.end()
        known = has_context(context, text, match.start(), previous)
        yield Finding(*match.span(), "EMAIL_ADDRESS", 0.85 if known else 0.7)
    for match in grammar.at_provider.finditer(text, found_until):
        if re.search(r"[\d_.]", match.group("local")) or has_context(
            context, text, match.start(), previous
        ):
            yield Finding(*match.span(), "EMAIL_ADDRESS", _SCORE)


def find_handles(text: str, previous: str, lexicon: Lexicon = ENGLISH) -> Iterator[Finding]:
    """Find handles: "@name", "name#1234", and words after a platform's name or "username"."""
    grammar = lexicon.part(HandleGrammar)
    for pattern in (grammar.at_handle, _TAGGED):
        for match in pattern.finditer(text):
            if match.group()[1:].lower() not in grammar.not_handles:
                yield Finding(*match.span(), "USERNAME", _HANDLE_SCORE)
    for match in grammar.own_platform.finditer(text):
        handle = match.group("handle")
        named = match.group("link").strip() and grammar.could_be_handle(handle)
        if named or _looks_like_handle(handle):
            yield Finding(*match.span("handle"), "USERNAME", _NAMED_SCORE)
    for pattern in (grammar.named, grammar.on_platform, grammar.message_me):
        for match in pattern.finditer(text):
            handle = match.group("handle")
            if _looks_like_handle(handle):
                yield Finding(*match.span("handle"), "USERNAME", _NAMED_SCORE)
    for match in _JOINED.finditer(text):
        yield Finding(*match.span(), "USERNAME", _JOINED_SCORE)


def _looks_like_handle(handle: str) -> bool:
    """Whether a word has a sign, a digit or an inner capital that ordinary words do not have."""
    inner = handle[1:]
    return len(handle) > 3 and (
        handle.startswith("@")
        or bool(re.search(r"[_#.]|[a-z][A-Z]", inner))
        or bool(re.search(r"\d", handle) and re.search(r"[A-Za-z]", handle))
    )


def web(lexicon: Lexicon) -> tuple[Recognizer, ...]:
    """The recognisers of web addresses, spoken e-mail addresses and handles.

    lexicon (Lexicon): The words.
    RETURNS (tuple[Recognizer, ...]): The recognisers.
    """
    introducing = [
        word
        for name in ("platforms", "handle_words", "message_me")
        for word in lexicon.words(f"web.{name}")
    ]
    plurals = [word + end for word in introducing for end in lexicon.words("endings.plural")]
    handle_cues = first_cues(introducing, plurals) | frozenset("@#_")
    email_cues = first_cues(lexicon.words("web.at")) | {"@"}
    find_url, find_spoken_email, find_handle = (
        partial(find, lexicon=lexicon) for find in (find_urls, find_spoken_emails, find_handles)
    )
    return (
        Recognizer("url", ("URL",), frozenset(".:"), find_url),
        Recognizer("spoken_email", ("EMAIL_ADDRESS",), email_cues, find_spoken_email),
        Recognizer("handle", ("USERNAME",), handle_cues, find_handle),
    )
