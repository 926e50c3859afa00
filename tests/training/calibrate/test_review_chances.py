import numpy
import pytest
from spacy.language import Language
from transcripts import make_pipeline

from spacy_piivot.corpus.jsonl import parse_record
from spacy_piivot.review.hints import FEATURES, REST, Place
from spacy_piivot.review.risk import read_chances
from training.calibrate.review_chances import (
    BANDS,
    Seen,
    Shares,
    copies,
    fit,
    is_missed,
    level,
    logistic,
    look,
    rates,
    share_needed,
    wrong_by_band,
)
from training.labelled import Gold, Labelled, LabelledDialogue


@pytest.fixture
def nlp() -> Language:
    return make_pipeline("fake_finder")


def dialogue(*messages: Labelled) -> LabelledDialogue:
    return LabelledDialogue("one", "made", messages)


def test_what_the_pipeline_did_is_compared_with_gold(nlp: Language) -> None:
    text = "Zorblatt saw Kvornlax and ten, Quibbly"
    gold = (Gold(0, 8, "NAME"), Gold(13, 21, "NAME"), Gold(26, 29, "NAME"))
    (seen,) = look(nlp, [dialogue(Labelled("tutor", text, gold))])
    assert (seen.misses, seen.spans) == (2, [(0.87654, False), (0.87654, True)])
    assert [(text[p.start : p.end], missed) for p, missed in seen.places] == [("Kvornlax", True)]
    assert seen.elsewhere == 1


def test_a_letter_outside_of_all_spans_is_missed(nlp: Language) -> None:
    assert is_missed(Gold(0, 5, "NAME"), "Maria", [])
    assert not is_missed(Gold(0, 5, "NAME"), " ... ", [])


def test_copies_have_other_names_and_are_in_lower_case() -> None:
    span = {"start": 3, "end": 8, "label": "NAME", "role": "participant"}
    source = {
        "id": "one",
        "corpus": "made",
        "messages": [{"speaker": "tutor", "text": "Hi Maria, ok", "spans": [span]}],
    }
    named, lower = copies([parse_record(source, 1, set())], 1)
    assert "Maria" not in named.messages[0].text
    assert named.messages[0].text.startswith("Hi ")
    assert lower.messages[0].text == lower.messages[0].text.lower()
    assert lower.messages[0].spans[0].start == 3
    assert (named.id, lower.id) == ("one", "one")


def test_the_misses_of_a_dialogue_count_one_together() -> None:
    messages = [Seen(id, [], (), 0, misses, []) for id, misses in (("a", 3), ("a", 1), ("b", 0))]
    shares = Shares(messages)
    assert [shares.of(one) for one in messages] == [0.25, 0.25, 1.0]


def test_a_logistic_regression_finds_the_weights() -> None:
    rng = numpy.random.default_rng(0)
    rows = numpy.c_[numpy.ones(4000), rng.normal(size=(4000, 2))]
    odds = rows @ [-1.0, 2.0, 0.0]
    missed = (rng.random(4000) < 1 / (1 + numpy.exp(-odds))).astype(float)
    assert logistic(rows, missed, numpy.ones(4000)) == pytest.approx([-1.0, 2.0, 0.0], abs=0.2)


def test_a_level_gives_the_count() -> None:
    odds = numpy.asarray([-1.0, 0.0, 3.0])
    moved = odds + level(odds, 1.0)
    assert (1 / (1 + numpy.exp(-moved))).sum() == pytest.approx(1.0, abs=1e-3)


def test_rates_add_up() -> None:
    rng = numpy.random.default_rng(0)
    columns = rng.random((4000, 2)) * 10
    counts = rng.poisson(columns @ [0.05, 0.0])
    found = rates(columns, counts.astype(float))
    assert found == pytest.approx([0.05, 0.0], abs=0.01)
    assert (found > 0).all()


def test_a_higher_score_is_never_wrong_more_often() -> None:
    spans = [(0.5, True), (0.7, False), (0.8, True), (0.8, True), *[(0.99, False)] * 98]
    bands = wrong_by_band(spans)
    assert len(bands) == len(BANDS) + 1
    assert bands == sorted(bands, reverse=True)
    assert bands[-1] == 0.01


def test_likely_misses_are_read_first() -> None:
    def seen(unknown: float, missed: bool) -> Seen:
        features = tuple(unknown if name == "unknown" else 0.0 for name in FEATURES)
        place = Place(0, 0, 1, "unknown_word", "NAME", features)
        return Seen("one", [(place, missed)], (0.0,) * len(REST), 0, int(missed), [])

    messages = [*[seen(0.0, False)] * 90, *[seen(1.0, True)] * 10]
    chances = read_chances(fit(messages, [], messages))
    assert share_needed(messages, chances) == 0.09
    assert sum(chances.of_place(one.places[0][0]) for one in messages) == pytest.approx(11, abs=0.1)
