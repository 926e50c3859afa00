"""Does, undoes and redoes changes of a pass: each in one transaction, with its log entry."""

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from .log import append
from .model import Outcome
from .rows import INSERT_SPAN, MACHINE, REMOVED
from .store import Store

UNDO, REDO = "undo", "redo"
Row = dict[str, Any]
_DISMISS = "INSERT OR IGNORE INTO dismissed VALUES (?, ?, ?, ?, ?)"
_BRING_BACK = (
    "DELETE FROM dismissed WHERE pass = ? AND dialogue = ? AND message = ? AND start = ? "
    'AND "end" = ?'
)
# What the log says of a span.
_TOLD = ("message", "start", "end", "label", "role", "status")


@dataclass(frozen=True, slots=True)
class SpanChange:
    """A span before and after a change, as rows by column.

    before (Row | None): None if it is added.
    after (Row | None): None if it is removed.
    """

    before: Row | None = field(repr=False)
    after: Row | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class HintChange:
    """A likely miss that is dismissed, or not any more."""

    dialogue: int
    message: int
    start: int
    end: int
    dismissed: bool


@dataclass(frozen=True, slots=True)
class DialogueChange:
    """What a pass says of a whole dialogue, before and after: "finished", "finished_at", "note"."""

    number: int
    before: Row = field(repr=False)
    after: Row = field(repr=False)


@dataclass(frozen=True, slots=True)
class Changes:
    """All that one action changes."""

    spans: Sequence[SpanChange] = ()
    dialogues: Sequence[DialogueChange] = ()
    hints: Sequence[HintChange] = ()

    def __bool__(self) -> bool:
        return bool(self.spans or self.dialogues or self.hints)

    def reversed(self) -> "Changes":
        """The changes that undo these."""
        return Changes(
            [SpanChange(one.after, one.before) for one in self.spans],
            [DialogueChange(one.number, one.after, one.before) for one in self.dialogues],
            [replace(one, dismissed=not one.dismissed) for one in self.hints],
        )


def do(
    store: Store,
    reviewer: str,
    kind: str,
    dialogue: int,
    changes: Changes,
    policy: str,
    told: Mapping[str, Any] | None = None,
) -> Outcome:
    """Make changes as a new action; what was undone before cannot be redone any more.

    store (Store): The state.
    reviewer (str): The pass.
    kind (str): The kind of the action.
    dialogue (int): Its dialogue.
    changes (Changes): The changes; without any, nothing is done.
    policy (str): The policy and its digest, for the log.
    told (Mapping[str, Any] | None): What else the log says.
    RETURNS (Outcome): What was done.
    """
    with store.transaction():
        if not changes:
            return Outcome(0, kind, 0, [], revision_of(store, reviewer, dialogue))
        store.write("DELETE FROM action WHERE pass = ? AND undone = 1", [reviewer])
        number = int(store.setting("next_action", 1))
        store.set_setting("next_action", number + 1)
        store.write(
            "INSERT INTO action VALUES (?, ?, ?, ?, ?, 0)",
            [number, reviewer, kind, time.time(), _to_json(changes)],
        )
        what = {"action": number, "dialogue": dialogue, **(told or {})}
        return _apply(store, reviewer, number, kind, dialogue, changes, what, policy)


def undo(store: Store, reviewer: str, policy: str) -> Outcome:
    """Undo the last action of a pass that is not undone yet.

    store (Store): The state.
    reviewer (str): The pass.
    policy (str): The policy and its digest, for the log.
    RETURNS (Outcome): What was changed; its number is 0 if there was nothing to undo.
    """
    return _step(store, reviewer, policy, UNDO)


def redo(store: Store, reviewer: str, policy: str) -> Outcome:
    """Redo the action that was undone last; see `undo`."""
    return _step(store, reviewer, policy, REDO)


def revision_of(store: Store, reviewer: str, dialogue: int) -> int:
    """How often a dialogue was changed in a pass."""
    found = store.value(
        "SELECT revision FROM reviewed WHERE pass = ? AND dialogue = ?", [reviewer, dialogue]
    )
    return int(found or 0)


def reviewed_row(store: Store, reviewer: str, dialogue: int) -> Row:
    """What a pass says of a whole dialogue: "finished", "finished_at" and "note"."""
    row = store.one(
        "SELECT finished, finished_at, note FROM reviewed WHERE pass = ? AND dialogue = ?",
        [reviewer, dialogue],
    )
    return dict(row) if row else {"finished": 0, "finished_at": None, "note": ""}


