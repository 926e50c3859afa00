"""A desk in memory, for tests of the pages: it decides and remembers, but finds nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from spacy_piivot.review.actions import BadAction, Conflict
from spacy_piivot.review.model import (
    Action,
    Hint,
    Look,
    Outcome,
    Preview,
    PreviewMessage,
    PreviewPart,
    Progress,
    QueueFilter,
    QueuePage,
    QueueRow,
    ReviewDialogue,
    ReviewMessage,
    ReviewSpan,
    Scope,
)


@dataclass
class Shown:
    """A dialogue of the fake."""

    id: str
    messages: list[tuple[str, str]]
    spans: dict[int, ReviewSpan] = field(default_factory=dict)
    hints: list[Hint] = field(default_factory=list)
    shape: str = "dialogue"
    finished: bool = False
    note: str = ""
    revision: int = 0


class FakeDesk:
    """Decides like a desk; every NAME becomes "Sam", and any other span its label."""

    def __init__(self, dialogues: Iterable[Shown] = (), store: Any = None) -> None:
        self.store = store
        self.dialogues = list(dialogues)
        self._done: list[tuple[int, Shown]] = []
        self._undone: list[tuple[int, Shown]] = []
        self._ids = count(1)
        self._numbers = count(1)

    def place(
        self, number: int, message: int, text: str, label: str, nth: int = 0, **more: object
    ) -> ReviewSpan:
        """Mark the nth occurrence of a text."""
        found = self.dialogues[number].messages[message][1]
        start = -1
        for _ in range(nth + 1):
            start = found.index(text, start + 1)
        end = start + len(text)
        span = ReviewSpan(next(self._ids), message, start, end, label, **more)  # type: ignore[arg-type]
        self.dialogues[number].spans[span.id] = span
        return span

    def progress(self, reviewer: str) -> Progress:
        spans = [span for one in self.dialogues for span in one.spans.values()]
        done = sum(one.finished for one in self.dialogues)
        total = len(self.dialogues)
        return Progress(
            total, done, len(spans), sum(s.status == "open" for s in spans), 1.0 * total,
            1.0 * (total - done), 40.0 * (total - done) if done else None,
        )  # fmt: skip

    def queue(
        self, reviewer: str, chosen: QueueFilter, offset: int = 0, limit: int = 100
    ) -> QueuePage:
        known = map(self._row, range(len(self.dialogues)))
        rows = [row for row in known if self._fits(row, chosen)]
        if chosen.order == "risk":
            rows.sort(key=lambda row: -row.risk)
        return QueuePage(rows[offset : offset + limit], len(rows))

    def _row(self, number: int) -> QueueRow:
        one = self.dialogues[number]
        spans = [span for span in one.spans.values() if span.status != "rejected"]
        left = sum(span.status == "open" for span in spans)
        risk = 0.1 * left + 0.3 * len(one.hints)
        return QueueRow(
            number, one.id, "chat.jsonl", one.shape, len(one.messages), risk, len(spans), left,
            len(one.hints), one.finished,
        )  # fmt: skip

    def _fits(self, row: QueueRow, chosen: QueueFilter) -> bool:
        one = self.dialogues[row.number]
        if chosen.labels and not any(s.label in chosen.labels for s in one.spans.values()):
            return False
        if chosen.text and not any(chosen.text.lower() in text.lower() for _, text in one.messages):
            return False
        states = {"": True, "unfinished": not one.finished, "finished": one.finished}
        return states.get(chosen.state, row.spans == 0)

    def dialogue(
        self, number: int, reviewer: str, first: int = 0, count: int | None = None
    ) -> ReviewDialogue:
        one = self._at(number)
        last = len(one.messages) if count is None else first + count
        messages = [
            ReviewMessage(
                n,
                speaker,
                text,
                sorted((s for s in one.spans.values() if s.message == n), key=lambda s: s.start),
                [h for h in one.hints if h.message == n],
            )
            for n, (speaker, text) in list(enumerate(one.messages))[first:last]
        ]
        return ReviewDialogue(
            number, one.id, "chat.jsonl", one.shape, len(one.messages), messages, one.finished,
            one.note, one.revision,
        )  # fmt: skip

    def act(self, reviewer: str, action: Action) -> Outcome:
        one = self._at(action.dialogue)
        before = replace(one, spans=dict(one.spans), hints=list(one.hints))
        spans = one.spans
        changed = 1
        if action.kind in ("finish", "reopen"):
            one.finished, changed = action.kind == "finish", 0
        elif action.kind == "note":
            one.note, changed = action.note, 0
        elif action.kind == "dismiss":
            place = (action.message, action.start, action.end)
            one.hints = [h for h in one.hints if (h.message, h.start, h.end) != place]
        elif action.kind == "add":
            assert action.message is not None
            assert action.start is not None
            assert action.end is not None
            span = ReviewSpan(
                next(self._ids), action.message, action.start, action.end, action.label,
                action.role, source="person", status="added",
            )  # fmt: skip
            if any(self._meet(span, other) for other in spans.values()):
                raise BadAction("there is a span already")
            spans[span.id] = span
        else:
            assert action.span is not None
            old = spans[action.span]
            if action.version not in (None, old.version):
                raise Conflict
            for span in list(self._like(one, old) if action.scope != "one" else [old]):
                changed += span.id != old.id
                spans[span.id] = self._decided(span, action)
        one.revision += 1
        self._done.append((action.dialogue, before))
        self._undone.clear()
        return Outcome(next(self._numbers), action.kind, changed, [action.dialogue], one.revision)

    @staticmethod
    def _decided(span: ReviewSpan, action: Action) -> ReviewSpan:
        version = span.version + 1
        if action.kind == "extent":
            assert action.start is not None
            assert action.end is not None
            return replace(span, start=action.start, end=action.end, version=version)
        if action.kind in ("accept", "reject"):
            status = "accepted" if action.kind == "accept" else "rejected"
            return replace(span, status=status, version=version)  # type: ignore[arg-type]
        value = {action.kind: getattr(action, action.kind)}
        return replace(span, **value, version=version)

    @staticmethod
    def _meet(one: ReviewSpan, other: ReviewSpan) -> bool:
        return one.message == other.message and one.start < other.end and other.start < one.end

    def _like(self, one: Shown, span: ReviewSpan) -> Sequence[ReviewSpan]:
        def text(other: ReviewSpan) -> str:
            return one.messages[other.message][1][other.start : other.end].lower()

        return [other for other in one.spans.values() if text(other) == text(span)]

    def undo(self, reviewer: str) -> Outcome:
        return self._swap("undo", self._done, self._undone)

    def redo(self, reviewer: str) -> Outcome:
        return self._swap("redo", self._undone, self._done)

    def _swap(
        self, kind: str, source: list[tuple[int, Shown]], target: list[tuple[int, Shown]]
    ) -> Outcome:
        if not source:
            return Outcome(0, kind, 0, [], 0)
        number, old = source.pop()
        target.append((number, self.dialogues[number]))
        self.dialogues[number] = replace(old, revision=self.dialogues[number].revision + 1)
        return Outcome(next(self._numbers), kind, 1, [number], self.dialogues[number].revision)

    def count_like(self, reviewer: str, number: int, span_id: int, scope: Scope) -> int:
        one = self._at(number)
        if span_id not in one.spans:
            raise Conflict
        return len(self._like(one, one.spans[span_id]))

    def count_text(self, reviewer: str, action: Action) -> int:
        return 1

    def preview(self, number: int, reviewer: str) -> Preview:
        one = self._at(number)
        messages = []
        for n, (speaker, text) in enumerate(one.messages):
            parts, at = [], 0
            spans = [s for s in one.spans.values() if s.message == n and s.status != "rejected"]
            for span in sorted(spans, key=lambda span: span.start):
                new = span.surrogate or ("Sam" if span.label == "NAME" else span.label.lower())
                parts += [PreviewPart(text[at : span.start]), PreviewPart(new, span.label, span.id)]
                at = span.end
            messages.append(PreviewMessage(n, speaker, [*parts, PreviewPart(text[at:])]))
        return Preview(number, one.revision, messages)

    def next_dialogue(self, reviewer: str, after: int | None) -> int | None:
        left = [n for n, one in enumerate(self.dialogues) if not one.finished and n != after]
        later = [n for n in left if after is None or n > after]
        return (later or left or [None])[0]

    def worth_a_look(self, reviewer: str, limit: int | None = None, offset: int = 0) -> list[Look]:
        looks = [
            Look(n, message, 0.5 * (message % 2), 0, 0)
            for n, one in enumerate(self.dialogues)
            if not one.finished
            for message in range(len(one.messages))
        ]
        looks.sort(key=lambda look: -look.risk)
        return looks[offset : None if limit is None else offset + limit]

    def _at(self, number: int) -> Shown:
        if not 0 <= number < len(self.dialogues):
            raise BadAction(f"there is no dialogue {number}")
        return self.dialogues[number]
