"""Counts from the log alone what was decided, by whom, and how it was audited."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .audit_figures import Answer, audit_figures
from .model import ADJUDICATED, LogEntry
from .rows import MACHINE

_DECIDED = ("accepted", "rejected", "added")
# What takes something away from the spans that are replaced.
_TAKEN_AWAY = ("rejected", "removed")


@dataclass(slots=True)
class PassCount:
    """What one pass has decided.

    finished (set[int]): The dialogues that it has finished.
    states (dict[int, str]): The last status of each span that it has changed.
    actions (int): How many actions it has taken, also those undone later.
    first (str): When its first entry was written; "" if there is none.
    last (str): When its last entry was written.
    """

    finished: set[int] = field(default_factory=set)
    states: dict[int, str] = field(default_factory=dict)
    actions: int = 0
    first: str = ""
    last: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The counts as JSON values."""
        counts = {name: 0 for name in _DECIDED}
        for status in self.states.values():
            if status in counts:
                counts[status] += 1
        return {
            "finished": len(self.finished),
            **counts,
            "actions": self.actions,
            "first": self.first,
            "last": self.last,
        }


def count_passes(log: Iterable[LogEntry], failed: Collection[int] = ()) -> dict[str, PassCount]:
    """Count what each pass has decided.

    log (Iterable[LogEntry]): The entries of the log, from the first on.
    failed (Collection[int]): The dialogues on which the pipeline failed; they do not count as
        finished.
    RETURNS (dict[str, PassCount]): By the name of the pass, in the order of their first entries.
        What was undone does not count, except in `actions`.
    """
    found: dict[str, PassCount] = defaultdict(PassCount)
    for entry in log:
        if entry.do == "adjudicate_begin":
            found[entry.reviewer].finished |= set(entry.what["dialogues"])
        if entry.reviewer == MACHINE or "action" not in entry.what:
            continue
        own = found[entry.reviewer]
        own.actions += 1
        own.first = own.first or entry.time
        own.last = entry.time
        for span in entry.what.get("spans", ()):
            own.states[span["span"]] = span["status"]
        if "finished" in entry.what:
            (own.finished.add if entry.what["finished"] else own.finished.discard)(
                entry.what["dialogue"]
            )
    for own in found.values():
        own.finished -= set(failed)
    return dict(found)


def last_agreement(log: Iterable[LogEntry]) -> dict[str, Any] | None:
    """The figures of the agreement when the adjudication last took in dialogues; None if never."""
    found = None
    for entry in log:
        if entry.do == "adjudicate_begin":
            found = {**entry.what["agreement"], "disagreements": entry.what["disagreements"]}
    return found


def count_audit(log: Sequence[LogEntry], release: LogEntry) -> dict[str, Any] | None:
    """The figures of the audit of a released pass.

    An answer counts if it was about this pass, or about the machine's when nobody had reviewed yet,
    and if the pass was not changed between the release and the answer.

    log (Sequence[LogEntry]): The entries of the log, from the first on.
    release (LogEntry): The entry of the release.
    RETURNS (dict[str, Any] | None): `audit_figures`, with "drawn", "draws" (how often messages were
        drawn), "seeds", "auditors", "left_out" (answers that do not count), "withdrawn" (messages
        whose answer had a miss until it was given again without one) and "taken_away" (spans
        that were rejected or removed between the first answer and the release: what they covered
        is not in the figures). None if no sample was drawn.
    """
    sizes: dict[str, int] = {}
    drawn, seeds = 0, []
    answers: dict[int, LogEntry] = {}
    # Before anybody has decided anything, a reviewer's pass is the machine's.
    same = {release.what["pass"]}
    if release.what["pass"] != ADJUDICATED:
        same.add(MACHINE)
    changed_since = False
    left_out: set[int] = set()
    once_missed: set[int] = set()
    for entry in log:
        if entry.do == "audit_draw":
            sizes = dict(entry.what["strata"])
            drawn += len(entry.what["sample"])
            seeds.append(entry.what["seed"])
        elif entry.do == "audit_answer":
            position = entry.what["position"]
            if _answer(entry).misses():
                once_missed.add(position)
            answers.pop(position, None)
            left_out.discard(position)
            if changed_since or entry.what["reviewed"] not in same:
                left_out.add(position)
            else:
                answers[position] = entry
        elif entry.n > release.n and _changes(entry, release.what["pass"]):
            changed_since = True
    if not drawn:
        return None
    first = min((entry.n for entry in answers.values()), default=release.n)
    return {
        "drawn": drawn,
        "draws": len(seeds),
        "seeds": seeds,
        "auditors": sorted({entry.reviewer for entry in answers.values()}),
        "left_out": len(left_out),
        "withdrawn": sum(
            at in once_missed and not _answer(entry).misses() for at, entry in answers.items()
        ),
        "taken_away": _taken_away(log, release, first),
        **audit_figures(sizes, [_answer(entry) for entry in answers.values()]),
    }


def _answer(entry: LogEntry) -> Answer:
    marks = [(mark["label"], mark["state"]) for mark in entry.what["marks"]]
    return Answer(entry.what["stratum"], marks)


def _changes(entry: LogEntry, reviewer: str) -> bool:
    decided = "action" in entry.what and bool(entry.what.get("spans"))
    return decided and entry.reviewer == reviewer


def _taken_away(log: Iterable[LogEntry], release: LogEntry, first: int) -> int:
    return sum(
        span["status"] in _TAKEN_AWAY
        for entry in log
        if first < entry.n < release.n and _changes(entry, release.what["pass"])
        for span in entry.what["spans"]
    )


def people(counts: dict[str, PassCount]) -> list[str]:
    """The names of the reviewers, without the adjudicator's pass."""
    return [name for name in counts if name != ADJUDICATED]
