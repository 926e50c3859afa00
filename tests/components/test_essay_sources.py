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


def test_a_famous_name_in_the_title_is_nobodys_own(nlp: Language) -> None:
    text = f"Sun Lee\nRoll No. 17\nFrida Kahlo\n\n{FILLER}Frida Kahlo painted."
    doc = read(nlp, text, ("Sun Lee", "NAME", "participant"), ("Frida Kahlo", "NAME", "public"))
    assert [role for _, role in roles(doc)] == ["participant", "public", "public"]


@pytest.mark.parametrize("role", ["cited", "public"])
def test_a_writer_taken_for_somebody_famous_is_a_participant(nlp: Language, role: str) -> None:
    text = f"Goran Petkovski\nRoll No. 17\n\n{FILLER}Kahlo painted."
    doc = read(nlp, text, ("Goran Petkovski", "NAME", role), ("Kahlo", "NAME", "public"))
    assert roles(doc) == [("Goran Petkovski", "participant"), ("Kahlo", "public")]


def test_a_term_in_the_title_says_nothing_about_people(nlp: Language) -> None:
    text = f"Sun Lee\nRoll No. 17\nMaslow and us\n\n{FILLER}Maslow wrote it."
    doc = read(nlp, text, ("Sun Lee", "NAME", "participant"), ("Maslow", "NAME", "math_term"))
    assert [role for _, role in roles(doc)] == ["participant", "math_term", "math_term"]


def test_somebody_on_the_roster_is_no_cited_author(nlp: Language) -> None:
    text = f"{FILLER}\n\n{REFERENCES}"
    doc = read(nlp, text, ("Lee, S.", "NAME", "participant"), roster=("Sun Lee",))
    assert roles(doc) == [("Lee, S.", "participant")]


def test_a_friend_with_an_authors_name_stays_private(nlp: Language) -> None:
    text = f"{FILLER}My friend Ana Lee helped me. Lee is kind.\n\n{REFERENCES}"
    doc = read(nlp, text, ("Ana Lee", "NAME", "mentioned"), (". Lee", "NAME", "mentioned"))
    assert all(role == "mentioned" for _, role in roles(doc))


@pytest.mark.parametrize(
    "cited",
    [
        "Moreau (2011) wrote",
        "(Moreau, 2011)",
        "(Moreau & Diaz, 2011a)",
        "Moreau et al. say",
        "Moreau and colleagues say",
        "(Moreau, Diaz, & Okoro, 2009; Lim, 2010)",
        "Moreau’s (1998) book",
    ],
)
def test_a_name_that_the_text_cites_is_cited(nlp: Language, cited: str) -> None:
    entry = "Moreau, D. (1998). Rivers. Leeds: Mill Press."
    text = f"{FILLER}Then {cited} it. {FILLER}\n\n{REFERENCES}{entry}"
    doc = read(nlp, text, ("Moreau", "NAME", "participant"))
    assert roles(doc) == [("Moreau", "cited")] * 2


@pytest.mark.parametrize(
    "told",
    [
        "My sister Moreau (2009) is nine",
        "Moreau (1931-2019) was my grandfather",
        "Moreau and others came to help",
        "With Moreau, 2016, we travelled",
    ],
)
def test_who_is_in_no_list_of_references_keeps_the_role(nlp: Language, told: str) -> None:
    for text in (f"{FILLER}{told}. {FILLER}", f"{FILLER}{told}. {FILLER}\n\n{REFERENCES}"):
        doc = read(nlp, text, ("Moreau", "NAME", "mentioned"))
        assert roles(doc) == [("Moreau", "mentioned")]


@pytest.mark.parametrize(
    "line",
    [
        "Mr. John Karanja, Manager, Sunrise Stores",
        "Brandt, Lena. Personal interview. 3 May 2021.",
        "Delgado, R. (2020). E-mail to the author.",
        "Wilk, T. (2019). Notes. Tel. 0722 111 222",
        "Photos: Lena Brandt",
    ],
)
def test_a_person_to_ask_is_no_author(nlp: Language, line: str) -> None:
    asked = ("John Karanja", "Brandt, Lena", "Delgado, R.", "Wilk, T.", "Lena Brandt")
    name = next(name for name in asked if name in line)
    text = f"{FILLER}\n\n{REFERENCES}{line}\n"
    for role in ("cited", "mentioned"):
        doc = read(nlp, text, (name, "NAME", role))
        assert {role for _, role in roles(doc)} <= {"mentioned", "participant"}


def test_numbers_of_a_person_after_the_references_stay_found(nlp: Language) -> None:
    text = f"{FILLER}\n\n{REFERENCES}Student number 20451123\nWord count 812\nTel. +44 7700 900123"
    doc = read(nlp, text, ("20451123", "ID_NUM", ""), ("+44 7700 900123", "PHONE_NUMBER", ""))
    assert len(get_candidates(doc)) == 2


def test_a_writer_who_cites_herself_stays_a_participant(nlp: Language) -> None:
    own = "Okafor, A. (2019). Essays. Enugu: Mill Press. "
    for block in ("Ada Okafor\nEDU 101", "OKAFOR ADA\nRoll No: 17", "Name: Ada Okafor"):
        text = f"{block}\n\n{FILLER}As Okafor (2019) shows.\n\n{REFERENCES}{own}"
        first = "OKAFOR ADA" if block.startswith("O") else "Ada Okafor"
        doc = read(nlp, text, (first, "NAME", "cited"), ("Okafor, A.", "NAME", "cited"))
        assert {role for _, role in roles(doc)} == {"participant"}, block


@pytest.mark.parametrize(
    "told", ["Moreau helped me in 2011", "Moreau (my coach)", "Moreau, 14, is"]
)
def test_a_name_beside_other_numbers_is_not(nlp: Language, told: str) -> None:
    doc = read(nlp, f"{FILLER}Then {told}. {FILLER}", ("Moreau", "NAME", "mentioned"))
    assert roles(doc) == [("Moreau", "mentioned")]


def test_details_of_references_are_rejected_unless_they_are_the_writers_too(nlp: Language) -> None:
    text = f"{FILLER}I live in Leeds.\n\n{REFERENCES}Obi, C. (2016). Rivers. Leeds: Mill Press.\n"
    found = [("New York", "LOCATION", ""), ("Leeds", "LOCATION", "")]
    doc = read(nlp, text, *found, ("978-0-571-33465-1", "PHONE_NUMBER", ""))
    assert [one.cut(doc.text) for one in get_candidates(doc)] == ["Leeds", "Leeds"]
    rejected = get_candidates(doc, REJECTED)
    assert [one.cut(doc.text) for one in rejected] == ["New York", "978-0-571-33465-1"]
    assert {one.reason for one in rejected} == {"source"}


def test_addresses_of_sources_are_cited_and_those_of_people_are_not(nlp: Language) -> None:
    text = f"{FILLER}My page: https://github.com/amaraobasi\n\n{REFERENCES}"
    source, own = "https://www.nature.com/articles/s41586", "https://github.com/amaraobasi"
    assert roles(read(nlp, text, (source, "URL", ""), (own, "URL", ""))) == [
        (own, ""),
        (source, "cited"),
    ]


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
