from pathlib import Path

import pytest
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.training import Example

from spacy_piivot.core.spans import Candidate, set_candidates
from spacy_piivot.evaluation import evaluate
from spacy_piivot.evaluation.core.matching import MATCHINGS
from spacy_piivot.evaluation.core.scorer import make_pii_scorer
from spacy_piivot.evaluation.readers.dialogue_corpus import make_dialogue_corpus
from spacy_piivot.runs.detect import detect

REPOSITORY = Path(__file__).parents[3]
SYNTHETIC = REPOSITORY / "corpus" / "synthetic_chat.jsonl"


def test_a_false_alarm_in_text_without_pii_lowers_precision() -> None:
    nlp = blank_english()
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
    nlp = blank_english()
    predicted, reference = nlp("Maria2x+3"), nlp("Maria2x+3")
    set_candidates(reference, [Candidate(0, 5, "NAME", 1.0, "gold")])
    set_candidates(predicted, [Candidate(0, 9, "NAME", 0.9, "x")])
    example = [Example(predicted, reference)]
    assert make_pii_scorer("pii")(example)["spans_pii_f"] == 0.0
    assert make_pii_scorer("pii", matching="overlap")(example)["spans_pii_f"] == 1.0


def test_nothing_to_score_gives_none_not_zero() -> None:
    assert make_pii_scorer("pii")([])["spans_pii_f"] is None


def test_the_scheme_can_be_chosen() -> None:
    nlp = blank_english()
    predicted, reference = nlp("@ana"), nlp("@ana")
    set_candidates(reference, [Candidate(0, 4, "EMAIL_ADDRESS", 1.0, "gold")])
    set_candidates(predicted, [Candidate(0, 4, "USERNAME", 0.9, "x")])
    example = [Example(predicted, reference)]
    assert make_pii_scorer("pii")(example)["spans_pii_f"] == 0.0
    assert make_pii_scorer("pii", scheme="codebook")(example)["spans_pii_f"] == 1.0


@pytest.fixture(scope="module")
def gold_and_predicted(
    default_nlp: Language, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Path]:
    """Labelled dialogues, and what the shipped pipeline finds in them."""
    folder = tmp_path_factory.mktemp("scored")
    gold, predicted = folder / "gold.jsonl", folder / "predicted.jsonl"
    lines = SYNTHETIC.read_text("utf8").splitlines()[12:18]
    gold.write_text("\n".join(lines), "utf8")
    detect(gold, predicted, default_nlp)
    return gold, predicted


@pytest.fixture(scope="module")
def detected(default_nlp: Language, gold_and_predicted: tuple[Path, Path]) -> list[Example]:
    examples = list(make_dialogue_corpus(gold_and_predicted[0])(default_nlp))
    with default_nlp.select_pipes(disable="hips_surrogator"):
        for example in examples:
            example.predicted = default_nlp(example.predicted)
    return examples


@pytest.mark.parametrize("matching", MATCHINGS)
def test_nlp_evaluate_gives_the_numbers_of_evaluate(
    default_nlp: Language,
    gold_and_predicted: tuple[Path, Path],
    detected: list[Example],
    matching: str,
) -> None:
    gold, predicted = gold_and_predicted
    overall = evaluate(gold, predicted, matching=matching, bootstrap=0).to_dict()["overall"]
    assert 0 < overall["precision"] < 1
    if matching == "strict":
        with default_nlp.select_pipes(disable="hips_surrogator"):
            scores = default_nlp.evaluate(list(make_dialogue_corpus(gold)(default_nlp)))
    else:
        scores = make_pii_scorer("pii", matching=matching)(detected)
    for metric, name in (("p", "precision"), ("r", "recall"), ("f", "f1"), ("f5", "f5")):
        assert scores[f"spans_pii_{metric}"] == pytest.approx(overall[name])
