import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from annotated import Span, dialogue, essay, message, span

from spacy_piivot.evaluation import evaluate
from spacy_piivot.evaluation.core.annotations import (
    AnnotatedDialogue,
    AnnotatedMessage,
    AnnotatedSpan,
)
from spacy_piivot.evaluation.scoring.evaluation import EVERY_NAME


def figures(gold: Any, predicted: Any, **settings: Any) -> dict[str, Any]:
    settings.setdefault("bootstrap", 20)
    return evaluate(gold, predicted, **settings).to_dict()


def test_the_figures_are_plain_json_without_any_text() -> None:
    text = "Zadie lives in Oslovia"
    gold = essay(text, (0, 5, "NAME"), (15, 22, "LOCATION"))
    found = figures([gold], [essay(text, (0, 5, "NAME"), (6, 11, "NAME"))])
    written = json.dumps(found, allow_nan=False)
    assert "Zadie" not in written
    assert "Oslovia" not in written
    assert found["overall"]["tp"] == found["overall"]["fp"] == found["overall"]["fn"] == 1
    assert (found["dialogues"], found["messages"], found["gold_spans"]) == (1, 1, 2)


def test_matchings_stand_side_by_side() -> None:
    gold = essay("Ana Okoye and Ben", (0, 9, "NAME"), (14, 17, "NAME"))
    found = figures([gold], [essay("Ana Okoye and Ben", (0, 3, "NAME"), (14, 17, "URL"))])
    right = {name: score["tp"] for name, score in found["matchings"].items()}
    assert right == {"strict": 0, "any_label": 1, "overlap": 1, "token": 1, "published": 0}


def test_span_lists_without_texts_lack_only_what_needs_them() -> None:
    gold = AnnotatedDialogue("d", [AnnotatedMessage([AnnotatedSpan(0, 3, "NAME")])])
    found = figures([gold], [gold])
    assert found["matchings"]["token"] is None
    assert found["matchings"]["published"] is None
    assert found["balanced_accuracy"] is None
    assert found["numbers"] is None
    assert found["messages"] is None
    assert found["overall"]["f1"] == 1.0
    assert found["leaked"] == {"characters": 0, "of": 3, "share": 0.0}


def test_any_f_beta_can_be_asked_for() -> None:
    gold = essay("Ana Ben", (0, 3, "NAME"), (4, 7, "NAME"))
    overall = figures([gold], [essay("Ana Ben", (0, 3, "NAME"))], betas=(0.5,))["overall"]
    p, r = 1.0, 0.5
    assert overall["f0.5"] == pytest.approx(1.25 * p * r / (0.25 * p + r))
    assert set(overall["intervals"]) == {"precision", "recall", "f1", "f5", "f0.5"}


def test_crapii_is_reported_with_every_name_too() -> None:
    text = "Ana knows Gauss"
    spans = [
        span(0, 3, role="participant", text="Ana"),
        span(10, 15, role="public", text="Gauss"),
    ]
    gold = dialogue(AnnotatedMessage(spans, text))
    found = figures([gold], [essay(text, (0, 3, "NAME"))], scheme="crapii")
    assert found["overall"]["recall"] == 1.0
    assert found["variants"][EVERY_NAME]["recall"] == 0.5
    assert figures([gold], [gold])["variants"] == {}


def test_what_systems_find_and_no_scheme_has_is_left_out() -> None:
    gold = essay("Ana has 7", (0, 3, "NAME"))
    found = figures([gold], [essay("Ana has 7", (0, 3, "PERSON"), (8, 9, "CARDINAL"))])
    assert (found["overall"]["tp"], found["overall"]["fp"]) == (1, 0)
    assert any("CARDINAL (1)" in note for note in found["notes"])


def test_labels_that_the_scheme_joins_count_once() -> None:
    gold = essay("945456787", (0, 9, "ID"))
    spans = [
        span(0, 9, label, score=score, text="945456787")
        for label, score in (("US_SSN", 0.4), ("US_PASSPORT", 0.1), ("IN_PAN", 0.2))
    ]
    predicted = dialogue(AnnotatedMessage(spans, "945456787"))
    evaluation = evaluate([gold], [predicted], bootstrap=0)
    overall = evaluation.to_dict()["overall"]
    assert (overall["tp"], overall["fp"]) == (1, 0)
    (decision,) = evaluation.decisions[0]
    assert decision.predicted is not None
    assert decision.predicted.score == 0.4


def test_any_label_prefers_the_same_one() -> None:
    gold = essay("Jordan", (0, 6, "LOCATION"), (0, 6, "NAME"))
    found = figures([gold], [essay("Jordan", (0, 6, "NAME"))], matching="any_label")["by_label"]
    assert (found["NAME"]["tp"], found["LOCATION"]["fn"]) == (1, 1)


def test_long_runs_of_punctuation_take_no_long_time() -> None:
    text = "!" * 20_000 + " Ana"
    gold = essay(text, (20_001, 20_004, "NAME"))
    assert figures([gold], [gold])["matchings"]["token"]["tp"] == 1


def test_thousands_of_spans_in_one_message() -> None:
    text = "Ana 12 " * 4_000
    spans = [(7 * n, 7 * n + 3, "NAME") for n in range(4_000)]
    found = figures([essay(text, *spans)], [essay(text, *spans[::2])])
    assert (found["overall"]["tp"], found["overall"]["fn"]) == (2_000, 2_000)
    assert found["numbers"]["untouched"] == 4_000


