"""Whom and what an essay cites, on spans that a test writes."""

import re

import pytest

from spacy_piivot.core.spans import Candidate
from spacy_piivot.kinds.sources import SourcedEssay
from spacy_piivot.lang import ENGLISH
from spacy_piivot.sections import Sections, find_sections

FILLER = "The method was used in many schools and it helped the pupils to read more. " * 8
REFERENCES = """References
Lee, S. (2011). Maps of the mind. New York: Harbour Press.
Obi, C. (2014). Learning. ISBN 978-0-571-33465-1. https://www.nature.com/articles/s41586
"""


def roles(text: str, *found: tuple[str, str, str]) -> list[tuple[str, str]]:
    """Every occurrence of some texts, given as (text, label, role), with its new role. Of two that
    begin at one place the first given counts."""
    given = {string: (label, role) for string, label, role in found}
    candidates = []
    for match in re.finditer("|".join(map(re.escape, given)), text):
        label, role = given[match[0]]
        candidates.append(Candidate(match.start(), match.end(), label, 0.9, "tagger", role))
    essay = SourcedEssay(text, candidates, Sections(find_sections(text, ENGLISH)), ENGLISH)
    return [(one.cut(text), one.role) for one in essay.with_roles()]


def test_a_famous_name_in_the_title_is_nobodys_own() -> None:
    text = f"Sun Lee\nRoll No. 17\nFrida Kahlo\n\n{FILLER}Frida Kahlo painted."
    found = roles(text, ("Sun Lee", "NAME", "participant"), ("Frida Kahlo", "NAME", "public"))
    assert [role for _, role in found] == ["participant", "public", "public"]


@pytest.mark.parametrize("role", ["cited", "public"])
def test_a_writer_taken_for_somebody_famous_is_a_participant(role: str) -> None:
    text = f"Goran Petkovski\nRoll No. 17\n\n{FILLER}Kahlo painted."
    found = roles(text, ("Goran Petkovski", "NAME", role), ("Kahlo", "NAME", "public"))
    assert found == [("Goran Petkovski", "participant"), ("Kahlo", "public")]


def test_a_term_in_the_title_says_nothing_about_people() -> None:
    text = f"Sun Lee\nRoll No. 17\nMaslow and us\n\n{FILLER}Maslow wrote it."
    found = roles(text, ("Sun Lee", "NAME", "participant"), ("Maslow", "NAME", "math_term"))
    assert [role for _, role in found] == ["participant", "math_term", "math_term"]


def test_a_friend_with_an_authors_name_stays_private() -> None:
    found = [("Ana Lee", "NAME", "mentioned"), ("Lee", "NAME", "participant")]
    text = f"{FILLER}My friend Ana Lee helped me. Lee is kind.\n\n{REFERENCES}"
    assert roles(text, *found) == [
        ("Ana Lee", "mentioned"),
        ("Lee", "participant"),
        ("Lee", "cited"),
    ]
    without = text.replace("My friend Ana Lee helped me.", "")
    assert roles(without, *found) == [("Lee", "cited")] * 2


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
def test_a_name_that_the_text_cites_is_cited(cited: str) -> None:
    entry = "Moreau, D. (1998). Rivers. Leeds: Mill Press."
    text = f"{FILLER}Then {cited} it. {FILLER}\n\n{REFERENCES}{entry}"
    found = roles(text, ("Moreau", "NAME", "participant"))
    assert found == [("Moreau", "cited")] * 2


@pytest.mark.parametrize(
    "told",
    [
        "My sister Moreau (2009) is nine",
        "Moreau (1931-2019) was my grandfather",
        "Moreau and others came to help",
        "With Moreau, 2016, we travelled",
    ],
)
def test_who_is_in_no_list_of_references_keeps_the_role(told: str) -> None:
    for text in (f"{FILLER}{told}. {FILLER}", f"{FILLER}{told}. {FILLER}\n\n{REFERENCES}"):
        found = roles(text, ("Moreau", "NAME", "mentioned"))
        assert found == [("Moreau", "mentioned")]


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
def test_a_person_to_ask_is_no_author(line: str) -> None:
    asked = ("John Karanja", "Brandt, Lena", "Delgado, R.", "Wilk, T.", "Lena Brandt")
    name = next(name for name in asked if name in line)
    text = f"{FILLER}\n\n{REFERENCES}{line}\n"
    for role in ("cited", "mentioned"):
        (found,) = roles(text, (name, "NAME", role))
        assert found in ((name, "mentioned"), (name, "participant"))


def test_a_writer_who_cites_herself_stays_a_participant() -> None:
    own = "Okafor, A. (2019). Essays. Enugu: Mill Press. "
    for block in ("Ada Okafor\nEDU 101", "OKAFOR ADA\nRoll No: 17", "Name: Ada Okafor"):
        text = f"{block}\n\n{FILLER}As Okafor (2019) shows.\n\n{REFERENCES}{own}"
        first = "OKAFOR ADA" if block.startswith("O") else "Ada Okafor"
        found = roles(text, (first, "NAME", "cited"), ("Okafor, A.", "NAME", "cited"))
        assert {role for _, role in found} == {"participant"}, block


@pytest.mark.parametrize(
    "told", ["Moreau helped me in 2011", "Moreau (my coach)", "Moreau, 14, is"]
)
def test_a_name_beside_other_numbers_is_not(told: str) -> None:
    found = roles(f"{FILLER}Then {told}. {FILLER}", ("Moreau", "NAME", "mentioned"))
    assert found == [("Moreau", "mentioned")]


def test_addresses_of_sources_are_cited_and_those_of_people_are_not() -> None:
    text = f"{FILLER}My page: https://github.com/amaraobasi\n\n{REFERENCES}"
    source, own = "https://www.nature.com/articles/s41586", "https://github.com/amaraobasi"
    assert roles(text, (source, "URL", ""), (own, "URL", "")) == [
        (own, ""),
        (source, "cited"),
    ]
