"""Why dialogues were repaired or held back: which words, where, as what. Private: holds originals.

A file of reasons is JSONL: a line that says it is private, then a line for each dialogue that the
last check repaired or that is not in the release. `read_reasons` gives back what `write_reasons`
wrote, for pages and tools that show it to a person.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from spacy.tokens import Doc

from ..core.dialogue import doc_speakers, message_bounds, overlapped_messages
from ..core.texts import doc_text
from ..corpus.jsonl import write_line
from ..errors import InputError
from .last_check import LEFT, MADE, SPEAKER, UNCHANGED, Leak

REPAIRED, QUARANTINED = STATUSES = ("repaired", "quarantined")
NOTICE = (
    "This file is private: it holds originals. It says why the last check repaired dialogues or "
    "held them back. start and end are offsets in the original message."
)
EXPLANATIONS: Mapping[str, str] = {
    LEFT: "was replaced elsewhere, and stood here as it was",
    MADE: "a surrogate here was, or spelled with its neighbours, something that was replaced",
    UNCHANGED: "the surrogate was the original",
    SPEAKER: "was replaced elsewhere, and stands in the speaker's label",
}


class BadReasons(InputError):
    def __init__(self, path: Path, line: int) -> None:
        super().__init__(
            f"{path}, line {line}: is not what deidentify --private-reasons writes. Give its file, "
            "unchanged."
        )


@dataclass(frozen=True, slots=True)
class Origin:
    """Where something was replaced first, or from where it is known.

    source (str): The component that found it, "roster" or "speaker".
    label (str): As what it was replaced.
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
    """Something that the last check found.

    why (str): A key of `EXPLANATIONS`.
    label (str): Its label.
    message (int): The number of the message, from 0.
    start (int): Its first character in the original message; of a speaker, in the label.
    end (int): The character after its last.
    text (str): The original there.
    replaced (Origin): What of the dialogue it is.
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
    line (int | None): Its line there, from 1; None where a file is a dialogue.
    id (str | None): Its id in the input; None where it could not be read.
    status (str): "repaired" or "quarantined".
    error (str | None): Of one that is held back, the error class.
    findings (Sequence[LeakReason]): What the last check found; empty for other errors.
    """

    file: str
    line: int | None
    id: str | None
    status: str
    error: str | None = None
    findings: tuple[LeakReason, ...] = field(default=(), repr=False)

    def to_dict(self) -> dict[str, Any]:
        """What a file of reasons holds."""
        return asdict(self)

    @classmethod
    def from_dict(cls, source: Mapping[str, Any]) -> "Reasons":
        """Make the reasons again.

        source (Mapping[str, Any]): What `to_dict` gave, also after JSON.
        RETURNS (Reasons): The reasons.
        RAISES (TypeError, KeyError, ValueError): If it is something else.
        """
        findings = tuple(
            LeakReason(**{**finding, "replaced": Origin(**finding["replaced"])})
            for finding in source["findings"]
        )
        if source["status"] not in STATUSES:
            raise ValueError("unknown status")
        return cls(**{**source, "findings": findings})


def doc_findings(doc: Doc, leaks: Iterable[Leak]) -> tuple[LeakReason, ...]:
    """Say of leaks which words they are.

    doc (Doc): The document.
    leaks (Iterable[Leak]): What the last check found in it.
    RETURNS (tuple[LeakReason, ...]): In the same order; a speaker's leak once a message.
    """
    text = doc_text(doc)
    bounds = message_bounds(doc)
    speakers = doc_speakers(doc)

    def place(start: int, end: int) -> tuple[int, int, int]:
        number = next(overlapped_messages(bounds, start, end))
        return number, start - bounds[number][0], end - bounds[number][0]

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
        else:
            where = place(leak.start, leak.end)
            found = text[leak.start : leak.end]
            findings.append(LeakReason(leak.why, known.label, *where, found, replaced))
    return tuple(findings)


def write_reasons(stream: BinaryIO, reasons: Iterable[Reasons]) -> None:
    """Write a file of reasons.

    stream (BinaryIO): Where to; it should be readable for its owner only.
    reasons (Iterable[Reasons]): In the order of the input.
    """
    write_line(stream, {"private": NOTICE})
    for one in reasons:
        write_line(stream, one.to_dict())


def read_reasons(path: Path) -> Iterator[Reasons]:
    """Read a file of reasons.

    path (Path): What `deidentify --private-reasons` wrote.
    YIELDS (Reasons): A dialogue's, in the order of the input.
    RAISES (BadReasons): If it is something else.
    """
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                source = json.loads(line)
                reasons = None if number == 1 else Reasons.from_dict(source)
                fits = reasons is not None or list(source) == ["private"]
            except (ValueError, TypeError, KeyError, AttributeError):
                fits = False  # raised outside: the error holds the text
            if not fits:
                raise BadReasons(path, number)
            if reasons is not None:
                yield reasons
