import pytest

from spacy_piivot.kinds.names.search import TermSearch
from spacy_piivot.kinds.names.search_terms import (
    dialogue_term,
    exemption,
    search_term,
    stands_as_words,
)


def found(text: str, *terms: tuple[str, str]) -> list[str]:
    search = TermSearch([search_term(term, label) for term, label in terms])
    return [text[hit.start : hit.end] for hit in search.hits(text)]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Cassie", "CASSIE, cassieee and cassies", ["CASSIE", "cassieee", "cassie"]),
        ("Cassie", "Cassie2x+3, 2cassie", ["Cassie", "cassie"]),
        ("Zadie Okell", "zadie okell2x, Zadie", ["zadie okell"]),
        ("Zoë's", "zoe", ["zoe"]),
        ("Lee", "leee", []),
        ("James", "jamess book, jameees", ["james", "jameees"]),
        ("Anas", "annas", ["annas"]),
        ("Cassie", "Casie, cassandra", []),
    ],
)
def test_names_are_found_in_other_forms(name: str, text: str, expected: list[str]) -> None:
    assert found(text, (name, "NAME")) == expected


def test_identifiers_are_found_as_they_are_written() -> None:
    assert found("the best, the.best", ("the.best", "USERNAME")) == ["the.best"]
    assert found("84713s", ("84713", "ID_NUM")) == []


@pytest.mark.parametrize(
    ("text", "label", "why"),
    [
        ("Mark", "NAME", "ordinary_word"),
        ("J.T.", "NAME", "ordinary_word"),
        ("8A", "NAME", "ordinary_word"),
        ("SS", "NAME", "role"),
        ("four three", "ID_NUM", "number"),
        ("p3", "ID_NUM", "number"),
        ("123456789", "PHONE_NUMBER", "counting"),
        ("Will Price", "NAME", ""),
        ("84713", "ID_NUM", ""),
    ],
)
def test_terms_that_are_not_searched_for_have_a_reason(text: str, label: str, why: str) -> None:
    term = search_term(text, label)
    assert exemption(term) == why
    assert (dialogue_term(text, label) is None) == (why in ("ordinary_word", "number"))


def test_words_are_ordinary_unless_each_is_capitalised() -> None:
    term = search_term("Math message", "NAME")
    assert stands_as_words(term, "math message")
    assert not stands_as_words(term, "Math Message")
    assert not stands_as_words(search_term("Will Price", "NAME"), "will price")


def test_text_without_words_is_not_searched_for() -> None:
    assert search_term(" — ", "NAME").words == ()
    assert dialogue_term(" — ", "NAME") is None
