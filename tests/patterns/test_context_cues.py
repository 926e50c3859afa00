import pytest

from spacy_piivot.kinds.veto import is_introduced
from spacy_piivot.patterns.context_cues import (
    introduces,
    introduces_date,
    introduces_identifier,
    is_request,
)


@pytest.mark.parametrize(
    "words",
    [
        "my number is ", "ssn: ", "SSN=", "call me at ", "soc sec ", "my student number is ",
        "the zoom id is ", "| phone | ", "her digits ", "account no ", " is my number", "i.d. ",
    ],
)  # fmt: skip
def test_words_announce_an_identifier(words: str) -> None:
    assert introduces_identifier(words)
    for label in ("PHONE_NUMBER", "DATE", "AGE", "DATE_OF_BIRTH"):
        assert introduces(label, words)


@pytest.mark.parametrize(
    "words",
    ["", "so ", "the answer is ", "recall that ", "spin ", "a textual ", "what number is "],
)
def test_other_words_do_not(words: str) -> None:
    assert not introduces_identifier(words)
    assert not introduces("US_SSN", words)


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("DATE", "due "),
        ("DATE", "see you "),
        ("DATE", "my birthday is "),
        ("DATE_OF_BIRTH", "born "),
        ("DATE_OF_BIRTH", "d.o.b. "),
        ("AGE", "i am "),
        ("AGE", "how old are you? "),
        ("AGE", "she's "),
    ],
)
def test_dates_and_ages_have_words_of_their_own(label: str, words: str) -> None:
    assert introduces(label, words)
    assert not introduces("PHONE_NUMBER", words)


def test_a_due_date_is_no_date_of_birth() -> None:
    assert introduces_date("due ")
    assert not introduces("DATE_OF_BIRTH", "due ")


@pytest.mark.parametrize("message", ["what's your number", "send it", "how old are you?"])
def test_a_request(message: str) -> None:
    assert is_request(message)


@pytest.mark.parametrize("message", ["", "so this is called an equation", "i got it"])
def test_no_request(message: str) -> None:
    assert not is_request(message)


@pytest.mark.parametrize("words", ["my ", "student ", "d.o.", "' ", "x", "member", "1 ", "b "])
@pytest.mark.parametrize("count", [5_000, pytest.param(50_000, marks=pytest.mark.slow)])
def test_a_long_message_takes_linear_time(words: str, count: int) -> None:
    """With quadratic time these would not come back."""
    text = words * count
    for label in ("PHONE_NUMBER", "DATE", "DATE_OF_BIRTH", "AGE"):
        assert not introduces(label, text)
        assert not is_introduced(text, len(text) - 1, len(text), label, "")
    assert not is_request(text)
