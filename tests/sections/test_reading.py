"""Sections of whole essays; all names are invented."""

import sys
from itertools import pairwise
from typing import Any

import pytest

from spacy_piivot.sections import find_sections

PROSE = (
    "When we drew the map of the market, I was sure that the fish sellers would be against it, "
    "but they were the first who came. We asked them what they would change and they told us. "
)
BODY = f"Introduction\n\n{PROSE}\n\n{PROSE}\n"
ENTRIES = (
    "Brankov, D. (2014). Draw the ward. Lantern Press.\n"
    "Okello, P., & Lindh, S. (2009). Maps of care. Journal of Wards, 4(2), 11–19.\n"
)


def labelled(text: str) -> list[tuple[str, str]]:
    return [(one.label, text[one.start : one.end].strip()) for one in find_sections(text)]


def lines_of(text: str, label: str) -> list[str]:
    return [
        line for one, part in labelled(text) if one == label for line in part.splitlines() if line
    ]


def test_sections_cover_the_text_in_order() -> None:
    text = f"  \nAda Okonjo\nada@example.org\n\n{BODY}\nReferences\n{ENTRIES}\nAppendix A\n1\n\n"
    found = find_sections(text)
    assert [one.label for one in found] == ["author_block", "body", "references", "appendix"]
    assert found[0].start == 0
    assert found[-1].end == len(text)
    assert all(a.end == b.start for a, b in pairwise(found))


@pytest.mark.parametrize("text", ["", " ", "\n\n\t\n"])
def test_nothing_written_is_body(text: str) -> None:
    assert [one.label for one in find_sections(text)] == (["body"] if text else [])


@pytest.mark.parametrize(
    "heading",
    [
        "References", "REFERENCES:", "7.0 References", "VI. Works Cited", "Work Cited", "Refrences",
        "Sorces", "Bibliography", "Bibliografía / References", "**References**", "Literature",
        "Used literature", "Literatur", "Sources and References", "Daftar Pustaka", "参考文献",
        "Список литературы", "References (APA)", "   REFERENCE LIST", "Bibliograpy",
        "List of sources",
    ],
)  # fmt: skip
def test_a_heading_of_references(heading: str) -> None:
    text = f"{BODY}\n{heading}\n\n{ENTRIES}google\n"
    assert labelled(text)[-1] == ("references", text[text.index(heading.strip()) :].strip())


@pytest.mark.parametrize(
    "line",
    [
        "Forces", "My references are my friends.", "Sources of error", "Medication",
        "Reference: none of the kids knew what it was, and I did not know it either, so we asked.",
        "The sources", "Courses", "Notes of a nurse",
    ],
)  # fmt: skip
def test_what_is_no_heading_of_references(line: str) -> None:
    assert [label for label, _ in labelled(f"{BODY}\n{line}\n\n{PROSE}\n\n{PROSE}")] == ["body"]


def test_a_heading_in_the_table_of_contents_is_body() -> None:
    text = f"Contents\nIntroduction\nReferences\nAppendix\nIntroduction\n{PROSE}\n{PROSE}\n" + BODY
    assert [label for label, _ in labelled(text)] == ["body"]


@pytest.mark.parametrize(
    "entries",
    [
        ENTRIES,
        "[1] J. D. Marek and A. Cana, “Concept maps,” IHM, 2008.\n[2] T. Bela, “Map Book”, BBC.",
        "1. Кузьмин Е. А. Эксперимент в школе. – Уфа: Издат, 2013. – 210 с.\n2. Google",
        "Lindh, Harper. To Sell a Bird. Grand Central, 1982. Print.",
        "FREIXA, P. Pedagogia da rua. Rio de Janeiro: Paz, 1987.",
        "- Farand P, Husain F. The efficacy of maps. Med Educ. 2002;36(5):426–431.\n- a forum",
        "https://www.example.org/maps/why (opened on 3 May 2021)\nwww.example.net/b",
        "* Heath, C. and Heath, D. Made to Last.\n* wikipedia",
        "Liedt, Ogil & Brozen, The Field Book of Growth, 2014.",
        "De Bonn, Edward. Lateral Seeing. Penguin.\nhttps://www.example.com (opened once)",
    ],
)
def test_a_list_without_a_heading(entries: str) -> None:
    assert labelled(f"{BODY}\n{entries}\n")[-1] == ("references", entries.strip())


@pytest.mark.parametrize(
    "end",
    [
        "I will do it again in 2019, with Tunde (the cook) and the others.",
        "1. ask first\n2. draw\n3. wait",
        "Marta",
        "In 1950 there were 300 people here (Lindh, 2011), and we do not know why they left.",
        "Word count: 402",
        "It was great!\nThe end",
    ],
)
def test_the_end_of_a_body_is_no_list_of_references(end: str) -> None:
    assert "references" not in {label for label, _ in labelled(f"{BODY}\n{end}\n")}


def test_a_line_of_the_author_after_the_references() -> None:
    text = f"{BODY}\nReferences\n{ENTRIES}My blog: https://ada.example.org\n"
    assert labelled(text)[-1] == ("body", "My blog: https://ada.example.org")


