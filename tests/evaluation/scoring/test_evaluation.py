import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from annotated import Span, dialogue, essay, message, span
from shared_pipelines import blank_english

from spacy_piivot.errors import InputError, UnknownScheme
from spacy_piivot.evaluation import Options, evaluate
from spacy_piivot.evaluation.core.annotations import (
    AnnotatedDialogue,
    AnnotatedMessage,
    AnnotatedSpan,
    Lookalike,
)
from spacy_piivot.evaluation.groups.demographics import demographics_of
from spacy_piivot.evaluation.scoring.evaluation import EVERY_NAME
from spacy_piivot.spans import Candidate, set_candidates


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


def test_balanced_accuracy_is_the_mean_recall_of_labels_and_o() -> None:
    gold = essay("Ana met Ben at noon", (0, 3, "NAME"), (8, 11, "NAME"))
    predicted = essay("Ana met Ben at noon", (0, 3, "NAME"), (15, 19, "DATE"))
    # One of two names right, two of three other tokens.
    assert figures([gold], [predicted])["balanced_accuracy"] == pytest.approx((1 / 2 + 2 / 3) / 2)


def test_balanced_accuracy_leaves_distractors_out() -> None:
    gold = essay("Zearn helps Ana", (0, 5, "ORG"), (12, 15, "NAME"))
    predicted = essay("Zearn helps Ana", (0, 5, "NAME"), (12, 15, "NAME"))
    assert figures([gold], [predicted])["balanced_accuracy"] == 1.0


def segments() -> tuple[AnnotatedDialogue, AnnotatedDialogue]:
    gold = dialogue(
        message("x = 4/12 so Ana", (12, 15, "NAME"), segment="MATH", speaker="STUDENT"),
        message("hi Ben", (3, 6, "NAME"), segment="NON-MATH", speaker="TUTOR"),
        corpus="made",
    )
    predicted = dialogue(
        message("x = 4/12 so Ana", (4, 8, "DATE"), (12, 15, "NAME")), message("hi Ben")
    )
    return gold, predicted


def test_strata_are_scored_apart() -> None:
    gold, predicted = segments()
    strata = figures([gold], [predicted])["strata"]
    counts = {
        name: {key: (s["tp"], s["fp"], s["fn"]) for key, s in scores.items()}
        for name, scores in strata.items()
        if name in ("segment", "speaker", "corpus")
    }
    assert counts["segment"] == {"MATH": (1, 1, 0), "NON-MATH": (0, 0, 1)}
    assert counts["speaker"] == {"STUDENT": (1, 1, 0), "TUTOR": (0, 0, 1)}
    assert counts["corpus"] == {"made": (1, 1, 1)}


def test_strata_that_the_source_does_not_tell_are_not_available() -> None:
    gold = essay("Ana", (0, 3, "NAME"))
    strata = figures([gold], [gold])["strata"]
    assert strata["segment"] is strata["corpus"] is strata["speaker"] is strata["role"] is None


def test_roles_regions_and_genders_have_recall_alone() -> None:
    text = "Maria Gonzalez met Kwame"
    names = [
        span(0, 14, role="participant", text=text[:14]),
        span(19, 24, role="problem", text=text[19:]),
    ]
    gold = dialogue(AnnotatedMessage(names, text))
    strata = figures([gold], [essay(text, (0, 14, "NAME"), (15, 18, "NAME"))])["strata"]
    assert {key: s["recall"] for key, s in strata["role"].items()} == {
        "participant": 1.0,
        "problem": 0.0,
    }
    assert strata["role"]["problem"]["precision"] is None
    assert strata["role"]["problem"]["fp"] is None
    assert strata["gender"]["female"]["recall"] == 1.0
    assert list(strata["region"]) == ["Americas"]


def test_names_of_a_swap_test_need_no_guess() -> None:
    gold = essay("Maria", (0, 5, "NAME"), swap={"region": "Asia", "gender": "male", "of": "d"})
    strata = figures([gold], [gold])["strata"]
    assert list(strata["region"]) == ["Asia"]
    assert list(strata["gender"]) == ["male"]


