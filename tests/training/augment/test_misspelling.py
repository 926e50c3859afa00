import random

from spacy_piivot.kinds.names import is_ordinary_word
from training.augment.misspelling import misspell, misspelt
from training.augment.texts import read_texts
from training.labelled import Gold, Labelled, Lookalike

WORDS: dict[str, list[str]] = read_texts("misspelling.toml")["words"]


def test_listed_words_are_ordinary_and_differ_from_their_misspellings() -> None:
    for word, forms in WORDS.items():
        assert is_ordinary_word(word), word
        assert forms
        assert word not in forms


def test_spans_and_lookalikes_keep_their_text() -> None:
    text = "people think Because is because people believe there is School people"
    message = Labelled(
        "", text, (Gold(13, 20, "NAME", "participant"),), (Lookalike(56, 62, "word"),)
    )
    for seed in range(30):
        new = misspell(message, random.Random(seed), 1.0)
        (gold,) = new.spans
        assert new.text[gold.start : gold.end] == "Because"
        assert "School" in new.text
        assert new.text.split()[0] != "people"


def test_nothing_is_misspelt_at_rate_zero_or_in_capitals() -> None:
    message = Labelled("", "people BECAUSE")
    assert misspell(message, random.Random(1), 0.0) == message
    assert misspelt("BECAUSE", random.Random(1)) == "BECAUSE"


def test_unlisted_words_change_by_letters_and_keep_their_first() -> None:
    rng = random.Random(4)
    changed = {misspelt("neighbourhood", rng).lower() for _ in range(60)}
    assert len(changed - {"neighbourhood"}) > 8
    assert all(word[0] == "n" for word in changed)
