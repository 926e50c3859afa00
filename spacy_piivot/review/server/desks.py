"""What the server needs of a desk, and one thread in which each kind of its work is done."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ParamSpec, Protocol, TypeVar

from ...runs.names import IdMode
from ...runs.reading import Report, Summary
from ..agreement import Disagreement, Side
from ..audit import AuditItem
from ..model import (
    Action,
    Look,
    Outcome,
    Preview,
    Progress,
    QueueFilter,
    QueuePage,
    ReviewDialogue,
    Scope,
)
from ..store import Store

P = ParamSpec("P")
T = TypeVar("T")


class ReviewDesk(Protocol):
    """The methods of `review.desk.Desk` that the pages use.

    store (Store): The state.
    """

    store: Store

    def progress(self, reviewer: str) -> Progress: ...
    def queue(
        self, reviewer: str, chosen: QueueFilter, offset: int = 0, limit: int = 100
    ) -> QueuePage: ...
    def dialogue(
        self, number: int, reviewer: str, first: int = 0, count: int | None = None
    ) -> ReviewDialogue: ...
    def act(self, reviewer: str, action: Action) -> Outcome: ...
    def undo(self, reviewer: str) -> Outcome: ...
    def redo(self, reviewer: str) -> Outcome: ...
    def count_like(self, reviewer: str, number: int, span_id: int, scope: Scope) -> int: ...
    def count_text(self, reviewer: str, action: Action) -> int: ...
    def preview(self, number: int, reviewer: str) -> Preview: ...
    def next_dialogue(self, reviewer: str, after: int | None) -> int | None: ...
    def worth_a_look(
        self, reviewer: str, limit: int | None = None, offset: int = 0
    ) -> list[Look]: ...
    def agreement(self) -> dict[str, Any]: ...
    def disagreements(self) -> list[Disagreement]: ...
    def decide(self, dialogue: int, message: int, start: int, end: int, side: Side) -> Outcome: ...
    def audit_draw(self, number: int) -> int: ...
    def audit_next(self, reviewer: str, after: int = 0) -> AuditItem | None: ...
    def audit_answer(
        self, reviewer: str, position: int, marks: Iterable[Mapping[str, Any]]
    ) -> Any: ...
    def audit_figures(self) -> dict[str, Any]: ...
    def release(
        self,
        output: Path,
        *,
        unfinished: bool = False,
        ids: IdMode = "keep",
        report: Report = ...,
    ) -> Summary: ...


class Lane:
    """Does one thing at a time in a thread of its own, so that the server can answer meanwhile."""

    def __init__(self, name: str) -> None:
        self._threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    def start(self, work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
        """Call a function in the thread later, without waiting for it."""
        self._threads.submit(work, *args, **kwargs)

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in the thread, and wait for what it returns."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: work(*args, **kwargs))

    def close(self) -> None:
        """Wait for the work that has begun, and drop the rest."""
        self._threads.shutdown(wait=True, cancel_futures=True)
