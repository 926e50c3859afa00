"""The audit: messages drawn at random and shown unmarked, to bound what the review has missed."""

import json
import random
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from ..core.labels import CANONICAL
from ..errors import PIIvotError
from .agreement import release_pass
from .audit_figures import COVERED, KEPT, MISSED, PARTLY, Answer, Coverage, audit_figures
from .bounds import CONFIDENCE, proportional
from .log import append, now
from .model import REJECTED, ReviewSpan
from .rows import spans_of
from .store import Store

# By the messages' risk: each has a third of the expected errors.
STRATA = ("high", "middle", "low")
# Every stratum has at least so many messages in the sample, if it has so many at all.
LEAST = 5
# How many messages before and after are shown.
NEIGHBOURS = 2
_SIZES = "audit_strata"
Place = tuple[int, int]
Ranges = Sequence[tuple[int, int]]
# What a release replaces in a message: dialogue, pass, message. None if it holds the dialogue back.
Replaced = Callable[[int, str, int], Ranges | None]


class BadAnswer(PIIvotError):
    """An answer that cannot be stored, and why."""


@dataclass(frozen=True, slots=True)
class AuditItem:
    """A message to audit: its original text with its neighbours, and no marks.

    position (int): Its position in the sample, from 1.
    total (int): How many messages the sample has.
    answered (int): How many of them have an answer.
    dialogue (int): The dialogue's number.
    message (int): The message, from 0.
    speaker (str): Its original speaker.
    text (str): Its original text.
    before (Sequence[tuple[str, str]]): The speakers and texts of the messages before it.
    after (Sequence[tuple[str, str]]): Those after it.
    """

    position: int
    total: int
    answered: int
    dialogue: int
    message: int
    speaker: str = field(repr=False)
    text: str = field(repr=False)
    before: Sequence[tuple[str, str]] = field(default=(), repr=False)
    after: Sequence[tuple[str, str]] = field(default=(), repr=False)


def draw(store: Store, number: int, policy: str, *, seed: int | None = None) -> int:
    """Draw the sample, or add to it until it has a number of messages.

    Messages without any text are left out, and dialogues on which the pipeline failed. The strata
    are made once: messages in the order of their risk, cut where each third of the risk ends. The
    numbers drawn are proportional to the sizes of the strata, but at least `LEAST` each.

    store (Store): The state.
    number (int): How many messages the sample has then, at most all.
    policy (str): The policy and its digest, for the log.
    seed (int | None): The seed of the draw, which is logged; None for a random one.
    RETURNS (int): How many messages were drawn now.
    """
    with store.transaction():
        places = _places(store)
        sizes = store.setting(_SIZES)
        if sizes is None:
            sizes = {name: len(found) for name, found in places.items()}
            store.set_setting(_SIZES, sizes)
        names = [name for name in STRATA if name in sizes]
        drawn: dict[str, set[Place]] = defaultdict(set)
        for row in store.all("SELECT dialogue, message, stratum FROM audited"):
            drawn[row["stratum"]].add((row["dialogue"], row["message"]))
        already = sum(map(len, drawn.values()))
        wanted = proportional([sizes[name] for name in names], number, LEAST)
        seed = secrets.randbits(32) if seed is None else seed
        dice = random.Random(seed)
        picked: list[tuple[float, str, Place]] = []
        for name, want in zip(names, wanted, strict=True):
            left = [place for place in places[name] if place not in drawn[name]]
            more = dice.sample(left, max(0, want - len(drawn[name])))
            # In random order, but so that whoever stops early has seen some of each stratum.
            picked += [
                ((at + dice.random()) / len(more), name, place) for at, place in enumerate(more)
            ]
        picked.sort(key=lambda one: one[0])
        if not picked:
            return 0
        store.write_all(
            "INSERT INTO audited (position, dialogue, message, stratum) VALUES (?, ?, ?, ?)",
            (
                [position, *place, name]
                for position, (_, name, place) in enumerate(picked, already + 1)
            ),
        )
        told: dict[str, Any] = {
            "seed": seed,
            "drawn_before": already,
            "strata": [[name, sizes[name]] for name in names],
            "sample": [[name, *place] for _, name, place in picked],
        }
        append(store, "", "audit_draw", told, policy)
        return len(picked)


