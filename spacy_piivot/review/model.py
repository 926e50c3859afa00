"""What the review desk's parts hand to each other: plain values, no logic.

All offsets are characters of one message. A dialogue's number is its position in the input, from 0.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

# The pass of the person who decides where two reviewers disagree.
ADJUDICATED = "adjudicated"

Status = Literal["open", "accepted", "rejected", "added"]
OPEN, ACCEPTED, REJECTED, ADDED = STATUSES = ("open", "accepted", "rejected", "added")

HintKind = Literal["low_score", "unknown_word", "elsewhere", "exempt", "shape"]
HINT_KINDS: tuple[HintKind, ...] = ("low_score", "unknown_word", "elsewhere", "exempt", "shape")

Scope = Literal["one", "dialogue", "corpus"]
ActionKind = Literal[
    "accept",
    "reject",
    "label",
    "role",
    "extent",
    "add",
    "dismiss",
    "surrogate",
    "note",
    "finish",
    "reopen",
]


@dataclass(frozen=True, slots=True)
class ReviewSpan:
    """A span of a message, as a pass has it.

    id (int): Its number in the state.
    message (int): The message, from 0.
    start (int): First character in the message.
    end (int): Character after the last.
    label (str): A canonical label.
    role (str): For a NAME or URL, one of `labels.ROLES` or "".
    score (float): The machine's confidence, 0 to 1; 1 if a person added it.
    source (str): The component that found it; "person" if a person added it.
    status (str): "open", "accepted", "rejected" or "added".
    surrogate (str): The surrogate that a person set; "" if it is drawn.
    version (int): Grows with each change of the span.
    """

    id: int
    message: int
    start: int
    end: int
    label: str
    role: str = ""
    score: float = 1.0
    source: str = ""
    status: Status = "open"
    surrogate: str = field(default="", repr=False)
    version: int = 0


@dataclass(frozen=True, slots=True)
class Hint:
    """A likely miss: a place worth a look, which is not replaced unless a person adds it.

    message (int): The message, from 0.
    start (int): First character in the message.
    end (int): Character after the last.
    kind (str): Why it is shown, one of `HINT_KINDS`.
    label (str): The label that a span there would most likely have; "" if unknown.
    score (float): How likely it is, 0 to 1.
    """

    message: int
    start: int
    end: int
    kind: HintKind
    label: str = ""
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class ReviewMessage:
    """A message with what is marked in it.

    number (int): Its position, from 0.
    speaker (str): Its original speaker.
    text (str): Its original text.
    section (str): In an essay, the section its start is in; else "".
    """

    number: int
    speaker: str = field(repr=False)
    text: str = field(repr=False)
    spans: Sequence[ReviewSpan] = ()
    hints: Sequence[Hint] = ()
    section: str = ""


@dataclass(frozen=True, slots=True)
class ReviewDialogue:
    """A dialogue, or a window of its messages, as a pass has it.

    number (int): Its position in the input, from 0.
    id (str): Its id.
    file (str): The file's name.
    shape (str): "dialogue" or "essay".
    total (int): How many messages the whole dialogue has.
    messages (Sequence[ReviewMessage]): The messages of the window, in order.
    finished (bool): Whether the reviewer has finished it.
    note (str): The reviewer's note.
    revision (int): Grows with each change in this pass.
    error (str): Why the pipeline failed on it; "" if it did not.
    """

    number: int
    id: str = field(repr=False)
    file: str = field(repr=False)
    shape: str
    total: int
    messages: Sequence[ReviewMessage]
    finished: bool = False
    note: str = field(default="", repr=False)
    revision: int = 0
    error: str = ""


@dataclass(frozen=True, slots=True)
class QueueFilter:
    """Which dialogues the queue lists. An empty field means any.

    order (str): "risk" (most worth a look first), "file" or "score" (least certain span first).
    labels (Sequence[str]): At least one span has one of these labels.
    roles (Sequence[str]): At least one span has one of these roles.
    hints (Sequence[str]): At least one hint is of one of these kinds.
    sections (Sequence[str]): In an essay, a span or hint is in one of these sections.
    below (float | None): At least one span's score is lower.
    state (str): "unfinished", "finished", "without" (no span at all) or "" for all.
    reviewer (str): Finished by this reviewer.
    text (str): The text contains it, ignoring case.
    name (str): A marked name contains it, ignoring case.
    """

    order: Literal["risk", "file", "score"] = "risk"
    labels: Sequence[str] = ()
    roles: Sequence[str] = ()
    hints: Sequence[str] = ()
    sections: Sequence[str] = ()
    below: float | None = None
    state: Literal["", "unfinished", "finished", "without"] = ""
    reviewer: str = ""
    text: str = field(default="", repr=False)
    name: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class QueueRow:
    """A dialogue in the queue.

    risk (float): How much a look is worth: the expected number of misses in it, where a false alarm
        counts a fifth.
    spans (int): How many spans it has that are not rejected.
    open (int): How many of them nobody has looked at.
    hints (int): How many likely misses.
    """

    number: int
    id: str = field(repr=False)
    file: str = field(repr=False)
    shape: str
    messages: int
    risk: float
    spans: int
    open: int
    hints: int
    finished: bool
    error: str = ""


@dataclass(frozen=True, slots=True)
class QueuePage:
    """A part of the queue.

    total (int): How many dialogues the filter leaves.
    """

    rows: Sequence[QueueRow]
    total: int


@dataclass(frozen=True, slots=True)
class Look:
    """A message that is worth a look.

    risk (float): The expected number of misses in it, where a false alarm counts a fifth.
    spans (int): How many spans it has that are not rejected.
    hints (int): How many likely misses.
    """

    dialogue: int
    message: int
    risk: float
    spans: int
    hints: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a pass has come.

    dialogues (int): How many there are.
    finished (int): How many are finished.
    risk (float): The expected number of misses at the start, where a false alarm counts a fifth.
    risk_left (float): The same in the unfinished dialogues.
    seconds_left (float | None): An estimate from the pace so far; None before there is one.
    """

    dialogues: int
    finished: int
    spans: int
    open: int
    risk: float
    risk_left: float
    seconds_left: float | None = None


