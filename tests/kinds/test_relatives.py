"""Every pattern knows the same relatives and the same days."""

from collections.abc import Callable

import pytest

from spacy_piivot.kinds.guards import is_number_talk
from spacy_piivot.lang import ENGLISH
from spacy_piivot.patterns.context_cues import introduces, introduces_date

Find = Callable[..., list[tuple[str, str]]]


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
    assert introduces("AGE", f"my {relative} ")
    number = "2 4 6 8 10"
    text = f"the {relative}'s number is {number}"
    assert is_number_talk(f"so {number}", 3, 13, "ID_NUM")
    assert not is_number_talk(text, text.index(number), len(text), "ID_NUM")


@pytest.mark.parametrize("day", DAYS)
def test_each_day_is_known(found: Find, day: str) -> None:
    assert introduces_date(f"see it {day}")
    assert found(f"my birthday is {day}") == [("DATE_OF_BIRTH", day)]
    assert found(f"{day} 5th june", only="date") == [("DATE", f"{day} 5th june")]


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("our mom is 42", "42"),
        ("their granny is 72", "72"),
        ("my dad turned 40", "40"),
        ("my little brother is 9", "9"),
        ("our grandma is turning 80", "80"),
        ("my nana's 81", "81"),
        ("her dad is 51", "51"),
        ("your sister is almost 12", "12"),
        ("my best friend turned twelve", "twelve"),
        ("my cousin Leo is 15", "15"),
        ("our neighbour is 66!", "66"),
        ("my uncle just turned 50", "50"),
        ("their daughter is five", "five"),
        ("my 12-year-old brother did it", "12"),
        ("she's a 9 year old", "9"),
        ("his sister is about to turn 10", "10"),
        ("my brother is 12 and a half", "12 and a half"),
    ],
)
def test_the_age_of_a_relative_is_found(found, text: str, age: str) -> None:
    assert found(text, only="age") == [("AGE", age)]


@pytest.mark.parametrize(
    "text",
    ["their sum is 42", "our total is 72", "my answer turned 40", "my dad is 42 points ahead",
     "my mom is 5 minutes late", "my brother is 9/10 done", "my sister is 3 + 4", "his score is 40",
     "our mom has 42", "my friend got 42", "my page turned 40", "her parent node has 12",
     "Tom is 12 and his sister is 9. How old is she?", "their aunt is 3 years older than x"],
)  # fmt: skip
def test_another_number_is_no_age(found, text: str) -> None:
    assert found(text, only="age") == []
