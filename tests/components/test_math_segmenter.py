import multiprocessing
import re
from collections import Counter
from typing import Any

import pytest
import spacy
import srsly
from conftest import REPOSITORY
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import DocBin

from spacy_piivot.components.math_segmenter import VETO_LABELS
from spacy_piivot.core.dialogue import (
    Dialogue,
    Message,
    dialogue_to_doc,
    message_bounds,
    message_densities,
    message_segments,
)
from spacy_piivot.core.spans import Candidate, get_candidates, set_candidates
from spacy_piivot.evaluation.core.schemes import canonical_label
from spacy_piivot.patterns.presidio import analyze

RECOGNIZERS = {
    "PhoneRecognizer": "PHONE_NUMBER",
    "DateRecognizer": "DATE",
    "IpRecognizer": "IP_ADDRESS",
    "UsSsnRecognizer": "US_SSN",
    "UsItinRecognizer": "ID_NUM",
    "UsLicenseRecognizer": "US_DRIVER_LICENSE",
    "UsBankRecognizer": "US_BANK_NUMBER",
    "UsPassportRecognizer": "US_PASSPORT",
}
# What these take for identifiers.
LOOKALIKES = ("3.14159265358", "10/12/14", "12.5.3.1", "A1 = 3, B2 = 4", "987-65-4321")


@pytest.fixture(scope="module")
def nlp() -> Language:
    nlp = blank_english("spacy_piivot.DialogueTokenizer.v1")
    nlp.add_pipe("math_segmenter")
    return nlp


def make_doc(nlp: Language, *texts: str):
    return dialogue_to_doc(Dialogue("d", [Message("student", text) for text in texts]), nlp)


def with_candidate(nlp: Language, string: str, label: str, *texts: str, **other):
    """A processed Doc with a candidate wherever a string stands."""
    doc = make_doc(nlp, *texts)
    found = []
    start = doc.text.find(string)
    while start >= 0:
        values = {"score": 0.4, "source": "detector", **other}
        found.append(Candidate(start, start + len(string), label, **values))
        start = doc.text.find(string, start + 1)
    assert found
    set_candidates(doc, found)
    return nlp(doc)


def test_every_message_has_a_density_and_a_segment(nlp: Language) -> None:
    doc = nlp(make_doc(nlp, "good morning everyone", "", "3x + 2 = 14, so 3x = 12 and x = 4"))
    densities = message_densities(doc)
    assert densities[:2] == [0.0, 0.0]
    assert densities[2] > 0.5
    assert message_segments(doc) == ["NON-MATH", "NON-MATH", "MATH"]
    (span,) = doc.spans["math"]
    assert (span.label_, span.text) == ("MATH", "3x + 2 = 14, so 3x = 12 and x = 4")


def test_plain_text_is_one_message(nlp: Language) -> None:
    assert message_segments(nlp("x^2 + 1 = 0")) == ["MATH"]
    assert message_segments(nlp("see you tomorrow")) == ["NON-MATH"]


@pytest.mark.parametrize("texts", [[], [""], ["", ""], [" "], ["\r\n"], ["🙂"], ["привет"]])
def test_odd_messages_are_no_mathematics(nlp: Language, texts: list[str]) -> None:
    doc = nlp(make_doc(nlp, *texts))
    assert set(message_segments(doc)) <= {"NON-MATH"}
    assert "pii_rejected" in doc.spans


def with_presidio(nlp: Language, *texts: str):
    """A Doc with the candidates of Presidio's recognisers, not processed."""
    doc = make_doc(nlp, *texts)
    found = [
        Candidate(start, end, label, score, "presidio")
        for recognizer, label in RECOGNIZERS.items()
        for start, end, score in analyze(recognizer, doc.text)
    ]
    assert found
    set_candidates(doc, found)
    return doc


@pytest.mark.parametrize("lookalike", LOOKALIKES)
@pytest.mark.parametrize("form", ["so {} and 2x = 14, what is x?", "what is {} + 3x", "y = {}"])
def test_21_nothing_numeric_survives_inside_mathematics(
    nlp: Language, form: str, lookalike: str
) -> None:
    doc = with_presidio(nlp, "solve 3x + 2 = 14", form.format(lookalike), "so 3x = 12 and x = 4")
    before = len(get_candidates(doc))
    nlp(doc)
    assert message_segments(doc) == ["MATH"] * 3
    assert get_candidates(doc) == []
    assert [c.reason for c in get_candidates(doc, "pii_rejected")] == ["mathematics"] * before


