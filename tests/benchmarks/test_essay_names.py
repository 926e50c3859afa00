import random
from pathlib import Path

import pytest
from made_essays import names_folder

from benchmarks.essay_names import Group, Names
from spacy_piivot.errors import InputError
from spacy_piivot.kinds.names.pools import without_accents
from training.splits import split_of_name


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Names:
    return Names(names_folder(tmp_path_factory.mktemp("data") / "names"))


def test_a_subregion_with_names_and_cities_gives_two_groups(names: Names) -> None:
    assert names.groups == [
        Group("Africa", "Sub-Saharan Africa", "female"),
        Group("Africa", "Sub-Saharan Africa", "male"),
        Group("Europe", "Western Europe", "female"),
        Group("Europe", "Western Europe", "male"),
    ]


def test_all_is_drawn_from_the_split_that_no_training_uses(names: Names) -> None:
    rng = random.Random(1)
    drawn: set[str] = set()
    for group in names.groups:
        for _ in range(20):
            assert split_of_name(names.city(group, rng, set())) == "test"
            drawn.update(names.person(group, rng, set()))
    assert len(drawn) > 40
    # A name may be listed with its accents: its split is that of its listed form.
    plain = [name for name in drawn if name.isascii() and split_of_name(name) == "test"]
    assert len(plain) > 0.7 * len(drawn)
    assert all(name == without_accents(name) for name in drawn)


def test_no_name_has_a_word_to_avoid(names: Names) -> None:
    group = names.groups[0]
    first = names.person(group, random.Random(3), set())
    avoid = {first.given.casefold()}
    assert names.person(group, random.Random(3), avoid).given != first.given
    city = names.city(group, random.Random(3), set())
    assert names.city(group, random.Random(3), {city.casefold()}) != city


def test_a_school_has_an_ending_where_the_text_has_none(names: Names) -> None:
    group = names.groups[0]
    for seed in range(10):
        whole = names.school(group, random.Random(seed), set(), whole=True)
        stem = names.school(group, random.Random(seed), set(), whole=False)
        assert whole.split()[0] == stem.split()[0]
        assert len(whole.split()) > len(stem.split())


@pytest.mark.parametrize(
    ("name", "listed"),
    [
        ("Emma", True),
        ("emma", True),
        ("Emma Smith", True),
        ("García", True),
        ("Garcia", True),
        ("Zorblatt", False),
        ("Emma Zorblatt", False),
        ("Qwx", False),
        ("Wolfgang", True),
        ("Xanthippus", False),
    ],
)
def test_listed_names_are_told_from_others(name: str, listed: bool) -> None:
    assert Names.is_listed(name) == listed


def test_a_missing_list_is_named(tmp_path: Path) -> None:
    folder = names_folder(tmp_path / "names")
    (folder / "world_cities.csv").unlink()
    with pytest.raises(InputError, match=r"world_cities\.csv is missing"):
        Names(folder)


def test_without_any_cities_nothing_can_be_filled(tmp_path: Path) -> None:
    folder = names_folder(tmp_path / "names")
    (folder / "world_cities.csv").write_text("name,country\n")
    with pytest.raises(InputError, match="no subregion"):
        Names(folder)
