"""Runs Presidio's pattern recognisers, each only on the few characters that can match.

They are imported at first use and kept by the process, not by a component, so they are never
pickled. Presidio's results count only under the rules of `context.py`. Our own cheap linear
pattern selects the characters, so Presidio's patterns never run over a long message.
"""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..core.startup import presidio_module
from ..lang import Lexicon
from .arithmetic import beside_operator, is_mathematics
from .context import has_context, raise_score, words
from .number_checks import has_form_of_ssn, is_plausible_ssn, is_routing_number
from .recognizer import DIGITS, Finding, Recognizer

if TYPE_CHECKING:
    from tldextract import TLDExtract

_EMAIL = re.compile(r"[^\s@<>()\[\],;:\"]{1,64}@[^\s@<>()\[\],;:\"]{3,253}")
_IPV4 = re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?:/\d{1,2})?(?!\w|\.\d)")
_IPV6 = re.compile(r"(?<![\w:.])(?:[0-9a-fA-F]{0,4}:){3,7}[0-9a-fA-F]{0,4}(?![\w:])")
_SSN = re.compile(r"(?<![\w-])\d{3}[- .]?\d{2}[- .]?\d{4}(?![\w-])")
_CARD = re.compile(r"(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])")
_LONG_DIGITS = re.compile(r"(?<!\w)\d{8,17}(?!\w)")
_LICENSE = re.compile(r"(?<![\w-])(?=[A-Za-z]*\d)[A-Za-z0-9]{5,19}(?![\w-])")
_PASSPORT = re.compile(r"(?<![\w-])[A-Za-z]?\d{8,9}(?![\w-])")
_CARD_GROUPS = re.compile(r"\d{4}([ -])\d{4}\1\d{4}\1\d{4}")

# Presidio rejects a number that cannot have been issued; with context it counts nevertheless.
_INTRODUCED_SCORE = 0.5


@cache
def tld_extractor() -> "TLDExtract":
    """An extractor with the public suffixes shipped with tldextract: no network, no cache folder.

    RETURNS (TLDExtract): The extractor.
    """
    from tldextract import TLDExtract

    return TLDExtract(cache_dir=None, suffix_list_urls=())


def keep_suffixes_offline() -> None:
    """Make tldextract itself use the list of public suffixes that it is shipped with.

    Presidio's own e-mail recogniser calls it, and it would download a newer list and store it in
    the user's cache folder. A list that is named in the environment is used as usual.
    """
    if "TLDEXTRACT_PUBLIC_SUFFIX_LIST_URLS" not in os.environ:
        module: Any = import_module("tldextract.tldextract")
        module.TLD_EXTRACTOR = tld_extractor()


@cache
def presidio_recognizer(class_name: str) -> Any:
    """One of Presidio's recognisers, imported and built at first use.

    class_name (str): Its class in `presidio_analyzer.predefined_recognizers`.
    RETURNS (EntityRecognizer): The recogniser.
    """
    predefined: Any = presidio_module("predefined_recognizers")
    if class_name != "EmailRecognizer":
        return getattr(predefined, class_name)()

    class OfflineEmailRecognizer(predefined.EmailRecognizer):
        """Presidio's own recogniser downloads the list of public suffixes. It rejects a domain
        that is itself a suffix, as those of British schools are (`*.sch.uk`), or that has none
        (a school's internal network). Here a known suffix only raises the score."""

        def validate_result(self, pattern_text: str) -> bool | None:
            return True if tld_extractor()(pattern_text).suffix else None

    return OfflineEmailRecognizer()


def analyze(class_name: str, chunk: str) -> Iterator[tuple[int, int, float]]:
    """Run one of Presidio's recognisers on a piece of text.

    class_name (str): Its class.
    chunk (str): The text.
    YIELDS (tuple[int, int, float]): Start and end in `chunk`, and Presidio's score.
    """
    recognizer = presidio_recognizer(class_name)
    for result in recognizer.analyze(chunk, recognizer.supported_entities, None):
        yield result.start, result.end, float(result.score)


@dataclass(frozen=True, slots=True)
class _InContext:
    """Finds candidates that a Presidio recogniser confirms and their context allows.

    lexicon (Lexicon): The words of the language.
    class_name (str): The recogniser's class.
    label (str): The canonical label.
    pattern (Pattern): Finds candidates.
    context (Pattern): Words that are enough for any candidate.
    counts_alone (Callable[[str], bool]): Whether a candidate counts without such words.
    weak (Pattern | None): Words that are enough for a valid candidate.
    valid (Callable[[str], bool] | None): Whether a candidate is valid.
    """

    lexicon: Lexicon
    class_name: str
    label: str
    pattern: re.Pattern[str]
    context: re.Pattern[str]
    counts_alone: Callable[[str], bool]
    weak: re.Pattern[str] | None = None
    valid: Callable[[str], bool] | None = None

    def __call__(self, text: str, previous: str) -> Iterator[Finding]:
        for match in self.pattern.finditer(text):
            if beside_operator(text, *match.span(), self.lexicon):
                continue
            known = has_context(self.context, text, match.start(), previous) or (
                self.weak is not None
                and self.valid is not None
                and self.valid(match.group())
                and has_context(self.weak, text, match.start(), previous)
            )
            if not known and (
                not self.counts_alone(match.group())
                or is_mathematics(text, *match.span(), previous, self.lexicon)
            ):
                continue
            for start, end, score in analyze(self.class_name, match.group()):
                yield Finding(
                    match.start() + start,
                    match.start() + end,
                    self.label,
                    raise_score(score) if known else score,
                )


