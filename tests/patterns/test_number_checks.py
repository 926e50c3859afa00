import pytest

from spacy_piivot.patterns.number_checks import is_plausible_ssn


@pytest.mark.parametrize("number", ["543-21-2345", "123-45-6789", "001-01-0001", "899-99-9999"])
def test_numbers_that_can_have_been_issued(number: str) -> None:
    assert is_plausible_ssn(number)


@pytest.mark.parametrize(
    "number",
    ["000-12-3456", "666-12-3456", "900-12-3456", "987-65-4321", "123-00-4567", "123-45-0000",
     "078-05-1120", "219-09-9999", "100-25-1000", "543212345", "543-21-23456"],
)  # fmt: skip
def test_numbers_that_nobody_has(number: str) -> None:
    assert not is_plausible_ssn(number)
