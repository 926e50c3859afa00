"""`essay_sources` on spans that a test writes."""

import pytest
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import REJECTED, Candidate, get_candidates, set_candidates

FILLER = "The method was used in many schools and it helped the pupils to read more. " * 8
REFERENCES = """References
Lee, S. (2011). Maps of the mind. New York: Harbour Press.
Obi, C. (2014). Learning. ISBN 978-0-571-33465-1. https://www.nature.com/articles/s41586
"""


@pytest.fixture(scope="module")
def nlp() -> Language:
    nlp = blank_english()
    nlp.add_pipe("document_sections")
    nlp.add_pipe("essay_sources")
    return nlp


def read(
    nlp: Language, text: str, *found: tuple[str, str, str], roster: tuple[str, ...] = ()
) -> Doc:
    """A Doc with every occurrence of some texts found, given as (text, label, role)."""
    doc = dialogue_to_doc(Dialogue("e", [Message("", text)], roster=roster), nlp)
    candidates = []
    for string, label, role in found:
        start = text.find(string)
        while start >= 0:
            candidates.append(
                Candidate(start, start + len(string), label, 0.9, "potential_pii_ner", role)
            )
            start = text.find(string, start + len(string))
    set_candidates(doc, candidates)
    for _, component in nlp.pipeline:
        doc = component(doc)
    return doc


def roles(doc: Doc) -> list[tuple[str, str]]:
    return [(one.cut(doc.text), one.role) for one in get_candidates(doc)]


def test_names_of_a_list_of_references_are_cited(nlp: Language) -> None:
    text = f"Amara Obasi\nRoll No. 17\n\n{FILLER}As Lee says, it is a map.\n\n{REFERENCES}"
    found = [("Amara Obasi", "NAME", "participant"), ("Lee", "NAME", "participant")]
    doc = read(nlp, text, *found, ("Obi, C.", "NAME", "participant"))
    assert roles(doc) == [
        ("Amara Obasi", "participant"),
        ("Lee", "cited"),
        ("Lee", "cited"),
        ("Obi, C.", "cited"),
    ]


def test_a_writer_is_no_cited_author(nlp: Language) -> None:
    text = f"Sun Lee\nRoll No. 17\n\n{FILLER}Lee says so.\n\n{REFERENCES}"
    for role in ("cited", "public", "participant", ""):
        doc = read(nlp, text, ("Sun Lee", "NAME", "participant"), ("Lee, S.", "NAME", role))
        assert roles(doc) == [("Sun Lee", "participant"), ("Lee, S.", role and "participant")]


def test_somebody_on_the_roster_is_no_cited_author(nlp: Language) -> None:
    text = f"{FILLER}\n\n{REFERENCES}"
    doc = read(nlp, text, ("Lee, S.", "NAME", "participant"), roster=("Sun Lee",))
    assert roles(doc) == [("Lee, S.", "participant")]


def test_numbers_of_a_person_after_the_references_stay_found(nlp: Language) -> None:
    text = f"{FILLER}\n\n{REFERENCES}Student number 20451123\nWord count 812\nTel. +44 7700 900123"
    doc = read(nlp, text, ("20451123", "ID_NUM", ""), ("+44 7700 900123", "PHONE_NUMBER", ""))
    assert len(get_candidates(doc)) == 2


def test_details_of_references_are_rejected_unless_they_are_the_writers_too(nlp: Language) -> None:
    text = f"{FILLER}I live in Leeds.\n\n{REFERENCES}Obi, C. (2016). Rivers. Leeds: Mill Press.\n"
    found = [("New York", "LOCATION", ""), ("Leeds", "LOCATION", "")]
    doc = read(nlp, text, *found, ("978-0-571-33465-1", "PHONE_NUMBER", ""))
    assert [one.cut(doc.text) for one in get_candidates(doc)] == ["Leeds", "Leeds"]
    rejected = get_candidates(doc, REJECTED)
    assert [one.cut(doc.text) for one in rejected] == ["New York", "978-0-571-33465-1"]
    assert {one.reason for one in rejected} == {"source"}


def test_a_dialogue_stays_as_it_is(nlp: Language) -> None:
    doc = dialogue_to_doc(
        Dialogue("d", [Message("a", FILLER), Message("b", "Lee (2011) https://www.nature.com")]),
        nlp,
    )
    start = doc.text.index("Lee")
    set_candidates(doc, [Candidate(start, start + 3, "NAME", 0.9, "x", "participant")])
    for _, component in nlp.pipeline:
        doc = component(doc)
    assert roles(doc) == [("Lee", "participant")]


def test_a_place_that_only_a_list_knows_is_rejected(nlp: Language) -> None:
    text = f"{FILLER}Nothing is known in Chad. Peru, Peru and Togo."
    doc = dialogue_to_doc(Dialogue("e", [Message("", text)]), nlp)
    peru = text.index("Peru")
    set_candidates(
        doc,
        [
            *(
                Candidate(start, start + 4, "LOCATION", 0.6, "pii_patterns")
                for start in (text.index("Chad"), text.index("Togo"))
            ),
            Candidate(peru, peru + 4, "LOCATION", 0.9, "potential_pii_ner"),
            Candidate(peru + 6, peru + 10, "LOCATION", 0.6, "known_names"),
        ],
    )
    for _, component in nlp.pipeline:
        doc = component(doc)
    assert [one.cut(text) for one in get_candidates(doc)] == ["Peru", "Peru"]
    assert {one.reason for one in get_candidates(doc, REJECTED)} == {"listed"}


def test_lists_alone_keep_their_places(nlp: Language) -> None:
    text = f"{FILLER}Nothing is known in Chad."
    doc = dialogue_to_doc(Dialogue("e", [Message("", text)]), nlp)
    start = text.index("Chad")
    set_candidates(doc, [Candidate(start, start + 4, "LOCATION", 0.6, "pii_patterns")])
    for _, component in nlp.pipeline:
        doc = component(doc)
    assert len(get_candidates(doc)) == 1
