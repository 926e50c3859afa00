"""The component; what it finds is tested in tests/sections."""

import pytest
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc

PROSE = (
    "When we drew the map of the market, I was sure that the fish sellers would be against it, "
    "but they were the first who came. We asked them what they would change and they told us. "
) * 3
TEXT = f"Adaeze Okonjo\nada@example.org\n\n{PROSE}\n\nReferences\nLindh, S. (2011). Birds. Nor.\n"


@pytest.fixture(scope="module")
def nlp() -> Language:
    nlp = blank_english("spacy_piivot.DialogueTokenizer.v1")
    nlp.add_pipe("document_sections")
    return nlp


def labels(doc: Doc) -> list[str]:
    return [span.label_ for span in doc.spans["sections"]]


def test_an_essay_has_sections_however_it_comes(nlp: Language) -> None:
    essay = dialogue_to_doc(Dialogue("e", [Message("student", TEXT)]), nlp)
    expected = ["author_block", "body", "references"]
    assert labels(nlp(TEXT)) == labels(nlp(essay)) == expected
    assert [labels(doc) for doc in nlp.pipe([TEXT, "Hi!", TEXT], batch_size=2)] == [
        expected, [], expected,
    ]  # fmt: skip


def test_a_dialogue_has_an_empty_group(nlp: Language) -> None:
    chat = Dialogue("d", [Message("tutor", "Name?"), Message("student", "References")])
    assert labels(nlp(dialogue_to_doc(chat, nlp))) == labels(nlp("")) == []


def test_it_looks_for_no_pii(nlp: Language) -> None:
    with pytest.warns(match="look for PII"):
        nlp.add_pipe("hips_surrogator")
    nlp.remove_pipe("hips_surrogator")
    assert len(nlp(TEXT).spans["pii"]) == 0


def test_a_failed_document_is_left_alone(nlp: Language) -> None:
    doc = nlp.make_doc(TEXT)
    doc._.piivot_status = "elsewhere:ValueError"
    assert "sections" not in nlp.get_pipe("document_sections")(doc).spans


def test_an_error_quotes_nothing(nlp: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(doc: Doc) -> None:
        raise ValueError(doc.text)

    monkeypatch.setattr(nlp.get_pipe("document_sections"), "annotate", fail)
    with pytest.raises(Exception, match="document_sections") as error:
        nlp(TEXT)
    assert "Okonjo" not in str(error.value)
