"""Time grows with the text: no repeated fragment makes a stage look at the same again and again.

The slow test compares the processor time of every stage on 8 and on 128 thousand characters. The
quick ones hold what makes it so.
"""

import gc
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.names import index
from spacy_piivot.names.mentions import KnownName, NameFinder
from spacy_piivot.patterns.recognizer import cues_of, plain_text
from spacy_piivot.patterns.registry import RECOGNIZERS
from spacy_piivot.release import ReleaseError, check_release
from spacy_piivot.tokenizer import LONGEST, LONGEST_ADDRESS

SHORT, LONG = 8_000, 128_000
# A character may cost this much more in the long text.
MOST = 1.5
# Seconds for the long text below which nothing is judged.
FLOOR = 0.2
ROSTER = ["Maria Lopez", "Kofi", "Sam O'Neil"]

FRAGMENTS = (
    "AaBb", "1-", "1/", "a@", "http://", "a.b", "(", "St. ", "12 Main ", "@a", "x=1 ", "Ms. ",
    "é", "😊", "k-", "\\text{", "1,", "born ", "0", " ", "\n", "-", "'s", "www.", "+1 ", "a", "Ab ",
    "1 ", "1.", "1:", ":", "_", "a_", "#", "a#1", "/", "a/", "?", "!", ".", "..,", "@", "a@b.c ",
    "<p>", "**", "$", "+", "x^2+", "12-", "twenty-", "grade ", "my name is ", "Kofi ",
    "Maria Lopez ", "O'", "\u00a0", "\u200b", "[", "{", "%20", "1st ", "May 1 ", "1/2/",
    "Lincoln School ", "PS 1", "id ", "at ", "dot ", "my insta is ", "中", "A. ", "a;", "&amp;",
    "a=b&", '"', "~a", "1\n", "Kofi\n", "Oak St", "PO Box ", ", TX",
)  # fmt: skip


@pytest.fixture(scope="module")
def nlp(keyed_nlp: Language) -> Language:
    nlp = keyed_nlp
    nlp.get_pipe("hips_surrogator").key = b"a key for the tests, long enough"  # type: ignore[attr-defined]
    nlp("Maria Lopez: 612-555-0123, maria@example.com, 12 Main Street, Ohio")  # loads what is lazy
    return nlp


def stages(nlp: Language, text: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """What a text goes through, each stage ready to be run again."""
    plain = plain_text(text)
    cues = cues_of(plain)
    woken = {name: found for name, found in RECOGNIZERS.items() if found.is_woken_by(cues)}
    for name, recognizer in woken.items():
        yield name, lambda recognizer=recognizer: list(recognizer.find(plain, ""))
    yield "tokenizer", lambda: nlp.make_doc(text)
    made = dialogue_to_doc(Dialogue("d", [Message("Maria Lopez", text)], roster=ROSTER), nlp)
    for name, component in nlp.pipeline:
        if name == "potential_pii_ner":  # no pattern; it takes most of the time
            continue
        before = made.to_bytes()

        def run(component: Callable[[Doc], Doc] = component, before: bytes = before) -> Doc:
            return component(Doc(nlp.vocab).from_bytes(before))

        yield name, run
        made = component(made)

    def check() -> None:
        with suppress(ReleaseError):  # some of what is said so often may well stand there
            check_release(made)

    yield "check_release", check


def seconds(work: Callable[[], object], times: int) -> float:
    best = float("inf")
    gc.collect()
    gc.disable()
    try:
        for _ in range(times):
            started = time.process_time()
            work()
            best = min(best, time.process_time() - started)
    finally:
        gc.enable()
    return best


def repeated(fragment: str, length: int) -> str:
    return (fragment * (length // len(fragment) + 1))[:length]


@pytest.mark.slow
@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_a_character_costs_no_more_in_a_long_text(nlp: Language, fragment: str) -> None:
    most = MOST * LONG / SHORT
    short, long = (stages(nlp, repeated(fragment, length)) for length in (SHORT, LONG))
    slow = {}
    for (name, few), (_, many) in zip(short, long, strict=True):
        limit = max(most * seconds(few, 2), FLOOR)
        if (spent := seconds(many, 1)) <= limit:
            continue
        limit, spent = max(most * seconds(few, 5), limit), min(spent, seconds(many, 2))
        if spent > limit:
            slow[name] = f"{spent:.2f} s, at most {limit:.2f} s"
    assert not slow


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

    deletions = index._deletions
    monkeypatch.setattr(index, "_deletions", noted)
    finder = NameFinder([KnownName("Cassandra Dent")], min_misspelt_length=4)
    text = "Casandra Cassandrra " + "AaBb" * 1000
    assert [text[m.start : m.end] for m in finder.find(text)] == ["Casandra", "Cassandrra"]
    assert max(taken) <= len("cassandra") + 1
