import pytest

from spacy_piivot.evaluation.attack.guessing import guess_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("hi Emily Watson, is Mr. Garcia's x 3?", ["Emily Watson", "Garcia"]),
        ("I think the Point is emily", []),
        ("Will and Hope", []),
        ("", []),
    ],
)
def test_names_are_guessed_by_capital_and_list(text: str, names: list[str]) -> None:
    assert [text[start:end] for start, end in guess_names(text)] == names
