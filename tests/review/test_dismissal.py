"""Likely misses that a reviewer dismisses: hidden and uncounted in this pass, logged, undone."""

import pytest
from transcripts import dialogue

from spacy_piivot.review.actions import BadAction, Conflict
from spacy_piivot.review.desk import Desk
from spacy_piivot.review.dismissal import has_hint, is_dismissed, open_hints
from spacy_piivot.review.importing import INSERT_HINT
from spacy_piivot.review.log import check, entries
from spacy_piivot.review.model import Action, QueueFilter
from spacy_piivot.review.recount import count_passes
from spacy_piivot.review.risk import set_risks

from .conftest import Open

NEAR = pytest.approx


def place(desk: Desk, number: int, message: int, text: str, score: float, nth: int = 0) -> None:
    """Add a hint, and its chance to the risk of its message."""
    found = desk.store.value(
        "SELECT text FROM message WHERE dialogue = ? AND number = ?", [number, message]
    )
    start = -1
    for _ in range(nth + 1):
        start = found.index(text, start + 1)
    desk.store.write(
        INSERT_HINT,
        [number, message, start, start + len(text), "unknown_word", "NAME", score, ""],
    )
    desk.store.write(
        "UPDATE message SET risk = risk + ? WHERE dialogue = ? AND number = ?",
        [score, number, message],
    )


@pytest.fixture
def hinted(opened: Open) -> Desk:
    desk = opened(
        dialogue("a0", "see Vexley, or vexley", "Will will"),
        dialogue("a1", "VEXLEY here", "Vexley Road"),
        dialogue("a2", "nothing"),
    )
    desk.store.write("DELETE FROM hint")
    desk.store.write("UPDATE message SET risk = 0")
    place(desk, 0, 0, "Vexley", 0.5)
    place(desk, 0, 0, "vexley", 0.25)
    place(desk, 0, 1, "Will", 0.03)
    place(desk, 0, 1, "will", 0.02)
    place(desk, 1, 0, "VEXLEY", 0.6)
    place(desk, 1, 1, "Vexley Road", 0.1)
    set_risks(desk.store)
    return desk


def dismiss(number: int, message: int, start: int, end: int, **more: str) -> Action:
    return Action("dismiss", number, message=message, start=start, end=end, **more)  # type: ignore[arg-type]


def hints(desk: Desk, reviewer: str = "anna") -> list[tuple[int, int, int, int]]:
    return [
        (number, one.message, one.start, one.end)
        for number in range(3)
        for message in desk.dialogue(number, reviewer).messages
        for one in message.hints
    ]


ALL = [(0, 0, 4, 10), (0, 0, 15, 21), (0, 1, 0, 4), (0, 1, 5, 9), (1, 0, 0, 6), (1, 1, 0, 11)]
FIRST = dismiss(0, 0, 4, 10)


def test_it_is_not_shown_to_this_reviewer_any_more(hinted: Desk) -> None:
    assert hints(hinted) == ALL
    outcome = hinted.act("anna", FIRST)
    assert (outcome.kind, outcome.changed, outcome.dialogues, outcome.revision) == (
        "dismiss", 1, [0], 1,
    )  # fmt: skip
    assert hints(hinted) == ALL[1:]
    assert hints(hinted, "ben") == ALL
    assert has_hint(hinted.store, ALL[0])
    assert is_dismissed(hinted.store, "anna", ALL[0])
    assert not is_dismissed(hinted.store, "ben", ALL[0])
    assert list(open_hints(hinted.store, "anna", 0, 0)) == [(15, 21)]
    assert hinted.act("anna", FIRST).number == 0


def test_undo_and_redo(hinted: Desk) -> None:
    hinted.act("anna", FIRST)
    hinted.act("anna", dismiss(1, 0, 0, 6))
    outcome = hinted.undo("anna")
    assert (outcome.kind, outcome.number, outcome.changed, outcome.dialogues) == ("undo", 2, 1, [1])
    assert hints(hinted) == ALL[1:]
    hinted.undo("anna")
    assert hints(hinted) == ALL
    hinted.redo("anna")
    hinted.redo("anna")
    assert hints(hinted) == [*ALL[1:4], ALL[5]]
    assert hinted.undo("ben").number == 0


@pytest.mark.parametrize(
    ("number", "message", "start", "end", "scope", "gone"),
    [
        (0, 0, 4, 10, "dialogue", [0, 1]),
        (0, 0, 4, 10, "corpus", [0, 1, 4]),
        (1, 0, 0, 6, "corpus", [0, 1, 4]),
        # Both are ordinary words, which a capital makes something else.
        (0, 1, 5, 9, "corpus", [3]),
        (0, 1, 0, 4, "dialogue", [2]),
        (1, 1, 0, 11, "corpus", [5]),
    ],
)
def test_all_like_it(
    hinted: Desk, number: int, message: int, start: int, end: int, scope: str, gone: list[int]
) -> None:
    action = dismiss(number, message, start, end, scope=scope)
    assert hinted.count_text("anna", action) == len(gone)
    outcome = hinted.act("anna", action)
    assert outcome.changed == len(gone)
    assert outcome.dialogues[0] == number
    assert hints(hinted) == [one for place, one in enumerate(ALL) if place not in gone]
    hinted.undo("anna")
    assert hints(hinted) == ALL