@pytest.mark.parametrize(
    "signature",
    [
        "Adaeze Okonjo", "Submitted by: Adaeze Okonjo\nRoll No: 17", "ada@example.org",
        "Sincerely,\nAda", "Name: Adaeze Okonjo",
    ],
)  # fmt: skip
@pytest.mark.parametrize("heading", ["References\n", ""])
@pytest.mark.parametrize("top", ["Adaeze Okonjo\n3 May 2020\n\n", ""])
def test_whoever_signs_after_the_references_is_no_cited_author(
    signature: str, heading: str, top: str
) -> None:
    found = labelled(f"{top}{BODY}\n{heading}{ENTRIES}{signature}\n")
    assert found[-1] == ("author_block", signature)
    assert found[-2][0] == "references"


def test_an_inline_heading_at_the_end() -> None:
    line = "Sources: Tuftan, E. Explanations, 1997. My uncle."
    assert labelled(f"{BODY}\n{line}")[-1] == ("references", line)


@pytest.mark.parametrize(
    "heading", ["References ", "REFERENCES: ", "Works Cited ", "Reference list: "]
)
def test_an_essay_on_one_line(heading: str) -> None:
    entries = ENTRIES.replace("\n", " ").strip()
    text = f"{PROSE * 3}{heading}{entries}"
    assert labelled(text) == [("body", (PROSE * 3).strip()), ("references", heading + entries)]


def test_a_word_inside_an_essay_on_one_line_is_no_heading() -> None:
    text = f"{PROSE * 3}Sources are few, and I did not find any in 2011. {PROSE * 3}"
    assert [label for label, _ in labelled(text)] == ["body"]


@pytest.mark.parametrize(
    ("mark", "notes"),
    [
        ("the sellers¹ came", "¹ A. Kest: The Act. London 1964, p. 35.\n² After the play."),
        ("the sellers[^1] came", "[^1]: Lindh 2011, 4.\n[^2]: Ibid."),
        ("the sellers.¹ They came", "1. Lindh, The Birds (Oslo: Nor, 2011), 4.\n2. Ibid., 5."),
        ("the sellers.1 They came", "1 Lindh, The Birds, 4.\n2 Talk with my aunt, in May."),
        ("the Kest* is a road", "* A road in our town."),
    ],
)
def test_footnotes(mark: str, notes: str) -> None:
    text = f"{BODY}\nI saw how {mark} and it was good.\n\n{PROSE}\n\n{notes}\n"
    assert labelled(text)[-1] == ("footnotes", notes)


def test_an_exponent_marks_no_footnote() -> None:
    text = f"{BODY}\nThe area is 4 m² and x² is 9.\n\n[1] Lindh, S. The Birds, 2nd ed., 2011.\n"
    assert labelled(text)[-1][0] == "references"


@pytest.mark.parametrize(
    "thanks",
    [
        "ACKNOWLEDGEMENT\nFirst of all I thank my guide Dr. Sudar, without whom nothing would be.",
        "6. Acknowledgements\n\nWe thank Mr. Olu of the stores and the drivers of the yard.",
        "Thanks to the Thursday class; to Rev. Basel for the hall and the urn.",
        "I thank God; my parents Virgo and Merced; and Mrs. Maca for the bread.",
        "Acknowledgements: we thank the village of Dolna for the boats and the bread.",
    ],
)
def test_acknowledgements(thanks: str) -> None:
    text = f"{BODY}\n{thanks}\n\nReferences\n{ENTRIES}"
    assert labelled(text)[-2] == ("acknowledgements", thanks)


@pytest.mark.parametrize(
    "end", ["Thank you for reading my essay.", "Thanks,\nTunde", "Thanks for all teachers"]
)
def test_thanks_to_the_reader_are_no_acknowledgements(end: str) -> None:
    assert "acknowledgements" not in {label for label, _ in labelled(f"{BODY}\n{end}")}


@pytest.mark.parametrize(
    "heading",
    ["Appendix", "APPENDIX A: LETTER (copy)", "Appendix 1: our chat", "ANNEX 1. Talk with K."],
)
def test_an_appendix(heading: str) -> None:
    text = f"{BODY}\n{heading}\n\nK: Adaab. Kaun hai?\nS: Main.\n"
    assert labelled(text)[-1] == ("appendix", text[text.index(heading) :].strip())


def calls(text: str) -> int:
    """How many functions are called, of Python and of C, while a text is read."""
    count = 0

    def note(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        find_sections(text)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    "fragment",
    [
        BODY, ENTRIES, "Okafor 2\n", "Name: Ada\n", "References\n", "1. a\n", "I thank you\n",
        "\n\n",
        f"References\n{ENTRIES}{PROSE}\n", "Sources: x\n", "word1 and ¹ word*\n",
        f"{PROSE}References {ENTRIES}".replace("\n", " "),
    ],
)  # fmt: skip
def test_the_work_grows_with_the_length(fragment: str) -> None:
    calls(fragment)
    few, many = (calls(fragment * count) for count in (50, 200))
    assert many < 5 * few
