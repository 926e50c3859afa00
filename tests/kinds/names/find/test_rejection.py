import pytest

from spacy_piivot.kinds.names.find.evidence import MessageWords
from spacy_piivot.kinds.names.find.rejection import (
    ORDINARY_WORD,
    VARIABLE,
    is_ordinary_use,
    is_said_to_be_name,
    reason_against,
)


def why(text: str, name: str, *, known: frozenset[str] = frozenset(), sure: bool = False) -> str:
    start = text.index(name)
    return reason_against(MessageWords(text), start, start + len(name), known=known, sure=sure)


@pytest.mark.parametrize(
    "before",
    ["Ms. ", "dr ", "hi ", "Thanks, ", "my name is ", "My name's ", "call me ", "I'm ", "I’m ",
     "i am ", "this is ", "a girl named "],
)  # fmt: skip
def test_titles_greetings_and_introductions_make_any_word_a_name(before: str) -> None:
    assert is_said_to_be_name(before + "pickle", len(before))
    assert why(before + "pickle", "pickle") == ""


@pytest.mark.parametrize("before", ["", "the ", "and ", "swam ", "chi ", "Ms. Koski's "])
def test_other_words_do_not(before: str) -> None:
    assert not is_said_to_be_name(before + "pickle", len(before))
    assert why(before + "pickle", "pickle") == ORDINARY_WORD


def test_a_capital_counts_unless_the_sentence_or_message_explains_it() -> None:
    assert why("Bid. Then he left", "Bid") == ORDINARY_WORD
    assert why("ok!\nBid again", "Bid") == ORDINARY_WORD
    assert why("THE BID IS OPEN", "BID") == ORDINARY_WORD
    assert why("the BID is open", "BID") == ""
    assert why("then Bid left", "Bid") == ""
    assert why("superBid left", "Bid") == ""


def test_every_word_must_be_an_ordinary_one() -> None:
    assert why("they stood knee to knee", "knee to knee") == ORDINARY_WORD
    assert why("ask to", "to") == ""
    assert why("ask an so", "an so") == ""
    assert why("ask ilka bid", "ilka bid") == ""
    assert why("Quotient bid", "Quotient bid") == ""


def test_known_names_and_sure_findings_stay() -> None:
    assert why("the bid", "bid", known=frozenset({"bid"})) == ""
    assert why("the bid", "bid", sure=True) == ""
    assert why("so x is", "x", known=frozenset({"x"})) == ""
    assert why("so x is", "x", sure=True) == VARIABLE


def test_nothing_breaks_on_odd_text() -> None:
    for text in ("\u0301", "🎉", "²", "-", "'", " "):
        assert why(text, text) == VARIABLE
        assert not is_ordinary_use(MessageWords(text), 0, len(text))
