"""The essays of CRAPII and its Kaggle competition: texts with tokens and, for training, labels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ..errors import RecordError
from .json_items import JsonItem, read_items
from .records import check_characters, is_int

OUTSIDE = "O"
_Kind = TypeVar("_Kind")


@dataclass(frozen=True, slots=True)
class Essay:
    """One essay of a file.

    document (int | str): Its id, as it is in the file.
    text (str): The exact text.
    line (int): Its first line in the file, from 1.
    number (int): Its position in the file, from 0.
    tokens (Sequence[str] | None): The source's tokens; None if it has none.
    spaces (Sequence[bool] | None): Whether a space follows each token.
    labels (Sequence[str] | None): The label of each token: "O", "B-EMAIL", …; None in a file
        to be labelled.
    """

    document: int | str
    text: str = field(repr=False)
    line: int
    number: int
    tokens: Sequence[str] | None = field(default=None, repr=False)
    spaces: Sequence[bool] | None = field(default=None, repr=False)
    labels: Sequence[str] | None = field(default=None, repr=False)

    @property
    def id(self) -> str:
        return str(self.document)

    def extents(self) -> list[tuple[int, int]]:
        """The start and end of each token in the text."""
        lengths = [
            len(token) + space
            for token, space in zip(self.tokens or (), self.spaces or (), strict=True)
        ]
        starts = accumulate(lengths, initial=0)
        return [
            (start, start + len(token))
            for start, token in zip(starts, self.tokens or (), strict=False)
        ]

    def error(self, kind: str, what: str) -> RecordError:
        """The error of this essay."""
        return _error(kind, what, self.number, self.line, self.id)


class EssaySurvey(NamedTuple):
    """What the essays of a file have.

    labelled (int): How many have labels.
    numbers (frozenset[str]): The ids that are numbers in the file, as strings.
    """

    labelled: int
    numbers: frozenset[str]


def read_essays(path: Path) -> Iterator[Essay | RecordError]:
    """Read a file of essays, one at a time; a bad essay does not end the reading.

    path (Path): A list of objects with `document` and `full_text`, and possibly `tokens` with
        `trailing_whitespace`, and `labels`, UTF-8. Other keys are not read.
    YIELDS (Essay | RecordError): An essay, or its error.
    RAISES (InputError): If the file cannot be read, or is not a JSON list.
    """
    seen: set[str] = set()
    for number, item in enumerate(read_items(path)):
        try:
            yield _parse(item, number, seen)
        except RecordError as error:
            yield error


def survey_essays(path: Path) -> EssaySurvey:
    """Go through a file of essays before it is used.

    path (Path): The file.
    RETURNS (EssaySurvey): What its essays have.
    RAISES (InputError): If it cannot be read as a whole.
    """
    labelled = 0
    numbers = set()
    for item in read_items(path):
        essay = item.value if isinstance(item.value, dict) else {}
        labelled += essay.get("labels") is not None
        if is_int(essay.get("document")):
            numbers.add(str(essay["document"]))
    return EssaySurvey(labelled, frozenset(numbers))


def _parse(item: JsonItem, number: int, seen: set[str]) -> Essay:
    essay, line = item.value, item.line
    if not isinstance(essay, dict):
        raise _error("NotAnObject", "which must be a JSON object", number, line)
    document = essay.get("document")
    if not (is_int(document) or (isinstance(document, str) and document)):
        hint = "'document' must be a number or a non-empty string"
        raise _error("MissingId", hint, number, line)
    id = str(document)
    if not item.is_utf8:
        known = id if id.isascii() else None
        raise _error("NotUTF8", "which is not UTF-8: convert the file", number, line, known)
    check_characters(id, line=line, id=None)
    if id in seen:
        raise _error("DuplicateId", "an earlier essay has the same 'document'", number, line, id)
    seen.add(id)
    text = essay.get("full_text")
    if not isinstance(text, str):
        raise _error("TextNotString", "'full_text' must be a string", number, line, id)
    check_characters(text, line=line, id=id)
    found = Essay(document, text, line, number)
    keys = ("tokens", "trailing_whitespace", "labels")
    if all(essay.get(key) is None for key in keys):
        return found
    tokens = _list(essay, "tokens", str, found)
    spaces = _list(essay, "trailing_whitespace", bool, found)
    labels = None if essay.get("labels") is None else _list(essay, "labels", str, found)
    if len(tokens) != len(spaces) or (labels is not None and len(labels) != len(tokens)):
        counts = f"{len(tokens)} tokens, {len(spaces)} values of 'trailing_whitespace'"
        counts += "" if labels is None else f", {len(labels)} labels"
        raise found.error("LengthsDiffer", f"there are {counts}: each token needs one of each")
    if "" in tokens:
        raise found.error("EmptyToken", f"token {tokens.index('')} (from 0) is empty: remove it")
    if "".join(t + " " * space for t, space in zip(tokens, spaces, strict=True)) != text:
        raise found.error(
            "TextDiffers",
            "the tokens with their trailing white space differ from 'full_text': correct one",
        )
    return Essay(document, text, line, number, tokens, spaces, labels)


def _list(essay: dict[str, Any], key: str, kind: type[_Kind], found: Essay) -> list[_Kind]:
    values = essay.get(key)
    if not isinstance(values, list) or not all(isinstance(value, kind) for value in values):
        what = {str: "strings", bool: "true and false"}[kind]
        raise found.error("NotAList", f"{key!r} must be a list of {what}")
    return values


def _error(kind: str, what: str, number: int, line: int, id: str | None = None) -> RecordError:
    return RecordError(kind, f"in essay {number} (from 0), {what}", line=line, id=id)
