"""Reading T or F out of what a model says; in doubt there is no verdict (Shen et al. 2025, 3.3).

A verdict that rules something out must be plain: one that two could read differently is none.
"""

import re
from collections.abc import Sequence

from .json_answers import json_values
from .requests import UNPARSABLE, Answer, NoAnswer

TRUE, FALSE = "T", "F"

_WORD = r"(T|F|TRUE|FALSE)"
_ALONE = re.compile(rf"\W*{_WORD}\W*", re.IGNORECASE)
# In a sentence a single letter counts as a capital only: "f" is a function there.
_NAMED = re.compile(
    r"\b(?:answer|verdict|response|decision)\b\W*(?:(?:is|would be|must be)\W+)?"
    r"(?-i:(T|F|True|False|TRUE|FALSE)\b)",
    re.IGNORECASE,
)
_LAST = re.compile(r"(?:^|[\s*\"'(:\]])(T|F|True|False|TRUE|FALSE)[\s.*\"')\]]*\Z")
_MENTIONED = re.compile(r"\b(T|F|True|False|TRUE|FALSE)\b")
_NUMBERED = re.compile(r"^\W*(\d{1,4})\W{1,4}" + _WORD + r"\W*$", re.IGNORECASE | re.MULTILINE)


def read_verdict(answer: Answer) -> str:
    """The verdict of an answer without reasoning.

    answer (Answer): What the model said.
    RETURNS (str): "T" or "F".
    RAISES (NoAnswer): If it says neither, or both.
    """
    return _only({*_in_json(answer.text)} or _in_words(answer.text))


def read_reasoned_verdict(answer: Answer) -> str:
    """The verdict at the end of a reasoning.

    answer (Answer): What the model said.
    RETURNS (str): "T" or "F".
    RAISES (NoAnswer): If it does not end with a verdict.
    """
    found = _LAST.search(answer.text)
    return _only({_letter(found[1])} if found else set())


def read_verdicts(answer: Answer, count: int) -> list[str]:
    """The verdicts on several numbered entities.

    answer (Answer): What the model said.
    count (int): How many there are, numbered from 1.
    RETURNS (List[str]): "T" or "F" for each, "" for one without a plain verdict.
    RAISES (NoAnswer): If there is none on any.
    """
    said: list[set[str]] = [set() for _ in range(count)]
    for number, letter in _numbered(answer.text):
        if 1 <= number <= count:
            said[number - 1].add(letter)
    if not any(said):
        raise NoAnswer(UNPARSABLE)
    return [letters.copy().pop() if len(letters) == 1 else "" for letters in said]


def _numbered(text: str) -> Sequence[tuple[int, str]]:
    found = []
    for value in json_values(text):
        entries = value.get("answers") if isinstance(value, dict) else value
        for entry in entries if isinstance(entries, list) else ():
            match entry:
                case {"number": int(number), "answer": str(word)} if _ALONE.fullmatch(word):
                    found.append((number, _letter(word)))
    return found or [(int(n), _letter(word)) for n, word in _NUMBERED.findall(text)]


def _in_json(text: str) -> list[str]:
    return [
        _letter(word)
        for value in json_values(text)
        if isinstance(value, dict)
        for word in [value.get("answer")]
        if isinstance(word, str) and _ALONE.fullmatch(word)
    ]


def _in_words(text: str) -> set[str]:
    if alone := _ALONE.fullmatch(text):
        return {_letter(alone[1])}
    if not (_NAMED.search(text) or _LAST.search(text)):
        return set()
    return {_letter(word) for word in _MENTIONED.findall(text)}


def _letter(word: str) -> str:
    return next(letter for letter in word if letter.isalpha()).upper()


def _only(letters: set[str]) -> str:
    if len(letters) != 1:
        raise NoAnswer(UNPARSABLE)
    return letters.pop()
