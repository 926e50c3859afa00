"""Two reviewers of one corpus, for the tests of what compares them."""

from typing import Any

from spacy_piivot.review.desk import Desk
from spacy_piivot.review.model import Action, ReviewSpan


def spans(desk: Desk, number: int, reviewer: str) -> list[ReviewSpan]:
    shown = desk.dialogue(number, reviewer)
    return [span for message in shown.messages for span in message.spans]


def words(desk: Desk, number: int, reviewer: str) -> list[tuple[str, str, str]]:
    """The marked words, their labels and their statuses."""
    texts = {one.number: one.text for one in desk.dialogue(number, reviewer).messages}
    return [
        (texts[one.message][one.start : one.end], one.label, one.status)
        for one in spans(desk, number, reviewer)
    ]


def act(desk: Desk, reviewer: str, kind: Any, number: int, word: str = "", **values: Any) -> None:
    """Do something with the first span over a word, or add one over it."""
    for message in desk.dialogue(number, reviewer).messages:
        start = message.text.find(word)
        if word and start >= 0:
            break
    else:
        desk.act(reviewer, Action(kind, number, **values))
        return
    if kind == "add":
        place = {"message": message.number, "start": start, "end": start + len(word)}
        desk.act(reviewer, Action(kind, number, **{**place, "label": "NAME", **values}))
        return
    (span,) = (
        one.id for one in message.spans if one.start <= start and start + len(word) <= one.end
    )
    desk.act(reviewer, Action(kind, number, span=span, **values))


def finish(desk: Desk, reviewer: str) -> None:
    """Finish every dialogue that did not fail."""
    for number in range(desk.progress(reviewer).dialogues):
        desk.act(reviewer, Action("finish", number))
