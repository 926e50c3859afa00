import pickle
from pathlib import Path

import pytest

from spacy_piivot.errors import InputError
from spacy_piivot.lang import ENGLISH, Lexicon, load_lexicon, make_lexicon


@pytest.fixture
def toy(tmp_path: Path) -> Lexicon:
    (tmp_path / "kin.toml").write_text(
        'near = ["mo", "fa", "big mo"]\n[ages]\nmo = 3\n[also]\nma = "mo"\nda = ["fa", "mo"]\n'
    )
    (tmp_path / "say.toml").write_text(
        'own = ["my"]\n[expressions]\n'
        'mine = "{own} {kin.near}{1,2}"\nsaid = "so {expressions.mine}"\n'
        'round = "{expressions.round}"\nbroken = "("\n'
    )
    (tmp_path / "words.txt").write_text("# a note\none\n\n two \n")
    (tmp_path / "pairs.csv").write_text("# a note\nname,full\nBob,Robert\n")
    return make_lexicon("tt", str(tmp_path))


def test_lists_tables_and_rows_are_read(toy: Lexicon) -> None:
    assert toy.words("kin.near") == ("mo", "fa", "big mo")
    assert toy.words("kin.also") == ("mo", "fa")  # the words of a table
    assert toy.words("words") == ("one", "two")
    assert toy.word_set("words", "say.own") == {"one", "two", "my"}
    assert dict(toy.table("kin.ages")) == {"mo": 3}
    assert list(toy.content("kin")) == ["near", "ages", "also"]
    assert [dict(row) for row in toy.rows("pairs")] == [{"name": "Bob", "full": "Robert"}]


def test_expressions_hold_lists_and_expressions(toy: Lexicon) -> None:
    assert toy.expression("say.mine") == r"(?:my) (?:big\smo|fa|mo){1,2}"
    assert toy.pattern("say.said").fullmatch("So my Big\tmofa")


def test_what_a_folder_lacks_is_empty_and_finds_nothing(toy: Lexicon) -> None:
    assert toy.words("absent") == toy.words("kin.absent") == toy.rows("absent") == ()
    assert not toy.table("absent.absent")
    assert not toy.content("absent")
    assert not toy.pattern("say.absent").search("")
    assert not toy.pattern("absent.absent").search("anything")


@pytest.mark.parametrize(
    ("ask", "part"),
    [
        (lambda lexicon: lexicon.words("kin.ages"), "ages is not a list of words"),
        (lambda lexicon: lexicon.table("kin.near"), "near is not a table"),
        (lambda lexicon: lexicon.pattern("say.round"), "contains itself"),
        (lambda lexicon: lexicon.pattern("say.broken"), "cannot be used"),
    ],
)
def test_a_broken_file_says_what_to_do(toy: Lexicon, ask: object, part: str) -> None:
    with pytest.raises(InputError, match=part):
        ask(toy)  # type: ignore[operator]


def test_what_is_made_of_the_words_is_made_once(toy: Lexicon) -> None:
    def made(lexicon: Lexicon) -> list[str]:
        return [*lexicon.words("words")]

    assert toy.part(made) is toy.part(made)


def test_it_is_the_same_object_after_pickling(toy: Lexicon) -> None:
    assert pickle.loads(pickle.dumps(ENGLISH)) is ENGLISH is load_lexicon("en")
    assert pickle.loads(pickle.dumps(toy)) is toy


def test_an_unknown_language_and_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No words are shipped for the language 'xy'"):
        make_lexicon("xy")
    with pytest.raises(InputError, match="is not a folder"):
        make_lexicon("xy", str(tmp_path / "absent"))
