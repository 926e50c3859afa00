"""Initials of known people, and letters that are not initials."""

import pytest

from spacy_piivot.kinds.names.find.evidence import MessageWords
from spacy_piivot.kinds.names.find.initials import known_initials

KNOWN = "BDKMX"


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("K. said so", "K"),
        ("thanks K.", "K"),
        ("thank you K!", "K"),
        ("ok M. what did you get", "M"),
        ("ask X. about it", "X"),
        ("i agree with K.", "K"),
        ("good morning B!", "B"),
        ("B. said so", "B"),
    ],
)
def test_an_initial_that_stands_for_a_person_is_found(text: str, letters: str) -> None:
    assert [letter for _, _, letter in known_initials(MessageWords(text), KNOWN)] == list(letters)


@pytest.mark.parametrize(
    "text",
    [
        "point K. Then draw", "K. 5", "A. 12 B. 15", "D. 12", "i chose B. is that right",
        "choose B!", "angle K. and angle M.", "line K, then", "i think D.", "is it B. or D.",
        "with K, you multiply", "point K!", "the constant K.", "and K. is the midpoint",
        "ok D, you multiply first", "3K. is it", "x = K.", "thanks Q.", "M.K. said so",
    ],
)  # fmt: skip
def test_a_letter_of_a_point_a_choice_or_a_formula_is_not_an_initial(text: str) -> None:
    assert list(known_initials(MessageWords(text), KNOWN)) == []
