"""What all pages of a review share."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ...errors import PIIvotError
from ...runs.names import IdMode
from .desks import Lane, ReviewDesk
from .security import Gate


class Releasing(PIIvotError):
    """Nothing can be decided while a release is written: it would not be in it, or half."""

    def __init__(self) -> None:
        super().__init__("A release is being written. Decide again when it is done.")


@dataclass(slots=True)
class Room:
    """What all pages share.

    desk (ReviewDesk): Knows the corpus and the decisions.
    gate (Gate): Knows who was let in.
    output (Path): What the Release button writes.
    report (Callable[[str], None]): Called with lines about the run, without any text.
    ids (str): What a release does with ids and file names; see `deidentify`.
    quick (Lane): Where what a person waits for is done.
    slow (Lane): Where previews and releases are made meanwhile.
    releasing (bool): Whether a release is being written.
    """

    desk: ReviewDesk
    gate: Gate
    output: Path
    report: Callable[[str], None]
    ids: IdMode = "keep"
    quick: Lane = field(default_factory=lambda: Lane("review"))
    slow: Lane = field(default_factory=lambda: Lane("review-slow"))
    releasing: bool = False

    def refuse_while_releasing(self) -> None:
        """Raise `Releasing` if a release is being written."""
        if self.releasing:
            raise Releasing
