"""A surrogate depends on its original only in what makes it like many others."""

from collections import Counter

import pytest

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
    assert len(counts) >= 12
    assert max(counts.values()) < 2 * len(KEYS) / len(counts)


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
