import pytest

from spacy_piivot.lang import ENGLISH
from spacy_piivot.sections.entries import Entries

ENTRIES = ENGLISH.part(Entries)


@pytest.mark.parametrize(
    "line",
    [
        "Brankov, D. (2014). Draw the Ward, Draw the World. Lantern Press.",
        "Lindh, Harper. To Sell a Bird. Grand Central, 1982. Print.",
        "Fals Bord, O. (1979). Historia doble de la Costa. Bogotá: Carlos.",
        "[3] T. Brun, Change by Drawing. HarperBusiness, 2009.",
        "Belbis, R.M. (1981) Teams: Why They Succeed. London: Heinem.",
        "Seelig, Tina. What I Wish I Knew When I Was 20. HarperOne, 2009.",
        "1. Don Normand, “The Design of Things”",
        "2. Рис Э. Бизнес с нуля. – М.: Альпина, 2016. – 253 с.",
        "Nielsen, J. (2000). Why you only need to test with 5 users. https://example.com/why",
        "van der Meer, A. (2012). Water. Delft: Nor.",
        "https://www.example.org/a",
        "ARDEN, Shirley (1964). « The Study of Savings », Journal of the Institute, vol. 94.",
    ],
)
def test_an_entry(line: str) -> None:
    assert ENTRIES.is_entry(line)


@pytest.mark.parametrize(
    "line",
    [
        "I was born in 1999 and my mother, A. Lindh, was a teacher.",
        "Adaeze Okonjo",
        "Lindh (2011) says that birds are not sold because they are loved.",
        "The harvests of 1828 and 1829 had been bad.",
        "Dear Ms. Castell,",
        "1. ask the sellers first",
        "Oslo, W. Szczep",
        "",
        "14 February 2023",
    ],
)
def test_no_entry(line: str) -> None:
    assert not ENTRIES.is_entry(line)


@pytest.mark.parametrize("line", ["google", "class notes, week 3", "- a forum", "Grade 5 book"])
def test_what_may_stand_among_entries(line: str) -> None:
    assert ENTRIES.is_loose(line)


@pytest.mark.parametrize("line", ["I was there", "Thank you!", "this is it", "x" * 120])
def test_what_may_not(line: str) -> None:
    assert not ENTRIES.is_loose(line)
