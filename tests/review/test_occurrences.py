import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.review.occurrences import find_key, folded_key, messages_with, word_row
from spacy_piivot.review.store import Store


def found(text: str, name: str) -> list[str]:
    return [text[start:end] for start, end in find_key(text, folded_key(name))]


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("Zadie, ZADIE and zadie", "Zadie", ["Zadie", "ZADIE", "zadie"]),
        ("Zadies zadie2 2zadie _zadie za-die", "Zadie", []),
        ("Zadie's turn, Zadie’s turn", "Zadie", ["Zadie", "Zadie"]),
        ("don't, Don said", "Don", ["Don"]),
        ("O'Neil and Neil", "Neil", ["Neil"]),
        ("'Zadie' said \"Zadie\"", "zadie", ["Zadie", "Zadie"]),
        ("José, Jose\u0301 and Jose", "Jose", ["José", "Jose\u0301", "Jose"]),
        ("Zadie  Okell and Zadie\nOkell", "zadie okell", ["Zadie  Okell", "Zadie\nOkell"]),
        ("call (612) 555-0123 now", "(612) 555-0123", ["(612) 555-0123"]),
        ("4/12 and 14/12", "4/12", ["4/12"]),
        ("Straße, STRASSE", "strasse", ["Straße", "STRASSE"]),
        ("👩‍🏫Zadie👩‍🏫", "Zadie", ["Zadie"]),
        ("مريم قالت مريم", "مريم", ["مريم", "مريم"]),
        ("Zadie", "", []),
        ("ﬁn fin", "fi", []),
    ],
)
def test_whole_words(text: str, name: str, expected: list[str]) -> None:
    assert found(text, name) == expected


@given(st.text(), st.text(min_size=1))
def test_what_is_found_has_the_same_form(text: str, name: str) -> None:
    for one in found(text + name, name):
        assert folded_key(one) == folded_key(name)


@given(st.text(alphabet="aBé ß-'.", max_size=30), st.text(alphabet="aBéß", min_size=1, max_size=4))
def test_a_word_between_spaces_is_found(text: str, name: str) -> None:
    assert name in found(f"{text} {name} {text}", name)


def test_the_index_names_all_messages(store: Store) -> None:
    texts = {
        (0, 0): "ask Zadie",
        (0, 1): "Zadies",
        (7, 0): "ZADIE and Okell",
        (7, 3): "José 👋 𞤀𞤣𞤢𞤥",
    }
    store.write_all(
        "INSERT INTO word (rowid, text) VALUES (?, ?)",
        (word_row(*place, text) for place, text in texts.items()),
    )
    store.write_all(
        "INSERT INTO dialogue VALUES (?, '', 1, '', '', '', '', 1, 0, 0, 0, 1, '')", [(0,), (7,)]
    )
    store.write_all(
        "INSERT INTO message VALUES (?, ?, '', ?, '', 0)",
        ((*place, text) for place, text in texts.items()),
    )
    assert list(messages_with(store, "zadie")) == [(0, 0), (7, 0)]
    assert list(messages_with(store, "zadie", 7)) == [(7, 0)]
    assert list(messages_with(store, "okell zadie")) == [(7, 0)]
    assert list(messages_with(store, "jose")) == [(7, 3)]
    # Letters that SQLite takes for signs.
    assert list(messages_with(store, folded_key("𞤀𞤣𞤢𞤥"))) == [(7, 3)]
    assert list(messages_with(store, "👋")) == list(texts)
    assert list(messages_with(store, "👋", 0)) == [(0, 0), (0, 1)]