def next_item(store: Store, *, after: int = 0) -> AuditItem | None:
    """The next message of the sample without an answer.

    store (Store): The state.
    after (int): The position from which to look; then from the beginning.
    RETURNS (AuditItem | None): The message; None if all have answers, or none was drawn.
    """
    with store.mutex:
        row = store.one(
            "SELECT position FROM audited WHERE marked IS NULL "
            "ORDER BY position <= ?, position LIMIT 1",
            [after],
        )
        return None if row is None else item(store, row["position"])


def item(store: Store, position: int) -> AuditItem:
    """A message of the sample.

    store (Store): The state.
    position (int): Its position in the sample, from 1.
    RETURNS (AuditItem): The message.
    RAISES (BadAnswer): If the sample has no such position.
    """
    with store.mutex:
        row = _row(store, position)
        texts = store.all(
            "SELECT number, speaker, text FROM message WHERE dialogue = ? "
            "AND number BETWEEN ? AND ? ORDER BY number",
            [row["dialogue"], row["message"] - NEIGHBOURS, row["message"] + NEIGHBOURS],
        )
        counts = store.one("SELECT count(*), count(marked) FROM audited")
        assert counts is not None
    near = {one["number"]: (one["speaker"], one["text"]) for one in texts}
    speaker, text = near[row["message"]]
    return AuditItem(
        position=position,
        total=counts[0],
        answered=counts[1],
        dialogue=row["dialogue"],
        message=row["message"],
        speaker=speaker,
        text=text,
        before=[near[one] for one in sorted(near) if one < row["message"]],
        after=[near[one] for one in sorted(near) if one > row["message"]],
    )


def answer(
    store: Store,
    auditor: str,
    position: int,
    marks: Iterable[Mapping[str, Any]],
    policy: str,
    replaced: Replaced,
) -> list[Coverage]:
    """Store what the auditor marked as PII in a message; an earlier answer is replaced.

    What the release replaces is decided now: what is corrected later because of the audit would
    make the rest of the corpus look better than it is.

    store (Store): The state.
    auditor (str): The auditor's name.
    position (int): The message's position in the sample, from 1.
    marks (Iterable[Mapping[str, Any]]): "start", "end" and "label" of each PII; none for none.
    policy (str): The policy and its digest, for the log.
    replaced (Replaced): What the release replaces in a message.
    RETURNS (list[Coverage]): For each mark whether the release replaces it.
    RAISES (BadAnswer): If there is no such message, or a mark cannot be used. (NoPassChosen): If
        it is not decided whose spans will be released.
    """
    with store.transaction():
        row = _row(store, position)
        text = item(store, position).text
        reviewed = release_pass(store)
        checked = [_checked(mark, text) for mark in marks]
        found = spans_of(store, reviewed, row["dialogue"], row["message"], row["message"] + 1)
        marked = [one for one in found if one.status != REJECTED]
        gone = replaced(row["dialogue"], reviewed, row["message"]) if checked else ()
        if gone is None:
            gone = [(one.start, one.end) for one in marked]
        told: list[dict[str, Any]] = [
            {
                "start": start,
                "end": end,
                "label": label,
                "state": coverage(text, start, end, gone, kept_places(marked, gone, label)),
            }
            for start, end, label in checked
        ]
        store.write(
            "UPDATE audited SET pass = ?, answered_at = ?, marked = ? WHERE position = ?",
            [auditor, now(), json.dumps(told), position],
        )
        what = {
            "position": position,
            "dialogue": row["dialogue"],
            "message": row["message"],
            "stratum": row["stratum"],
            "reviewed": reviewed,
            "marks": told,
        }
        append(store, auditor, "audit_answer", what, policy)
        return [one["state"] for one in told]


