"""The review desk: all that the page asks for, over one state and one pipeline."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from spacy.language import Language

from ..lang.pipeline import pipeline_lexicon
from ..runs.names import IdMode
from ..runs.reading import Processes, Summary
from . import adjudication, agreement, audit, history, release
from .actions import BadAction, Planner
from .agreement import Disagreement, Side
from .audit_figures import Coverage
from .history import reviewed_row, revision_of
from .log import policy_of
from .model import (
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
from .preview import Previews
from .queue import list_queue, next_unfinished, progress_of, worth_a_look
from .rows import messages_of
from .store import StateError, Store

# A reviewer's name is in the log, which is shared: it is short and can be no sentence.
_REVIEWER = re.compile(r"[\w.-]{1,40}")


class Desk:
    """What a reviewer sees and does. Its methods may be called from any thread.

    store (Store): A state whose corpus is imported.
    nlp (Language): The pipeline that releases, with the key.
    RAISES (StateError): If the import is not complete.
    """

    def __init__(self, store: Store, nlp: Language) -> None:
        if not store.setting("complete"):
            raise StateError(
                f"{store.folder}: the input is not read completely. Start `spacy-piivot review` "
                "with it again."
            )
        self.store = store
        self.nlp = nlp
        self.policy = policy_of(nlp)
        release.remove_leftovers(store)
        self._lexicon = pipeline_lexicon(nlp)
        self._previews = Previews(store, nlp)

    def progress(self, reviewer: str) -> Progress:
        """How far a pass has come."""
        return progress_of(self.store, reviewer)

    def queue(
        self, reviewer: str, chosen: QueueFilter, offset: int = 0, limit: int = 100
    ) -> QueuePage:
        """A page of the queue.

        reviewer (str): The pass.
        chosen (QueueFilter): Which dialogues, in which order.
        offset (int): How many to skip.
        limit (int): The most rows.
        RETURNS (QueuePage): The rows.
        """
        return list_queue(self.store, reviewer, chosen, offset, limit)

    def worth_a_look(self, reviewer: str, limit: int | None = None, offset: int = 0) -> list[Look]:
        """The messages of the corpus that are most worth a look, the most risky first.

        reviewer (str): The pass; messages of dialogues that it has finished are left out.
        limit (int | None): The most messages; None for all.
        offset (int): How many to skip.
        RETURNS (list[Look]): The messages.
        """
        return worth_a_look(self.store, reviewer, limit=limit, offset=offset)

    def next_dialogue(self, reviewer: str, after: int | None) -> int | None:
        """The next dialogue of the queue, by risk, that a reviewer has not finished.

        reviewer (str): The pass.
        after (int | None): The dialogue that the reviewer leaves; None for the first.
        RETURNS (int | None): Its number; None if no other one is left.
        """
        return next_unfinished(self.store, reviewer, after)

    def dialogue(
        self, number: int, reviewer: str, first: int = 0, count: int | None = None
    ) -> ReviewDialogue:
        """A dialogue, or a window of its messages, as a pass has it.

        number (int): The dialogue's number.
        reviewer (str): The pass.
        first (int): The first message.
        count (int | None): The most messages; None for all.
        RETURNS (ReviewDialogue): The dialogue.
        RAISES (BadAction): If there is none.
        """
        with self.store.mutex:
            row = self.store.one(
                "SELECT id, file, shape, messages, error FROM dialogue WHERE number = ?", [number]
            )
            if row is None:
                raise BadAction(f"there is no dialogue {number}")
            said = reviewed_row(self.store, reviewer, number)
            return ReviewDialogue(
                number=number,
                id=row["id"],
                file=row["file"],
                shape=row["shape"],
                total=row["messages"],
                messages=messages_of(self.store, reviewer, number, first, count),
                finished=bool(said["finished"]),
                note=said["note"],
                revision=revision_of(self.store, reviewer, number),
                error=row["error"],
            )

    def act(self, reviewer: str, action: Action) -> Outcome:
        """Do what a reviewer decided, in one transaction with its log entry.

        reviewer (str): The pass.
        action (Action): The decision.
        RETURNS (Outcome): What was changed.
        RAISES (Conflict): If the span was changed since the reviewer saw it. (BadAction): If the
            action makes no sense. (StateUnusable): If it could not be stored.
        """
        with self.store.transaction():
            changes = self._planner(reviewer).plan(action)
            told = {} if action.scope == "one" else {"scope": action.scope}
            return history.do(
                self.store, reviewer, action.kind, action.dialogue, changes, self.policy, told
            )

    def undo(self, reviewer: str) -> Outcome:
        """Undo a reviewer's last action that is not undone; its number is 0 if there is none."""
        return history.undo(self.store, check_reviewer(reviewer), self.policy)

    def redo(self, reviewer: str) -> Outcome:
        """Redo the action that a reviewer has undone last; its number is 0 if there is none."""
        return history.redo(self.store, check_reviewer(reviewer), self.policy)

    def count_like(self, reviewer: str, number: int, span_id: int, scope: Scope) -> int:
        """How many spans and unmarked whole words have the text of a span, with itself.

        reviewer (str): The pass.
        number (int): The dialogue's number.
        span_id (int): The span's id.
        scope (str): "one", "dialogue" or "corpus".
        RETURNS (int): How many places "accept" or "label" would reach.
        RAISES (Conflict): If there is no such span any more.
        """
        with self.store.mutex:
            return self._planner(reviewer).like(number, span_id, scope)

    def count_text(self, reviewer: str, action: Action) -> int:
        """How many places an "add" would mark, or a "dismiss" dismiss, with its own.

        reviewer (str): The pass.
        action (Action): The action, which is not done.
        RETURNS (int): How many.
        RAISES (BadAction): If it makes no sense.
        """
        with self.store.mutex:
            return self._planner(reviewer).like_text(action)

    def preview(self, number: int, reviewer: str) -> Preview:
        """The dialogue as the release will have it; see `Previews.preview`."""
        return self._previews.preview(number, reviewer)

    def agreement(self) -> dict[str, Any]:
        """How far the two reviewers agree; see `agreement.figures`.

        RAISES (NoTwoPasses): If not exactly two people have reviewed.
        """
        with self.store.mutex:
            return agreement.figures(self.store, *agreement.two_passes(self.store))

    def disagreements(self) -> list[Disagreement]:
        """Where the two reviewers disagree, in the dialogues that both have finished.

        RAISES (NoTwoPasses): If not exactly two people have reviewed.
        """
        with self.store.mutex:
            a, b = agreement.two_passes(self.store)
            return list(agreement.disagreements(self.store, a, b))

    def begin_adjudication(self) -> int:
        """Begin the adjudicator's pass, or take in what both have finished since; see
        `adjudication.begin`."""
        return adjudication.begin(self.store, self.policy)

    def decide(self, dialogue: int, message: int, start: int, end: int, side: Side) -> Outcome:
        """Accept one side of a disagreement in the adjudicator's pass, which begins if need be.

        dialogue (int): The dialogue's number.
        message (int): The message, from 0.
        start (int): Where the disagreement starts.
        end (int): Where it ends.
        side (str): "a" or "b".
        RETURNS (Outcome): What was changed; `undo(ADJUDICATED)` undoes it.
        RAISES (NoSuchDisagreement): If there is none.
        """
        with self.store.transaction():
            self.begin_adjudication()
            return adjudication.decide(self.store, dialogue, message, start, end, side, self.policy)

    def audit_draw(self, number: int) -> int:
        """Draw the audit's sample, or add to it; see `audit.draw`."""
        return audit.draw(self.store, number, self.policy)

    def audit_next(self, reviewer: str, after: int = 0) -> audit.AuditItem | None:
        """The next message of the audit without an answer; see `audit.next_item`."""
        return audit.next_item(self.store, after=after)

    def audit_item(self, reviewer: str, position: int) -> audit.AuditItem:
        """One message of the audit; see `audit.item`."""
        return audit.item(self.store, position)

    def audit_answer(
        self, reviewer: str, position: int, marks: Iterable[Mapping[str, Any]]
    ) -> list[Coverage]:
        """Store what an auditor marked in a message of the audit; see `audit.answer`."""
        check_reviewer(reviewer)
        return audit.answer(
            self.store, reviewer, position, marks, self.policy, self._previews.replaced
        )

    def audit_figures(self) -> dict[str, Any]:
        """The figures of the audit so far; see `audit.figures`."""
        return audit.figures(self.store)

    def release(
        self,
        output: Path,
        *,
        reviewer: str | None = None,
        unfinished: bool = False,
        ids: IdMode = "keep",
        n_process: Processes = 1,
        report: Callable[[str], None] = lambda line: None,
    ) -> Summary:
        """Release the corrected corpus; see `release.release`."""
        return release.release(
            self.store,
            self.nlp,
            output,
            reviewer=reviewer,
            unfinished=unfinished,
            ids=ids,
            n_process=n_process,
            report=report,
        )

    def _planner(self, reviewer: str) -> Planner:
        check = partial(self._previews.check_surrogate, check_reviewer(reviewer))
        return Planner(self.store, reviewer, self._lexicon, check)


def check_reviewer(reviewer: str) -> str:
    """Refuse what is no short name.

    reviewer (str): The name of a pass.
    RETURNS (str): The same.
    RAISES (BadAction): If it is too long, or has other signs than letters, digits and ". - _".
    """
    if not _REVIEWER.fullmatch(reviewer):
        raise BadAction(
            "a reviewer's name has at most 40 letters, digits, dots and hyphens, and no spaces"
        )
    return reviewer
