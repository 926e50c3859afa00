"""Every pattern knows the same relatives and the same days."""

import pytest

from spacy_piivot.lang import ENGLISH
from spacy_piivot.patterns.announcing import announces, announces_date
from spacy_piivot.patterns.guards import is_number_talk

from .conftest import Find

RELATIVES = sorted(
    ENGLISH.word_set(
        *(f"kinship.{name}" for name in "parents grandparents siblings children others".split()),
        "kinship.friends",
    )
)
DAYS = ENGLISH.words("calendar.weekdays")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my granny is 72", ("AGE", "72")),
        ("my stepdad is 51 now", ("AGE", "51")),
        ("my roommate is ninety", ("AGE", "ninety")),
        ("my half sister's 14, im older", ("AGE", "14")),
        ("my husband is 40 now", ("AGE", "40")),
        ("my grandad's number is 555 0199 444", ("PHONE_NUMBER", "555 0199 444")),
        ("godfather: 5550 1994 44", ("PHONE_NUMBER", "5550 1994 44")),
        ("my nephews birthday tomorrow", ("DATE_OF_BIRTH", "tomorrow")),
        ("niece is in year 9", ("GRADE_LEVEL", "year 9")),
        ("weds the 4th of march is the quiz", ("DATE", "weds the 4th of march")),
    ],
)
def test_what_is_told_of_one_relative_is_told_of_another(
    found: Find, text: str, expected: tuple[str, str]
) -> None:
    assert expected in found(text)


@pytest.mark.parametrize("relative", RELATIVES)
def test_each_relative_is_known(found: Find, relative: str) -> None:
    assert found(f"my {relative} is 42", only="age") == [("AGE", "42")]
    assert announces("AGE", f"my {relative} ")
    number = "2 4 6 8 10"
    text = f"the {relative}'s number is {number}"
    assert is_number_talk(f"so {number}", 3, 13, "ID_NUM")
    assert not is_number_talk(text, text.index(number), len(text), "ID_NUM")


@pytest.mark.parametrize("day", DAYS)
def test_each_day_is_known(found: Find, day: str) -> None:
    assert announces_date(f"see it {day}")
    assert found(f"my birthday is {day}") == [("DATE_OF_BIRTH", day)]
    assert found(f"{day} 5th june", only="date") == [("DATE", f"{day} 5th june")]
