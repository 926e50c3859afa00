from pathlib import Path

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.language import Language

CONFIG = {"nlp": {"tokenizer": {"@tokenizers": "spacy_piivot.DialogueTokenizer.v1"}}}
NLP = spacy.blank("en", config=CONFIG)


@pytest.fixture
def nlp() -> Language:
    return NLP


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Odile!You", ["Odile", "!", "You"]),
        ("thx;Tariq", ["thx", ";", "Tariq"]),
        ("odile.your turn", ["odile", ".", "your", "turn"]),
        ("odile?are you", ["odile", "?", "are", "you"]),
        ("*Odile*", ["*", "Odile", "*"]),
        ("_Odile_", ["_", "Odile", "_"]),
        ("J.T. said e.g. 3.14", ["J.T.", "said", "e.g.", "3.14"]),
        ("see www.brightmaths.example/a.b", ["see", "www.brightmaths.example/a.b"]),
        ("odile.ferrand@brightmaths.example", ["odile.ferrand@brightmaths.example"]),
        ("brightmaths.org/join", ["brightmaths.org/join"]),
        ("3:45 and 2x+3=11", ["3:45", "and", "2x+3=11"]),
        ("x_1 = 4", ["x_1", "=", "4"]),
    ],
)
def test_glued_words_are_parted_and_addresses_are_not(
    nlp: Language, text: str, tokens: list[str]
) -> None:
    assert [token.text for token in nlp(text)] == tokens


@given(st.text("ab.!?;:*_@/ \n\r'-1é", max_size=30))
def test_no_character_is_lost(text: str) -> None:
    assert NLP(text).text == text


def test_a_saved_pipeline_keeps_it(nlp: Language, tmp_path: Path) -> None:
    nlp.to_disk(tmp_path)
    again = spacy.load(tmp_path)
    # "odile.ca" is an address; "odile.can" only begins like one. Case makes no difference.
    texts = ("Odile!You", "see www.brightmaths.example/a.b", "odile.can you", "BRIGHTMATHS.ORG")
    for text in texts:
        assert [t.text for t in again(text)] == [t.text for t in nlp(text)]


def test_long_runs_of_glued_words_are_split_to_the_end(nlp: Language) -> None:
    for text in ("a." * 50_000, "aa." * 30_000, "a@" * 50_000, "a!" * 50_000):
        assert nlp(text).text == text


def test_a_saved_state_is_taken_whether_it_is_its_own_or_not() -> None:
    nlp = spacy.blank("en", config=CONFIG)
    own = nlp.tokenizer.to_bytes(exclude=["vocab"])
    assert nlp.tokenizer.from_bytes(own, exclude=["vocab"]) is nlp.tokenizer
    nlp.tokenizer.add_special_case("zorblatt", [{"ORTH": "zor"}, {"ORTH": "blatt"}])
    other = nlp.tokenizer.to_bytes(exclude=["vocab"])
    nlp.tokenizer.from_bytes(own, exclude=["vocab"])
    assert [token.text for token in nlp("zorblatt")] == ["zorblatt"]
    nlp.tokenizer.from_bytes(other, exclude=["vocab"])
    assert [token.text for token in nlp("zorblatt")] == ["zor", "blatt"]
