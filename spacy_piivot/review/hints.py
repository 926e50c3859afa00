"""Finds likely misses: places that the pipeline left unmarked, but where a person should look."""

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy
from spacy.tokens import Doc

from ..core.dialogue import message_bounds, message_segments
from ..core.spans import REJECTED, get_candidates
from ..core.texts import doc_text
from ..kinds.names import is_ordinary_word
from ..kinds.names.find.evidence import MessageWords, is_doubtful
from ..kinds.names.find.rejection import SECOND_LOOK
from ..kinds.names.find.token_scores import TokenScores, kept_scores
from ..kinds.names.index import looks_ordinary
from ..kinds.names.listed import is_listed_given_name, is_listed_surname
from ..kinds.names.search_terms import exemption, search_term
from ..lang import Lexicon
from ..plain import doc_view
from .model import Hint, HintKind
from .occurrences import find_key, folded_key

# A token is followed up from this probability of being PII.
FAINT = 0.02
# A hint is shown from this chance of being a miss; all places count for the risk of a message.
LEAST_CHANCE = 0.005
_LEAST_LETTERS = 2
_PART = re.compile(r"['-]")
_JOINING = frozenset(" -'’.")
# Numbers of seven digits, also in groups; codes of letters and digits; handles.
_SHAPES = (
    ("digits", re.compile(r"(?<![\w.,])\+?\(?\d(?:[-./ ()]{0,2}\d){6,}(?![\w])")),
    ("code", re.compile(r"(?<![\w@])(?=\w*?\d)(?=\w*?[^\W\d])(?=(?:\w*?\d){2})\w{5,}(?!\w)")),
    ("handle", re.compile(r"(?<![\w@.])@\w{2,}|(?<![\w@])\w*[^\W\d]_\w+|(?<!\w)\w+\.\w+\d(?!\w)")),
)


@dataclass(frozen=True, slots=True)
class Place:
    """An unmarked place that may be a miss.

    message (int): The message, from 0.
    start (int): First character in the message.
    end (int): Character after the last.
    kind (str): Why it was looked at.
    label (str): The label that a span there would most likely have; "" if unknown.
    features (Mapping[str, float]): What speaks for and against a miss; see `FEATURES`.
    """

    message: int
    start: int
    end: int
    kind: HintKind
    label: str
    features: tuple[float, ...]