def test_false_positives_are_sorted_by_what_they_are() -> None:
    gold, predicted = segments()
    (row,) = figures([gold], [predicted])["false_positives"]
    assert row == {
        "category": "number in an expression", "numeric": True, "count": 1, "share": 1.0, "math": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "extent", "category"),
    [
        ("solve 3x + 12 = 15", (11, 13), "number in an expression"),
        ("open page 212 now", (10, 13), "other number"),
        ("i got twenty five", (6, 17), "number word"),
        ("see you next Tuesday", (8, 20), "time or date words"),
        ("look at point P", (14, 15), "variable or point"),
        ("use Pascal's triangle", (4, 12), "mathematical term"),
        ("the table is long", (4, 9), "ordinary word"),
        ("open Zyxlmnop please", (5, 13), "other name or word"),
    ],
)
def test_categories_of_false_positives(text: str, extent: tuple[int, int], category: str) -> None:
    found = figures([essay(text)], [essay(text, (*extent, "NAME"))])["false_positives"]
    assert [row["category"] for row in found] == [category]


def test_wrong_extents_and_labels_are_categories_too() -> None:
    gold = essay("Ana Okoye, Ben", (0, 9, "NAME"), (11, 14, "NAME"))
    predicted = essay("Ana Okoye, Ben", (0, 3, "NAME"), (11, 14, "URL"))
    found = figures([gold], [predicted])["false_positives"]
    assert {row["category"]: row["count"] for row in found} == {
        "wrong extent": 1,
        "wrong label": 1,
    }


def test_leaked_characters_are_those_no_span_covers() -> None:
    gold = essay("Ana Okoye and Ben", (0, 9, "NAME"), (14, 17, "NAME"))
    found = figures([gold], [essay("Ana Okoye and Ben", (0, 3, "URL"))])
    assert found["leaked"] == {"characters": 8, "of": 11, "share": 8 / 11}


def test_roles_are_scored_on_the_names_that_were_found() -> None:
    def names(*roles: str) -> AnnotatedDialogue:
        starts = (0, 4, 8, 12)
        found = [span(s, s + 3, role=r) for s, r in zip(starts, roles, strict=True) if r != "-"]
        return dialogue(AnnotatedMessage(found, "Ana Bob Cat Dan"))

    gold = names("participant", "participant", "problem", "public")
    found = figures([gold], [names("participant", "problem", "problem", "-")])["roles"]
    assert (found["right"], found["of"]) == (2, 3)
    assert found["participants_lost"] == {"lost": 1, "of": 2, "share": 0.5}
    assert found["confusion"] == {
        "participant": {"participant": 1, "problem": 1},
        "problem": {"problem": 1},
    }
    # Who has none counts as a participant, where others have one.
    found = figures([gold], [names("participant", "", "", "-")])["roles"]
    assert found["confusion"]["problem"] == {"participant": 1}
    assert found["participants_lost"]["lost"] == 0
    # A system that gives no roles is not scored on them.
    assert figures([gold], [names("", "", "", "")])["roles"] is None


def test_lookalikes_count_when_any_span_touches_them() -> None:
    lookalikes = [Lookalike(0, 8, "date"), Lookalike(9, 13, "date"), Lookalike(14, 18, "mark")]
    gold = dialogue(message("10/12/14 3:45 Mark", lookalikes=lookalikes))
    predicted = essay("10/12/14 3:45 Mark", (6, 8, "ORG"), (14, 18, "NAME"))
    found = figures([gold], [predicted])["lookalikes"]
    assert (found["false_alarms"], found["of"]) == (2, 3)
    assert found["by_kind"]["date"] == {"false_alarms": 1, "of": 2, "share": 0.5}


