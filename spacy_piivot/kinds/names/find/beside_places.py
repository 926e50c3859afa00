"""Distinguishes names from the places next to them: "Maria in Boston", "Amara, Lagos"."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from ....core.labels import LABELS
from ....core.spans import Candidate
from ....lang import ENGLISH, Lexicon
from ....lang.titles import NAME_WORD
from ..forms import is_ordinary_word
from ..listed import is_listed_given_name

NAME, LOCATION = "NAME", "LOCATION"
ADDED_SCORE = 0.6
# Labels that a tagger confuses with NAME, and with LOCATION.
_TAKEN_FOR_NAMES, _TAKEN_FOR_PLACES = (
    frozenset(label.name for label in LABELS if right in label.taken_for)
    for right in (NAME, LOCATION)
)
_BY_SIGN = re.compile(r"\s*,\s+|\s+[-–—]\s+|\s*\(\s*|\s*/\s*|\s+@\s+")
_FARTHEST = 40


class WordsBetween:
    """The words allowed between a name and a place, and between two names.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        little, word = f"(?i:{lexicon.expression('name_places.between')})", NAME_WORD.pattern
        also = lexicon.any_of("names.conjunctions")
        self.by_word = re.compile(rf"\s+{little}\s+")
        self.conjunction = re.compile(rf"\s+(?:{also}|&)\s+|\s*,\s+(?:{also}\s+)?")
        self.word_before = re.compile(rf"({word})\s+{little}\s+\Z", re.IGNORECASE)
        self.word_after = re.compile(rf"\s+{little}\s+({word})(?![\w'’])")


def beside_places(
    text: str,
    candidates: Sequence[Candidate],
    is_place: Callable[[str], bool],
    is_only_place: Callable[[str], bool],
    source: str,
    lexicon: Lexicon = ENGLISH,
) -> list[Candidate]:
    """Correct names and places that are next to each other, and add missed ones.

    text (str): The document's text.
    candidates (Sequence[Candidate]): Its candidates, in order.
    is_place (Callable[[str], bool]): Whether a string is the name of a country, a state or a city.
    is_only_place (Callable[[str], bool]): Whether it is such a name and nothing else.
    source (str): The source of the names and places that are added.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[Candidate]): The candidates, relabelled if a listed given name was taken for a
        place or a known place for a name; then the missed names and places next to them.
    """
    found = list(candidates)
    words = lexicon.part(WordsBetween)
    for number in range(1, len(found)):
        one, two = found[number - 1], found[number]
        gap = text[one.end : two.start]
        if len(gap) > _FARTHEST or "\n" in gap:
            continue
        by_word, by_sign = words.by_word.fullmatch(gap), _BY_SIGN.fullmatch(gap)
        if by_word and two.label == LOCATION and _is_misread_name(text, one, is_place, lexicon):
            found[number - 1] = replace(one, label=NAME)
        elif by_word or by_sign:
            if one.label == NAME and (
                _is_misread_place(text, two, is_place, lexicon, strict=True)
                or _is_misread_place(text, two, is_only_place, lexicon)
            ):
                found[number] = replace(two, label=LOCATION, role="")
        elif (
            words.conjunction.fullmatch(gap)
            and one.label == two.label == LOCATION
            and _is_misread_name(text, two, is_place, lexicon)
        ):
            found[number] = replace(two, label=NAME)
    return [*found, *_missed(text, found, is_place, source, lexicon)]


def _missed(
    text: str,
    found: Sequence[Candidate],
    is_place: Callable[[str], bool],
    source: str,
    lexicon: Lexicon,
) -> Iterable[Candidate]:
    words = lexicon.part(WordsBetween)
    taken = [(candidate.start, candidate.end) for candidate in found]
    for candidate in found:
        match, label = None, NAME
        if candidate.label == LOCATION:
            first = max(0, candidate.start - _FARTHEST)
            match = words.word_before.search(text[first : candidate.start])
            start = first + match.start(1) if match else 0
            word = match.group(1) if match else ""
            fits = word.istitle() and is_listed_given_name(word, lexicon)
            fits = fits and not is_ordinary_word(word, lexicon) and not is_place(word)
        elif candidate.label == NAME:
            match, label = words.word_after.match(text, candidate.end), LOCATION
            start = match.start(1) if match else 0
            word = match.group(1) if match else ""
            fits = word.istitle() and is_place(word) and not is_ordinary_word(word, lexicon)
        if not match or not fits:
            continue
        end = start + len(word)
        if all(last <= start or end <= first for first, last in taken):
            yield Candidate(start, end, label, ADDED_SCORE, source)


def _is_misread_name(
    text: str, candidate: Candidate, is_place: Callable[[str], bool], lexicon: Lexicon
) -> bool:
    word = candidate.cut(text)
    return (
        candidate.label in _TAKEN_FOR_NAMES
        and bool(NAME_WORD.fullmatch(word))
        and is_listed_given_name(word, lexicon)
        and not is_place(word)
    )


def _is_misread_place(
    text: str,
    candidate: Candidate,
    is_place: Callable[[str], bool],
    lexicon: Lexicon,
    *,
    strict: bool = False,
) -> bool:
    place = candidate.cut(text)
    return (
        candidate.label in _TAKEN_FOR_PLACES
        and not candidate.from_roster
        and is_place(place)
        and not (strict and is_listed_given_name(place, lexicon))
    )
