"""Records why dialogues were repaired or held back. Private: contains originals.

A reasons file is JSONL: a line that says that it is private, then one line per dialogue that the
last check repaired or that is not in the release. `read_reasons` reads what `write_reasons` wrote,
for pages and tools that show it to a person.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from spacy.tokens import Doc

from ..core.dialogue import doc_speakers, message_bounds, overlapped_messages
from ..core.spans import Candidate
from ..core.texts import doc_text
from ..corpus.jsonl import write_line
from ..errors import InputError
from .last_check import BESIDE, LEFT, MADE, SPEAKER, UNCHANGED, Leak

# Why a finding holds its dialogue back, although nothing leaks.
HELD = "held"
REPAIRED, QUARANTINED = STATUSES = ("repaired", "quarantined")
NOTICE = (
    "This file is private: it contains originals. It says why the last check repaired dialogues "
    "or held them back. start and end are offsets in the original message."
)
EXPLANATIONS: Mapping[str, str] = {
    LEFT: "was replaced elsewhere, but left unchanged here",
    MADE: "a surrogate here was an original, or spelled one together with its neighbours",
    UNCHANGED: "the surrogate was the original",
    SPEAKER: "was replaced elsewhere, but is still in the speaker's label",
    BESIDE: "was replaced in the text, but is in a column that is kept",
    HELD: "the policy leaves it to a person",
}


class BadReasons(InputError):
    def __init__(self, path: Path, line: int) -> None:
        super().__init__(
            f"{path}, line {line}: not written by deidentify --private-reasons. Use the file that "
            "it wrote, unchanged."
        )


@dataclass(frozen=True, slots=True)
class Origin:
    """The first replaced mention of an original, or the roster or speaker it is known from.

    source (str): The component that found it, "roster" or "speaker".
    label (str): The label with which it was replaced.
    message (int | None): The number of the message, from 0; None for roster and speakers.
    start (int): Its first character in the original message.
    end (int): The character after its last.
    text (str): The original; "" for roster and speakers.
    """

    source: str
    label: str
    message: int | None = None
    start: int = 0
    end: int = 0
    text: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class LeakReason:
    """A finding of the last check, or one that the policy leaves to a person.

    why (str): A key of `EXPLANATIONS`.
    label (str): Its label.
    message (int): The number of the message, from 0; after the last one for a kept column.
    start (int): Its first character in the original message; for a speaker, in the label.
    end (int): The character after its last.
    text (str): The original there.
    replaced (Origin): The original in the dialogue.
    """

    why: str
    label: str
    message: int
    start: int
    end: int
    text: str = field(repr=False)
    replaced: Origin


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why one dialogue was repaired or is not in the release.

    file (str): The input file.
    line (int | None): Its line there, from 1; None if each file is one dialogue.
    id (str | None): Its id in the input; None if it could not be read.
    status (str): "repaired" or "quarantined".
    error (str | None): The error class of a dialogue that is held back.
    findings (tuple[LeakReason, ...]): The findings of the last check; empty for other errors.
    """

    file: str
    line: int | None
    id: str | None
    status: str
    error: str | None = None
    findings: tuple[LeakReason, ...] = field(default=(), repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Convert to a line of a reasons file."""
        return asdict(self)

    @classmethod
    def from_dict(cls, source: Mapping[str, Any]) -> "Reasons":
        """Restore reasons.

        source (Mapping[str, Any]): The output of `to_dict`, possibly read from JSON.
        RETURNS (Reasons): The reasons.
        RAISES (TypeError, KeyError, ValueError): If `source` is anything else.
        """
        findings = tuple(
            LeakReason(**{**finding, "replaced": Origin(**finding["replaced"])})
            for finding in source["findings"]
        )
        if source["status"] not in STATUSES:
            raise ValueError("unknown status")
        return cls(**{**source, "findings": findings})


def doc_findings(doc: Doc, leaks: Iterable[Leak]) -> tuple[LeakReason, ...]:
    """Add to leaks the words that leaked.

    doc (Doc): The document.
    leaks (Iterable[Leak]): The findings of the last check in it.
    RETURNS (tuple[LeakReason, ...]): In the same order; a speaker's leak once per message.
    """
    text = doc_text(doc)
    speakers = doc_speakers(doc)
    place = _places(doc)
    findings: list[LeakReason] = []
    for leak in leaks:
        known = leak.replaced
        replaced = Origin(known.source, known.label)
        if known.start is not None and known.end is not None:
            replaced = Origin(
                known.source,
                known.label,
                *place(known.start, known.end),
                text[known.start : known.end],
            )
        if leak.why == SPEAKER:
            findings += (
                LeakReason(
                    leak.why, known.label, number, 0, len(speakers[number]), speakers[number],
                    replaced,
                )
                for number in leak.speakers
            )  # fmt: skip
        elif leak.why == BESIDE:
            findings.append(LeakReason(leak.why, known.label, len(speakers), 0, 0, "", replaced))
        else:
            where = place(leak.start, leak.end)
            found = text[leak.start : leak.end]
            findings.append(LeakReason(leak.why, known.label, *where, found, replaced))
    return tuple(findings)


def held_findings(doc: Doc, held: Iterable[Candidate]) -> tuple[LeakReason, ...]:
    """The findings in a document that its policy leaves to a person.

    doc (Doc): The document.
    held (Iterable[Candidate]): The findings.
    RETURNS (tuple[LeakReason, ...]): In the same order.
    """
    place = _places(doc)
    findings = []
    for one in held:
        where, found = place(one.start, one.end), one.cut(doc_text(doc))
        origin = Origin(one.source, one.label, *where, found)
        findings.append(LeakReason(HELD, one.label, *where, found, origin))
    return tuple(findings)


def _places(doc: Doc) -> Callable[[int, int], tuple[int, int, int]]:
    """Finds the message of a stretch of a document, and its offsets there."""
    bounds = message_bounds(doc)

    def place(start: int, end: int) -> tuple[int, int, int]:
        number = next(overlapped_messages(bounds, start, end))
        return number, start - bounds[number][0], end - bounds[number][0]

    return place


def write_reasons(stream: BinaryIO, reasons: Iterable[Reasons]) -> None:
    """Write a reasons file.

    stream (BinaryIO): Where to write; it should be readable by its owner only.
    reasons (Iterable[Reasons]): The reasons in the order of the input.
    """
    write_line(stream, {"private": NOTICE})
    for one in reasons:
        write_line(stream, one.to_dict())


def read_reasons(path: Path) -> Iterator[Reasons]:
    """Read a reasons file.

    path (Path): A file written by `deidentify --private-reasons`.
    YIELDS (Reasons): The reasons of each dialogue, in the order of the input.
    RAISES (BadReasons): If it is any other file.
    """
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                source = json.loads(line)
                reasons = None if number == 1 else Reasons.from_dict(source)
                fits = reasons is not None or list(source) == ["private"]
            except (ValueError, TypeError, KeyError, AttributeError):
                fits = False  # raised outside: this error contains the text
            if not fits:
                raise BadReasons(path, number)
            if reasons is not None:
                yield reasons
