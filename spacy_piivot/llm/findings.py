"""Reads a detector's answer and locates its findings in the messages."""

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..lang import Lexicon
from .alignment import Extent, align_copy, find_inside, find_misquoted, find_quoted
from .chunks import Chunk
from .json_answers import json_places, text_around
from .marks import adds_marks, read_marks
from .requests import UNPARSABLE, Answer, NoAnswer
from .types import canonical_type

_OF_A_LIST = re.compile(r'"(?:pii|message|text|type)"')
_FENCE = re.compile(r"\s*(?:```\w*\s*```)?\s*")
# A model may repeat itself, but cannot find more in a text than its words.
_EXTRA_ENTRIES = 50

# Message, start, end, label and score (None without probabilities), as JSON for the cache.
Finding = list[Any]
# Findings, and the number of listed texts that do not occur in the messages.
Findings = list[Any]


def read_list(answer: Answer, chunk: Chunk, lexicon: Lexicon) -> Findings:
    """Read the findings of an answer that lists texts and types.

    answer (Answer): The model's answer.
    chunk (Chunk): The messages of the request.
    lexicon (Lexicon): The words of the prompt's language.
    RETURNS (Findings): All occurrences of each listed text in the message that the entry names, or
        in all messages if it is not there; and the number of listed texts that do not occur.
    RAISES (NoAnswer): If there is no list, a list is not complete, an entry is not valid, there
        are more entries than words, or there is other text around an empty list.
    """
    probabilities = _Probabilities(answer)
    found: dict[tuple[int, int, int], Finding] = {}
    position = unaligned = 0
    entries = _entries(answer.text)
    if len(entries) > _EXTRA_ENTRIES + sum(len(m.text.split()) for m in chunk.messages):
        raise NoAnswer(UNPARSABLE)
    for entry, start, end in entries:
        text, label, message = _read_entry(entry, lexicon)
        extents = _locate(text, message, chunk)
        unaligned += not extents
        position = max(position, start)
        place = answer.text.find(text, position, end)
        score = probabilities.of(place, place + len(text)) if place >= 0 else None
        position = place + len(text) if place >= 0 else position
        for number, first, last in extents:
            found.setdefault((number, first, last), [number, first, last, label, score])
    return [[found[key] for key in sorted(found)], unaligned]


def read_copy(answer: Answer, chunk: Chunk) -> Findings:
    """Read the findings of an answer that copies numbered messages and marks spans in them.

    answer (Answer): The model's answer.
    chunk (Chunk): The messages of the request.
    RETURNS (Findings): The marked spans, and 0.
    RAISES (NoAnswer): If a message is missing, differs from the original by more than slips, has an
        unpaired mark or marks around nothing, or is copied twice in different ways.
    """
    probabilities = _Probabilities(answer)
    copies: dict[int, tuple[int, str]] = {}
    for number, placed in _numbered_lines(answer.text):
        if copies.setdefault(number, placed)[1] != placed[1]:
            raise NoAnswer(UNPARSABLE)
    found: list[Finding] = []
    for number, message in enumerate(chunk.messages, chunk.first):
        if not message.text.strip():
            continue
        if number not in copies:
            raise NoAnswer(UNPARSABLE)
        place, line = copies[number]
        copy, marked = read_marks(line)
        if adds_marks(message.text, copy) or not all(copy[m.start : m.end].strip() for m in marked):
            raise NoAnswer(UNPARSABLE)
        aligned = align_copy(message.text, copy, [(m.start, m.end) for m in marked])
        if aligned is None or len(aligned) < len(marked):
            raise NoAnswer(UNPARSABLE)
        for (start, end), mark in zip(aligned, marked, strict=True):
            first = place + mark.place
            score = probabilities.of(first, first + mark.end - mark.start)
            found.append([number, start, end, mark.label, score])
    return [found, 0]


