"""Nothing but gender, region and form of a surrogate depends on its original."""

from collections import Counter

import pytest

from benchmarks.surrogate_information import Pair, compare, full_names, measure
from spacy_piivot.surrogates import Mention, assign

KEYS = [b"key number %06d" % number for number in range(300)]


def surrogates(text: str, label: str, *others: str) -> list[str]:
    """The surrogates of a text under many keys, where others stand in the document too."""
    mention = Mention(text, label)
    beside = [Mention(other, "NAME") for other in others]
    return [
        assign([mention, *beside], key=key, scope="", text=" ".join([text, *others]))[mention]
        for key in KEYS
    ]


@pytest.mark.parametrize("name", ["James", "Maria", "Andrew Jackson"])
def test_the_initial_of_a_surrogate_may_be_the_originals(name: str) -> None:
    for part, original in enumerate(name.split()):
        drawn = [surrogate.split()[part] for surrogate in surrogates(name, "NAME")]
        same = sum(surrogate[0] == original[0] for surrogate in drawn)
        assert 0 < same < len(KEYS) / 3
        assert original not in drawn


def test_where_an_initial_is_written_it_changes() -> None:
    drawn = surrogates("James Taylor", "NAME", "J.", "J.T.")
    assert all(surrogate[0] != "J" for surrogate in drawn)
    assert all(surrogate.split()[1][0] != "T" for surrogate in drawn)


def test_the_name_behind_the_original_in_a_list_comes_no_more_often_than_others() -> None:
    # James and what stands behind it in the sorted list of men's names are both in the lists.
    counts = Counter(surrogates("James", "NAME"))
    assert max(counts.values()) < 12


@pytest.mark.parametrize(
    ("text", "label"),
    [("@zyx_40718", "USERNAME"), ("Ohio 40718", "LOCATION"), ("7-40718", "ID_NUM"),
     ("Maria_40718", "NAME"), ("P.S. 40718", "SCHOOL")],
)  # fmt: skip
def test_a_digit_may_stay_but_never_all(text: str, label: str) -> None:
    drawn = [surrogate[-5:] for surrogate in surrogates(text, label)]
    for place, digit in enumerate("40718"):
        assert 0 < sum(digits[place] == digit for digits in drawn) < len(KEYS) / 4
    assert "40718" not in drawn


def test_made_up_parts_of_a_handle_are_of_any_length() -> None:
    lengths = [
        {len(surrogate) for surrogate in surrogates(handle, "USERNAME")}
        for handle in ("@zyxi", "@zyxizyxizyxi")
    ]
    assert lengths[0] == lengths[1]


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
def test_two_thousand_names_tell_nothing_but_chance() -> None:
    rows = list(measure(2000, 1000))
    assert len(rows) == 10
    assert all(row.p > 0.005 for row in rows)
    initials = [row for row in rows if row.feature == "first letter"]
    assert all(row.same > row.same_by_chance / 2 for row in initials)


def test_names_are_measured_each_under_its_own_key() -> None:
    from random import Random

    pairs = list(full_names(30, Random(1)))
    assert len(pairs) == 30
    assert all(old.original != old.surrogate for pair in pairs for old in pair)
