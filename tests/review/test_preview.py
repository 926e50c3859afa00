import pytest
from transcripts import dialogue

from spacy_piivot.review.actions import BadAction
from spacy_piivot.review.desk import Desk
from spacy_piivot.review.model import Action, Preview

from .conftest import Open


def texts(preview: Preview) -> list[str]:
    return ["".join(part.text for part in one.parts) for one in preview.messages]


def test_surrogates_belong_to_spans(desk: Desk) -> None:
    preview = desk.preview(0, "anna")
    (first, rest), (second,), third = (one.parts for one in preview.messages)
    assert first.span == desk.dialogue(0, "anna").messages[0].spans[0].id
    assert (first.label, rest.label, rest.text) == ("NAME", "", ", mark the point")
    assert second.text == "\r\n 4/12 👩‍🏫  \n"
    # The last check replaces what nobody marked.
    assert (third[0].label, third[0].span, third[0].repaired) == ("NAME", None, True)
    assert third[0].text == first.text.upper()
    assert "Zorblatt" not in "".join(texts(preview))


def test_a_preview_follows_the_pass(desk: Desk) -> None:
    before = desk.preview(0, "anna")
    assert desk.preview(0, "anna") is before
    span = desk.dialogue(0, "anna").messages[0].spans[0]
    desk.act("anna", Action("reject", 0, span.id))
    after = desk.preview(0, "anna")
    assert texts(after)[0] == "Zorblatt, mark the point"
    assert after.revision == 1
    assert texts(desk.preview(0, "ben")) == texts(before)
    desk.undo("anna")
    assert texts(desk.preview(0, "anna")) == texts(before)


def test_speakers_are_released(desk: Desk) -> None:
    speakers = {one.speaker for one in desk.preview(1, "anna").messages}
    assert len(speakers) == 1
    assert "Quibbly" not in speakers


def test_what_will_be_held_back(opened: Open) -> None:
    desk = opened(dialogue("one", "Zorblatt and Desmos"), "not JSON")
    desk.nlp.get_pipe("hips_surrogator").strategies = {"ORG": "hold"}
    held = desk.preview(0, "anna")
    assert held.messages == []
    assert "HeldForReview" in held.error
    assert "Desmos" not in held.error
    assert "NotJSON" in desk.preview(1, "anna").error
    with pytest.raises(BadAction, match="no dialogue 9"):
        desk.preview(9, "anna")


@pytest.mark.parametrize(
    ("surrogate", "sentence"),
    [
        ("Zorblatt", "contains an original"),
        ("zorblatt", "contains an original"),
        ("Mia Quibbly", "contains an original"),
        ("Mia\nLopez", "line break"),
        ("x" * 201, "longer than 200"),
        ("Mia\0", "control character"),
    ],
)
def test_a_surrogate_that_cannot_be_used(desk: Desk, surrogate: str, sentence: str) -> None:
    span = desk.dialogue(1, "anna").messages[1].spans[1]
    with pytest.raises(BadAction, match=sentence) as error:
        desk.act("anna", Action("surrogate", 1, span.id, surrogate=surrogate))
    assert surrogate not in str(error.value)
    assert desk.dialogue(1, "anna").revision == 0


def test_a_surrogate_is_set_for_one_original_only(desk: Desk) -> None:
    quibbly, zorblatt = desk.dialogue(1, "anna").messages[1].spans
    desk.act("anna", Action("surrogate", 1, quibbly.id, surrogate="Mirabel"))
    with pytest.raises(BadAction, match="is also that of somebody or something else"):
        desk.act("anna", Action("surrogate", 1, zorblatt.id, surrogate="MIRABEL"))


def test_a_surrogate_that_was_drawn_for_another_original_is_drawn_again(desk: Desk) -> None:
    zorblatt = desk.dialogue(1, "anna").messages[1].spans[1]
    before = [part.text for part in desk.preview(1, "anna").messages[1].parts if part.label]
    desk.act("anna", Action("surrogate", 1, zorblatt.id, surrogate=before[0]))
    after = [part.text for part in desk.preview(1, "anna").messages[1].parts if part.label]
    assert after[1] == before[0] != after[0]


def test_a_set_surrogate_is_that_of_all_mentions(desk: Desk) -> None:
    span = desk.dialogue(0, "anna").messages[0].spans[0]
    desk.act("anna", Action("accept", 0, span.id, scope="dialogue"))
    desk.act("anna", Action("surrogate", 0, span.id, surrogate="Mirabel"))
    assert texts(desk.preview(0, "anna"))[::2] == ["Mirabel, mark the point", "MIRABEL's turn"]


def test_a_surrogate_of_a_rejected_span(desk: Desk) -> None:
    span = desk.dialogue(0, "anna").messages[0].spans[0]
    desk.act("anna", Action("reject", 0, span.id))
    with pytest.raises(BadAction, match="accept it first"):
        desk.act("anna", Action("surrogate", 0, span.id, surrogate="Mirabel"))
