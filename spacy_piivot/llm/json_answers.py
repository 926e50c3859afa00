"""Finds the JSON in an answer, whatever is around it."""

import json
from collections.abc import Sequence
from typing import Any

from .requests import UNPARSABLE, NoAnswer


def once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object whose keys are all different: duplicate keys contradict each other.

    pairs (list[tuple[str, Any]]): Its keys and values.
    RETURNS (dict[str, Any]): The object.
    RAISES (NoAnswer): If a key occurs twice.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        raise NoAnswer(UNPARSABLE)
    return found


_DECODER = json.JSONDecoder(object_pairs_hook=once_each)
_MOST_STARTS = 1000


def json_values(text: str) -> list[Any]:
    """The JSON objects and lists in a text, outermost ones only.

    text (str): An answer: JSON, fenced JSON, or prose with JSON in it.
    RETURNS (list[Any]): The values, in order; empty if there is none.
    RAISES (NoAnswer): If an object has a key twice.
    """
    return [value for value, _, _ in json_places(text)]


def json_places(text: str) -> list[tuple[Any, int, int]]:
    """Like `json_values`, with the start and end of each value.

    text (str): An answer.
    RETURNS (list[tuple[Any, int, int]]): Value, first character, and the one after the last.
    RAISES (NoAnswer): If an object has a key twice.
    """
    found = []
    position = starts = 0
    while starts < _MOST_STARTS:
        places = [place for place in map(lambda c: text.find(c, position), "{[") if place >= 0]
        if not places:
            break
        start = min(places)
        starts += 1
        try:
            value, position = _DECODER.raw_decode(text, start)
        except NoAnswer:
            raise
        except (ValueError, RecursionError):
            position = start + 1
            continue
        found.append((value, start, position))
    return found


def text_around(text: str, places: Sequence[tuple[int, int]]) -> str:
    """The text around the JSON of an answer.

    text (str): The answer.
    places (Sequence[tuple[int, int]]): Start and end of the JSON, in order.
    RETURNS (str): The other text.
    """
    ends = [0, *(end for _, end in places)]
    starts = [*(start for start, _ in places), len(text)]
    return "".join(text[end:start] for end, start in zip(ends, starts, strict=True))
