"""Time grows linearly with the text, also for repeated fragments.

The slow test detects work that grows with the square of the text; `benchmarks/long_texts.py`
measures the exact cost of each stage. The quick tests check the code that keeps time linear.
"""

import re

import pytest
import spacy
from spacy.language import Language

from benchmarks.long_texts import FRAGMENTS, KEY, repeated, shares, warm_up
from spacy_piivot.core.tokenizer import LONGEST, LONGEST_ADDRESS
from spacy_piivot.kinds.names import variants
from spacy_piivot.kinds.names.find.mentions import KnownName, NameFinder

# Quadratic work would cost 16 times its share; a busy machine costs about twice.
MOST = 5


@pytest.fixture(scope="module")
def nlp(keyed_nlp: Language) -> Language:
    keyed_nlp.get_pipe("hips_surrogator").key = KEY  # type: ignore[attr-defined]
    warm_up(keyed_nlp)
    return keyed_nlp


@pytest.mark.slow
@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_the_work_does_not_grow_with_the_square_of_the_text(nlp: Language, fragment: str) -> None:
    assert {name: share for name, share in shares(nlp, fragment) if share > MOST} == {}


def test_the_tokeniser_looks_at_no_long_run_as_one() -> None:
    tokenizer = {"@tokenizers": "spacy_piivot.DialogueTokenizer.v1"}
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": tokenizer}})
    given: list[int] = []
    search = nlp.tokenizer.prefix_search

    def noted(string: str) -> re.Match[str] | None:
        given.append(0 if string.isspace() else len(string))
        return search(string)

    nlp.tokenizer.prefix_search = noted
    for fragment in FRAGMENTS:
        text = repeated(fragment, 1000)
        given.clear()
        assert nlp.make_doc(text).text == text
        is_address = fragment in ("http://", "www.")
        assert max(given, default=0) <= (LONGEST_ADDRESS if is_address else LONGEST)


def test_a_long_address_stays_one_token(nlp: Language) -> None:
    address = "https://example.org/" + "a1-" * 500
    tokens = [token.text for token in nlp.make_doc(f"see {address}" + ")" * 9000)]
    assert tokens[:2] == ["see", address.rstrip("-")]
    assert len(tokens) > 9000


def test_pieces_are_tokenised_as_what_is_short_is(nlp: Language) -> None:
    short, long = (
        [
            (token.text, token.norm_, token.whitespace_)
            for token in nlp.make_doc("I don't go. " + "(" * count + " don't\n\nwanna  (Hi!)")
            if token.text != "("
        ]
        for count in (LONGEST // 2, LONGEST * 20)
    )
    assert short == long
    assert ("n't", "not", " ") in short


@pytest.mark.parametrize("around", ["1-", "(", "AaBb,", "😊", "a;", '"', "..,"])
def test_an_address_in_a_long_run_is_still_found(nlp: Language, around: str) -> None:
    mail = "maria.lopez@example.com"
    side = repeated(around, 5000)
    with nlp.select_pipes(disable="potential_pii_ner"):  # it takes most of the time
        doc = nlp(f"{side},{mail},{side}")
    assert mail not in doc._.piivot_text
    assert len(doc._.piivot_text) > 9000


def test_a_name_and_a_phone_beside_a_long_run_are_still_found(nlp: Language) -> None:
    text = f"my name is Maria Lopez {'(' * 2_000} call me at 612-555-0123"
    released = nlp(text)._.piivot_text
    assert "Lopez" not in released
    assert "555-0123" not in released


def test_no_long_word_is_taken_apart_for_a_misspelt_name(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []

    def noted(word: str) -> set[str]:
        taken.append(len(word))
        return deletions(word)

    deletions = variants._deletions
    monkeypatch.setattr(variants, "_deletions", noted)
    finder = NameFinder([KnownName("Cassandra Dent")], min_misspelt_length=4)
    text = "Casandra Cassandrra " + "AaBb" * 1000
    assert [text[m.start : m.end] for m in finder.find(text)] == ["Casandra", "Cassandrra"]
    assert max(taken) <= len("cassandra") + 1