def find_emails(text: str, previous: str) -> Iterator[Finding]:
    """Find e-mail addresses with Presidio."""
    for match in _EMAIL.finditer(text):
        for start, end, score in analyze("EmailRecognizer", match.group()):
            yield Finding(match.start() + start, match.start() + end, "EMAIL_ADDRESS", score)


def _never(_: str) -> bool:
    return False


def _is_likely_ipv4(candidate: str) -> bool:
    octets = candidate.partition("/")[0].split(".")
    return sum(len(octet) == 3 for octet in octets) >= 2 or octets[:2] == ["10", "0"]


def _is_likely_ipv6(candidate: str) -> bool:
    groups = [group for group in candidate.split(":") if group]
    return len(groups) >= 3 and any(c.isalpha() for c in candidate)


class Contexts:
    """The words that introduce numbers of each kind.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        def context(name: str) -> re.Pattern[str]:
            return words(lexicon.any_of(f"contexts.{name}"))

        self.ip_address = context("ip_address")
        self.social_security = context("social_security")
        self.bank, self.weak_bank = context("bank"), context("weak_bank")
        self.card = context("card")
        self.licence = context("licence")
        self.passport = context("passport")


@dataclass(frozen=True, slots=True)
class _SocialSecurity:
    """Finds social security numbers that can have been issued, and any with context.

    lexicon (Lexicon): The words of the language.
    context (Pattern): The words that introduce such a number.
    """

    lexicon: Lexicon
    context: re.Pattern[str]

    def __call__(self, text: str, previous: str) -> Iterator[Finding]:
        in_context = _InContext(
            self.lexicon, "UsSsnRecognizer", "US_SSN", _SSN, self.context, is_plausible_ssn
        )
        yield from in_context(text, previous)
        for match in _SSN.finditer(text):
            if (
                has_form_of_ssn(match.group())
                and has_context(self.context, text, match.start(), previous)
                and not beside_operator(text, *match.span(), self.lexicon)
            ):
                yield Finding(*match.span(), "US_SSN", _INTRODUCED_SCORE)


def _is_grouped_card(candidate: str) -> bool:
    return bool(_CARD_GROUPS.fullmatch(candidate))


def _recognizer(
    lexicon: Lexicon,
    name: str,
    class_name: str,
    label: str,
    pattern: re.Pattern[str],
    context: re.Pattern[str],
    counts_alone: Callable[[str], bool] = _never,
    cues: frozenset[str] = DIGITS,
) -> Recognizer:
    find = _InContext(lexicon, class_name, label, pattern, context, counts_alone)
    return Recognizer(name, (label,), cues, find)


_IP_CUES = frozenset(".:")


def presidio(lexicon: Lexicon) -> tuple[Recognizer, ...]:
    """The recognisers that use Presidio's.

    lexicon (Lexicon): The words that introduce numbers.
    RETURNS (tuple[Recognizer, ...]): The recognisers.
    """
    contexts = lexicon.part(Contexts)
    ip, card = contexts.ip_address, contexts.card
    bank = _InContext(
        lexicon,
        "UsBankRecognizer",
        "US_BANK_NUMBER",
        _LONG_DIGITS,
        contexts.bank,
        _never,
        contexts.weak_bank,
        is_routing_number,
    )
    make = partial(_recognizer, lexicon)
    return (
        Recognizer("email", ("EMAIL_ADDRESS",), frozenset("@"), find_emails),
        make("ipv4", "IpRecognizer", "IP_ADDRESS", _IPV4, ip, _is_likely_ipv4, _IP_CUES),
        make("ipv6", "IpRecognizer", "IP_ADDRESS", _IPV6, ip, _is_likely_ipv6, _IP_CUES),
        Recognizer(
            "us_ssn", ("US_SSN",), DIGITS, _SocialSecurity(lexicon, contexts.social_security)
        ),
        Recognizer("us_bank", ("US_BANK_NUMBER",), DIGITS, bank),
        make("credit_card", "CreditCardRecognizer", "CREDIT_CARD", _CARD, card, _is_grouped_card),
        make("us_license", "UsLicenseRecognizer", "US_DRIVER_LICENSE", _LICENSE, contexts.licence),
        make("us_passport", "UsPassportRecognizer", "US_PASSPORT", _PASSPORT, contexts.passport),
    )
