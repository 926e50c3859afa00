"""Street addresses: a number, a name and a word for a street, with what follows them."""

import re
from collections.abc import Iterator

from .recognizer import DIGITS, Finding, Recognizer

_SCORE = 0.7

_KIND = (
    r"Street|St|Avenue|Ave|Av|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Terrace|Way|Close"
    r"|Crescent|Mews"
    r"|Place|Pl|Square|Sq|Gardens|Grove|Trail|Trl|Parkway|Pkwy|Highway|Hwy|Circle|Cir|Row|Hill"
    r"|Walk|Roost|Rise|Parade"
)
_CAP = r"[^\W\d_a-zß-öø-ÿ][\w']{0,30}"
_NUMBER = r"\d{1,5}(?:-\d{1,4})?[A-Za-z]?"
_UNIT = (
    r"(?:,?\s(?:(?i:apt|apartment|flat|unit|suite|ste|room|rm)\.?\s(?:#\s?|no\.?\s)?|#\s?)"
    r"(?:\d{1,4}[A-Za-z]?|[A-Za-z]\d{0,3})(?!\w)|,\s\d{1,3}[A-Z])?"
)
_POSTCODE = r"(?:[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|(?:[A-Z]{2}\s)?\d{5}(?:-\d{4})?)"
_TOWN = rf"(?:,\s{_CAP}(?:\s{_CAP}){{0,2}}){{0,2}}"
_ADDRESS = re.compile(
    rf"(?<![\w.,:/$£€+*=^-])(?:(?:Flat|Apt|Unit)\s\w{{1,4}},?\s)?{_NUMBER}\s"
    rf"(?:(?:[NSEW]|[NS][EW])\.?\s|(?:North|South|East|West)\s)?"
    rf"(?:\d{{1,3}}(?:st|nd|rd|th)|{_CAP}(?:\s{_CAP}){{0,3}}?)\s(?:{_KIND})\b"
    rf"(?:\.(?=,|\s(?:Apt|Unit|#)))?{_UNIT}(?:{_TOWN},?\s{_POSTCODE}(?!\w)|{_TOWN},\s[A-Z]{{2}}(?!\w))?"
)
_LOWER = re.compile(
    r"(?<![\w.,:/$£€+*=^-])\d{2,5}\s(?:[nsew]\s)?[a-z]{3,}(?:\s[a-z]{3,})?\s(?:street|avenue|ave"
    r"|road|rd|blvd"
    r"|crescent|terrace|ct)\b(?:,?\s(?:apt|unit|flat)\s\w{1,4})?",
)
_BOX = re.compile(
    rf"(?<!\w)(?:P\.?\s?O\.?|p\.?o\.?)\s[Bb]ox\s\d{{1,6}}(?:{_TOWN},?\s{_POSTCODE}(?!\w))?"
)
_CELTIC = re.compile(
    rf"(?<![\w.,:/$£€+*=^-])\d{{1,4}}\s(?:Heol|Stryd|Ffordd|Rue|Calle|Via)(?:\s(?:y|yr|de|la|du"
    rf"|del)(?=\s)|\s{_CAP}){{1,4}}(?:{_TOWN},?\s{_POSTCODE})?"
)
_NUMBERED_STREET = re.compile(
    r"(?<![\w.,:/$£€+*=^-])[1-9]\d{1,2}(?:st|nd|rd|th)\s(?:street|st|avenue|ave)\b", re.IGNORECASE
)
_NOT_A_STREET = re.compile(
    r"\s(?:the|more|of|times|and|in|on|per|to|miles?|minutes?|hours?|feet|blocks?|kids?|people"
    r"|houses?|trees?|cars?|yards?|inch|lane|way|mile|foot|meter|km)\s",
    re.IGNORECASE,
)


def find_addresses(text: str, previous: str) -> Iterator[Finding]:
    """Addresses with a house number or a post-office box."""
    for pattern in (_ADDRESS, _LOWER, _BOX, _CELTIC, _NUMBERED_STREET):
        for match in pattern.finditer(text):
            if not _NOT_A_STREET.search(match.group()):
                yield Finding(*match.span(), "STREET_ADDRESS", _SCORE)


ADDRESSES: tuple[Recognizer, ...] = (
    Recognizer("street_address", ("STREET_ADDRESS",), DIGITS, find_addresses),
)
