import pytest
from transcripts import make_pipeline

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.release import encodable
from spacy_piivot.release.encodable import NotInEncoding, check_encodable
from spacy_piivot.release.repair import Checked

TEXTS = ["Zorblatt asked Quibbly", "4/12 said Zorblatt"]


def checked(encoding: str) -> tuple[str, list[str], Checked]:
    nlp = make_pipeline("fake_finder")
    dialogue = Dialogue("a", [Message("Quibbly", text) for text in TEXTS])
    doc = nlp(dialogue_to_doc(dialogue, nlp))
    result = check_encodable(doc, nlp.get_pipe("hips_surrogator"), encoding)  # type: ignore[arg-type]
    return doc._.piivot_text, list(doc._.piivot_speakers), result


def test_what_can_be_written_stays() -> None:
    assert checked("utf-8") == checked("cp1252")


def lacks(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    """Let the encoding lack the letters of some words."""
    monkeypatch.setattr(
        encodable, "_can_write", lambda text, encoding: not any(word in text for word in words)
    )


def test_surrogates_that_cannot_be_written_are_drawn_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, speakers, _ = checked("cp1252")
    given = before.split()[0]
    lacks(monkeypatch, given, speakers[0])
    after, others, result = checked("cp1252")
    assert given not in after
    assert speakers[0] not in others
    assert after.split()[2] == others[0]
    assert "Zorblatt" not in after
    assert (after, others) == checked("cp1252")[:2]
    assert not result.left


def test_a_dialogue_that_cannot_be_written_is_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    lacks(monkeypatch, "")
    with pytest.raises(NotInEncoding, match="no surrogates were found that cp1252 has all"):
        checked("cp1252")


def test_letters_are_those_of_the_encoding() -> None:
    assert encodable._can_write("Łukasz", "cp1250")
    assert not encodable._can_write("Łukasz", "cp1252")