@dataclass(frozen=True, slots=True)
class Action:
    """One decision of a reviewer.

    kind (str): What to do.
    dialogue (int): The dialogue's number.
    span (int | None): The span's id; None for "add", "dismiss", "note", "finish" and "reopen".
    message (int | None): For "add" and "dismiss": the message.
    start (int | None): For "add", "dismiss" and "extent": the first character.
    end (int | None): For "add", "dismiss" and "extent": the character after the last.
    label (str): For "add" and "label".
    role (str): For "add" and "role".
    surrogate (str): For "surrogate"; "" to draw it again.
    note (str): For "note".
    scope (str): Whether it holds for this span, or for all spans and unmarked whole words with the
        same text (ignoring case) in this dialogue or in the corpus; of "dismiss", for all likely
        misses with it.
    version (int | None): The version of the span that the reviewer saw; None to skip this check.
    """

    kind: ActionKind
    dialogue: int
    span: int | None = None
    message: int | None = None
    start: int | None = None
    end: int | None = None
    label: str = ""
    role: str = ""
    surrogate: str = field(default="", repr=False)
    note: str = field(default="", repr=False)
    scope: Scope = "one"
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an action changed.

    number (int): The action's number; 0 if nothing was to be done.
    kind (str): What was done, "undo" or "redo".
    changed (int): How many spans were changed or added, and likely misses dismissed.
    dialogues (Sequence[int]): The dialogues that changed.
    revision (int): The new revision of the action's dialogue.
    """

    number: int
    kind: str
    changed: int
    dialogues: Sequence[int]
    revision: int


@dataclass(frozen=True, slots=True)
class PreviewPart:
    """A stretch of a released message; one with a label is a surrogate.

    span (int | None): The id of the span that it replaces; None for words of the original, and
        for what the last check replaced by itself.
    repaired (bool): Whether the last check replaced it.
    """

    text: str = field(repr=False)
    label: str = ""
    span: int | None = None
    repaired: bool = False


@dataclass(frozen=True, slots=True)
class PreviewMessage:
    """A message as the release will have it."""

    number: int
    speaker: str = field(repr=False)
    parts: Sequence[PreviewPart] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """A dialogue as the release will have it.

    error (str): Why it would be held back, in words without any text of it; "" if it would not.
    """

    number: int
    revision: int
    messages: Sequence[PreviewMessage]
    error: str = ""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of the tamper-evident log. It contains no text, id or surrogate.

    n (int): Its number, from 1.
    time (str): UTC, ISO 8601, to the second.
    reviewer (str): The pass.
    do (str): What was done.
    what (Mapping[str, Any]): Numbers, labels and offsets.
    policy (str): The policy and its digest.
    previous (str): The hash of the entry before; 64 zeros for the first.
    hash (str): SHA-256 of the canonical JSON of all other fields.
    """

    n: int
    time: str
    reviewer: str
    do: str
    what: Mapping[str, Any]
    policy: str
    previous: str
    hash: str
