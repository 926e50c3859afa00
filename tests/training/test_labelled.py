from typing import Any

import pytest

from spacy_piivot.errors import RecordError
from training.labelled import (
    Edit,
    Gold,
    Labelled,
    Lookalike,
    append,
    edit,
    insert,
    read_record,
    rewrite,
)

MESSAGE = Labelled(
    "tutor",
    "hi Ana, 555-1234 is for Bo.",
    (Gold(3, 6, "NAME", "participant"), Gold(24, 26, "NAME")),
    (Lookalike(8, 16, "number"),),
)


def strings(message: Labelled) -> list[str]:
    return [message.text[gold.start : gold.end] for gold in message.spans]


def test_rewriting_moves_spans_and_lookalikes() -> None:
    message = rewrite(MESSAGE, lambda gold, string: {"Ana": "Marisol", "Bo": "X"}[string])
    assert message.text == "hi Marisol, 555-1234 is for X."
    assert strings(message) == ["Marisol", "X"]
    assert [gold.role for gold in message.spans] == ["participant", ""]
    (entry,) = message.lookalikes
    assert message.text[entry.start : entry.end] == "555-1234"


def test_inserting_beside_a_span_moves_it_and_inside_is_refused() -> None:
    message = insert(MESSAGE, 3, "Zoe ", [Gold(0, 3, "NAME")])
    assert strings(message) == ["Zoe", "Ana", "Bo"]
    assert strings(insert(MESSAGE, 6, "x")) == ["Ana", "Bo"]
    with pytest.raises(ValueError, match="inside"):
        insert(MESSAGE, 4, "x")


def test_an_edit_takes_the_gold_it_covers_and_the_lookalikes_it_touches() -> None:
    message = edit(MESSAGE, [Edit(3, 9, "Jo 5", (Gold(0, 2, "NAME"),))])
    assert message.text == "hi Jo 555-1234 is for Bo."
    assert strings(message) == ["Jo", "Bo"]
    assert message.lookalikes == ()


def test_appending_keeps_both_messages_entries() -> None:
    message = append(Labelled("student", "ok"), MESSAGE)
    assert message.text == "ok " + MESSAGE.text
    assert message.speaker == "student"
    assert strings(message) == ["Ana", "Bo"]
    assert message.lookalikes == (Lookalike(11, 19, "number"),)


def record(**span: Any) -> dict[str, Any]:
    messages = [
        {"speaker": "tutor", "text": "ok"},
        {"speaker": "tutor", "text": "hi Ana", "spans": [{"label": "NAME"} | span]},
    ]
    return {"id": "d-7", "corpus": "c", "messages": messages}


def test_a_record_is_read_with_lookalikes_and_canonical_labels() -> None:
    source = record(start=3, end=6, label="EMAIL_SOCIAL", text="Ana")
    source["messages"][0]["lookalikes"] = [{"start": 0, "end": 2, "kind": "word"}]
    one, two = read_record(source).messages
    assert one.lookalikes == (Lookalike(0, 2, "word"),)
    assert two.spans == (Gold(3, 6, "USERNAME"),)


def test_an_unknown_label_names_the_dialogue_and_the_message_and_is_not_shown() -> None:
    with pytest.raises(RecordError, match=r"'d-7': UnknownLabel: in message 1,.* NAME,") as caught:
        read_record(record(start=3, end=6, label="Zorblatt"))
    assert "Zorblatt" not in str(caught.value)
    assert caught.value.__context__ is None


@pytest.mark.parametrize(
    "span",
    [{"start": 3, "end": 7}, {"start": 3, "end": 3}, {"start": 3, "end": 6, "text": "Bob"}],
)
def test_gold_that_does_not_fit_names_the_dialogue_and_the_message(span: dict[str, Any]) -> None:
    with pytest.raises(RecordError, match=r"'d-7'.*in message 1") as caught:
        read_record(record(**span))
    assert "Ana" not in str(caught.value)
    assert "Bob" not in str(caught.value)
