"""The adjudicator's pass: first what two reviewers agree on, then the rest one by one."""

from collections.abc import Sequence
from typing import Any

from .agreement import (
    Disagreement,
    Side,
    agreed,
    counted,
    disagreements,
    figures,
    finished,
    two_passes,
)
from .history import Changes, Row, SpanChange, do
from .importing import take_ids
from .log import append
from .model import ACCEPTED, ADDED, ADJUDICATED, OPEN, REJECTED, Outcome, ReviewSpan
from .rows import INSERT_SPAN, MACHINE, REMOVED, find_span, span_rows, spans_of
from .store import StateError, Store


class NothingToAdjudicate(StateError):
    """The two reviewers have finished no dialogue both."""

    def __init__(self, a: str, b: str) -> None:
        super().__init__(
            f"{a} and {b} have not finished any dialogue both: only what both have finished can "
            "be adjudicated."
        )


class NoSuchDisagreement(StateError):
    """The passes agree there, or a reviewer has changed it in the meantime."""

    def __init__(self) -> None:
        super().__init__(
            "the two passes do not disagree there any more: load the page of disagreements again."
        )


def begin(store: Store, policy: str, passes: tuple[str, str] | None = None) -> int:
    """Begin the adjudicator's pass, or take in dialogues that both have finished since then.

    Where both agree, their decision stands. Everything else is as the machine has it until the
    adjudicator decides.

    store (Store): The state.
    policy (str): The policy and its digest, for the log.
    passes (tuple[str, str] | None): The passes to adjudicate; None for the only two.
    RETURNS (int): How many dialogues were taken in.
    RAISES (NoTwoPasses): If there are not exactly two. (NothingToAdjudicate): If they have
        finished no dialogue both.
    """
    with store.transaction():
        a, b = passes or two_passes(store)
        done = {
            number
            for (number,) in store.all(
                "SELECT dialogue FROM reviewed WHERE pass = ?", [ADJUDICATED]
            )
        }
        both = finished(store, a, b)
        if not both:
            raise NothingToAdjudicate(a, b)
        new = [number for number in both if number not in done]
        if not new:
            return 0
        # Read before anything is written: a begun adjudication lists more.
        found = {key: n for key, n in counted(disagreements(store, a, b)).items() if key != "open"}
        told: dict[str, Any] = {"passes": [a, b], "dialogues": new, "disagreements": found}
        told["agreement"] = _told(figures(store, a, b))
        spans = 0
        for number in new:
            spans += _take_in(store, a, b, number)
            store.write(
                "INSERT INTO reviewed (pass, dialogue, finished, revision) VALUES (?, ?, 1, 1)",
                [ADJUDICATED, number],
            )
        store.set_setting("adjudicated", [a, b])
        append(store, ADJUDICATED, "adjudicate_begin", {**told, "agreed_spans": spans}, policy)
        return len(new)


def decide(
    store: Store, dialogue: int, message: int, start: int, end: int, side: Side, policy: str
) -> Outcome:
    """Accept what one side has at the place of a disagreement.

    store (Store): The state; the adjudication has begun.
    dialogue (int): The dialogue's number.
    message (int): The message, from 0.
    start (int): Where the disagreement starts.
    end (int): Where it ends.
    side (str): "a" or "b": the first or the second of `two_passes`.
    policy (str): The policy and its digest, for the log.
    RETURNS (Outcome): What was changed in the adjudicator's pass, which can be undone there.
    RAISES (NoSuchDisagreement): If there is none.
    """
    with store.transaction():
        a, b = two_passes(store)
        for found in disagreements(store, a, b):
            place = (found.dialogue, found.message, found.start, found.end)
            if place == (dialogue, message, start, end):
                changes = Changes(_changes(store, found, side))
                told = {"side": (a, b)["ab".index(side)], "disagreement": found.kind}
                return do(store, ADJUDICATED, "adjudicate", dialogue, changes, policy, told)
        raise NoSuchDisagreement


