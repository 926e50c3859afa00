import pytest

from spacy_piivot.kinds.names.find.evidence import MessageWords
from spacy_piivot.kinds.names.find.full_names import full_name_start


def completed(text: str, name: str, *known: str) -> str:
    start = text.index(name)
    end = start + len(name)
    return text[full_name_start(MessageWords(text), start, end, set(known)) : end]


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("Will Smith is here", "Smith", "Will Smith"),
        ("ask Mark Jones", "Jones", "Mark Jones"),
        ("Hope Jones is late", "Jones", "Hope Jones"),
        ("WILL SMITH", "SMITH", "WILL SMITH"),
        ("I saw Will Smith?", "Smith", "Will Smith"),
        ("Will Smith come?", "Smith", "Smith"),
        ("Will Maria get it", "Maria", "Maria"),
        ("Tell Smith", "Smith", "Smith"),
        ("Ms. Smith", "Smith", "Smith"),
        ("Hi Smith", "Smith", "Smith"),
        ("Governor Smith", "Smith", "Smith"),
        ("In April Smith left", "Smith", "Smith"),
        ("OK Smith", "Smith", "Smith"),
        ("Will, Smith", "Smith", "Smith"),
        ("will smith", "smith", "smith"),
        ("smith", "smith", "smith"),
        ("Reflection – I.-M. Dobrescu – 1", "Dobrescu", "I.-M. Dobrescu"),
        ("by K. R. Subramaniam", "Subramaniam", "K. R. Subramaniam"),
        ("J.R.R.\u00a0Tamms", "Tamms", "J.R.R.\u00a0Tamms"),
        ("in the U.S. smith", "smith", "smith"),
        ("choose A. Smith", "Smith", "Smith"),
        ("e.g. Smith", "Smith", "Smith"),
        ("at 5 p.m. Smith", "Smith", "Smith"),
    ],
)
def test_a_first_name_that_is_a_word_joins_its_surname(text: str, name: str, expected: str) -> None:
    assert completed(text, name) == expected


def test_a_known_first_name_joins_in_lower_case() -> None:
    assert completed("will smith did it", "smith", "will") == "will smith"
    assert completed("will maria do it", "maria", "will") == "maria"
    assert completed("will smith do it?", "smith", "will") == "smith"