# What `Place.features` contains.
FEATURES = (
    "anything", "name", "capital_inside", "capital_first", "capitals", "unknown", "listed",
    "ordinary", "doubtful", "digits", "code", "handle", "refused", "refused_otherwise", "exempt",
    "beside", "in_lower_case", "mathematics", "several", "repeated",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Unmarked:
    """What the pipeline left unmarked in a dialogue.

    places (Sequence[Place]): Places that may be misses, in text order; none overlaps another one
        or a span.
    rest (Sequence[Sequence[float]]): Of the rest of each message what may show further misses; see
        `REST`.
    """

    places: Sequence[Place]
    rest: Sequence[tuple[float, ...]]


# What `Unmarked.rest` counts of a message: outside of spans and places the tagger's probabilities
# of its tokens, its words, and the capitalised ones among them; and its spans, since a part of a
# name may have been missed, and how uncertain they are.
REST = ("probability", "words", "capitals", "spans", "doubt")


def find_unmarked(doc: Doc, lexicon: Lexicon) -> Unmarked:
    """Find the unmarked places of a dialogue that may be misses.

    doc (Doc): A Doc that went through the detectors, with `keep_token_scores`.
    lexicon (Lexicon): The words of the language.
    RETURNS (Unmarked): The places, and what is known of the rest.
    """
    finder = _Finder(doc, lexicon)
    return Unmarked(finder.places(), finder.rest())


class _Found(NamedTuple):
    """Characters of the document that may be a miss, and the feature that says why."""

    start: int
    end: int
    kind: HintKind
    label: str
    why: str


class _Finder:
    """The places of one dialogue."""

    def __init__(self, doc: Doc, lexicon: Lexicon) -> None:
        self.doc, self.lexicon = doc, lexicon
        self.text = doc_text(doc)
        self.bounds = message_bounds(doc)
        self.starts = [start for start, _ in self.bounds]
        self.segments = message_segments(doc)
        self.words = [MessageWords(self.text[slice(*bound)], lexicon) for bound in self.bounds]
        self.marked = get_candidates(doc)
        self.rejected = get_candidates(doc, REJECTED)
        self.view = doc_view(doc, lexicon)
        self.scores = kept_scores(self.view.as_doc(doc))
        self.taken = sorted((one.start, one.end) for one in self.marked)
        # The marked names by their first character, and by the character after their last.
        names = [(one.start, one.end) for one in self.marked if one.label == "NAME"]
        self.names_from = {start for start, _ in names}
        self.names_to = {end for _, end in names}

    def places(self) -> list[Place]:
        found: list[_Found] = []
        for finder in (self._exempt, self._shapes, self._refused, self._faint, self._unknown):
            for one in finder():
                if self._is_free(one.start, one.end):
                    self.taken.insert(bisect_right(self.taken, one[:2]), one[:2])
                    found.append(one)
        counts: dict[str, int] = {}
        for one in found:
            key = folded_key(self.text[one.start : one.end])
            counts[key] = counts.get(key, 0) + 1
        return [
            self._place(one, counts[folded_key(self.text[one.start : one.end])])
            for one in sorted(found)
        ]

    def rest(self) -> list[tuple[float, ...]]:
        """What is known of each message outside of spans and places."""
        mass = numpy.zeros(len(self.bounds))
        if self.scores is not None:
            left = self.scores.anything + self.scores.faint
            for start, end in self.taken:
                left[self.scores.tokens(*self.view.plain(start, end))] = 0.0
            words = [not self.view.text[start].isspace() for start in self.scores.starts]
            found = numpy.flatnonzero(left * words)
            plain = [self.view.plain(start, start)[0] for start in self.starts]
            messages = numpy.searchsorted(plain, self.scores.starts[found], side="right") - 1
            numpy.add.at(mass, numpy.maximum(messages, 0), left[found])
        spans, doubt = numpy.zeros(len(self.bounds)), numpy.zeros(len(self.bounds))
        for one in self.marked:
            number = max(bisect_right(self.starts, one.start) - 1, 0)
            spans[number] += 1
            doubt[number] += 1 - one.score
        counts = []
        for offset, message in zip(self.starts, self.words, strict=True):
            free = [
                number
                for number, extent in enumerate(message.words)
                if self._is_free(*_shifted(extent, offset))
            ]
            counts.append((len(free), sum(map(message.is_capitalised, free))))
        return [
            tuple(map(float, (own, *numbers, *further)))
            for own, numbers, *further in zip(mass, counts, spans, doubt, strict=True)
        ]

    def _is_free(self, start: int, end: int) -> bool:
        """Whether characters overlap no span and no place."""
        first = max(bisect_right(self.taken, (start, start)) - 1, 0)
        near = self.taken[first : bisect_right(self.taken, (end, end))]
        return all(end <= begin or stop <= start for begin, stop in near)

    def _place(self, found: "_Found", count: int) -> Place:
        start, end, kind, label, why = found
        number = max(bisect_right(self.starts, start) - 1, 0)
        offset = self.starts[number]
        message = self.words[number]
        from_word = bisect_right(message.words, start - offset, key=lambda word: word[1])
        to_word = bisect_left(message.words, end - offset, key=lambda word: word[0])
        inside = range(from_word, to_word)
        written = [self.text[slice(*_shifted(message.words[place], offset))] for place in inside]
        name, anything, likely = self._scores(start, end)
        first = inside[0] if inside else -1
        capital = first >= 0 and message.is_capitalised(first)
        begins = first >= 0 and message.begins_sentence(first)
        lexicon = self.lexicon
        features = {
            "anything": _logit(anything),
            "name": _logit(name),
            "capital_inside": capital and not begins and message.capitals_prove,
            "capital_first": capital and begins,
            "capitals": capital and not message.capitals_prove,
            "unknown": any(_is_unknown(word, lexicon) for word in written),
            "listed": any(
                is_listed_given_name(word, lexicon) or is_listed_surname(word, lexicon)
                for word in written
            ),
            "ordinary": bool(written) and all(is_ordinary_word(word, lexicon) for word in written),
            "doubtful": any(is_doubtful(message.word(place), lexicon) for place in inside),
            **({} if why in ("anything", "unknown") else {why: True}),
            "beside": self._is_beside(start, end),
            "in_lower_case": any(word.islower() for word in written),
            "mathematics": self.segments[number] == "MATH",
            "several": len(inside) > 1,
            "repeated": math.log(count),
        }
        return Place(
            number,
            start - offset,
            end - offset,
            kind,
            label or likely,
            tuple(float(features.get(feature, 0.0)) for feature in FEATURES),
        )

    def _scores(self, start: int, end: int) -> tuple[float, float, str]:
        """The highest probabilities of the tokens at some characters, and the most likely label."""
        if self.scores is None:
            return 0.0, 0.0, ""
        tokens = self.scores.tokens(*self.view.plain(start, end))
        names, anything = self.scores.names[tokens], self.scores.anything[tokens]
        if not len(anything):
            return 0.0, 0.0, ""
        label = self.scores.likely.get(tokens.start + int(anything.argmax()), "")
        return float(names.max()), float(anything.max()), label

    def _refused(self) -> Iterator[_Found]:
        """What a component has found and another one has rejected."""
        for one in self.rejected:
            why = "refused" if one.reason == SECOND_LOOK else "refused_otherwise"
            yield _Found(one.start, one.end, "low_score", one.label, why)

    def _faint(self) -> Iterator[_Found]:
        """Runs of words to which the tagger gives a small probability."""
        if self.scores is None:
            return
        plain, scores = self.view.text, self.scores
        free = scores.anything >= FAINT
        for start, end in self.taken:
            free[scores.tokens(*self.view.plain(start, end))] = False
        for first, last in _runs(scores, numpy.flatnonzero(free).tolist(), len(plain)):
            cut = plain[first:last]
            first, last = last - len(cut.lstrip()), first + len(cut.rstrip())
            if not any(map(str.isalnum, plain[first:last])):
                continue
            start, end = self.view.original(first, last)
            for one in self._within(start, end):
                yield _Found(*one, "low_score", "", "anything")

    def _within(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The parts of a run in each message, without signs at their ends."""
        number = max(bisect_right(self.starts, start) - 1, 0)
        while number < len(self.bounds) and self.bounds[number][0] < end:
            first, last = self.bounds[number]
            number += 1
            begin, stop = max(first, start), min(last, end)
            while begin < stop and not self.text[begin].isalnum():
                begin += 1
            while stop > begin and not self.text[stop - 1].isalnum():
                stop -= 1
            if begin < stop:
                yield begin, stop

    def _unknown(self) -> Iterator[_Found]:
        """Words that are on no list of words, or that are on one of names only."""
        for offset, message in zip(self.starts, self.words, strict=True):
            for number, extent in enumerate(message.words):
                start, end = _shifted(extent, offset)
                if (
                    end - start >= _LEAST_LETTERS
                    and not message.is_letters(number)
                    and _is_unknown(self.text[start:end], self.lexicon)
                ):
                    yield _Found(start, end, "unknown_word", "NAME", "unknown")

    def _is_beside(self, start: int, end: int) -> bool:
        """Whether only a space or a joining sign is between characters and a marked name."""
        before = start - 1 in self.names_to and self.text[start - 1] in _JOINING
        return before or (end + 1 in self.names_from and self.text[end] in _JOINING)

    def _exempt(self) -> Iterator[_Found]:
        """Originals that the last check does not search for, where they stand unmarked."""
        names = {
            folded_key(one.cut(self.text)): one.label for one in self.marked if one.label == "NAME"
        }
        for key, label in names.items():
            term = search_term(key, label, self.lexicon)
            if not term.words or not exemption(term, self.lexicon) or key.isdecimal():
                continue
            for offset, message in zip(self.starts, self.words, strict=True):
                for start, end in find_key(message.text, key):
                    # "mark the point" is no name; "will Mark come" is.
                    if any(map(str.isupper, message.text[start:end])):
                        yield _Found(offset + start, offset + end, "exempt", label, "exempt")

    def _shapes(self) -> Iterator[_Found]:
        """Numbers, codes and handles with the shape of an identifier, but no mathematics."""
        ruled_out = [(one.start, one.end) for one in self.rejected]
        for offset, message, segment in zip(self.starts, self.words, self.segments, strict=True):
            if segment == "MATH":
                continue
            for why, pattern in _SHAPES:
                for match in pattern.finditer(message.text):
                    start, end = _shifted(match.span(), offset)
                    if all(end <= first or last <= start for first, last in ruled_out):
                        label = "USERNAME" if why == "handle" else "ID_NUM"
                        yield _Found(start, end, "shape", label, why)


def find_hints(places: Sequence[Place], chances: Sequence[float]) -> list[Hint]:
    """The hints that are shown of the places of a dialogue.

    places (Sequence[Place]): The places.
    chances (Sequence[float]): How likely each is a miss.
    RETURNS (list[Hint]): Those that are likely enough.
    """
    return [
        Hint(one.message, one.start, one.end, one.kind, one.label, round(chance, 4))
        for one, chance in zip(places, chances, strict=True)
        if chance >= LEAST_CHANCE
    ]


def _runs(scores: TokenScores, tokens: Sequence[int], end: int) -> Iterator[tuple[int, int]]:
    """Runs of neighbouring tokens: the first character, and the start of the token after the run.

    scores (TokenScores): The tagger's probabilities, which know where each token begins.
    tokens (Sequence[int]): The numbers of the tokens.
    end (int): The end of the text.
    """
    starts = [*scores.starts.tolist(), end]
    for group in _consecutive(tokens):
        yield starts[group[0]], starts[group[-1] + 1]


def _consecutive(numbers: Iterable[int]) -> Iterator[list[int]]:
    run: list[int] = []
    for number in numbers:
        if run and number != run[-1] + 1:
            yield run
            run = []
        run.append(number)
    if run:
        yield run


def _is_unknown(word: str, lexicon: Lexicon) -> bool:
    """Whether a part of a word is on no list: "Zadie's", "Okell-Brandt"; not "that's"."""
    parts = [part for part in _PART.split(folded_key(word)) if len(part) > _LEAST_LETTERS]
    return any(
        not looks_ordinary(part, lexicon) and not is_doubtful(part, lexicon) for part in parts
    )


def _logit(probability: float) -> float:
    clipped = min(max(probability, FAINT / 2), 1 - FAINT / 2)
    return math.log(clipped / (1 - clipped))


def _shifted(extent: tuple[int, int], offset: int) -> tuple[int, int]:
    return extent[0] + offset, extent[1] + offset
