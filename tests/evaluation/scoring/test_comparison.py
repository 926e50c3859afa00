import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from annotated import essay

from spacy_piivot.errors import InputError
from spacy_piivot.evaluation import compare, evaluate
from spacy_piivot.evaluation.core.annotations import AnnotatedDialogue
from spacy_piivot.evaluation.core.counts import Counts
from spacy_piivot.evaluation.core.matching import match_dialogue


@pytest.fixture
def systems() -> dict[str, list[AnnotatedDialogue]]:
    """Gold, a system that finds two of three names, one that finds a third and invents one."""
    text = "Ana met Ben"
    gold = [essay(text, (0, 3, "NAME"), (8, 11, "NAME"), id=str(n)) for n in range(12)]
    return {
        "gold": gold,
        "good": [essay(text, *([(0, 3, "NAME")] if n % 3 else []), id=str(n)) for n in range(12)],
        "poor": [
            essay(text, (4, 7, "NAME") if n % 4 else (8, 11, "NAME"), id=str(n)) for n in range(12)
        ],
    }


def compared(systems: dict[str, list[AnnotatedDialogue]], **settings: Any) -> dict[str, Any]:
    named = {name: systems[name] for name in ("good", "poor")}
    return compare(systems["gold"], named, **{"bootstrap": 300, "seed": 5, **settings}).to_dict()


def test_differences_equal_those_of_a_naive_paired_loop(
    systems: dict[str, list[AnnotatedDialogue]],
) -> None:
    def counts(name: str, position: int) -> Counts:
        total = Counts()
        for d in match_dialogue(systems["gold"][position], systems[name][position], "strict"):
            total += Counts(**{d.outcome: 1})
        return total

    draws = np.random.default_rng(5)
    differences = []
    for _ in range(300):
        drawn = draws.integers(12, size=12)
        a, b = (sum((counts(name, p) for p in drawn), Counts()).recall for name in ("good", "poor"))
        differences.append(a - b)
    (found,) = compared(systems)["differences"]
    assert (found["a"], found["b"]) == ("good", "poor")
    assert found["recall"]["difference"] == pytest.approx(8 / 24 - 3 / 24)
    assert found["recall"]["interval"] == pytest.approx(np.percentile(differences, [2.5, 97.5]))
    tail = min(sum(d <= 0 for d in differences), sum(d >= 0 for d in differences))
    assert found["recall"]["p"] == pytest.approx(2 * (tail + 1) / 301)


def test_each_system_is_scored_as_it_is_alone(
    systems: dict[str, list[AnnotatedDialogue]],
) -> None:
    together = compared(systems)["systems"]["poor"]
    alone = evaluate(systems["gold"], systems["poor"], bootstrap=300, seed=5).to_dict()
    assert together["overall"] == alone["overall"]
    assert together["by_label"] == alone["by_label"]


def test_a_system_does_not_differ_from_itself(systems: dict[str, list[AnnotatedDialogue]]) -> None:
    same = {"a": systems["good"], "b": systems["good"]}
    (found,) = compare(systems["gold"], same, bootstrap=50).to_dict()["differences"]
    assert found["f1"] == {"difference": 0.0, "interval": [0.0, 0.0], "p": 1.0}


def test_every_two_of_several_are_compared(systems: dict[str, list[AnnotatedDialogue]]) -> None:
    three = {**{n: systems[n] for n in ("good", "poor")}, "right": systems["gold"]}
    found = compare(systems["gold"], three, bootstrap=10).to_dict()
    pairs = [(row["a"], row["b"]) for row in found["differences"]]
    assert pairs == [("good", "poor"), ("good", "right"), ("poor", "right")]
    assert set(found["by_label"][0]["labels"]) == {"NAME"}
    json.dumps(found, allow_nan=False)


def test_one_system_is_no_comparison(systems: dict[str, list[AnnotatedDialogue]]) -> None:
    with pytest.raises(InputError, match="two or more systems"):
        compare(systems["gold"], {"good": systems["good"]})


def write_spans(path: Path, *rows: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(["document,text,label,start,end", *rows]), "utf8")
    return path


def test_lists_of_spans_are_compared_on_the_same_dialogues(tmp_path: Path) -> None:
    gold = write_spans(tmp_path / "gold.csv", "1,Ana,NAME,0,3")
    a = write_spans(tmp_path / "a.csv", "1,Ana,NAME,0,3", "2,Oz,NAME,5,7")
    b = write_spans(tmp_path / "b.csv", "3,Oz,NAME,5,7", "4,Oz,NAME,5,7")
    found = compare(gold, [a, b], bootstrap=10).to_dict()
    assert list(found["systems"]) == ["a.csv", "b.csv"]
    assert {s["dialogues"] for s in found["systems"].values()} == {4}
    assert found["systems"]["a.csv"]["overall"]["precision"] == 0.5
    assert found["systems"]["b.csv"]["overall"]["precision"] == 0.0


def test_files_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    gold = write_spans(tmp_path / "gold.csv", "1,Ana,NAME,0,3")
    a = write_spans(tmp_path / "a" / "spans.csv", "1,Ana,NAME,0,3")
    b = write_spans(tmp_path / "b" / "spans.csv", "1,An,NAME,0,2")
    assert list(compare(gold, [a, b], bootstrap=0).to_dict()["systems"]) == [str(a), str(b)]
    with pytest.raises(InputError, match="twice"):
        compare(gold, [a, a])