def kept_places(spans: Iterable[ReviewSpan], gone: Ranges, label: str) -> Ranges:
    """What the policy leaves in a message although it was recognised as what the auditor says.

    That is no miss. A name that stays, as that of a theorem, does not belong to it: where the
    auditor finds that it tells who somebody is, it was taken for something else.

    spans (Iterable[ReviewSpan]): The reviewed spans of the message, without those rejected.
    gone (Ranges): What the release replaces in it.
    label (str): What the auditor says that it is.
    RETURNS (Ranges): Where it is.
    """
    return [
        (one.start, one.end)
        for one in spans
        if one.label == label != "NAME"
        and not any(first < one.end and one.start < last for first, last in gone)
    ]


def coverage(text: str, start: int, end: int, gone: Ranges, kept: Ranges = ()) -> Coverage:
    """Whether the release replaces a mark; white space need not be replaced.

    text (str): The message.
    start (int): Where the mark starts.
    end (int): Where it ends.
    gone (Ranges): What the release replaces in the message.
    kept (Ranges): What the policy leaves in it.
    RETURNS (Coverage): "covered", "kept", "partly" or "missed".
    """
    inside = [at for at in range(start, end) if not text[at].isspace()]
    covered = [_within(at, gone) for at in inside]
    if all(covered):
        return COVERED
    if all(_within(at, [*gone, *kept]) for at in inside):
        return KEPT
    return PARTLY if any(covered) else MISSED


def _within(at: int, places: Ranges) -> bool:
    return any(start <= at < end for start, end in places)


def figures(store: Store, confidence: float = CONFIDENCE) -> dict[str, Any]:
    """The figures of the audit so far; see `audit_figures`. Messages without an answer do not
    count.

    store (Store): The state.
    confidence (float): That of the bounds.
    RETURNS (dict[str, Any]): The figures, and "drawn": how many messages the sample has.
    """
    with store.mutex:
        rows = store.all("SELECT stratum, marked FROM audited")
        sizes = store.setting(_SIZES) or {}
    answers = [
        Answer(row["stratum"], [(one["label"], one["state"]) for one in json.loads(row["marked"])])
        for row in rows
        if row["marked"] is not None
    ]
    return {"drawn": len(rows), **audit_figures(sizes, answers, confidence)}


def strata_of(risks: Sequence[tuple[float, Place]]) -> dict[str, list[Place]]:
    """Divide messages into strata, each with a third of the risk.

    risks (Sequence[tuple[float, Place]]): The messages with their risks.
    RETURNS (dict[str, list[Place]]): The messages of each stratum that has any, in file order.
    """
    ordered = sorted(risks, key=lambda one: (-one[0], one[1]))
    total = sum(risk for risk, _ in ordered)
    found: dict[str, list[Place]] = defaultdict(list)
    before = [0.0, *accumulate(risk for risk, _ in ordered)]
    for mass, (_, place) in zip(before, ordered, strict=False):
        # A message belongs where its risk begins.
        third = min(2, int(3 * mass / total)) if total else 2
        found[STRATA[third]].append(place)
    return {name: sorted(found[name]) for name in STRATA if name in found}


def _places(store: Store) -> dict[str, list[Place]]:
    rows = store.all(
        "SELECT m.dialogue, m.number, m.risk, m.text FROM message m "
        "JOIN dialogue d ON d.number = m.dialogue WHERE d.error = ''"
    )
    return strata_of(
        [(row["risk"], (row["dialogue"], row["number"])) for row in rows if row["text"].strip()]
    )


def _row(store: Store, position: int) -> Any:
    row = store.one("SELECT * FROM audited WHERE position = ?", [position])
    if row is None:
        raise BadAnswer(f"the sample has no message {position}")
    return row


def _checked(mark: Mapping[str, Any], text: str) -> tuple[int, int, str]:
    match mark:
        case {"start": int(start), "end": int(end), "label": str(label)}:
            pass
        case _:
            raise BadAnswer("a mark has a start, an end and a label")
    if not 0 <= start < end <= len(text) or not text[start:end].strip():
        raise BadAnswer("a mark must cover some words of the message")
    if label not in CANONICAL:
        raise BadAnswer(f"the label is unknown: use one of {', '.join(CANONICAL)}")
    return start, end, label