def _step(store: Store, reviewer: str, policy: str, kind: str) -> Outcome:
    undone, last = (0, "DESC") if kind == UNDO else (1, "ASC")
    with store.transaction():
        row = store.one(
            f"SELECT number, kind, changes FROM action WHERE pass = ? AND undone = ? "
            f"ORDER BY number {last} LIMIT 1",
            [reviewer, undone],
        )
        if row is None:
            return Outcome(0, kind, 0, [], 0)
        changes = _from_json(row["changes"])
        changes = changes.reversed() if kind == UNDO else changes
        store.write("UPDATE action SET undone = ? WHERE number = ?", [1 - undone, row["number"]])
        dialogue = _dialogues(changes)[0]
        what = {"action": row["number"], "dialogue": dialogue, "of": row["kind"]}
        return _apply(store, reviewer, row["number"], kind, dialogue, changes, what, policy)


def _apply(
    store: Store,
    reviewer: str,
    number: int,
    kind: str,
    dialogue: int,
    changes: Changes,
    what: Mapping[str, Any],
    policy: str,
) -> Outcome:
    for one in changes.spans:
        row = one.after or {**_known(one), "status": REMOVED}
        version = store.value(
            "SELECT max(version) FROM span WHERE id = ? AND pass IN (?, ?)",
            [row["id"], MACHINE, reviewer],
        )
        version = 0 if version is None else version + 1
        store.write(INSERT_SPAN, {**row, "pass": reviewer, "version": version})
    for hint in changes.hints:
        store.write(
            _DISMISS if hint.dismissed else _BRING_BACK,
            [reviewer, hint.dialogue, hint.message, hint.start, hint.end],
        )
    touched = _dialogues(changes)
    for touched_number in touched:
        store.write(
            "INSERT INTO reviewed (pass, dialogue, revision) VALUES (?, ?, 1) "
            "ON CONFLICT DO UPDATE SET revision = revision + 1",
            [reviewer, touched_number],
        )
    for change in changes.dialogues:
        store.write(
            "UPDATE reviewed SET finished = :finished, finished_at = :finished_at, note = :note "
            "WHERE pass = :pass AND dialogue = :dialogue",
            {**change.after, "pass": reviewer, "dialogue": change.number},
        )
    append(store, reviewer, kind, {**what, **_told(changes)}, policy)
    changed = len(changes.spans) + len(changes.hints)
    return Outcome(number, kind, changed, touched, revision_of(store, reviewer, dialogue))


def _known(change: SpanChange) -> Row:
    row = change.after or change.before
    assert row is not None
    return row


def _dialogues(changes: Changes) -> list[int]:
    """The dialogues that are changed, that of the action first."""
    numbers = [one.number for one in changes.dialogues]
    numbers += [_known(one)["dialogue"] for one in changes.spans]
    numbers += [one.dialogue for one in changes.hints]
    return list(dict.fromkeys(numbers))


def _told(changes: Changes) -> dict[str, Any]:
    """What the log says of changes: numbers, labels and offsets."""
    told: dict[str, Any] = {}
    if changes.spans:
        told["spans"] = list(map(_told_span, changes.spans))
    if changes.hints:
        told["hints"] = list(map(asdict, changes.hints))
    for one in changes.dialogues:
        if one.before["finished"] != one.after["finished"]:
            told["finished"] = bool(one.after["finished"])
        if one.before["note"] != one.after["note"]:
            told["note"] = "changed"
    return told


def _told_span(change: SpanChange) -> dict[str, Any]:
    row = _known(change)
    after = {**row, "status": REMOVED} if change.after is None else row
    told: dict[str, Any] = {"span": row["id"], "dialogue": row["dialogue"]}
    told |= {name: after[name] for name in _TOLD}
    if change.before is None:
        told["was"] = None
        return told
    before = change.before
    told["was"] = {name: before[name] for name in _TOLD if before[name] != after[name]}
    if before["surrogate"] != after["surrogate"]:
        told["surrogate"] = "set" if after["surrogate"] else "drawn"
    return told


def _to_json(changes: Changes) -> str:
    return json.dumps(asdict(changes), ensure_ascii=False)


def _from_json(value: str) -> Changes:
    found = json.loads(value)
    return Changes(
        [SpanChange(**one) for one in _each(found, "spans")],
        [DialogueChange(**one) for one in _each(found, "dialogues")],
        [HintChange(**one) for one in _each(found, "hints")],
    )


def _each(found: Mapping[str, Any], name: str) -> Iterable[Any]:
    return found[name] or ()