def test_every_format_of_a_prediction_is_scored_on_the_same_tokens() -> None:
    text = "Maria!You did"
    gold = essay(text, (0, 5, "NAME"))
    own_tokens = dialogue(message(text, (0, 5, "NAME"), tokens=[(0, 9), (10, 13)]))
    for predicted in (gold, own_tokens):
        score = figures([gold], [predicted])["matchings"]["token"]
        assert (score["tp"], score["fp"], score["fn"]) == (1, 0, 0)


def test_macro_has_no_interval_where_resamples_lack_a_label() -> None:
    gold = [essay("Ana", (0, 3, "NAME"), id=str(n)) for n in range(20)]
    rare = [*gold[1:], essay("a.b", (0, 3, "URL"), id="0")]
    assert set(figures(gold, gold)["macro"]["intervals"]) == {"precision", "recall", "f1", "f5"}
    found = figures(rare, rare)["macro"]
    assert (found["f1"], found["intervals"]) == (1.0, {})


@pytest.mark.parametrize("spans", [[], [(0, 3, "NAME")]], ids=["nothing found", "all false alarms"])
def test_a_corpus_without_pii_can_be_scored(spans: list[Span]) -> None:
    found = figures([essay("Ana")], [essay("Ana", *spans)])
    assert found["overall"]["recall"] is None
    assert found["overall"]["precision"] == (0.0 if spans else None)
    json.dumps(found, allow_nan=False)


def test_no_dialogue_at_all() -> None:
    found = figures([], [])
    assert found["overall"]["f1"] is None
    json.dumps(found, allow_nan=False)


@pytest.mark.slow
def test_published_entities_match_whatever_the_offset(data_folder: Path) -> None:
    folder = data_folder / "eval" / "crapii_published"
    found = figures(
        folder / "gold_entities.csv", folder / "5_finetuned.csv", matching="published", bootstrap=0
    )
    overall = found["overall"]
    assert (overall["tp"], overall["fp"], overall["fn"]) == (2774, 1817, 119)
    assert found["matchings"]["strict"]["tp"] == 2731
    assert (found["dialogues"], found["scheme"]) == (13_613, "crapii")


def test_the_competitions_score_agrees_with_an_independent_count(data_folder: Path) -> None:
    """Micro-F5 over rows (document, token, label) that are not O."""
    path = data_folder / "eval" / "crapii_10_essays.json"
    essays = json.loads(path.read_text("utf8"))
    gold = Counter(
        (essay["document"], position, label)
        for essay in essays
        for position, label in enumerate(essay["labels"])
        if label != "O"
    )
    # A bad system: it misses every third name token, and takes each seventh capitalised token.
    predicted = []
    for essay_ in essays:
        labels = ["O"] * len(essay_["labels"])
        held = [p for p, label in enumerate(essay_["labels"]) if label != "O"]
        for number, position in enumerate(held):
            if number % 3:
                labels[position] = essay_["labels"][position]
        for position in range(0, len(labels), 7):
            if essay_["tokens"][position].istitle() and labels[position] == "O":
                labels[position] = "B-NAME_STUDENT"
        predicted.append(labels)
    fixed = [_well_formed(labels) for labels in predicted]
    rows = Counter(
        (essay_["document"], position, label)
        for essay_, labels in zip(essays, fixed, strict=True)
        for position, label in enumerate(labels)
        if label != "O"
    )
    tp = (gold & rows).total()
    f5 = 26 * tp / (26 * tp + 25 * (gold.total() - tp) + rows.total() - tp)
    changed = [{**essay_, "labels": labels} for essay_, labels in zip(essays, fixed, strict=True)]
    found = figures(_as_file(essays), _as_file(changed), matching="token")
    assert (found["overall"]["tp"], found["overall"]["fn"]) == (tp, gold.total() - tp)
    assert found["overall"]["f5"] == pytest.approx(f5)
    assert 0 < f5 < 1


def _well_formed(labels: list[str]) -> list[str]:
    """An I- that follows no label of its kind begins a span."""
    fixed = []
    for position, label in enumerate(labels):
        before = fixed[position - 1] if position else "O"
        if label.startswith("I-") and before[2:] != label[2:]:
            label = f"B-{label[2:]}"
        fixed.append(label)
    return fixed


def _as_file(essays: list[dict[str, Any]]) -> list[AnnotatedDialogue]:
    dialogues = []
    for essay_ in essays:
        tokens, spans, position = [], [], 0
        for token, space, label in zip(
            essay_["tokens"], essay_["trailing_whitespace"], essay_["labels"], strict=True
        ):
            tokens.append((position, position + len(token)))
            if label.startswith("B-"):
                spans.append([*tokens[-1], label[2:]])
            elif label.startswith("I-"):
                spans[-1][1] = tokens[-1][1]
            position += len(token) + space
        found = [AnnotatedSpan(start, end, label) for start, end, label in spans]
        made = AnnotatedMessage(found, essay_["full_text"], tokens=tokens)
        dialogues.append(AnnotatedDialogue(str(essay_["document"]), [made]))
    return dialogues
