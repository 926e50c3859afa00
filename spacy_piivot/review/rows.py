"""Reads the spans, hints and messages of a state as the values of `model`."""

import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from .model import REJECTED, Hint, ReviewMessage, ReviewSpan
from .store import Store

# The machine's pass.
MACHINE = ""
# The status of a span that another one has replaced; such spans are not shown.
REMOVED = "removed"

# The columns of `span`, in the order of the table.
SPAN = (
    "pass", "id", "dialogue", "message", "start", "end", "label", "role", "score", "source",
    "status", "surrogate", "section", "text", "version",
)  # fmt: skip
SPAN_COLUMNS = ", ".join(f's."{name}"' for name in SPAN)
INSERT_SPAN = f"INSERT OR REPLACE INTO span VALUES ({', '.join(f':{name}' for name in SPAN)})"

# The spans `s` of the pass `:pass`: its own rows, and the machine's that it did not change.
OF_PASS = (
    f"s.status != '{REMOVED}' AND (s.pass = :pass OR (s.pass = '' AND NOT EXISTS "
    "(SELECT 1 FROM span own WHERE own.pass = :pass AND own.id = s.id)))"
)
# The same of those that the release replaces.
REPLACED_IN_PASS = f"{OF_PASS} AND s.status != '{REJECTED}'"

# The hints `h` that the pass has dismissed.
DISMISSED_HINT = (
    "EXISTS (SELECT 1 FROM dismissed x WHERE x.pass = :pass AND x.dialogue = h.dialogue AND "
    'x.message = h.message AND x.start <= h.start AND h."end" <= x."end")'
)
# Those about which the pass has not decided: no span of it, also no rejected one, covers them.
OPEN_HINT = (
    f"NOT {DISMISSED_HINT} AND NOT EXISTS (SELECT 1 FROM span s WHERE s.dialogue = h.dialogue AND "
    f's.message = h.message AND s.start < h."end" AND h.start < s."end" AND {OF_PASS})'
)
# The ids of the hints that the pass has dismissed, found from the dismissals, which are few.
DISMISSED_HINTS = (
    "SELECT h.rowid FROM dismissed x CROSS JOIN hint h ON h.dialogue = x.dialogue AND "
    'h.message = x.message AND h.start >= x.start AND h."end" <= x."end" WHERE x.pass = :pass'
)


def to_span(row: sqlite3.Row | Mapping[str, Any]) -> ReviewSpan:
    """A span from its row."""
    return ReviewSpan(
        id=row["id"],
        message=row["message"],
        start=row["start"],
        end=row["end"],
        label=row["label"],
        role=row["role"],
        score=row["score"],
        source=row["source"],
        status=row["status"],
        surrogate=row["surrogate"],
        version=row["version"],
    )


def span_rows(
    store: Store, reviewer: str, dialogue: int, first: int = 0, last: int | None = None
) -> list[dict[str, Any]]:
    """The rows of a dialogue's spans in a pass, in text order.

    store (Store): The state.
    reviewer (str): The pass; "" for the machine's findings.
    dialogue (int): The dialogue's number.
    first (int): The first message.
    last (int | None): The message after the last; None for all.
    RETURNS (list[dict[str, Any]]): By column.
    """
    rows = store.all(
        f"SELECT {SPAN_COLUMNS} FROM span s WHERE s.dialogue = :dialogue AND s.message >= :first "
        f"AND s.message < :last AND {OF_PASS} ORDER BY s.message, s.start, s.id",
        {"dialogue": dialogue, "pass": reviewer, "first": first, "last": _end(last)},
    )
    return [dict(row) for row in rows]


def spans_of(
    store: Store, reviewer: str, dialogue: int, first: int = 0, last: int | None = None
) -> list[ReviewSpan]:
    """A dialogue's spans as a pass has them, in text order; see `span_rows`."""
    return [to_span(row) for row in span_rows(store, reviewer, dialogue, first, last)]


def find_span(store: Store, reviewer: str, dialogue: int, id: int) -> dict[str, Any] | None:
    """The row of one span in a pass; None if it was removed or never was."""
    row = store.one(
        f"SELECT {SPAN_COLUMNS} FROM span s WHERE s.id = :id AND s.dialogue = :dialogue "
        f"AND s.pass IN ('', :pass) AND {OF_PASS}",
        {"id": id, "dialogue": dialogue, "pass": reviewer},
    )
    return dict(row) if row is not None else None


def hints_of(
    store: Store, reviewer: str, dialogue: int, first: int = 0, last: int | None = None
) -> list[Hint]:
    """A dialogue's likely misses, in text order.

    store (Store): The state.
    reviewer (str): The pass: hints that it has dismissed are left out, and those that a span of it
        covers, also one that was rejected, since somebody has decided about it.
    dialogue (int): The dialogue's number.
    first (int): The first message.
    last (int | None): The message after the last; None for all.
    RETURNS (list[Hint]): The hints.
    """
    rows = store.all(
        'SELECT h.message, h.start, h."end", h.kind, h.label, h.score FROM hint h WHERE '
        f"h.dialogue = :dialogue AND h.message >= :first AND h.message < :last AND {OPEN_HINT} "
        "ORDER BY h.message, h.start, h.kind",
        {"dialogue": dialogue, "pass": reviewer, "first": first, "last": _end(last)},
    )
    return [Hint(*row) for row in rows]


def messages_of(
    store: Store, reviewer: str, dialogue: int, first: int = 0, count: int | None = None
) -> list[ReviewMessage]:
    """A dialogue's messages as a pass has them.

    store (Store): The state.
    reviewer (str): The pass.
    dialogue (int): The dialogue's number.
    first (int): The first message.
    count (int | None): The most messages; None for all.
    RETURNS (list[ReviewMessage]): The messages with their spans and hints, in order.
    """
    last = None if count is None else first + count
    spans = spans_of(store, reviewer, dialogue, first, last)
    by_message: dict[int, list[ReviewSpan]] = defaultdict(list)
    hints: dict[int, list[Hint]] = defaultdict(list)
    for span in spans:
        by_message[span.message].append(span)
    for hint in hints_of(store, reviewer, dialogue, first, last):
        hints[hint.message].append(hint)
    rows = store.all(
        "SELECT number, speaker, text, section FROM message WHERE dialogue = ? "
        "AND number >= ? AND number < ? ORDER BY number",
        [dialogue, first, _end(last)],
    )
    return [
        ReviewMessage(
            row["number"],
            row["speaker"],
            row["text"],
            by_message[row["number"]],
            hints[row["number"]],
            row["section"],
        )
        for row in rows
    ]


def texts_of(store: Store, dialogue: int, numbers: Sequence[int] | None = None) -> dict[int, str]:
    """The texts of a dialogue's messages, by number.

    store (Store): The state.
    dialogue (int): The dialogue's number.
    numbers (Sequence[int] | None): Some of its messages; None for all.
    RETURNS (dict[int, str]): The texts.
    """
    if numbers is None:
        rows = store.all("SELECT number, text FROM message WHERE dialogue = ?", [dialogue])
        return {row["number"]: row["text"] for row in rows}
    sql = "SELECT text FROM message WHERE dialogue = ? AND number = ?"
    found = {number: store.value(sql, [dialogue, number]) for number in numbers}
    return {number: text for number, text in found.items() if text is not None}


def _end(last: int | None) -> int:
    return 2**62 if last is None else last