def test_messages_without_pii_should_stay_without_spans() -> None:
    gold = dialogue(
        message("hi Ana", (3, 6, "NAME")),
        message("use Zearn"),
        message("so 4/12"),
        message(""),
    )
    texts = ("hi Ana", "use Zearn", "so 4/12", "")
    predicted = dialogue(*(message(t, *([(3, 7, "DATE")] if "4" in t else [])) for t in texts))
    found = figures([gold], [predicted])["clean_messages"]
    assert found == {"touched": 1, "of": 3, "share": 1 / 3}


def test_numbers_outside_of_the_gold_should_stay() -> None:
    gold = dialogue(message("id 4711: 4/12 is 1/3, 3.5 not 3:45", (3, 7, "ID"), segment="MATH"))
    predicted = essay("id 4711: 4/12 is 1/3, 3.5 not 3:45", (3, 7, "ID"), (9, 13, "DATE"))
    found = figures([gold], [predicted])["numbers"]
    assert (found["untouched"], found["of"]) == (3, 4)
    assert found["math"]["share"] == pytest.approx(3 / 4)


def test_tokens_of_mathematics_should_stay() -> None:
    text = "Ana has 4/12 = 1/3 left"
    gold = dialogue(
        message(text, (0, 3, "NAME"), segment="MATH"), message("see 4/12", segment="NON-MATH")
    )
    spans = (0, 3, "NAME"), (8, 12, "DATE")
    found = figures([gold], [dialogue(message(text, *spans), message("see 4/12", (4, 8, "DATE")))])
    assert (found["math_tokens"]["untouched"], found["math_tokens"]["of"]) == (4, 5)
    assert found["math_tokens"]["false_positives"] == 1
    assert found["math_tokens"]["per_1000"] == 200
    plain = dialogue(message(text, (0, 3, "NAME")))
    assert figures([plain], [plain])["math_tokens"] is None


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


def test_what_is_scored_apart() -> None:
    gold = essay("Zearn and Desmos, Ana", (0, 5, "ORG"), (10, 16, "ORG"), (18, 21, "NAME"))
    predicted = essay("Zearn and Desmos, Ana", (0, 5, "ORGANIZATION"), (10, 16, "NAME"))
    found = figures([gold], [predicted])
    assert (found["apart"]["ORG"]["tp"], found["apart"]["ORG"]["fn"]) == (1, 1)
    assert (found["overall"]["fp"], found["overall"]["fn"]) == (0, 1)
    assert {row["spurious"] + row["incorrect"] for row in found["semeval"].values()} == {0}


def test_labels_of_no_scheme_can_be_named_on_both_sides() -> None:
    gold = essay("Ana 7", (0, 3, "TEACHER"), (4, 5, "SUM"))
    found = figures([gold], [gold], labels={"TEACHER": "NAME", "SUM": ""})
    assert found["overall"]["tp"] == found["gold_spans"] == 1


def test_what_systems_find_and_no_scheme_has_is_left_out() -> None:
    gold = essay("Ana has 7", (0, 3, "NAME"))
    found = figures([gold], [essay("Ana has 7", (0, 3, "PERSON"), (8, 9, "CARDINAL"))])
    assert (found["overall"]["tp"], found["overall"]["fp"]) == (1, 0)
    assert any("CARDINAL (1)" in note for note in found["notes"])


def test_the_scheme_is_that_of_all_of_the_gold() -> None:
    gold = [essay("Ana", (0, 3, "NAME"), id="1"), essay("@a", (0, 2, "USERNAME"), id="2")]
    assert figures(gold, gold)["scheme"] == "canonical"
    assert figures(gold, gold, documents={"1"})["scheme"] == "canonical"


def test_gold_that_stands_twice_is_said() -> None:
    gold = essay("Ana", (0, 3, "NAME"), (0, 3, "NAME"))
    notes = figures([gold], [essay("Ana", (0, 3, "NAME"))])["notes"]
    assert any("stand twice" in note for note in notes)


def test_numbers_of_labels_outside_the_scheme_are_no_lesson() -> None:
    gold = essay("born 2014, 3 of 4", (5, 9, "DATE_OF_BIRTH"))
    assert figures([gold], [gold], scheme="crapii")["numbers"]["share"] == 1.0


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


