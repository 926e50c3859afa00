import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.core.folding import fold
from spacy_piivot.kinds.names import (
    has_title,
    is_only_a_word,
    is_ordinary_word,
    is_particle,
    name_extent,
    name_parts,
)
from spacy_piivot.lang import ENGLISH


@pytest.mark.parametrize(
    ("found", "name"),
    [
        ("Ms. Koski", "Koski"),
        ("Maria2x+3", "Maria"),
        ("Anna!I", "Anna"),
        ("Maria's", "Maria"),
        ("James’", "James"),
        (" “Zoë” ", "Zoë"),
        ("Jose\u0301's", "Jose\u0301"),
        ("मारिया", "मारिया"),
        ("J.T.", "J.T."),
        ("42", ""),
        ("", ""),
        ("LETICIA ABREU, ANH THU", "LETICIA ABREU"),
        ("Maria, Ana", "Maria"),
        ("Sandoval Ruelas, diary", "Sandoval Ruelas"),
        ("Ruiz, Ana", "Ruiz, Ana"),
        ("García Márquez, Gabriel José", "García Márquez, Gabriel José"),
        ("van Wyk, Annelise", "van Wyk, Annelise"),
        ("Smith, J.T.", "Smith, J.T."),
        ("Ni Luh Sriasih, S.Tr.Par", "Ni Luh Sriasih"),
        ("Sugeng, A.Md.", "Sugeng"),
        ("Anna Lee, PhD", "Anna Lee"),
        (", M.Par", ""),
        (", Md Rahman", "Md Rahman"),
        ("Anna Lee, Md Rahman", "Anna Lee"),
        (", A. Le", "A. Le"),
        (", MD RAHMAN", "MD RAHMAN"),
        (", Ma", "Ma"),
        ("Ivanov, A.Yu", "Ivanov, A.Yu"),
        ("Mas Bayu", "Bayu"),
        ("Chef Yohanes", "Yohanes"),
        ("chef", "chef"),
        ("mas alto", "mas alto"),
    ],
)
def test_the_name_proper_is_cut_out_of_a_finding(found: str, name: str) -> None:
    start, end = name_extent(found)
    assert found[start:end] == name


def test_parts_exclude_titles_and_full_stops() -> None:
    assert name_parts("Mrs. Maria van der Berg") == ["Maria", "van", "der", "Berg"]
    assert has_title("Mrs. Berg")
    assert not has_title("Maria Berg")
    assert is_particle("van")
    assert is_particle("J")
    assert not is_particle("Ben")


@pytest.mark.parametrize(
    ("one", "other"),
    [("José", "JOSE"), ("Łukasz", "lukasz"), ("O’Brien", "o'brien"), ("Jose\u0301", "josé")],
)
def test_spellings_of_one_name_fold_to_one_form(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@given(st.text(max_size=20))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    "word",
    "Mark Will Grace Hope May Rose Bill Frank Chance Art Green Hill Page Point Ray Angel Pat "
    "Sandy Red Max Monday April seven triangle the".split(),
)
def test_names_that_are_words_are_ordinary(word: str) -> None:
    assert is_ordinary_word(word)
    assert is_ordinary_word(word.upper())


@pytest.mark.parametrize(
    "word",
    "john maria anna alex sam jordan smith johnson garcia nguyen emma liam mia noah lucas "
    "fatima omar priya wei texas chicago".split(),
)
def test_names_that_are_not_words_are_not_ordinary(word: str) -> None:
    assert not is_ordinary_word(word)
    assert not is_only_a_word(word)


@pytest.mark.parametrize(
    "word",
    "Adjacent bid smell amoeba LOGARITHMS knee quotient vertices asymptote photosynthesis the "
    "homework giraffes idk gonna hmm skateboarding wouldn't wouldn’t".split(),
)
def test_words_that_are_never_names_are_only_words(word: str) -> None:
    assert is_only_a_word(word)
    assert is_ordinary_word(word)


@pytest.mark.parametrize(
    "word",
    "Mark Will Grace Rose Bill May Hope Hill Green Brown King Young Gift Precious Comfort Journey "
    "Ray Art Chance Drew Sandy Red Max".split(),
)
def test_a_name_that_is_a_word_is_not_only_a_word(word: str) -> None:
    assert is_ordinary_word(word)
    assert not is_only_a_word(word)


def test_word_lists_contain_folded_entries_and_no_comments() -> None:
    for name in (
        "ordinary_words",
        "names_that_are_words",
        "capitalised_words",
        "eponyms",
        "public_figures",
    ):
        words = ENGLISH.word_set(name)
        assert words
        assert {word for word in words if fold(word) != word or word != word.strip()} == set()
        assert not any(word.startswith("#") for word in words)


def test_a_word_is_on_only_one_of_the_two_lists() -> None:
    words, names = ENGLISH.word_set("ordinary_words"), ENGLISH.word_set("names_that_are_words")
    assert words.isdisjoint(names)
    assert len(words) > 10_000
    assert len(names) > 1_000
