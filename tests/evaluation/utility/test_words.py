"""The words that the measures of the lesson ask the language pack for."""

import pytest

from spacy_piivot.evaluation.utility.answers import ArithmeticWords, results
from spacy_piivot.evaluation.utility.categories import CategoryWords
from spacy_piivot.lang import ENGLISH, Lexicon, make_lexicon

LISTS = ("functions", "powers", "operators", "operators_behind", "operators_before", "parts",
         "units")  # fmt: skip


def test_no_list_is_empty() -> None:
    assert all(vars(ENGLISH.part(CategoryWords)).values())
    assert all(ENGLISH.words(f"arithmetic.{name}") for name in LISTS)
    assert len(ENGLISH.part(ArithmeticWords).months) == 12 + 12


@pytest.mark.parametrize("word", ENGLISH.words("arithmetic.functions"))
def test_what_a_function_is_taken_of_is_only_a_part(word: str) -> None:
    assert results(f"{word} 3 + 4", ENGLISH) == []


@pytest.fixture
def toy(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    folder = tmp_path_factory.mktemp("toy")
    (folder / "calendar.toml").write_text('months = ["zorp"]')
    return make_lexicon("xx", str(folder))


def test_another_language_has_other_words(toy: Lexicon) -> None:
    assert results("zorp 5-12 = 3, sin 3 + 4", toy) == [7]
    assert results("zorp 5-12 = 3, sin 3 + 4", ENGLISH) == [-7]