def test_the_curve_takes_the_surest_of_two() -> None:
    gold = essay("Anna", (0, 4, "NAME"))
    spans = [span(0, 4, score=0.1, text="Anna"), span(0, 4, score=0.9, text="Anna")]
    found = figures([gold], [dialogue(AnnotatedMessage(spans, "Anna"))])["curve"]
    assert found[0] == {"threshold": 0.9, "precision": 1.0, "recall": 1.0}


def test_any_label_prefers_the_same_one() -> None:
    gold = essay("Jordan", (0, 6, "LOCATION"), (0, 6, "NAME"))
    found = figures([gold], [essay("Jordan", (0, 6, "NAME"))], matching="any_label")["by_label"]
    assert (found["NAME"]["tp"], found["LOCATION"]["fn"]) == (1, 1)


@pytest.mark.parametrize(
    "wrong", [[{"id": "d", "messages": []}], ["gold.jsonl"], [essay("x"), {"id": "d"}]]
)
def test_lists_of_anything_else_are_refused(wrong: list[Any]) -> None:
    with pytest.raises(InputError, match="something else"):
        evaluate(wrong, [essay("x")])


def test_dialogues_may_come_one_by_one() -> None:
    gold = [essay("Ana", (0, 3, "NAME"))]
    assert figures(iter(gold), (d for d in gold))["overall"]["tp"] == 1


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


def test_docs_can_be_scored_as_they_are() -> None:
    nlp = blank_english()
    gold, predicted = nlp("hi Ana"), nlp("hi Ana")
    set_candidates(gold, [Candidate(3, 6, "NAME", 1.0, "gold")], "mine")
    set_candidates(predicted, [Candidate(0, 6, "NAME", 1.0, "x")], "mine")
    found = figures([gold], [predicted], spans_key="mine")
    assert found["matchings"]["overlap"]["tp"] == 1
    assert found["overall"]["tp"] == 0


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


def test_without_nameparser_region_and_gender_are_not_available(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "nameparser", None)
    demographics_of.cache_clear()
    gold = essay("Maria Gonzalez", (0, 14, "NAME"))
    found = figures([gold], [gold])
    assert found["strata"]["region"] is found["strata"]["gender"] is None
    assert any("spacy-piivot[evaluation]" in note for note in found["notes"])


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"matching": "fuzzy"}, InputError),
        ({"scheme": "klingon"}, UnknownScheme),
        ({"bootstrap": -1}, InputError),
        ({"betas": (0.0,)}, InputError),
        ({"betas": (float("nan"),)}, InputError),
        ({"betas": (1e200,)}, InputError),
        ({"seed": -1}, InputError),
        ({"documents": {"nowhere"}}, InputError),
        ({"fuzziness": 3}, TypeError),
        ({"options": Options(), "matching": "overlap"}, TypeError),
    ],
)
def test_settings_that_cannot_be_used_are_refused(
    settings: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        evaluate([], [], **settings)


def test_the_curve_follows_the_scores() -> None:
    text = "Ana Ben Cai"
    gold = essay(text, (0, 3, "NAME"), (4, 7, "NAME"))
    spans = [span(0, 3, score=0.9), span(8, 11, score=0.6), span(4, 7, score=0.3)]
    found = figures([gold], [dialogue(AnnotatedMessage(spans, text))])["curve"]
    assert [(p["threshold"], p["precision"], p["recall"]) for p in found] == [
        (0.9, 1.0, 0.5),
        (0.6, 0.5, 0.5),
        (0.3, pytest.approx(2 / 3), 1.0),
    ]
    assert figures([gold], [gold])["curve"] is None


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


def test_documents_restrict_what_is_scored() -> None:
    gold = [essay("Ana", (0, 3, "NAME"), id="1"), essay("Ben", (0, 3, "NAME"), id="2")]
    found = figures(gold, [essay("Ana", (0, 3, "NAME"), id="1")], documents={"1"})
    assert (found["dialogues"], found["overall"]["recall"]) == (1, 1.0)


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
