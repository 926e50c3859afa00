import pytest

from spacy_piivot.kinds.names.search_terms import search_term
from spacy_piivot.kinds.numbers.phone_search import PhoneSearch


def found(text: str, number: str) -> list[str]:
    search = PhoneSearch([search_term(number, "PHONE_NUMBER")])
    return [text[hit.start : hit.end] for hit in search.hits(text)]


@pytest.mark.parametrize(
    ("number", "written"),
    [
        ("+91 98765 43210", "98765-43210"),
        ("98765 43210", "+91 98765 43210"),
        ("+1 (415) 555-2671", "4155552671"),
        ("415-555-2671", "(415) 555.2671"),
        ("(415) 555-2671 ext. 12", "415 555 2671"),
        ("+49 171 2345678", "0171 2345678"),
        ("020 7946 0958", "+44 20 7946 0958"),
        ("+44 (0)20 7946 0958", "02079460958"),
        ("555-0123", "5550123"),
        ("٠٥٠١٢٣٤٥٦٧", "050 123 4567"),
    ],
)
def test_a_number_is_found_in_another_notation(number: str, written: str) -> None:
    assert found(f"it is {written}, ok", number) == [written]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("415-555-2671", "415 + 555 = 970"),
        ("415-555-2671", "415-555-26710"),
        ("415-555-2671", "5552671"),
        ("415-555-2671", "x4155552671"),
        ("+91 98765 43210", "765 43210"),
        ("12", "12"),
        ("five five five", "555"),
    ],
)
def test_other_digits_are_not_found(number: str, text: str) -> None:
    assert found(text, number) == []


def test_long_runs_take_linear_time() -> None:
    assert found("1-" * 100_000, "415-555-2671") == []
