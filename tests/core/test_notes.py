from shared_pipelines import blank_english

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc, message_bounds
from spacy_piivot.core.notes import note_count, note_labels, notes_start, set_note_labels


def test_notes_stand_after_the_messages() -> None:
    nlp = blank_english()
    dialogue = Dialogue("a", [Message("T", "hi"), Message("S", "")], notes=["x y", "z"])
    doc = dialogue_to_doc(dialogue, nlp)
    assert doc.text == "hi\n\nx y\nz"
    assert (note_count(doc), notes_start(doc)) == (2, 4)
    assert message_bounds(doc)[-2:] == [(4, 7), (8, 9)]
    assert note_labels(doc) == ["", ""]
    set_note_labels(doc, ["NAME", ""])
    assert note_labels(doc) == ["NAME", ""]


def test_a_dialogue_without_notes_has_none() -> None:
    doc = dialogue_to_doc(Dialogue("a", [Message("T", "hi")]), blank_english())
    assert (note_count(doc), notes_start(doc), note_labels(doc)) == (0, None, [])
