import pytest
import spacy
from spacy.training import Example

from spacy_piivot.evaluation.matching import Counts, match_strict
from spacy_piivot.evaluation.scorer import make_pii_scorer
from spacy_piivot.spans import Candidate, set_candidates


def test_only_the_same_offsets_and_label_match() -> None:
    counts = match_strict(
        [(0, 3, "NAME"), (10, 14, "NAME"), (20, 25, "URL")],
        [(0, 3, "NAME"), (10, 13, "NAME"), (20, 25, "PHONE")],
    )
    assert counts == {"NAME": Counts(1, 1, 1), "URL": Counts(0, 0, 1), "PHONE": Counts(0, 1, 0)}


def test_a_prediction_on_a_distractor_is_neither_right_nor_wrong() -> None:
    gold = [(0, 5, "ORG"), (6, 9, "NAME")]
    counts = match_strict(gold, [(2, 5, "NAME"), (6, 9, "NAME")], distractors=["ORG"])
    assert counts == {"NAME": Counts(1, 0, 0)}


def test_a_repeated_prediction_counts_once() -> None:
    assert match_strict([(0, 3, "NAME")], [(0, 3, "NAME")] * 2) == {"NAME": Counts(1, 1, 0)}


def test_f_beta_follows_its_definition() -> None:
    counts = Counts(tp=6, fp=2, fn=4)
    p, r = 6 / 8, 6 / 10
    assert counts.f() == pytest.approx(2 * p * r / (p + r))
    assert counts.f(5) == pytest.approx(26 * p * r / (25 * p + r))
    assert Counts().f() == 0.0


def test_a_false_alarm_in_text_without_pii_lowers_precision() -> None:
    nlp = spacy.blank("en")
    scorer = make_pii_scorer("pii")
    right, clean = nlp("hi Ana"), nlp("mark the point")
    reference = right.copy()
    set_candidates(reference, [Candidate(3, 6, "NAME", 1.0, "gold")])
    set_candidates(right, [Candidate(3, 6, "NAME", 0.9, "x")])
    examples = [Example(right, reference), Example(clean, clean.copy())]
    assert scorer(examples)["spans_pii_p"] == 1.0
    set_candidates(clean, [Candidate(0, 4, "NAME", 0.9, "x")])
    assert scorer([examples[0], Example(clean, nlp("mark the point"))])["spans_pii_p"] == 0.5


def test_exact_offsets_are_scored_not_tokens() -> None:
    nlp = spacy.blank("en")
    predicted, reference = nlp("Maria2x+3"), nlp("Maria2x+3")
    set_candidates(reference, [Candidate(0, 5, "NAME", 1.0, "gold")])
    set_candidates(predicted, [Candidate(0, 9, "NAME", 0.9, "x")])
    assert make_pii_scorer("pii")([Example(predicted, reference)])["spans_pii_f"] == 0.0


def test_nothing_to_score_gives_none_not_zero() -> None:
    assert make_pii_scorer("pii")([])["spans_pii_f"] is None
