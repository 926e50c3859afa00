import pytest

from spacy_piivot.lang import ENGLISH
from spacy_piivot.sections.lines import split_lines
from spacy_piivot.sections.page_headers import find_page_headers

PAGE = "We drew the map of the market and the sellers came, one after the other. " * 6


def headers(*parts: str) -> list[str]:
    lines = split_lines("\n".join(parts))
    return [lines[number].text for number in sorted(find_page_headers(lines, ENGLISH))]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Okafor 1", "Okafor 2"),
        ("Reflection - N. Sylla - page 1", "Reflection - N. Sylla - page 2"),
        ("Oltman – Learning Launch – 1/2", "Oltman – Learning Launch – 2/2"),
        ("Korir F. C. – Report – BBM/1127/16", "Korir F. C. – Report – BBM/1127/16"),
        ("van den Heverd / LING 318", "van den Heverd / LING 318"),
        ("Page 1 of 2", "Page 2 of 2"),
        ("Medino de la Rosa, p. 1", "Medino de la Rosa, p. 2"),
    ],
)
def test_a_header_on_each_page(first: str, second: str) -> None:
    assert headers(first, PAGE, second, PAGE) == [first, second]


@pytest.mark.parametrize(
    "line",
    ["Tanvir Hasan, 1611-2047\t2", "Reflection – K. Venkatar – Page 2", "T. Nogueir\tpág. 2"],
)
def test_a_header_on_one_page(line: str) -> None:
    assert headers("Tanvir Hasan Nogueir", PAGE, line, PAGE) == [line]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Day 1", "Day 2"),
        ("Step 1: ask", "Step 2: draw"),
        ("Marks: 12/20", "Marks: 13/20"),
        ("Chapter 1", "Chapter 2"),
        ("Lindh, S. Birds, 2013, p. 66", "Lindh, S. Maps, 2014, p. 67"),
        ("WEEK 1", "WEEK 2"),
    ],
)
def test_a_heading_is_no_header(first: str, second: str) -> None:
    assert headers(first, PAGE, second, PAGE) == []


def test_rows_of_a_table_are_no_headers() -> None:
    rows = ("Dijkstra\t4\t371", "Bellman\t61\t412", "Okafor\t5\t3")
    assert headers("Okafor and Dijkstra", PAGE, *rows, PAGE) == []


def test_alike_lines_that_are_near_are_items() -> None:
    assert headers(PAGE, "Sulzer 1", "Sulzer 2", "Sulzer 3", PAGE) == []
