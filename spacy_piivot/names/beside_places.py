"""A name beside a place: "Maria in Boston", "Kofi from Accra", "Amara, Lagos" are two things."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from ..labels import LABELS
from ..spans import Candidate
from .forms import is_ordinary_word
from .listed import is_listed_given_name
from .words import NAME_WORD

NAME, LOCATION = "NAME", "LOCATION"
ADDED_SCORE = 0.6
# What a tagger also takes a name or a place beside it for.
_TAKEN_FOR_NAMES, _TAKEN_FOR_PLACES = (
    frozenset(label.name for label in LABELS if right in label.taken_for)
    for right in (NAME, LOCATION)
)
_LITTLE_WORDS = (
    r"(?:(?:who\s|that\s)?(?:(?:is|was|'s|’s|lives|lived|came|comes|moved|stays|live)\s)?"
    r"(?:(?:here|back|over|up|down|out|all the way)\s)?(?:in|from|at|of|near|to|outside|via)"
    r"(?:\s(?:the|old|new|downtown|north|south|east|west))?)"
)
_BY_WORD = re.compile(rf"\s+{_LITTLE_WORDS}\s+", re.IGNORECASE)
_BY_SIGN = re.compile(r"\s*,\s+|\s+[-–—]\s+|\s*\(\s*|\s*/\s*|\s+@\s+")
_AND = re.compile(r"\s+(?:and|&)\s+|\s*,\s+(?:and\s+)?")
_WORD_BEFORE = re.compile(rf"({NAME_WORD.pattern})\s+{_LITTLE_WORDS}\s+\Z", re.IGNORECASE)
_WORD_AFTER = re.compile(rf"\s+(?i:{_LITTLE_WORDS})\s+({NAME_WORD.pattern})(?![\w'’])")
_FARTHEST = 40


def beside_places(
    text: str,
    candidates: Sequence[Candidate],
    is_place: Callable[[str], bool],
    is_only_place: Callable[[str], bool],
    source: str,
) -> list[Candidate]:
    """Tell names from the places that they stand beside.

    text (str): The document's text.
    candidates (Sequence[Candidate]): What was found in it, in order.
    is_place (Callable[[str], bool]): Whether a string is the name of a country, a state or a city.
    is_only_place (Callable[[str], bool]): Whether it is that and nothing else.
    source (str): Who finds a name or a place that nobody had found.
    RETURNS (list[Candidate]): The same with other labels where a listed given name was taken for a
        place beside one, or a known place for a name; and names and places of which only the other
        was found.
    """
    found = list(candidates)
    for number in range(1, len(found)):
        one, two = found[number - 1], found[number]
        gap = text[one.end : two.start]
        if len(gap) > _FARTHEST or "\n" in gap:
            continue
        by_word, by_sign = _BY_WORD.fullmatch(gap), _BY_SIGN.fullmatch(gap)
        if by_word and two.label == LOCATION and _is_misread_name(text, one, is_place):
            found[number - 1] = replace(one, label=NAME)
        elif by_word or by_sign:
            if one.label == NAME and (
                _is_misread_place(text, two, is_place, strict=True)
                or _is_misread_place(text, two, is_only_place)
            ):
                found[number] = replace(two, label=LOCATION, role="")
        elif (
            _AND.fullmatch(gap)
            and one.label == two.label == LOCATION
            and _is_misread_name(text, two, is_place)
        ):
            found[number] = replace(two, label=NAME)
    return [*found, *_missed(text, found, is_place, source)]


def _missed(
    text: str, found: Sequence[Candidate], is_place: Callable[[str], bool], source: str
) -> Iterable[Candidate]:
    taken = [(candidate.start, candidate.end) for candidate in found]
    for candidate in found:
        match, label = None, NAME
        if candidate.label == LOCATION:
            first = max(0, candidate.start - _FARTHEST)
            match = _WORD_BEFORE.search(text[first : candidate.start])
            start = first + match.start(1) if match else 0
            word = match.group(1) if match else ""
            fits = word.istitle() and is_listed_given_name(word) and not is_ordinary_word(word)
            fits = fits and not is_place(word)
        elif candidate.label == NAME:
            match, label = _WORD_AFTER.match(text, candidate.end), LOCATION
            start = match.start(1) if match else 0
            word = match.group(1) if match else ""
            fits = word.istitle() and is_place(word) and not is_ordinary_word(word)
        if not match or not fits:
            continue
        end = start + len(word)
        if all(last <= start or end <= first for first, last in taken):
            yield Candidate(start, end, label, ADDED_SCORE, source)


def _is_misread_name(text: str, candidate: Candidate, is_place: Callable[[str], bool]) -> bool:
    word = candidate.cut(text)
    return (
        candidate.label in _TAKEN_FOR_NAMES
        and bool(NAME_WORD.fullmatch(word))
        and is_listed_given_name(word)
        and not is_place(word)
    )


def _is_misread_place(
    text: str, candidate: Candidate, is_place: Callable[[str], bool], *, strict: bool = False
) -> bool:
    place = candidate.cut(text)
    return (
        candidate.label in _TAKEN_FOR_PLACES
        and not candidate.from_roster
        and is_place(place)
        and not (strict and is_listed_given_name(place))
    )