@pytest.mark.parametrize("lookalike", LOOKALIKES)
@pytest.mark.parametrize(
    "form", ["my number is {}", "ssn: {}", "x + 2 = 14. my number is {}", "ssn = {}, and 3x = 12"]
)
def test_21_the_same_survives_where_it_is_announced(
    nlp: Language, form: str, lookalike: str
) -> None:
    doc = with_presidio(nlp, "solve 3x + 2 = 14", form.format(lookalike), "so 3x = 12 and x = 4")
    before = get_candidates(doc)
    assert get_candidates(nlp(doc)) == before


@pytest.mark.parametrize(
    ("text", "number", "label"),
    [
        ("3x = 12. my number is 314-159-2653", "314-159-2653", "PHONE_NUMBER"),
        ("ssn: 987-65-4321, and x = 4", "987-65-4321", "US_SSN"),
        ("x + 1 = 3 and i was born 10/12/14", "10/12/14", "DATE_OF_BIRTH"),
        ("2x = 4. my ip is 12.5.3.1", "12.5.3.1", "IP_ADDRESS"),
    ],
)
def test_an_announced_number_stays_inside_mathematics(
    nlp: Language, text: str, number: str, label: str
) -> None:
    doc = with_candidate(nlp, number, label, "2x + 2 = 14", text, "so 2x = 12")
    assert message_segments(doc)[1] == "MATH"
    assert [c.cut(doc.text) for c in get_candidates(doc)] == [number]


@pytest.mark.parametrize(
    ("string", "label", "score"),
    [
        ("Maria", "NAME", 0.1),
        ("a@b.org", "EMAIL_ADDRESS", 0.1),
        ("b.org/3", "URL", 0.1),
        ("4/12", "DATE", 0.95),
    ],
)
def test_names_addresses_and_strong_candidates_are_never_touched(
    nlp: Language, string: str, label: str, score: float
) -> None:
    doc = with_candidate(nlp, string, label, f"2x + 3 = 7 {string} so x = 2", score=score)
    assert message_segments(doc) == ["MATH"]
    assert len(get_candidates(doc)) == 1


def test_weak_is_said_by_source_and_label() -> None:
    nlp = blank_english()
    below = {"*": {"*": 0.3}, "ner": {"DATE": 0.9, "*": 0.5}}
    nlp.add_pipe("math_segmenter", config={"veto_below": below})

    def stays(source: str, label: str, score: float) -> bool:
        doc = with_candidate(nlp, "4/12", label, "x + 4/12 = 3", source=source, score=score)
        return bool(get_candidates(doc))

    assert not stays("ner", "DATE", 0.85)
    assert stays("ner", "AGE", 0.6)
    assert not stays("ner", "AGE", 0.4)
    assert stays("patterns", "DATE", 0.4)
    assert not stays("patterns", "DATE", 0.2)
    assert stays("ner+patterns", "DATE", 0.85)


def test_what_is_given_joins_the_defaults_and_can_switch_them_off() -> None:
    def stays(below: dict[str, dict[str, float]], source: str, score: float) -> bool:
        nlp = blank_english()
        nlp.add_pipe("math_segmenter", config={"veto_below": below})
        doc = with_candidate(nlp, "4/12", "DATE", "x + 4/12 = 3", source=source, score=score)
        return bool(get_candidates(doc))

    mine = {"mine": {"*": 0.7}}
    assert not stays(mine, "mine", 0.6)
    assert not stays(mine, "pii_patterns", 0.5)
    assert stays({**mine, "pii_patterns": {"*": 0.0}}, "pii_patterns", 0.5)
    assert stays({**mine, "*": {"*": 0.0}}, "anything", 0.1)


def test_durations_in_words_are_numbers_too(nlp: Language) -> None:
    text = "distance over time is 60/2 = 30 miles in two minutes"
    assert not get_candidates(with_candidate(nlp, "two minutes", "DATE", text, score=0.85))
    text = "x + 2 = 4, see you on monday then"
    assert get_candidates(with_candidate(nlp, "monday", "DATE", text, score=0.85))


def test_what_stands_once_stands_where_it_is_said_again(nlp: Language) -> None:
    texts = ("2x = 4. my number is 4155552671", "so 2x = 3, solve 4155552671")
    doc = make_doc(nlp, *texts)
    starts = [match.start() for match in re.finditer("4155552671", doc.text)]
    both = [Candidate(start, start + 10, "PHONE_NUMBER", 0.4, "other") for start in starts]
    set_candidates(doc, both[1:])
    assert get_candidates(nlp(doc)) == []
    set_candidates(doc, both)
    assert get_candidates(nlp(doc)) == both


