import sys

import pytest
from annotated import essay
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.errors import InputError
from spacy_piivot.evaluation import evaluate
from spacy_piivot.evaluation.core.matching import match_dialogue
from spacy_piivot.evaluation.report.evaluation import evaluation_report
from spacy_piivot.evaluation.report.rendering import to_markdown
from spacy_piivot.evaluation.scoring.semeval import semeval_counts

TEXT = "Ana and Ben Okoye met Ana at 12:30"


def test_nervaluates_counts_tell_wrong_extents_from_inventions() -> None:
    gold = essay(TEXT, (0, 3, "NAME"), (8, 17, "NAME"))
    predicted = essay(TEXT, (0, 3, "NAME"), (8, 11, "NAME"), (29, 34, "DATE"))
    assert semeval_counts(gold, predicted, "strict") == (1, 1, 0, 0, 1)
    assert semeval_counts(gold, predicted, "partial") == (1, 0, 1, 0, 1)
    assert semeval_counts(gold, predicted, "type") == (2, 0, 0, 0, 1)


@pytest.mark.parametrize(
    ("matching", "scheme"), [("strict", "strict"), ("any_label", "exact"), ("overlap", "type")]
)
@given(
    gold=st.tuples(st.integers(0, 200), st.integers(1, 300), st.sampled_from("AB")),
    found=st.tuples(st.integers(0, 200), st.integers(1, 300), st.sampled_from("AB")),
)
def test_one_prediction_is_right_where_nervaluate_calls_it_correct(
    matching: str, scheme: str, gold: tuple[int, int, str], found: tuple[int, int, str]
) -> None:
    sides = [
        essay("x" * 500, (start, start + length, label)) for start, length, label in (gold, found)
    ]
    right = any(decision.outcome == "tp" for decision in match_dialogue(*sides, matching))
    assert right == (semeval_counts(*sides, scheme)[0] == 1)


def test_without_nervaluate_everything_else_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    gold = essay(TEXT, (0, 3, "NAME"))
    for name in [name for name in sys.modules if name.partition(".")[0] == "nervaluate"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "nervaluate", None)
    figures = evaluate([gold], [gold], bootstrap=0).to_dict()
    assert figures["overall"]["tp"] == figures["matchings"]["overlap"]["tp"] == 1
    assert figures["semeval"] is None
    assert any("spacy-piivot[evaluation]" in note for note in figures["notes"])
    assert "nervaluate is missing" in to_markdown(evaluation_report(figures))
    with pytest.raises(InputError, match=r"spacy-piivot\[evaluation\]"):
        semeval_counts(gold, gold, "strict")
