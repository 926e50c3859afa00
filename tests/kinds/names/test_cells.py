from itertools import product

import pytest

from spacy_piivot.core.folding import fold
from spacy_piivot.kinds.names.cells import BOTH, LEAST, NameCells
from spacy_piivot.kinds.names.counts import NameCounts
from spacy_piivot.kinds.names.family_forms import FEMININE
from spacy_piivot.kinds.names.heritage import Heritages
from spacy_piivot.lang import ENGLISH

CELLS = ENGLISH.part(NameCells)
COUNTS = ENGLISH.part(NameCounts)
REGIONS = sorted(ENGLISH.part(Heritages).regions)


def first(name: str, kind: str = "given", **settings) -> tuple[str, ...]:
    chosen = {"region": "english", "sex": "female", "born": 2004, "plain": True} | settings
    return next(CELLS.candidates(name, kind, **chosen))


@pytest.mark.parametrize("name", ["emma", "madison", "linda", "susan", "ava", "destiny", "xqzt"])
def test_candidates_are_as_old_and_as_common(name: str) -> None:
    born, band = COUNTS.born(name) or 2004, COUNTS.band(name, "given")
    found = [COUNTS.given[fold(one)] for one in first(name)]
    assert all(abs(one.born - born) <= 8 for one in found)
    assert name == "xqzt" or all(abs(one.band - band) <= 12 for one in found)
    assert all(one.male <= 0.05 for one in found)


@pytest.mark.parametrize("sex", ["female", "male", BOTH])
def test_a_pool_has_enough_candidates(sex: str) -> None:
    for region, name, plain in product(REGIONS, ("maria", "xqzt", "li"), (True, False)):
        found = first(name, region=region, sex=sex, plain=plain)
        assert len(found) >= LEAST, region
        found = first(name, "family", region=region, sex=sex, plain=plain)
        assert len(found) >= LEAST, region


def test_names_of_both_sexes_are_replaced_by_such() -> None:
    for name in ("chris", "leslie", "charlie", "jordan"):
        found = [COUNTS.given[fold(one)] for one in first(name, sex=BOTH)]
        assert all(0.1 <= one.male <= 0.9 for one in found)


def test_names_that_are_common_at_home_are_not_drawn_for_a_region() -> None:
    for region in ("akan", "czech", "hispanic"):
        for sex in ("male", "female"):
            pools = CELLS.candidates("xqzt", "given", region=region, sex=sex, born=0, plain=True)
            assert not {"Isaac", "Jacob", "Daniel", "Emma"} & set(next(pools))


def test_a_feminine_family_name_is_for_a_feminine_one() -> None:
    men, women, feminine = (
        first("x", "family", region="czech", sex=sex, plain=False)
        for sex in ("male", "female", FEMININE)
    )
    assert not any(name.endswith("ová") for name in (*men, *women))
    assert all(name.endswith(("á", "a")) for name in feminine)


def test_names_of_both_sexes_are_so_in_every_region() -> None:
    for region in REGIONS:
        for one in first("xqzt", region=region, sex=BOTH):
            counted = COUNTS.given.get(fold(one))
            assert counted is None or counted.band < 23 or 0.05 < counted.male < 0.95, (region, one)


def test_accents_are_drawn_only_where_they_are_written() -> None:
    assert all(name.isascii() for name in first("jose", region="hispanic", sex="male"))
    accented = first("jose", region="hispanic", sex="male", plain=False)
    assert not any(name.isascii() for name in accented)


def test_short_names_are_replaced_by_short_ones() -> None:
    # Where there are enough of them.
    assert {len(name) <= 5 for name in first("karli")} == {True}
    assert {len(name) <= 5 for name in first("kassidy")} == {False}


def test_members_of_a_cell_have_the_same_candidates() -> None:
    for name in first("emma"):
        assert first(fold(name)) == first("emma")


def test_names_of_other_regions_are_not_drawn_for_names_at_home() -> None:
    foreign = {"Yahir", "Jairo", "Yareli", "Xochitl", "Brayan", "Yadiel", "Nayeli", "Aracely"}
    for sex in ("male", "female"):
        for born in range(1940, 2012, 8):
            pools = CELLS.candidates(
                "xqzt", "given", region="english", sex=sex, born=born, plain=True
            )
            assert all(foreign.isdisjoint(pool) for pool in pools)
