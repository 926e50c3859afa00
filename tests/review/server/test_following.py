"""Which dialogue comes next."""

from fake_desk import FakeDesk, Shown

from spacy_piivot.review.model import QueueFilter
from spacy_piivot.review.server.following import next_in_queue, next_look


def desk(number: int) -> FakeDesk:
    return FakeDesk([Shown(str(n), [("a", "odd" if n % 2 else "even")]) for n in range(number)])


def test_a_filtered_queue_is_followed_over_many_pages() -> None:
    many, chosen = desk(2500), QueueFilter(order="file", text="odd")
    assert next_in_queue(many, "anna", chosen, None) == 1
    assert next_in_queue(many, "anna", chosen, 1) == 3
    assert next_in_queue(many, "anna", chosen, 2401) == 2403
    assert next_in_queue(many, "anna", chosen, 2499) == 1  # the first again
    assert next_in_queue(many, "anna", chosen, 2) == 1  # it does not fit any more


def test_where_nothing_is_left() -> None:
    chosen = QueueFilter(text="even")
    assert next_in_queue(desk(1), "anna", chosen, 0) is None
    assert next_in_queue(desk(0), "anna", chosen, None) is None
    assert next_in_queue(desk(0), "anna", QueueFilter(), None) is None


def test_messages_come_by_risk_and_only_once() -> None:
    many, looked = desk(260), set()
    many.dialogues[0].messages *= 2
    many.dialogues[1].finished = True
    while look := next_look(many, "anna", looked):
        looked.add((look.dialogue, look.message))
        assert (len(looked) == 1) == (look.risk > 0)
    assert len(looked) == 260
    assert (1, 0) not in looked
