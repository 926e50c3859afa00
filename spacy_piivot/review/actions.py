"""Decides what an action of a reviewer changes, and refuses actions that make no sense."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..core.labels import CANONICAL, CITED, ROLES
from ..errors import PIIvotError
from ..kinds.names import is_ordinary_word
from ..lang import Lexicon
from .dismissal import dismissals, has_hint, is_dismissed, open_hints
from .history import Changes, DialogueChange, HintChange, Row, SpanChange, reviewed_row
from .importing import take_ids
from .log import now
from .model import ACCEPTED, ADDED, REJECTED, Action, Scope
from .occurrences import find_key, folded_key, messages_with
from .rows import OF_PASS, SPAN_COLUMNS, find_span, span_rows
from .store import Store

# The source of the spans that a person adds.
PERSON = "person"
# The longest note, in characters.
MOST_NOTE = 10_000

CheckSurrogate = Callable[[int, int, str], None]


class Conflict(PIIvotError):
    """Somebody, perhaps in another window, changed the span in the meantime."""

    def __init__(self) -> None:
        super().__init__(
            "this span was changed in the meantime, perhaps in another window: look at it as it is "
            "now, and decide again"
        )


class BadAction(PIIvotError):
    """An action that makes no sense. Its sentence contains no text of the corpus."""


@dataclass(frozen=True, slots=True)
class Planner:
    """Decides what actions of one reviewer change.

    store (Store): The state; call it in a transaction.
    reviewer (str): The pass.
    lexicon (Lexicon): The words of the corpus's language.
    check_surrogate (Callable[[int, int, str], None]): Called with a dialogue, a span and the
        surrogate that a person sets for it; raises `BadAction` if it cannot be used.
    """

    store: Store
    reviewer: str
    lexicon: Lexicon
    check_surrogate: CheckSurrogate

    def plan(self, action: Action) -> Changes:
        """What an action changes.

        action (Action): The action.
        RETURNS (Changes): The changes; none if all is as it says already.
        RAISES (Conflict): If the span has another version. (BadAction): If it makes no sense.
        """
        error = self.store.value("SELECT error FROM dialogue WHERE number = ?", [action.dialogue])
        if error is None:
            raise BadAction(f"there is no dialogue {action.dialogue}")
        if action.kind in ("note", "finish", "reopen"):
            return self._about_dialogue(action)
        if error:
            raise BadAction("the pipeline failed on this dialogue, so nothing can be marked in it")
        if action.kind == "add":
            return Changes(self._add(action))
        if action.kind == "dismiss":
            return Changes(hints=self._dismiss(action))
        row = self._span(action)
        match action.kind:
            case "accept":
                return Changes(self._accept(row, action))
            case "reject":
                return Changes(_each(self._like(row, action.scope), _rejected))
            case "label":
                return Changes(self._label(row, action))
            case "role":
                return Changes(self._role(row, action))
            case "extent":
                return Changes(self._extent(row, action))
            case "surrogate":
                return Changes(self._surrogate(row, action))
        raise BadAction(f"there is no action of the kind {str(action.kind)[:20]!r}")

    def like(self, dialogue: int, span: int, scope: Scope) -> int:
        """How many spans and unmarked whole words have the text of a span, with itself.

        dialogue (int): The dialogue's number.
        span (int): The span's id.
        scope (str): "one", "dialogue" or "corpus".
        RETURNS (int): The number of places that "accept" or "label" would reach.
        RAISES (Conflict): If there is no such span any more.
        """
        row = find_span(self.store, self.reviewer, dialogue, span)
        if row is None:
            raise Conflict
        return len(self._like(row, scope)) + len(self._unmarked(row, scope))

    def like_text(self, action: Action) -> int:
        """How many places an "add" would mark, or a "dismiss" dismiss, with its own."""
        if action.kind == "dismiss":
            return len(self._dismiss(action))
        return sum(change.before is None for change in self._add(action, ids=False))

    def _span(self, action: Action) -> Row:
        if action.span is None:
            raise BadAction(f"{action.kind!r} needs a span")
        if action.scope not in ("one", "dialogue", "corpus"):
            raise BadAction("the scope is one of: one, dialogue, corpus")
        row = find_span(self.store, self.reviewer, action.dialogue, action.span)
        if row is None or action.version not in (None, row["version"]):
            raise Conflict
        return row

    def _accept(self, row: Row, action: Action) -> list[SpanChange]:
        return [
            *_each(self._like(row, action.scope), _decide),
            *self._mark(self._unmarked(row, action.scope), row["label"], row["role"]),
        ]

    def _label(self, row: Row, action: Action) -> list[SpanChange]:
        label = _check_label(action.label)

        def labelled(one: Row) -> Row:
            role = one["role"] if one["role"] in roles_of(label) else ""
            return _decide(one, label=label, role=role, **_without_surrogate(one, label))

        role = row["role"] if row["role"] in roles_of(label) else ""
        return [
            *_each(self._like(row, action.scope), labelled),
            *self._mark(self._unmarked(row, action.scope), label, role),
        ]

    def _role(self, row: Row, action: Action) -> list[SpanChange]:
        _check_role(row["label"], action.role)
        same = [one for one in self._like(row, action.scope) if one["label"] == row["label"]]
        return _each(same, lambda one: _decide(one, role=action.role))

    def _extent(self, row: Row, action: Action) -> list[SpanChange]:
        if action.scope != "one":
            raise BadAction("make one span wider or narrower at a time")
        start, end, text = self._check_extent(row["dialogue"], row["message"], action)
        if (start, end) == (row["start"], row["end"]):
            return []
        key = folded_key(text)
        surrogate = row["surrogate"] if key == row["text"] else ""
        new = _decide(row, start=start, end=end, text=key, surrogate=surrogate)
        return [*self._removed(row, start, end), SpanChange(row, new)]

    def _add(self, action: Action, *, ids: bool = True) -> list[SpanChange]:
        if action.message is None:
            raise BadAction("'add' needs a message")
        label = _check_label(action.label)
        _check_role(label, action.role)
        start, end, text = self._check_extent(action.dialogue, action.message, action)
        place = {
            "dialogue": action.dialogue,
            "message": action.message,
            "start": start,
            "end": end,
            "text": folded_key(text),
            "shown": text,
        }
        there = self._spans(action.dialogue, action.message)
        same = [one for one in there if (one["start"], one["end"]) == (start, end)]
        others = [] if action.scope == "one" else self._unmarked(place, action.scope)
        others = [
            one
            for one in others
            if (one["dialogue"], one["message"]) != (action.dialogue, action.message)
            or one["end"] <= start
            or end <= one["start"]
        ]
        if same:
            new = {"label": label, "role": action.role, **_without_surrogate(same[0], label)}
            own = _each(same[:1], lambda one: _decide(one, **new))
            return [*own, *self._mark(others, label, action.role, ids=ids)]
        return [
            *self._mark([place], label, action.role, ids=ids),
            *self._removed(place, start, end),
            *self._mark(others, label, action.role, ids=ids),
        ]

    def _dismiss(self, action: Action) -> list[HintChange]:
        if action.message is None or action.start is None or action.end is None:
            raise BadAction("'dismiss' needs a message, a start and an end")
        place = (action.dialogue, action.message, action.start, action.end)
        if not has_hint(self.store, place):
            raise BadAction("there is no likely miss there")
        if is_dismissed(self.store, self.reviewer, place):
            return []
        if place[2:] not in open_hints(self.store, self.reviewer, *place[:2]):
            raise Conflict
        return dismissals(self.store, self.reviewer, place, action.scope, self.lexicon)

    def _surrogate(self, row: Row, action: Action) -> list[SpanChange]:
        """The surrogate of all spans with exactly this text; the release carries it over to others.

        Those that differ in case only are written in theirs, so they have none of their own.
        """
        if action.scope == "corpus":
            raise BadAction("a surrogate is set for one dialogue at a time")
        if row["status"] == REJECTED:
            raise BadAction("a rejected span is not replaced: accept it first")
        surrogate = action.surrogate.strip()
        if surrogate:
            self.check_surrogate(row["dialogue"], row["id"], surrogate)
        shown = self._shown(row)
        changes = []
        for one in self._like(row, "dialogue"):
            if one["status"] != REJECTED:
                new = surrogate if self._shown(one) == shown else ""
                if one["surrogate"] != new or one is row:
                    changes += _each([one], partial(_decide, surrogate=new))
        return changes

    def _about_dialogue(self, action: Action) -> Changes:
        before = reviewed_row(self.store, self.reviewer, action.dialogue)
        if action.kind == "note":
            if len(action.note) > MOST_NOTE:
                raise BadAction(f"a note has at most {MOST_NOTE} characters")
            after = {**before, "note": action.note}
        elif action.kind == "finish":
            after = {**before, "finished": 1, "finished_at": before["finished_at"] or now()}
        else:
            after = {**before, "finished": 0, "finished_at": None}
        if before == after:
            return Changes()
        return Changes(dialogues=[DialogueChange(action.dialogue, before, after)])

    def _spans(self, dialogue: int, message: int) -> list[Row]:
        return span_rows(self.store, self.reviewer, dialogue, message, message + 1)

    def _like(self, row: Row, scope: Scope) -> list[Row]:
        """The spans with the same text, that of the action first."""
        if scope == "one":
            return [row]
        inside = " AND s.dialogue = :dialogue" if scope == "dialogue" else ""
        rows = self.store.all(
            f"SELECT {SPAN_COLUMNS} FROM span s WHERE s.text = :text AND s.pass IN ('', :pass) "
            f"AND {OF_PASS}{inside} ORDER BY s.dialogue, s.message, s.start",
            {"text": row["text"], "pass": self.reviewer, "dialogue": row["dialogue"]},
        )
        found = [dict(one) for one in rows]
        return [row, *(one for one in found if one["id"] != row["id"])]

    def _unmarked(self, row: Row, scope: Scope) -> list[Row]:
        """The places outside of spans where the same words stand.

        Ordinary words must be written as in the span: to mark "Will" must not mark "will".
        """
        if scope == "one":
            return []
        shown = row.get("shown") or self._shown(row)
        exact = all(is_ordinary_word(word, self.lexicon) for word in row["text"].split())
        found = []
        only = row["dialogue"] if scope == "dialogue" else None
        for dialogue, message in messages_with(self.store, row["text"], only):
            text = self._text(dialogue, message)
            places = [
                (start, end)
                for start, end in find_key(text, row["text"])
                if not exact or text[start:end] == shown
            ]
            taken = self._spans(dialogue, message) if places else []
            for start, end in places:
                if not any(one["start"] < end and start < one["end"] for one in taken):
                    place = {"start": start, "end": end, "text": row["text"]}
                    found.append({"dialogue": dialogue, "message": message, **place})
        failed = {row["number"] for row in self._failed()} if found else set()
        return [one for one in found if one["dialogue"] not in failed]

    def _failed(self) -> Sequence[Any]:
        return self.store.all("SELECT number FROM dialogue WHERE error != ''")

    def _shown(self, row: Row) -> str:
        return self._text(row["dialogue"], row["message"])[row["start"] : row["end"]]

    def _text(self, dialogue: int, message: int) -> str:
        text = self.store.value(
            "SELECT text FROM message WHERE dialogue = ? AND number = ?", [dialogue, message]
        )
        if text is None:
            raise BadAction(f"the dialogue has no message {message}")
        return str(text)

    def _check_extent(self, dialogue: int, message: int, action: Action) -> tuple[int, int, str]:
        """The extent of an action without white space at its ends, and its text."""
        text = self._text(dialogue, message)
        start, end = action.start, action.end
        if start is None or end is None or not 0 <= start < end <= len(text):
            raise BadAction(
                f"a span of this message begins at 0 or later, ends at {len(text)} or before, and "
                "is not empty"
            )
        cut = text[start:end]
        if not cut.strip():
            raise BadAction("a span must cover more than white space")
        start, end = start + len(cut) - len(cut.lstrip()), end - len(cut) + len(cut.rstrip())
        return start, end, text[start:end]

    def _removed(self, row: Row, start: int, end: int) -> list[SpanChange]:
        """The spans that another one replaces, because it overlaps them."""
        return [
            SpanChange(one, None)
            for one in self._spans(row["dialogue"], row["message"])
            if one["start"] < end and start < one["end"] and one["id"] != row.get("id")
        ]

    def _mark(
        self, places: Iterable[Row], label: str, role: str, *, ids: bool = True
    ) -> list[SpanChange]:
        """Add a span at each place."""
        places = list(places)
        first = take_ids(self.store, len(places)) if ids else 0
        return [
            SpanChange(
                None,
                {
                    "pass": self.reviewer,
                    "id": id,
                    "dialogue": place["dialogue"],
                    "message": place["message"],
                    "start": place["start"],
                    "end": place["end"],
                    "label": label,
                    "role": role,
                    "score": 1.0,
                    "source": PERSON,
                    "status": ADDED,
                    "surrogate": "",
                    "section": "",
                    "text": place["text"],
                    "version": 0,
                },
            )
            for id, place in enumerate(places, first)
        ]


def _each(rows: Iterable[Row], change: Callable[[Row], Row | None]) -> list[SpanChange]:
    """Change rows, without those that stay as they are."""
    changed = ((row, change(row)) for row in rows)
    return [SpanChange(row, new) for row, new in changed if new != row]


def roles_of(label: str) -> tuple[str, ...]:
    """The roles that a span with a label may have."""
    return {"NAME": (*ROLES, ""), "URL": (CITED, "")}.get(label, ("",))


def _rejected(row: Row) -> Row | None:
    """A rejected span; one that a person added is removed instead."""
    return None if row["source"] == PERSON else {**row, "status": REJECTED}


def _decide(row: Row, **values: Any) -> Row:
    """A span about which a person has decided, with other values."""
    return {**row, **values, "status": ADDED if row["source"] == PERSON else ACCEPTED}


def _without_surrogate(row: Row, label: str) -> Row:
    """Another label needs another surrogate."""
    return {} if row["label"] == label else {"surrogate": ""}


def _check_label(label: str) -> str:
    if label not in CANONICAL:
        raise BadAction(f"the label is unknown: use one of {', '.join(CANONICAL)}")
    return label


def _check_role(label: str, role: str) -> None:
    if role not in roles_of(label):
        known = ", ".join(filter(None, roles_of(label)))
        raise BadAction(
            f"the role is unknown: use one of {known}, or none"
            if known
            else f"only names and URLs have roles, and a {label} has none"
        )
