import pytest

from benchmarks.surrogate_information import Pair, compare, full_names, measure


def test_what_depends_is_seen_and_what_does_not_is_not() -> None:
    letters = "abcdefghij" * 400
    dependent = [Pair(a, a, ()) for a in letters]
    never_the_same = [Pair(a, letters[at + 1 + at % 9], ()) for at, a in enumerate(letters[:-20])]
    by_stratum = [Pair(a, a, (a,)) for a in letters]
    assert compare("", "", dependent, str, 50, 0).p < 0.05
    assert compare("", "", never_the_same, str, 50, 0).p < 0.05
    allowed = compare("", "", by_stratum, str, 50, 0)
    assert (allowed.bits, allowed.p) == (pytest.approx(allowed.chance), 1.0)


@pytest.mark.slow
def test_two_thousand_names_tell_hardly_more_than_chance() -> None:
    rows = list(measure(2000, 1000))
    assert len(rows) == 10
    # A name is drawn from those that are like it: generation, frequency, length.
    names = [row for row in rows if row.kind in ("given names", "family names")]
    assert all(row.bits < row.chance + 0.25 for row in names)
    assert all(row.p > 0.005 for row in rows if row not in names)
    initials = [row for row in rows if row.feature == "first letter"]
    assert all(row.same > row.same_by_chance / 2 for row in initials)


def test_names_are_measured_each_under_its_own_key() -> None:
    from random import Random

    pairs = list(full_names(30, Random(1)))
    assert len(pairs) == 30
    assert all(old.original != old.surrogate for pair in pairs for old in pair)
