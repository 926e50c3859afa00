import sys
from typing import Any

import pytest
from annotated import dialogue, essay, message, span

from spacy_piivot.evaluation import evaluate
from spacy_piivot.evaluation.core.annotations import AnnotatedDialogue, AnnotatedMessage
from spacy_piivot.evaluation.groups.demographics import demographics_of


def figures(gold: Any, predicted: Any, **settings: Any) -> dict[str, Any]:
    settings.setdefault("bootstrap", 20)
    return evaluate(gold, predicted, **settings).to_dict()


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
    found = figures([gold], [names("mentioned", "problem", "problem", "-")])["roles"]
    assert found["participants_lost"]["lost"] == 1  # a private person's role loses nobody
    # Who has none counts as a participant, where others have one.
    found = figures([gold], [names("participant", "", "", "-")])["roles"]
    assert found["confusion"]["problem"] == {"participant": 1}
    assert found["participants_lost"]["lost"] == 0
    # A system that gives no roles is not scored on them.
    assert figures([gold], [names("", "", "", "")])["roles"] is None


def test_what_is_scored_apart() -> None:
    gold = essay("Zearn and Desmos, Ana", (0, 5, "ORG"), (10, 16, "ORG"), (18, 21, "NAME"))
    predicted = essay("Zearn and Desmos, Ana", (0, 5, "ORGANIZATION"), (10, 16, "NAME"))
    found = figures([gold], [predicted])
    assert (found["apart"]["ORG"]["tp"], found["apart"]["ORG"]["fn"]) == (1, 1)
    assert (found["overall"]["fp"], found["overall"]["fn"]) == (0, 1)
    assert {row["spurious"] + row["incorrect"] for row in found["semeval"].values()} == {0}


def test_the_curve_takes_the_surest_of_two() -> None:
    gold = essay("Anna", (0, 4, "NAME"))
    spans = [span(0, 4, score=0.1, text="Anna"), span(0, 4, score=0.9, text="Anna")]
    found = figures([gold], [dialogue(AnnotatedMessage(spans, "Anna"))])["curve"]
    assert found[0] == {"threshold": 0.9, "precision": 1.0, "recall": 1.0}


def test_without_nameparser_region_and_gender_are_not_available(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "nameparser", None)
    demographics_of.cache_clear()
    gold = essay("Maria Gonzalez", (0, 14, "NAME"))
    found = figures([gold], [gold])
    assert found["strata"]["region"] is found["strata"]["gender"] is None
    assert any("spacy-piivot[evaluation]" in note for note in found["notes"])


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
