from itertools import product

import pytest

from spacy_piivot.kinds.names.heritage import Heritages, likeliest
from spacy_piivot.kinds.names.letters import Letters
from spacy_piivot.lang import ENGLISH

HERITAGES = ENGLISH.part(Heritages)


@pytest.mark.parametrize(
    ("name", "kind", "origin"),
    [
        ("matsufuji", "family", "east_asian"), ("mimura", "family", "east_asian"),
        ("satpathy", "family", "south_asian"), ("farhoudi", "family", "near_east"),
        ("tsuyoshi", "given", "east_asian"), ("taumoefolau", "given", "oceanian"),
        ("abiodunrin", "family", "west_african"),
    ],
)  # fmt: skip
def test_an_unlisted_name_has_the_origin_of_its_letters(name: str, kind: str, origin: str) -> None:
    assert not HERITAGES.of(name, kind)
    assert likeliest(HERITAGES.origins(HERITAGES.guess(name, kind)), "") == origin


@pytest.mark.parametrize("name", ["xqzt", "zyqlon", "ab", ""])
def test_letters_that_say_nothing_leave_it_open(name: str) -> None:
    assert not HERITAGES.guess(name, "given")


def test_a_region_with_few_names_is_not_guessed() -> None:
    many = [f"na{a}{b}u" for a in "abcdefg" for b in "bcdfghk"]
    assert Letters({"a": many, "b": ["name"]}).guess("nabbu") == {"a": 1.0}
    assert not Letters({"b": ["name"]}).guess("named")


def test_a_short_list_does_not_get_every_name_with_rare_letters() -> None:
    long = ["".join(letters) for letters in product("bdgklm", "aeiou", "nrst", "aeiou", "bdk")]
    short = [name for number in range(50) if len(name := f"zaz{'ou' * (number % 3)}x{number}")]
    guess = Letters({"long": long, "short": short}).guess
    for name in ("qwertyuiop", "banqwt", "kelrvip"):
        assert guess(name)["long"] > 0.5
    assert guess("zazoux7")["short"] > 0.5