def test_a_longer_likely_miss_at_the_same_words_stays(hinted: Desk) -> None:
    place(hinted, 1, 1, "Vexley", 0.3)
    hinted.act("anna", dismiss(1, 1, 0, 6))
    assert hints(hinted) == ALL
    hinted.act("anna", dismiss(1, 1, 0, 11))
    assert hints(hinted) == ALL[:-1]


def test_the_queue_does_not_count_it(hinted: Desk) -> None:
    def rows(reviewer: str = "anna") -> list[tuple]:
        listed = hinted.queue(reviewer, QueueFilter()).rows
        return [(row.number, row.hints, NEAR(row.risk)) for row in listed]

    before = [(0, 4, 0.8), (1, 2, 0.7), (2, 0, 0.0)]
    assert rows() == before
    assert hinted.next_dialogue("anna", None) == 0
    hinted.act("anna", FIRST)
    assert rows() == [(1, 2, 0.7), (0, 3, 0.3), (2, 0, 0.0)]
    assert rows("ben") == before
    assert hinted.next_dialogue("anna", None) == 1
    assert hinted.next_dialogue("anna", 1) == 0
    assert hinted.next_dialogue("anna", 0) == 2
    assert hinted.next_dialogue("ben", 0) == 1
    progress = hinted.progress("anna")
    assert (progress.risk, progress.risk_left) == (NEAR(1.5), NEAR(1.0))
    hinted.act("anna", dismiss(1, 0, 0, 6))
    hinted.act("anna", dismiss(1, 1, 0, 11))
    unknown = QueueFilter(order="file", hints=["unknown_word"])
    assert [row.number for row in hinted.queue("anna", unknown).rows] == [0]
    assert [row.number for row in hinted.queue("ben", unknown).rows] == [0, 1]


def test_the_messages_worth_a_look_do_not_count_it(hinted: Desk) -> None:
    def looks(reviewer: str = "anna", **window: int) -> list[tuple]:
        found = hinted.worth_a_look(reviewer, **window)
        return [(one.dialogue, one.message, NEAR(one.risk), one.hints) for one in found]

    before = [(0, 0, 0.75, 2), (1, 0, 0.6, 1), (1, 1, 0.1, 1), (0, 1, 0.05, 2), (2, 0, 0.0, 0)]
    assert looks() == before
    hinted.act("anna", FIRST)
    hinted.act("anna", dismiss(1, 0, 0, 6))
    after = [(0, 0, 0.25, 1), (1, 1, 0.1, 1), (0, 1, 0.05, 2), (1, 0, 0.0, 0), (2, 0, 0.0, 0)]
    assert looks() == after
    assert looks("ben") == before
    assert [looks(limit=1, offset=n)[0] for n in range(5)] == after
    assert looks(limit=2, offset=4) == after[4:]


def test_the_log_tells_the_place(hinted: Desk) -> None:
    hinted.act("anna", dismiss(0, 0, 4, 10, scope="corpus"))
    hinted.undo("anna")
    log = list(entries(hinted.store))
    assert check(log) is None
    done, undone = log[-2:]
    assert (done.do, undone.do, undone.what["of"]) == ("dismiss", "undo", "dismiss")
    assert done.what["scope"] == "corpus"
    first = {"dialogue": 0, "message": 0, "start": 4, "end": 10, "dismissed": True}
    assert done.what["hints"][0] == first
    assert [one["dismissed"] for one in undone.what["hints"]] == [False] * 3
    assert "spans" not in done.what
    assert "exley" not in str([one.what for one in log]).lower()
    assert count_passes(log)["anna"].to_dict()["actions"] == 2


def test_what_makes_no_sense_is_refused(hinted: Desk) -> None:
    for action in (dismiss(0, 0, 4, 9), dismiss(2, 0, 0, 7), Action("dismiss", 0, message=0)):
        with pytest.raises(BadAction):
            hinted.act("anna", action)
    hinted.act("anna", Action("add", 0, message=0, start=4, end=10, label="NAME"))
    with pytest.raises(Conflict):
        hinted.act("anna", FIRST)


def test_a_dismissed_place_can_still_be_marked(hinted: Desk) -> None:
    hinted.act("anna", FIRST)
    hinted.act("anna", Action("add", 0, message=0, start=4, end=10, label="NAME"))
    [span] = hinted.dialogue(0, "anna").messages[0].spans
    assert (span.start, span.end, span.status) == (4, 10, "added")
    hinted.undo("anna")
    assert hints(hinted) == ALL[1:]
