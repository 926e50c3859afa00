import json
from collections.abc import Sequence

import pytest
from annotated import essay, span

from spacy_piivot.core import optional as compat
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation import fairness
from spacy_piivot.evaluation.core.annotations import AnnotatedDialogue, AnnotatedMessage


def of_names(id: str, *names: str, missed: Sequence[str] = (), **fields: object) -> tuple:
    """A dialogue of names, and what a system finds that misses some of them."""
    text = " and ".join(names)
    spans = [(text.index(name), text.index(name) + len(name), "NAME") for name in names]
    found = [s for s, name in zip(spans, names, strict=True) if name not in missed]
    return essay(text, *spans, id=id, **fields), essay(text, *found, id=id, **fields)


def sides(*dialogues: tuple) -> tuple[list[AnnotatedDialogue], list[AnnotatedDialogue]]:
    return [gold for gold, _ in dialogues], [predicted for _, predicted in dialogues]


def test_groups_are_guessed_from_the_names() -> None:
    gold, predicted = sides(
        of_names("1", "Maria Garcia", "Juan Nguyen", missed=["Juan Nguyen"]),
        of_names("2", "Zoe Koski", "Qwzx"),
    )
    result = fairness(gold, predicted, least=1, bootstrap=50).to_dict()
    assert result["guessed"] is True
    assert (result["names"], result["detected"]) == (4, 3)
    tables = result["tables"]
    assert list(tables) == ["gender", "country", "region", "subregion"]
    assert tables["gender"]["groups"]["female"]["rate"] == 1.0
    assert tables["gender"]["groups"]["male"]["rate"] == 0.0
    assert tables["gender"]["unknown"] == 1
    assert {name: (g["n"], g["detected"]) for name, g in tables["country"]["groups"].items()} == {
        "AR": (1, 1),
        "FI": (1, 1),
        "VN": (1, 0),
    }
    assert tables["region"]["gap"] == 1.0
    assert tables["subregion"]["groups"]["South-eastern Asia"]["difference"] == -1.0


def test_texts_of_names_may_stand_in_the_message_alone() -> None:
    dialogue = AnnotatedDialogue("1", [AnnotatedMessage([span(3, 8)], "Hi Maria")])
    tables = fairness([dialogue], [dialogue], least=1).to_dict()["tables"]
    assert tables["gender"]["groups"]["female"]["n"] == 1


def test_only_names_of_people_in_the_room_or_in_problems_count() -> None:
    text = "Maria Juan Euler Gauss LA"
    spans = [
        span(0, 5, role="participant"),
        span(6, 10, role="problem"),
        span(11, 16, role="public"),
        span(17, 22, role="math_term"),
        span(23, 25, "LOCATION"),
    ]
    dialogue = AnnotatedDialogue("1", [AnnotatedMessage(spans, text)])
    assert fairness([dialogue], [dialogue], least=1).names == 2


def test_matching_decides_what_is_found() -> None:
    gold = [essay("Maria Garcia", (0, 12, "NAME"), id="1")]
    predicted = [essay("Maria Garcia", (0, 5, "NAME"), id="1")]
    assert fairness(gold, predicted).detected == 0
    assert fairness(gold, predicted, matching="overlap").detected == 1
    with pytest.raises(InputError, match="whole names"):
        fairness(gold, predicted, matching="token")


def test_names_have_another_label_in_other_schemes() -> None:
    gold, predicted = sides(of_names("1", "Maria Garcia"))
    assert fairness(gold, predicted, scheme="crapii").names == 1


def swap_of(of: str, subregion: str, gender: str) -> dict[str, str]:
    region = {"Eastern Asia": "Asia", "Southern Asia": "Asia", "Northern Africa": "Africa"}
    return {"region": region[subregion], "subregion": subregion, "gender": gender, "of": of}


def copies(of: str, *groups: tuple[str, str, int]) -> list[tuple]:
    """Copies of a dialogue of three names, in which as many are found as said."""
    names = ["Aaa", "Bbb", "Ccc"]
    return [
        of_names(
            f"{of}~{place}-{gender}",
            *names,
            missed=names[found:],
            swap=swap_of(of, place, gender),
        )
        for place, gender, found in groups
    ]