@pytest.mark.slow
def test_few_true_numbers_are_lost_with_a_weak_detector(nlp: Language) -> None:
    """Gold of the synthetic dialogues as weak candidates: the veto's own recall."""
    kept: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for path in sorted((REPOSITORY / "corpus").glob("synthetic_*.jsonl")):
        for record in srsly.read_jsonl(path):
            doc = make_doc(nlp, *(message["text"] for message in record["messages"]))
            bounds = message_bounds(doc)
            gold = [
                Candidate(bounds[i][0] + span["start"], bounds[i][0] + span["end"], label, 0.4, "x")
                for i, message in enumerate(record["messages"])
                for span in message.get("spans", ())
                if (label := canonical_label(span["label"])) in VETO_LABELS
            ]
            if gold:
                set_candidates(doc, gold)
                nlp(doc)
                kept.update(candidate.label for candidate in get_candidates(doc))
                lost.update(candidate.label for candidate in get_candidates(doc, "pii_rejected"))
    assert sum(kept.values()) > 800
    assert {label: count for label, count in lost.items() if count > 0.05 * kept[label]} == {}


def test_without_labels_nothing_is_vetoed() -> None:
    nlp = blank_english()
    nlp.add_pipe("math_segmenter", config={"veto_labels": []})
    assert get_candidates(with_candidate(nlp, "4/12", "DATE", "x + 4/12 = 3"))


def test_labels_that_are_never_vetoed_are_an_error() -> None:
    with pytest.raises(ValueError, match="EMAIL_ADDRESS, NAME"):
        blank_english().add_pipe(
            "math_segmenter", config={"veto_labels": ["NAME", "EMAIL_ADDRESS", *VETO_LABELS]}
        )


DIALOGUES = [
    ["hi", "what is 3/4 + 1/2", "5/4", "great", "bye"],
    [""],
    ["do problem 7", "x² = 9", "x = 3", "see you", "lol", "3 + 4 = 7"],
] * 3


def results(docs) -> list[tuple[list[str], list[float], list[str]]]:
    return [
        (message_segments(d), message_densities(d), [c.reason for c in get_candidates(d)])
        for d in docs
    ]


@pytest.mark.parametrize("options", [{"batch_size": 1}, {"batch_size": 50}])
def test_batches_change_nothing(nlp: Language, options: dict[str, int]) -> None:
    alone = results(nlp(make_doc(nlp, *texts)) for texts in DIALOGUES)
    assert results(nlp.pipe((make_doc(nlp, *t) for t in DIALOGUES), **options)) == alone


def groups(doc) -> dict[str, Any]:
    return {
        name: ([(span.start, span.end, span.label_) for span in group], dict(group.attrs))
        for name, group in doc.spans.items()
    }


@pytest.mark.parametrize("method", ["fork", pytest.param("spawn", marks=pytest.mark.slow)])
def test_two_processes_agree_with_one(nlp: Language, method: str) -> None:
    def docs():
        return [with_presidio(nlp, *texts, "2x = 10/12/14") for texts in DIALOGUES]

    alone = [groups(nlp(doc)) for doc in docs()]
    before = multiprocessing.get_start_method()
    multiprocessing.set_start_method(method, force=True)
    try:
        shared = [groups(doc) for doc in nlp.pipe(docs(), n_process=2, batch_size=2)]
    finally:
        multiprocessing.set_start_method(before, force=True)
    assert shared == alone
    assert any(group["pii_rejected"][0] for group in alone)


def test_another_process_may_follow_the_embedding_in_this_one(fresh: dict[str, Any]) -> None:
    """No thread pool of the tokeniser is left, over whose fork it would warn."""
    assert fresh["docs after embedding"] == 2
    assert fresh["stderr"] == ""


def test_a_saved_pipeline_says_the_same(nlp: Language, tmp_path) -> None:
    nlp.to_disk(tmp_path / "pipeline")
    loaded = spacy.load(tmp_path / "pipeline")
    texts = DIALOGUES[0]
    assert results([loaded(make_doc(loaded, *texts))]) == results([nlp(make_doc(nlp, *texts))])


def test_segments_survive_a_docbin(nlp: Language) -> None:
    doc = nlp(make_doc(nlp, *DIALOGUES[0]))
    (copy,) = DocBin(docs=[doc], store_user_data=True).get_docs(nlp.vocab)
    assert message_segments(copy) == message_segments(doc)
    assert message_densities(copy) == message_densities(doc)
