"""What comes next: a dialogue of the queue as it is filtered, or a message of any dialogue."""

from collections.abc import Container
from dataclasses import replace

from ..model import Look, QueueFilter, QueuePage
from .desks import ReviewDesk

_ROWS = 500


def next_in_queue(
    desk: ReviewDesk, reviewer: str, chosen: QueueFilter, after: int | None
) -> int | None:
    """The next dialogue to look at.

    desk (ReviewDesk): Knows the queue.
    reviewer (str): The pass.
    chosen (QueueFilter): The filter of the queue.
    after (int | None): The dialogue before it; None for the first.
    RETURNS (int | None): With a filter, the one after it in the filtered queue, or else the first
        there; without, the next unfinished one. None if there is no other.
    """
    if chosen == replace(QueueFilter(), state=chosen.state) and chosen.state in ("", "unfinished"):
        return desk.next_dialogue(reviewer, after)
    first: int | None = None
    offset, found = 0, after is None
    while True:
        page: QueuePage = desk.queue(reviewer, chosen, offset, _ROWS)
        for row in page.rows:
            if found:
                return row.number
            if row.number == after:
                found = True
            elif first is None:
                first = row.number
        offset += _ROWS
        if offset >= page.total or not page.rows:
            return first


def next_look(desk: ReviewDesk, reviewer: str, looked: Container[tuple[int, int]]) -> Look | None:
    """The message of the corpus that is most worth a look.

    desk (ReviewDesk): Knows the messages.
    reviewer (str): The pass.
    looked (Container[tuple[int, int]]): The messages that were shown: dialogue and message.
    RETURNS (Look | None): The first other one; None if all were shown, or are in dialogues that
        the reviewer has finished.
    """
    offset = 0
    while found := desk.worth_a_look(reviewer, _ROWS, offset):
        for look in found:
            if (look.dialogue, look.message) not in looked:
                return look
        offset += _ROWS
    return None
