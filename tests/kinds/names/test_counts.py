import pytest

from spacy_piivot.kinds.names.counts import NameCounts
from spacy_piivot.lang import ENGLISH
from spacy_piivot.lang.lexicon import make_lexicon

COUNTS = ENGLISH.part(NameCounts)


@pytest.mark.parametrize(
    ("name", "sex"),
    [("emma", 0), ("james", 1), ("chris", 0.5), ("leslie", 0.5), ("priya", 0), ("jose", 1)],
)
def test_the_share_of_males(name: str, sex: float) -> None:
    assert abs(COUNTS.given[name].male - sex) < 0.4


def test_the_year_of_birth_is_that_of_the_bearers() -> None:
    assert COUNTS.born("linda") < 1965 < 1998 < COUNTS.born("madison")
    assert COUNTS.born("xqzt") is None


def test_the_band_is_higher_for_common_names() -> None:
    assert (
        COUNTS.band("michael", "given") > COUNTS.band("finn", "given") > COUNTS.band("xq", "given")
    )
    assert COUNTS.band("smith", "family") > COUNTS.band("okafor", "family")


def test_a_family_name_with_an_apostrophe_is_found_by_its_key() -> None:
    assert COUNTS.family["obrien"].spelled == "O'Brien"
    assert COUNTS.family["mcdonald"].spelled == "McDonald"


def test_the_census_groups_are_shares() -> None:
    assert COUNTS.family["garcia"].groups["hispanic"] > 0.8
    assert COUNTS.family["nguyen"].groups["asian"] > 0.8


def test_a_language_without_counts_has_none(tmp_path) -> None:
    counts = NameCounts(make_lexicon("en", str(tmp_path)))
    assert not counts.given
    assert not counts.family
