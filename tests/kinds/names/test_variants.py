import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.core.folding import squeeze
from spacy_piivot.kinds.names.variants import Variants, is_one_edit, is_stretched, repeats


@pytest.fixture(scope="module")
def known() -> Variants:
    variants = Variants()
    for word, misspelt in (("cassandra", True), ("petersen", True), ("anna", False)):
        variants.add(word, misspelt=misspelt)
    return variants


@pytest.mark.parametrize(
    ("word", "alike"),
    [("annna", ["anna"]), ("ana", ["anna"]), ("caassandra", ["cassandra"]), ("hannah", [])],
)
def test_words_with_the_same_letters_are_alike(
    known: Variants, word: str, alike: list[str]
) -> None:
    assert list(known.alike(word)) == alike


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("casandra", {"cassandra"}),
        ("cassandar", {"cassandra"}),
        ("petersem", {"petersen"}),
        ("petersons", set()),
        ("anne", set()),
        ("cassandra", set()),
        ("", set()),
    ],
)
def test_words_one_edit_away_are_near_if_they_may_be_misspelt(
    known: Variants, word: str, near: set[str]
) -> None:
    assert known.near(word) == near


@given(st.text(alphabet="abc", min_size=1, max_size=6), st.data())
def test_any_single_edit_is_one_edit(word: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(word) - 1))
    assert is_one_edit(word, word[:place] + "z" + word[place:])
    assert is_one_edit(word, word[:place] + "z" + word[place + 1 :])
    assert is_one_edit(word[:place] + word[place + 1 :], word)
    assert not is_one_edit(word, word)


@given(st.text("ab", max_size=6), st.text("ab", min_size=1, max_size=6))
def test_near_words_are_one_edit_away(word: str, name: str) -> None:
    variants = Variants()
    variants.add(name, misspelt=True)
    assert variants.near(word) == ({name} if is_one_edit(word, name) else set())


def test_a_name_with_letters_repeated_is_recognised() -> None:
    assert squeeze("cassieee") == squeeze("casie")
    assert repeats("cassieee", "cassie")
    assert not repeats("casie", "cassie")
    assert is_stretched("annna")
    assert not is_stretched("anna")
