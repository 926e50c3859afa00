import logging
import multiprocessing
import pickle

import pytest
import spacy
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import (
    PATTERN_SOURCE,
    REJECTED,
    Candidate,
    get_candidates,
    set_candidates,
)
from spacy_piivot.errors import PIIvotError
from spacy_piivot.kinds.registry import recognizers
from spacy_piivot.patterns.recognizer import plain_text

CHAT = (
    ("tutor", "Hi! What's your phone number?"),
    ("student", "5550143 22 and mail tarn.okell@example.com 😀"),
    ("tutor", ""),
    ("student", "im in 7th grade at Fenwater High School\r\nmy student id: 4471-B92"),
    ("tutor", "What is 800-555-1234 = ? and 12.5.3.1"),
    ("student", "4471-B92 again"),
)


@pytest.fixture
def nlp() -> Language:
    nlp = blank_english()
    nlp.add_pipe("pii_patterns")
    return nlp


def chat(nlp: Language, turns: tuple[tuple[str, str], ...] = CHAT) -> Doc:
    return dialogue_to_doc(Dialogue("d1", [Message(*turn) for turn in turns]), nlp)


def found(doc: Doc) -> list[tuple[str, str]]:
    text = doc.text
    return [(candidate.label, candidate.cut(text)) for candidate in get_candidates(doc)]


def test_a_dialogue_gives_its_identifiers_with_exact_offsets_and_source(nlp):
    doc = nlp(chat(nlp))
    assert found(doc) == [
        ("PHONE_NUMBER", "5550143 22"),
        ("EMAIL_ADDRESS", "tarn.okell@example.com"),
        ("GRADE_LEVEL", "7th grade"),
        ("SCHOOL", "Fenwater High School"),
        ("ID_NUM", "4471-B92"),
        ("ID_NUM", "4471-B92"),
    ]
    assert {candidate.source for candidate in get_candidates(doc)} == {PATTERN_SOURCE}
    assert all(0 < score <= 1 for score in doc.spans["pii"].attrs["scores"])


def test_findings_never_cross_messages(nlp):
    doc = nlp(chat(nlp, (("a", "my phone is 555"), ("b", "0143"), ("a", "tarn@"), ("b", "a.com"))))
    assert found(doc) == []


def test_plain_text_is_one_message(nlp):
    assert found(nlp("write to tarn@example.com")) == [("EMAIL_ADDRESS", "tarn@example.com")]


@pytest.mark.parametrize("text", ["", " ", "\n\r\n", "😀😀", "٣٤٥", "\u200b", "İ@İ.com İİ", "\x00"])
def test_odd_texts_pass_and_have_the_groups(nlp, text):
    doc = nlp(chat(nlp, (("a", text), ("b", "tarn@example.com"))))
    assert ("EMAIL_ADDRESS", "tarn@example.com") in found(doc)
    assert REJECTED in nlp(text).spans


def test_only_the_named_recognizers_run():
    nlp = blank_english()
    nlp.add_pipe("pii_patterns", config={"recognizers": ["email"]})
    assert found(nlp("tarn@example.com or 206-555-0129")) == [("EMAIL_ADDRESS", "tarn@example.com")]


def test_an_unknown_recognizer_is_refused_with_the_known_ones():
    with pytest.raises(PIIvotError, match=r"'emial'.*email.*grade_level"):
        blank_english().add_pipe("pii_patterns", config={"recognizers": ["emial"]})


def test_every_recognizer_gives_canonical_labels():
    from spacy_piivot.core.labels import CANONICAL

    assert all(set(one.labels) <= set(CANONICAL) for one in recognizers().values())


def test_spans_key_is_used():
    nlp = blank_english()
    nlp.add_pipe("pii_patterns", config={"spans_key": "structured"})
    doc = nlp("tarn@example.com")
    assert [span.text for span in doc.spans["structured"]] == ["tarn@example.com"]


def test_what_was_ruled_out_is_not_found_again(nlp):
    doc = nlp.make_doc("tarn@example.com")
    set_candidates(doc, [Candidate(0, 16, "EMAIL_ADDRESS", 1.0, "x", reason="r")], REJECTED)
    assert found(nlp(doc)) == []


def test_pipe_at_any_batch_size_agrees_with_call(nlp):
    expected = found(nlp(chat(nlp)))
    for size in (1, 2, 7):
        docs = [chat(nlp) for _ in range(5)]
        assert [found(doc) for doc in nlp.pipe(docs, batch_size=size)] == [expected] * 5


