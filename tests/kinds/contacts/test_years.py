"""A year in a handle or an address becomes a plausible year near it."""

import re

import pytest
from assigned import surrogates

KEYS = [b"key of years %05d" % number for number in range(8)]
YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("joana2009", "USERNAME"),
        ("joana_2009", "USERNAME"),
        ("2009joana", "USERNAME"),
        ("JOANA.2009", "USERNAME"),
        ("x_1987_x", "USERNAME"),
        ("joana2009@gmail.com", "EMAIL_ADDRESS"),
        ("joana.2009@school.k12.tx.us", "EMAIL_ADDRESS"),
        ("joana2009 at gmail dot com", "EMAIL_ADDRESS"),
        ("https://instagram.com/joana_2009", "URL"),
        ("https://zor.org/2009/joana", "URL"),
        ("joana1975", "USERNAME"),
        ("joana2001xo", "USERNAME"),
    ],
)
def test_a_year_stays_near_and_changes(text: str, label: str) -> None:
    old = int(YEAR.search(text)[0])
    for key in KEYS:
        [new] = surrogates((text, label), key=key)
        assert 0 < abs(int(YEAR.search(new)[0]) - old) <= 3


@pytest.mark.parametrize("text", ["joana2024", "joana2020", "joana2025"])
def test_a_recent_year_does_not_move_into_the_future(text: str) -> None:
    old = int(YEAR.search(text)[0])
    for key in KEYS:
        [new] = surrogates((text, "USERNAME"), key=key)
        assert int(YEAR.search(new)[0]) < old


@pytest.mark.parametrize("text", ["joana4711", "joana3009", "joana20091", "joana1850"])
def test_other_numbers_are_redrawn(text: str) -> None:
    digits = re.search(r"\d+", text)[0]
    drawn = {re.search(r"\d+", surrogates((text, "USERNAME"), key=key)[0])[0] for key in KEYS}
    assert digits not in drawn
    assert {len(one) for one in drawn} == {len(digits)}
    assert len(drawn) > 4


def test_a_year_moves_like_the_date_of_birth() -> None:
    for key in KEYS:
        birth, handle, mail, short = surrogates(
            ("March 4, 2009", "DATE_OF_BIRTH"), ("joana2009", "USERNAME"),
            ("joana.lee2009@gmail.com", "EMAIL_ADDRESS"), ("joana_09", "USERNAME"), key=key,
        )  # fmt: skip
        year = birth[-4:]
        assert YEAR.search(handle)[0] == YEAR.search(mail)[0] == year
        assert short.endswith(f"_{year[2:]}")


def test_a_year_is_the_same_in_all_addresses() -> None:
    one, other = surrogates(("joana2009", "USERNAME"), ("lee2009@gmail.com", "EMAIL_ADDRESS"))
    assert YEAR.search(one)[0] == YEAR.search(other)[0]


@pytest.mark.parametrize("path", ["2009/05/post", "2009/05/17/post", "2009-05-17"])
def test_a_date_in_a_path_stays_a_date(path: str) -> None:
    for key in KEYS:
        [new] = surrogates((f"https://zor.org/{path}", "URL"), key=key)
        form = r"/20\d\d[-/](?:0[1-9]|1[0-2])(?:[-/](?:0[1-9]|1\d|2[0-8]))?(?:/|$)"
        assert re.search(form, new)
