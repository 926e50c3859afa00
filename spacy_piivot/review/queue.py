"""Lists the dialogues of a corpus: by how much a look is worth, filtered, a page at a time."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from .model import Look, Progress, QueueFilter, QueuePage, QueueRow
from .rows import DISMISSED_HINT, DISMISSED_HINTS, OPEN_HINT, REPLACED_IN_PASS
from .store import Store

# What the pass has dismissed is no risk any more: the sum of its hints' chances, by dialogue.
_DISMISSED = (
    "SELECT dialogue, sum(score) AS risk FROM hint "
    f"WHERE rowid IN ({DISMISSED_HINTS}) GROUP BY dialogue"
)
_RISK = "max(d.risk - coalesce(gone.risk, 0.0), 0.0)"
_ORDERS = {
    "risk": f"{_RISK} DESC, d.number",
    "file": "d.number",
    "score": "d.lowest_score, d.number",
}
_RISK_OF_MESSAGE = (
    "max(m.risk - coalesce((SELECT sum(h.score) FROM hint h WHERE h.dialogue = m.dialogue AND "
    f"h.message = m.number AND {DISMISSED_HINT}), 0.0), 0.0)"
)
_FINISHED = "coalesce(r.finished, 0)"
_TABLES = (
    "dialogue d LEFT JOIN reviewed r ON r.pass = :pass AND r.dialogue = d.number "
    f"LEFT JOIN ({_DISMISSED}) gone ON gone.dialogue = d.number"
)
_ROW = (
    f"d.number, d.id, d.file, d.shape, d.messages, {_RISK} AS risk, d.error, "
    f"{_FINISHED} AS finished"
)
# How long a look takes: a span or a hint as long as so many messages.
_EFFORT = "(d.messages + 3 * (d.spans + d.hints) + 1)"
# A longer pause between two actions is a break, in seconds.
_BREAK = 300.0
# Before so many actions, nobody can say how long the rest will take.
_LEAST_ACTIONS = 3


def list_queue(
    store: Store, reviewer: str, chosen: QueueFilter, offset: int = 0, limit: int = 100
) -> QueuePage:
    """List a page of the queue.

    store (Store): The state.
    reviewer (str): The pass.
    chosen (QueueFilter): Which dialogues, in which order.
    offset (int): How many to skip.
    limit (int): The most rows.
    RETURNS (QueuePage): The rows, and how many dialogues there are.
    """
    where, values = _conditions(reviewer, chosen)
    with store.mutex:
        total = store.value(f"SELECT count(*) FROM {_TABLES} WHERE {where}", values)
        rows = store.all(
            f"SELECT {_ROW} FROM {_TABLES} WHERE {where} "
            f"ORDER BY {_ORDERS[chosen.order]} LIMIT :limit OFFSET :offset",
            {**values, "limit": limit, "offset": offset},
        )
        counts = _counts(store, reviewer, [row["number"] for row in rows])
    found = []
    for row in rows:
        spans, left, hints = counts.get(row["number"], (0, 0, 0))
        found.append(
            QueueRow(
                number=row["number"],
                id=row["id"],
                file=row["file"],
                shape=row["shape"],
                messages=row["messages"],
                risk=row["risk"],
                spans=spans,
                open=left,
                hints=hints,
                finished=bool(row["finished"]),
                error=row["error"],
            )
        )
    return QueuePage(found, total)


def next_unfinished(store: Store, reviewer: str, after: int | None = None) -> int | None:
    """The next dialogue, by risk, that a reviewer has not finished.

    store (Store): The state.
    reviewer (str): The pass.
    after (int | None): The dialogue that the reviewer leaves; None for the first of the queue.
    RETURNS (int | None): Its number: of the rest of the queue, else from its beginning; None if no
        other one is left. Dialogues on which the pipeline failed are left out.
    """
    sql = f"SELECT d.number FROM {_TABLES} WHERE {_FINISHED} = 0 AND d.error = '' "
    values: dict[str, Any] = {"pass": reviewer}
    order = f"ORDER BY {_ORDERS['risk']} LIMIT 1"
    if after is not None:
        values["after"] = after
        own = f"SELECT {_RISK} FROM {_TABLES} WHERE d.number = :after"
        values["risk"] = store.value(own, values) or 0.0
        further = f"AND ({_RISK} < :risk OR ({_RISK} = :risk AND d.number > :after)) "
        found: int | None = store.value(sql + further + order, values)
        if found is not None:
            return found
        sql += "AND d.number != :after "
    found = store.value(sql + order, values)
    return found


def worth_a_look(
    store: Store, reviewer: str, *, limit: int | None = None, offset: int = 0
) -> list[Look]:
    """The messages that are most worth a look, over the whole corpus.

    store (Store): The state.
    reviewer (str): The pass; messages of dialogues that it has finished are left out.
    limit (int | None): The most messages; None for all.
    offset (int): How many to skip.
    RETURNS (list[Look]): The messages, the highest risk first.
    """
    looks = (
        "SELECT m.dialogue AS dialogue, m.number AS number, {risk} AS risk, "
        "(SELECT count(*) FROM span s WHERE s.dialogue = m.dialogue AND s.message = m.number AND "
        f"{REPLACED_IN_PASS}) AS spans, "
        "(SELECT count(*) FROM hint h WHERE h.dialogue = m.dialogue AND h.message = m.number AND "
        f"{OPEN_HINT}) AS hints FROM message m LEFT JOIN reviewed r ON r.pass = :pass AND "
        f"r.dialogue = m.dialogue WHERE {_FINISHED} = 0 AND "
    )
    # The index has the messages in order, but for the few in which something was dismissed.
    as_it_was = (
        looks.format(risk="m.risk") + "NOT EXISTS (SELECT 1 FROM dismissed x WHERE "
        "x.pass = :pass AND x.dialogue = m.dialogue AND x.message = m.number) "
        "ORDER BY m.risk DESC, m.dialogue, m.number"
    )
    changed = (
        looks.format(risk=_RISK_OF_MESSAGE) + "(m.dialogue, m.number) IN (SELECT dialogue, "
        "message FROM dismissed WHERE pass = :pass)"
    )
    rows = store.all(
        f"SELECT * FROM ({as_it_was} LIMIT :enough) UNION ALL {changed} "
        "ORDER BY risk DESC, dialogue, number LIMIT :limit OFFSET :offset",
        {
            "pass": reviewer,
            "enough": -1 if limit is None else limit + offset,
            "limit": -1 if limit is None else limit,
            "offset": offset,
        },
    )
    return [Look(*row) for row in rows]


def progress_of(store: Store, reviewer: str) -> Progress:
    """How far a pass has come, and how long the rest may take at its pace so far."""
    values = {"pass": reviewer}
    with store.mutex:
        row = store.one(
            f"SELECT count(*) AS dialogues, coalesce(sum({_FINISHED}), 0) AS finished, "
            "coalesce(sum(d.risk), 0.0) AS risk, "
            f"coalesce(sum({_RISK} * (1 - {_FINISHED})), 0.0) AS risk_left, "
            f"coalesce(sum({_EFFORT} * {_FINISHED}), 0) AS done, "
            f"coalesce(sum({_EFFORT} * (1 - {_FINISHED})), 0) AS left FROM {_TABLES}",
            values,
        )
        assert row is not None
        spans = store.one(
            f"SELECT count(*) AS spans, coalesce(sum(s.status = 'open'), 0) AS open FROM span s "
            f"WHERE s.pass IN ('', :pass) AND {REPLACED_IN_PASS}",
            values,
        )
        assert spans is not None
        times = store.all("SELECT time FROM action WHERE pass = ? ORDER BY number", [reviewer])
    seconds = _worked([row[0] for row in times])
    left = None
    if row["done"] and seconds is not None:
        left = round(seconds / row["done"] * row["left"], 1)
    return Progress(
        dialogues=row["dialogues"],
        finished=row["finished"],
        spans=spans["spans"],
        open=spans["open"],
        risk=row["risk"],
        risk_left=row["risk_left"],
        seconds_left=left,
    )


def _worked(times: Sequence[float]) -> float | None:
    """How long somebody has worked, without breaks; None if that cannot be said yet."""
    if len(times) < _LEAST_ACTIONS:
        return None
    gaps = (after - before for before, after in pairwise(sorted(times)))
    return sum(gap for gap in gaps if gap <= _BREAK)


def _counts(
    store: Store, reviewer: str, numbers: Sequence[int]
) -> Mapping[int, tuple[int, int, int]]:
    """By dialogue: its spans that are not rejected, the open ones among them, and its hints."""
    marks = ", ".join(map(str, map(int, numbers)))
    values = {"pass": reviewer}
    spans = store.all(
        "SELECT s.dialogue, count(*), sum(s.status = 'open') FROM span s WHERE s.dialogue IN "
        f"({marks}) AND s.pass IN ('', :pass) AND {REPLACED_IN_PASS} GROUP BY s.dialogue",
        values,
    )
    hints = store.all(
        f"SELECT h.dialogue, count(*) FROM hint h WHERE h.dialogue IN ({marks}) AND {OPEN_HINT} "
        "GROUP BY h.dialogue",
        values,
    )
    by_hints = dict(map(tuple, hints))
    found = {number: (0, 0, by_hints.get(number, 0)) for number in numbers}
    return found | {row[0]: (row[1], row[2], by_hints.get(row[0], 0)) for row in spans}


def _conditions(reviewer: str, chosen: QueueFilter) -> tuple[str, dict[str, Any]]:
    """The conditions of a filter, and their values."""
    values: dict[str, Any] = {"pass": reviewer}
    conditions = ["1"]

    def any_of(name: str, wanted: Sequence[str]) -> str:
        values.update({f"{name}{number}": one for number, one in enumerate(wanted)})
        return "(" + ", ".join(f":{name}{number}" for number in range(len(wanted))) + ")"

    def has_span(condition: str) -> str:
        return (
            "EXISTS (SELECT 1 FROM span s WHERE s.dialogue = d.number AND s.pass IN ('', :pass) "
            f"AND {REPLACED_IN_PASS} AND {condition})"
        )

    def has_hint(condition: str) -> str:
        return (
            "EXISTS (SELECT 1 FROM hint h WHERE h.dialogue = d.number "
            f"AND {condition} AND {OPEN_HINT})"
        )

    if chosen.labels:
        conditions.append(has_span(f"s.label IN {any_of('label', chosen.labels)}"))
    if chosen.roles:
        conditions.append(has_span(f"s.role IN {any_of('role', chosen.roles)}"))
    if chosen.hints:
        conditions.append(has_hint(f"h.kind IN {any_of('hint', chosen.hints)}"))
    if chosen.sections:
        names = any_of("section", chosen.sections)
        spans, hints = has_span(f"s.section IN {names}"), has_hint(f"h.section IN {names}")
        conditions.append(f"({spans} OR {hints})")
    if chosen.below is not None:
        values["below"] = chosen.below
        conditions.append(has_span("s.score < :below"))
    if chosen.state == "unfinished":
        conditions.append(f"{_FINISHED} = 0")
    elif chosen.state == "finished":
        conditions.append(f"{_FINISHED} = 1")
    elif chosen.state == "without":
        conditions.append(f"NOT {has_span('1')}")
    if chosen.reviewer:
        values["by"] = chosen.reviewer
        conditions.append(
            "EXISTS (SELECT 1 FROM reviewed f WHERE f.pass = :by AND f.dialogue = d.number AND "
            "f.finished = 1)"
        )
    if chosen.text:
        values["text"], contains = _containing("m.text", chosen.text, "text")
        conditions.append(
            f"EXISTS (SELECT 1 FROM message m WHERE m.dialogue = d.number AND {contains})"
        )
    if chosen.name:
        # The text of a span is folded already; here accents may be left out.
        values["name"], contains = _containing("s.text", chosen.name, "name")
        conditions.append(has_span(f"s.label = 'NAME' AND {contains}"))
    return " AND ".join(conditions), values


def _containing(column: str, text: str, name: str) -> tuple[str, str]:
    """A value and a condition for a column that contains a text, ignoring case."""
    if not text.isascii():
        return text.casefold(), f"instr(folds({column}), :{name}) > 0"
    # Much quicker; of letters it ignores the case of a to z only.
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%", f"{column} LIKE :{name} ESCAPE '\\'"
