import pytest

from spacy_piivot.kinds.numbers.rows import is_counting, numbers_in, row_around


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("one two 3 four", [1, 2, 3, 4]),
        ("twenty-one, thirty", [21, 30]),
        ("1234 555-0199", [1, 2, 3, 4, 555, 199]),
        ("415 820", [415, 820]),
        ("98765432", []),
        ("none of these", []),
    ],
)
def test_numbers_are_read_in_digits_and_in_words(text: str, values: list[int]) -> None:
    assert [number.value for number in numbers_in(text)] == values


def test_a_row_reaches_beyond_the_candidate_and_ends_at_other_words() -> None:
    text = "we got 7 then. five, four, three, two apples 9"
    start = text.index("four")
    row = row_around(text, start, start + 4)
    assert [number.value for number in row][-4:] == [5, 4, 3, 2]
    assert row_around(text, 0, 2) == []


@pytest.mark.parametrize(
    "values",
    [[1, 2, 3], [5, 10, 15, 20], [10, 9, 8, 7], [1, 2, 3, 1, 2, 3], [3, 6, 12, 24],
     [1, 4, 9, 16, 25], [2, 2, 2, 2], [3, 7, 12, 15, 22], [1, 2, 3, 4, 6, 7, 8, 9]],
)  # fmt: skip
def test_rows_that_are_counted_or_in_order(values: list[int]) -> None:
    assert is_counting(values)


@pytest.mark.parametrize(
    "values",
    [[5, 5, 5, 0, 1, 2, 3], [0, 1, 4, 7], [4, 1, 5], [8, 2, 0, 6, 6, 1, 4], [345, 820, 8913],
     [1, 2], [0, 7, 7, 0, 0, 9, 0, 0]],
)  # fmt: skip
def test_rows_that_may_be_somebodys(values: list[int]) -> None:
    assert not is_counting(values)