def undecided(store: Store) -> int:
    """How many disagreements the adjudicator has not decided; 0 without an adjudication."""
    if not store.setting("adjudicated"):
        return 0
    return sum(not one.decided for one in disagreements(store, *two_passes(store)))


def _take_in(store: Store, a: str, b: str, number: int) -> int:
    """Copy what both passes have in a dialogue, and what both have rejected or replaced."""
    own = {(row["id"]): row for row in span_rows(store, a, number)}
    first, second = spans_of(store, a, number), spans_of(store, b, number)
    kept = [[one for one in side if one.status != REJECTED] for side in (first, second)]
    both = agreed(*kept)
    status = {_place(one): one.status for one in kept[1]}
    machine = {row["id"] for row in span_rows(store, MACHINE, number)}
    for one in both:
        row = own[one.id]
        if one.id in machine:
            decided = {one.status, status[_place(one)]} != {OPEN}
            row = {**row, "status": ACCEPTED if decided else OPEN}
        else:
            row = {**row, "id": take_ids(store, 1), "status": ADDED}
        _insert(store, row)
    # What neither has any more, though the machine has found it.
    gone = machine - {one.id for side in kept for one in side}
    rejected = {one.id for one in first if one.status == REJECTED}
    rejected |= {one.id for one in second if one.status == REJECTED}
    for row in span_rows(store, MACHINE, number):
        if row["id"] in gone:
            _insert(store, {**row, "status": REJECTED if row["id"] in rejected else REMOVED})
    return len(both)


def _changes(store: Store, found: Disagreement, side: Side) -> list[SpanChange]:
    """What makes the adjudicator's pass have one side's spans, and nothing else, at a place."""
    wanted = found.a if side == "a" else found.b
    loser = found.b if side == "a" else found.a
    rows = span_rows(store, ADJUDICATED, found.dialogue, found.message, found.message + 1)
    there = [row for row in rows if row["start"] < found.end and found.start < row["end"]]
    changes = []
    used: set[int] = set()
    for one in wanted:
        row = _row_of(store, found, side, one)
        before = find_span(store, ADJUDICATED, found.dialogue, one.id)
        if before is not None:
            changes.append(SpanChange(before, {**row, "status": ACCEPTED}))
            used.add(one.id)
            continue
        mine = row["source"] == "person"
        new = {**row, "id": take_ids(store, 1) if mine else one.id}
        changes.append(SpanChange(None, {**new, "status": ADDED if mine else ACCEPTED}))
    for row in there:
        if row["id"] not in used and row["status"] != REJECTED:
            changes.append(SpanChange(row, None if wanted else {**row, "status": REJECTED}))
    if not wanted and not there:
        # A trace of the decision that nothing is to be marked here; such a span is not replaced.
        for one in loser:
            row = _row_of(store, found, "b" if side == "a" else "a", one)
            new = {**row, "id": take_ids(store, 1), "status": REJECTED}
            changes.append(SpanChange(None, new))
    return [one for one in changes if one.before != one.after]


def _row_of(store: Store, found: Disagreement, side: Side, span: ReviewSpan) -> Row:
    """The row of a reviewer's span, as one of the adjudicator's."""
    name = two_passes(store)["ab".index(side)]
    row = find_span(store, name, found.dialogue, span.id)
    if row is None:
        raise NoSuchDisagreement
    return {**row, "pass": ADJUDICATED}


def _insert(store: Store, row: Row) -> None:
    store.write(INSERT_SPAN, {**row, "pass": ADJUDICATED, "version": 0})


def _place(span: ReviewSpan) -> Sequence[Any]:
    return span.message, span.start, span.end


def _told(found: dict[str, Any]) -> dict[str, Any]:
    """The figures that the log has of an agreement."""
    names = ("a", "b", "dialogues", "counts", "span_f1", "weighted_f1", "token_kappa")
    return {name: found[name] for name in names if name in found}
