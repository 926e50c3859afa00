from random import Random

import pytest

from benchmarks import surrogate_agreement
from benchmarks.surrogate_agreement import PEOPLES, drawn, measured
from spacy_piivot.evaluation.core.shares import Share
from spacy_piivot.evaluation.plain_sight.name_lists import NameLists

LISTS = NameLists(
    female={"ama": 0.99, "kofi": 0.01},
    bearers={
        "ama": {"African": 40},
        "kofi": {"African": 50},
        "mensah": {"African": 70},
        "anna": {"English": 400, "African": 20},
        "bell": {"English": 90},
    },
)
PERSONS = [["Kofi", "Mensah"], ["Ama", "Mensah"], ["Anna", "Bell"], ["J.", "Mensah"], ["Kofi"]]


def test_only_names_that_surely_are_of_the_heritage_are_drawn() -> None:
    found = drawn("African", PERSONS, LISTS, 5, Random(0))
    assert sorted(found["given"]) == ["Ama", "Kofi"]
    assert {"Kofi Mensah", "Ama Mensah"} <= set(found["two"])
    assert not any("Bell" in name or "." in name for name in found["two"])


def test_each_name_is_replaced_in_its_own_dialogue() -> None:
    found = measured(["Kofi Mensah", "Ama"], LISTS, 0)
    assert found.clashes["original"] == Share(0, 2)
    assert found.persons.split == Share(0, 2)
    assert found.region.keys() <= {
        "family or two names", "one given name",
        "family or two names, not English", "one given name, not English",
    }  # fmt: skip


def test_every_heritage_is_one_of_the_lists() -> None:
    assert "English" in PEOPLES
    assert all(peoples for peoples in PEOPLES.values())


def test_missing_lists_are_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(surrogate_agreement, "name_lists", lambda: NameLists(missing=["name2nat"]))
    with pytest.raises(BaseException):  # noqa: B017, PT011
        surrogate_agreement.main()
    assert "pip install" in capsys.readouterr().err