@pytest.mark.parametrize("method", ["fork", pytest.param("spawn", marks=pytest.mark.slow)])
def test_two_processes_agree_with_one(nlp, method):
    before = multiprocessing.get_start_method()
    expected = found(nlp(chat(nlp)))
    multiprocessing.set_start_method(method, force=True)
    try:
        docs = list(nlp.pipe([chat(nlp) for _ in range(4)], n_process=2, batch_size=2))
    finally:
        multiprocessing.set_start_method(before, force=True)
    assert [found(doc) for doc in docs] == [expected] * 4


def test_a_used_component_is_pickled_without_presidio(nlp):
    nlp(chat(nlp))
    dumped = pickle.dumps(nlp.get_pipe("pii_patterns"))
    assert b"presidio_analyzer" not in dumped
    assert found(pickle.loads(dumped)(chat(nlp))) == found(nlp(chat(nlp)))


def test_a_saved_pipeline_finds_the_same(nlp, tmp_path):
    nlp.to_disk(tmp_path)
    loaded = spacy.load(tmp_path)
    assert found(loaded(chat(loaded))) == found(nlp(chat(nlp)))


def test_recognizers_are_made_and_presidio_is_imported_at_first_use_only(fresh):
    assert fresh["patterns"] == {"before": [], "lesson": ["spacy_piivot.kinds.registry"]}
    assert fresh["presidio after an address"] == [["presidio_analyzer"], True]


def test_a_failure_names_no_text_and_fails_closed(nlp, monkeypatch, caplog):
    component = nlp.get_pipe("pii_patterns")
    secret = "tarn.okell@example.com"

    def fail(message: str, previous: str) -> list:
        raise ValueError(message)

    monkeypatch.setattr(component, "find", fail)
    with caplog.at_level(logging.DEBUG), pytest.raises(PIIvotError) as caught:
        nlp(secret)
    assert secret not in str(caught.value)
    nlp.set_error_handler(lambda *args: None)
    [doc] = nlp.pipe([secret])
    assert doc._.piivot_status != "ok"
    assert doc._.piivot_text is None
    assert secret not in caplog.text


def test_nothing_is_logged_at_any_level(nlp, caplog, capsys):
    with caplog.at_level(logging.DEBUG):
        nlp(chat(nlp))
    output = capsys.readouterr()
    for word in ("tarn", "5550143", "Fenwater", "4471"):
        assert word not in caplog.text + output.out + output.err


def test_further_mentions_are_found_in_any_case_and_as_whole_words(nlp):
    doc = nlp(
        chat(
            nlp,
            (
                ("a", "write to Tarn.O@Example.com"),
                ("b", "tarn.o@example.com? xtarn.o@y"),
                ("a", "k"),
            ),
        )
    )
    assert [label for label, _ in found(doc)][:2] == ["EMAIL_ADDRESS", "EMAIL_ADDRESS"]
    doc = nlp(chat(nlp, (("a", "student id 2361895"), ("b", "2361895 ÷ 7 and 23618950"))))
    assert found(doc) == [("ID_NUM", "2361895"), ("ID_NUM", "2361895")]


def test_a_handle_that_is_a_word_does_not_make_the_word_an_identifier(nlp):
    doc = nlp(chat(nlp, (("a", "follow @triangle"), ("b", "a triangle has three sides"))))
    assert found(doc) == [("USERNAME", "@triangle")]


def test_the_scorer_counts_false_alarms(nlp):
    predicted = nlp.make_doc("write to tarn@example.com")
    reference = nlp.make_doc("write to tarn@example.com")
    scores = nlp.evaluate([Example(predicted, reference)])
    assert scores["spans_pii_p"] == 0.0


@pytest.mark.parametrize(
    "unit",
    "1|.|@|a|a.|a@|@a.|A.|1 |1.|1-|Aa |one |1 may |id |june 1 |http://a|https://a.b/1 |a_|a dot "
    "|x@y.com |(|9 Aa |my |half Thai, |due 5/17 |may 4\n|go to MIT, |PS 1 ".split("|"),
)
@pytest.mark.parametrize("size", [10_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_long_repetitive_messages_end(unit, size):
    text = plain_text((unit * size)[:size])
    component = blank_english().add_pipe("pii_patterns")
    component.find(text, "phone number? birthday? student id?")


@pytest.mark.parametrize("count", [400, pytest.param(5000, marks=pytest.mark.slow)])
def test_thousands_of_messages_keep_their_offsets(nlp, count):
    turns = tuple(("s", f"x{'é' * (i % 5)} tarn{i}@example.com") for i in range(count))
    doc = chat(nlp, turns)
    component = nlp.get_pipe("pii_patterns")
    component(doc)
    texts = [text for _, text in found(doc)]
    assert texts == [f"tarn{i}@example.com" for i in range(count)]
