from itertools import pairwise

import pytest
from shared_pipelines import blank_english
from spacy.tokens import Doc, DocBin

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.sections import mark_sections, sections_of

PROSE = (
    "When we drew the map of the market, I was sure that the fish sellers would be against it, "
    "but they were the first who came. We asked them what they would change and they told us. "
) * 3
TEXT = (
    f"Adaeze Okonjo\nada@example.org\n\n{PROSE}\n\n   References\n"
    "Lindh, S. (2011). The birds. Nor.\nMarek, T. (1999). Maps. Nor.\n"
)


@pytest.fixture
def essay() -> Doc:
    return blank_english()(TEXT)


def test_spans_are_adjacent_and_cover_the_document(essay: Doc) -> None:
    mark_sections(essay)
    spans = list(essay.spans["sections"])
    assert [span.label_ for span in spans] == ["author_block", "body", "references"]
    assert (spans[0].start, spans[-1].end) == (0, len(essay))
    assert all(a.end == b.start for a, b in pairwise(spans))
    assert spans[2].text.split()[0] == "References"


@pytest.mark.parametrize("marked", [True, False])
def test_the_section_of_a_character(essay: Doc, marked: bool) -> None:
    if marked:
        mark_sections(essay)
    sections = sections_of(essay)
    assert sections.at(0) == sections.at(TEXT.index("ada@")) == "author_block"
    assert sections.at(TEXT.index("market")) == "body"
    assert sections.at(TEXT.index("Lindh")) == sections.at(len(TEXT) - 1) == "references"
    assert ("sections" in essay.spans) is marked


def test_a_dialogue_has_no_sections() -> None:
    messages = [Message("student", "Name: Ada"), Message("tutor", "References")]
    doc = dialogue_to_doc(Dialogue("d", messages), blank_english())
    mark_sections(doc)
    assert len(doc.spans["sections"]) == 0
    assert not sections_of(doc)
    assert sections_of(doc).at(3) == ""


def test_sections_are_saved(essay: Doc) -> None:
    mark_sections(essay)
    (again,) = DocBin(docs=[essay]).get_docs(essay.vocab)
    assert [span.label_ for span in again.spans["sections"]] == [
        "author_block", "body", "references",
    ]  # fmt: skip
    assert sections_of(again).at(0) == "author_block"
