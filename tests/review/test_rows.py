import pytest

from spacy_piivot.review.desk import Desk
from spacy_piivot.review.model import Action
from spacy_piivot.review.rows import find_span, hints_of, messages_of, spans_of, texts_of


def test_a_pass_has_its_own_rows_and_the_machines(desk: Desk) -> None:
    store = desk.store
    first, second = spans_of(store, "anna", 1)
    assert (first, second) == tuple(spans_of(store, "", 1))
    desk.act("anna", Action("reject", 1, second.id))
    assert [one.status for one in spans_of(store, "anna", 1)] == ["open", "rejected"]
    assert [one.status for one in spans_of(store, "", 1)] == ["open", "open"]
    assert store.value("SELECT count(*) FROM span WHERE pass = 'anna'") == 1


def test_removed_spans_are_not_shown(desk: Desk) -> None:
    desk.act("anna", Action("add", 1, message=1, start=0, end=11, label="NAME"))
    shown = spans_of(desk.store, "anna", 1)
    assert [(one.start, one.source) for one in shown] == [(0, "person"), (16, "fake_finder")]
    assert find_span(desk.store, "anna", 1, 2) is None
    assert find_span(desk.store, "ben", 1, 2) is not None
    assert find_span(desk.store, "anna", 0, 3) is None


@pytest.mark.parametrize(
    ("first", "count", "numbers"),
    [(0, None, [0, 1, 2]), (1, None, [1, 2]), (0, 2, [0, 1]), (2, 5, [2]), (3, 5, []), (1, 0, [])],
)
def test_a_window_of_messages(
    desk: Desk, first: int, count: int | None, numbers: list[int]
) -> None:
    window = messages_of(desk.store, "anna", 0, first, count)
    assert [one.number for one in window] == numbers
    whole = messages_of(desk.store, "anna", 0)
    assert window == [one for one in whole if one.number in numbers]
    shown = desk.dialogue(0, "anna", first, count or 0)
    assert shown.total == 3


def test_hints_and_texts(desk: Desk) -> None:
    (hint,) = hints_of(desk.store, "anna", 0)
    assert (hint.message, hint.start, hint.end, hint.label) == (2, 0, 8, "NAME")
    assert hints_of(desk.store, "anna", 0, 0, 2) == []
    assert texts_of(desk.store, 0, [2, 9]) == {2: "ZORBLATT's turn"}
    assert list(texts_of(desk.store, 1)) == [0, 1]


def test_nothing_private_is_in_a_printed_value(desk: Desk) -> None:
    desk.act("anna", Action("note", 0, note="Quibbly"))
    printed = repr((desk.dialogue(0, "anna"), desk.preview(0, "anna"), desk.store))
    assert "orblatt" not in printed
    assert "Quibbly" not in printed
