import pytest

from spacy_piivot.kinds.names.search_terms import search_term
from spacy_piivot.kinds.names.spelled import SpelledSearch


def found(text: str, *names: str) -> list[str]:
    search = SpelledSearch(search_term(name, "NAME") for name in names)
    return [text[hit.start : hit.end] for hit in search.hits(text)]


@pytest.mark.parametrize(
    "spelled",
    [
        "A-D-A-M", "a.d.a.m", "A D A M", "A, D, A, M", "A+D+A+M", "A + D + A + M", "a/d/a/m",
        "A – D – A – M", "a_d_a_m", "A;D;A;M", "Á-d-á-m",
    ],
)  # fmt: skip
def test_a_spelled_name_is_found(spelled: str) -> None:
    assert found(f"it is {spelled}, ok?", "Adam") == [spelled]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("A, D, A, M, S", "Adam"),  # more letters
        ("x + a + d + a + m", "Adam"),
        ("a+b+e = 12", "Abe"),  # a sum
        ("points P, A, T", "Pat"),
        ("points S, T, U", "Stu"),  # the alphabet
        ("A\nD\nA\nM", "Adam"),
        ("i'm a d a m", "Madam"),
        ("A D A Man", "Adam"),
        ("E, D", "Ed"),
    ],
)
def test_other_letters_are_not_found(text: str, name: str) -> None:
    assert found(text, name) == []


def test_names_of_several_words_are_found_as_a_whole() -> None:
    assert found("M-A-R-Y-J-A-N-E or j-a-n-e", "Mary-Jane", "Jane") == [
        "M-A-R-Y-J-A-N-E",
        "j-a-n-e",
    ]


def test_long_runs_take_linear_time() -> None:
    assert found("a-" * 100_000 + "a", "Adam") == []