def locate_entries(
    entries: Sequence[Mapping[str, Any]], chunk: Chunk, lexicon: Lexicon
) -> list[Finding]:
    """Locate listed texts; skip entries that are not valid or do not occur.

    entries (Sequence[Mapping[str, Any]]): Objects with text, type and perhaps message.
    chunk (Chunk): The messages that the model was shown.
    lexicon (Lexicon): The words of the prompt's language.
    RETURNS (list[Finding]): The findings, each place once, in order.
    """
    found: dict[tuple[int, int, int], Finding] = {}
    for entry in entries:
        try:
            text, label, message = _read_entry(entry, lexicon)
        except NoAnswer:
            continue
        for number, start, end in _locate(text, message, chunk):
            found.setdefault((number, start, end), [number, start, end, label, None])
    return [found[place] for place in sorted(found)]


def number_line(number: int, text: str) -> str:
    """A message with its number, as prompts show it and copies repeat it."""
    return f"{number}| {text}"


def _numbered_lines(text: str) -> Iterator[tuple[int, tuple[int, str]]]:
    place = 0
    for line in text.splitlines(keepends=True):
        number, bar, rest = line.partition("|")
        if bar and number.strip().isdecimal() and len(number) < 9:
            inside = rest.removeprefix(" ")
            start = place + len(line) - len(inside)
            yield int(number), (start, inside.rstrip("\r\n"))
        place += len(line)


def _entries(text: str) -> list[tuple[Any, int, int]]:
    """The entries of all lists, with where their JSON starts and ends."""
    places = json_places(text)
    lists = [
        (value["pii"], start, end)
        for value, start, end in places
        if isinstance(value, dict) and isinstance(value.get("pii"), list)
    ] or [
        (value, start, end)
        for value, start, end in places
        if isinstance(value, list) and all(isinstance(entry, dict) for entry in value)
    ]
    rest = text_around(text, [(start, end) for _, start, end in lists])
    entries = [(entry, start, end) for some, start, end in lists for entry in some]
    # An incomplete list may have had more entries. An empty list must be the whole answer: with
    # other text, it may be a quotation of the prompt.
    if not lists or _OF_A_LIST.search(rest) or not (entries or _FENCE.fullmatch(rest)):
        raise NoAnswer(UNPARSABLE)
    return entries


def _read_entry(entry: Any, lexicon: Lexicon) -> tuple[str, str, int | None]:
    match entry:
        case {"text": str(text), "type": str(kind), **more} if any(map(str.isalnum, text)):
            label = canonical_type(kind, lexicon)
            number = more.get("message")
            return text, label, number if isinstance(number, int) else None
    raise NoAnswer(UNPARSABLE)


def _locate(text: str, message: int | None, chunk: Chunk) -> list[tuple[int, int, int]]:
    """Find a text in the named message, or in all messages if it is not there."""
    numbers = range(chunk.first, chunk.first + len(chunk.messages))
    named: Sequence[int] = [message] if message is not None and message in numbers else []

    def places(
        find: Callable[[str, str], list[Extent]], some: Sequence[int]
    ) -> list[tuple[int, int, int]]:
        return [
            (number, start, end)
            for number in some
            for start, end in find(chunk.messages[number - chunk.first].text, text)
        ]

    return (
        places(find_quoted, named)
        # The number may be wrong, or a letter of the text.
        or [*places(find_misquoted, named), *places(find_quoted, numbers)]
        or places(find_misquoted, numbers)
        or places(find_inside, named)
        or places(find_inside, numbers)
    )


class _Probabilities:
    """The model's probabilities for parts of its answer."""

    def __init__(self, answer: Answer) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._logprobs: list[float] = []
        position = 0
        for token, logprob in answer.tokens:
            self._starts.append(position)
            position += len(token)
            self._ends.append(position)
            self._logprobs.append(logprob)

    def of(self, start: int, end: int) -> float | None:
        """The geometric mean probability of the tokens of a range of characters."""
        logprobs = self._logprobs[bisect_right(self._ends, start) : bisect_left(self._starts, end)]
        if not logprobs:
            return None
        return round(min(1.0, math.exp(sum(logprobs) / len(logprobs))), 4)