def test_groups_of_a_name_swap_test_are_those_of_the_copies() -> None:
    gold, predicted = sides(
        *copies("1", ("Eastern Asia", "female", 3), ("Northern Africa", "male", 1)),
        of_names("unswapped", "Maria Garcia"),
    )
    result = fairness(gold, predicted, least=1, bootstrap=20).to_dict()
    assert result["guessed"] is False
    assert list(result["tables"]) == ["gender", "region", "subregion"]
    by_region = result["tables"]["region"]
    assert {name: g["detected"] for name, g in by_region["groups"].items()} == {
        "Asia": 3,
        "Africa": 1,
    }
    assert by_region["unknown"] == 1


def test_copies_are_paired_over_the_dialogues_that_every_group_has() -> None:
    gold, predicted = sides(
        *copies("1", ("Eastern Asia", "female", 3), ("Southern Asia", "female", 2)),
        *copies("2", ("Eastern Asia", "female", 1), ("Southern Asia", "female", 1)),
        *copies("3", ("Eastern Asia", "female", 0)),
    )
    result = fairness(gold, predicted, least=1, bootstrap=400)
    assert result.paired_dialogues == 2
    assert any("1 dialogues lack a copy" in note for note in result.notes)
    by_region, by_subregion = result.paired
    assert by_region.attribute == "region and gender"
    assert [(g.name, g.n, g.detected) for g in by_region.groups] == [("Asia, female", 12, 7)]
    assert by_subregion.gap == pytest.approx(4 / 6 - 3 / 6)
    # Copies of one dialogue are drawn together: (3-2)/3, (1-1)/3 or the mean of both.
    assert by_subregion.gap_interval == pytest.approx((0, 1 / 3))
    assert {g.p for g in by_subregion.groups} == {None}
    lines = result.to_markdown().split("## By subregion and gender")[1].splitlines()
    assert "| Group | Names | Found | True-positive rate | Difference |" in lines


def test_the_figures_are_json_and_hold_no_names() -> None:
    gold, predicted = sides(of_names("1", "Maria Garcia", "Juan Nguyen"))
    result = fairness(gold, predicted, least=2, bootstrap=10)
    for written in (json.dumps(result.to_dict(), allow_nan=False), result.to_markdown()):
        assert not any(name in written for name in ("Maria", "Garcia", "Juan", "Nguyen"))


def test_markdown_has_a_table_an_attribute() -> None:
    gold, predicted = sides(
        of_names("1", "Maria Garcia", "Ana Lopez", missed=["Ana Lopez"]),
        of_names("2", "Juan Koski"),
    )
    lines = fairness(gold, predicted, least=2, bootstrap=0).to_markdown().splitlines()
    assert [line for line in lines if line.startswith("## ")] == [
        "## By gender", "## By country", "## By region", "## By subregion",
    ]  # fmt: skip
    assert "| female | 2 | 1 | 0.5000 | -0.5000 | 0.5 | 1.000 | 1.000 |".split() in [
        line.split() for line in lines
    ]
    assert any(line.startswith(r"| male\* | 1 | 1 |") for line in lines)


def test_without_names_there_is_nothing_to_compare() -> None:
    dialogue = essay("at noon", id="1")
    result = fairness([dialogue], [dialogue])
    assert (result.names, result.detected) == (0, 0)
    assert [table.groups for table in result.tables] == [[], [], [], []]
    assert "By gender" in result.to_markdown()


def test_without_scipy_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = compat.find_spec
    monkeypatch.setattr(compat, "find_spec", lambda name: None if name == "scipy" else real(name))
    gold, predicted = sides(of_names("1", "Maria Lee", "Juan Lee", missed=["Juan Lee"]))
    with pytest.raises(InputError, match=r"scipy.*spacy-piivot\[evaluation\]"):
        fairness(gold, predicted)
