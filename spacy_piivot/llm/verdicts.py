"""Reads verdicts, T or F, from a model's answer (Shen et al. 2025, 3.3).

An ambiguous answer has no verdict, since a verdict that rejects a finding must be plain.
"""

import json
import re
from collections.abc import Sequence

from .json_answers import json_places, once_each, text_around
from .requests import UNPARSABLE, Answer, NoAnswer

TRUE, FALSE = "T", "F"

_WORD = r"(T|F|TRUE|FALSE)"
# Allowed around a letter: marks and spaces, but no sign of negation or choice.
_DRESS = r"[\s*_`\"'.()\[\]]*"
_ALONE = re.compile(rf"{_DRESS}{_WORD}{_DRESS}", re.IGNORECASE)
_NAMED = re.compile(rf"{_DRESS}Answer{_DRESS}:{_DRESS}{_WORD}{_DRESS}", re.IGNORECASE)
_RESPONSE = re.compile(rf"{_DRESS}(?:Response{_DRESS}:{_DRESS})?{_WORD}{_DRESS}", re.IGNORECASE)
_RESPONSES = re.compile(r"\bResponse\b[^\w\n]*:?[^\w\n]*(\w*)", re.IGNORECASE)
_FENCED = re.compile(r"```(?:json)?(.*)```", re.DOTALL)
_NUMBERED = re.compile(
    rf"^[ \t*(\[-]{{0,20}}(\d{{1,4}})[ \t.:)\]*_\"-]{{1,4}}{_WORD}[ \t\r.)\]*_\"]{{0,20}}$",
    re.IGNORECASE | re.MULTILINE,
)
_OF_A_LIST = re.compile(r'"(?:answers?|number)"')
# Longer than any requested answer.
_LONGEST = 100_000


def read_verdict(answer: Answer) -> str:
    """Read the verdict of an answer without reasoning, which must contain nothing else.

    answer (Answer): The model's answer.
    RETURNS (str): "T" or "F".
    RAISES (NoAnswer): If it contains neither, or anything else.
    """
    text = _bounded(answer.text).strip()
    fenced = _FENCED.fullmatch(text)
    found = _in_json(fenced[1] if fenced else text)
    if not found and (alone := _ALONE.fullmatch(text) or _NAMED.fullmatch(text)):
        found = _letter(alone[1])
    if not found:
        raise NoAnswer(UNPARSABLE)
    return found


def read_reasoned_verdict(answer: Answer) -> str:
    """Read the verdict at the end of a reasoning.

    answer (Answer): The model's answer.
    RETURNS (str): "T" or "F".
    RAISES (NoAnswer): If the last line is not a verdict, or another one contradicts it.
    """
    text = _bounded(answer.text).strip()
    found = _RESPONSE.fullmatch(text.rpartition("\n")[2])
    if not found:
        raise NoAnswer(UNPARSABLE)
    letter = _letter(found[1])
    responses = [word for word in _RESPONSES.findall(text) if _ALONE.fullmatch(word)]
    if any(_letter(word) != letter for word in responses):
        raise NoAnswer(UNPARSABLE)
    return letter


def read_verdicts(answer: Answer, count: int) -> list[str]:
    """Read the verdicts on several numbered entities.

    answer (Answer): The model's answer.
    count (int): How many there are, numbered from 1.
    RETURNS (list[str]): "T" or "F" for each, "" for one without a plain verdict.
    RAISES (NoAnswer): If there are none, or one has an unknown number: then the model may have
        counted differently.
    """
    votes: list[set[str]] = [set() for _ in range(count)]
    for number, letter in _numbered(_bounded(answer.text)):
        if not 1 <= number <= count:
            raise NoAnswer(UNPARSABLE)
        votes[number - 1].add(letter)
    if not any(votes):
        raise NoAnswer(UNPARSABLE)
    return [letters.copy().pop() if len(letters) == 1 else "" for letters in votes]


def _numbered(text: str) -> Sequence[tuple[int, str]]:
    found = []
    places = json_places(text)
    # An incomplete list may have had another verdict.
    if _OF_A_LIST.search(text_around(text, [(start, end) for _, start, end in places])):
        raise NoAnswer(UNPARSABLE)
    for value, _, _ in places:
        entries = value.get("answers") if isinstance(value, dict) else value
        for entry in entries if isinstance(entries, list) else ():
            match entry:
                case {"number": bool()}:
                    raise NoAnswer(UNPARSABLE)
                case {"number": int(number), "answer": str(word)} if _ALONE.fullmatch(word):
                    found.append((number, _letter(word)))
                case dict():
                    raise NoAnswer(UNPARSABLE)
    # Lines outside the JSON also count: contradictory ones give no verdict.
    return [*found, *((int(n), _letter(word)) for n, word in _NUMBERED.findall(text))]


def _in_json(text: str) -> str:
    """The verdict of a text that is one JSON object; "" for any other text."""
    try:
        value = json.loads(text, object_pairs_hook=once_each)
    except (ValueError, RecursionError):
        return ""
    match value:
        case {"answer": str(word)} if _ALONE.fullmatch(word):
            return _letter(word)
    return ""


def _bounded(text: str) -> str:
    if len(text) > _LONGEST:
        raise NoAnswer(UNPARSABLE)
    return text


def _letter(word: str) -> str:
    return next(letter for letter in word if letter.isalpha()).upper()
