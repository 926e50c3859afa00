from collections import Counter

import pytest

from spacy_piivot.core.folding import fold
from spacy_piivot.kinds.names.spellings import Spellings
from spacy_piivot.lang import ENGLISH

LINES = ENGLISH.words("name_spellings")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("catherine", "katherine"),
        ("kathryn", "katherine"),
        ("sara", "sarah"),
        ("jon", "john"),
        ("mohamed", "muhammad"),
        ("aiden", "ayden"),
        ("brittney", "britney"),
        ("steven", "stephen"),
        ("caitlin", "kaitlyn"),
        ("zoe", "zoey"),
        ("rebecca", "rebekah"),
        ("yusuf", "youssef"),
    ],
)
def test_spellings_of_one_name_are_known_both_ways(one: str, other: str) -> None:
    spellings = ENGLISH.part(Spellings)
    assert other in spellings.others(one)
    assert one in spellings.others(other)
    assert one not in spellings.others(one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("maria", "mario"),
        ("kristen", "kirsten"),
        ("erin", "aaron"),
        ("julia", "julian"),
        ("daniel", "danielle"),
        ("mason", "jason"),
        ("maria", "mariah"),
        ("ava", "eva"),
        ("joan", "joanne"),
        ("francis", "frances"),
        ("alex", "alexandra"),
        ("zahra", "zara"),
    ],
)
def test_names_that_are_only_similar_are_not_spellings(one: str, other: str) -> None:
    assert other not in ENGLISH.part(Spellings).others(one)


def test_a_name_stands_on_one_line_folded_and_not_alone() -> None:
    names = Counter(name for line in LINES for name in line.split())
    assert [name for name, count in names.items() if count > 1 or name != fold(name)] == []
    assert [line for line in LINES if len(line.split()) < 2] == []
    assert len(LINES) > 300
