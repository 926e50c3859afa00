import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.draws.choice import Draws, Ledger, NoSurrogate

KEY = b"0123456789abcdef"


@given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
def test_different_fields_never_share_a_stream(one, other):
    same = Draws(KEY, *one).below(2**64) == Draws(KEY, *other).below(2**64)
    assert same == (one == other)


def test_draws_go_on_and_depend_on_the_key():
    draws = Draws(KEY, "a")
    assert draws.below(2**64) != draws.below(2**64)
    assert Draws(KEY, "a").below(2**64) != Draws(KEY[::-1], "a").below(2**64)


def test_no_surrogate_is_an_original_with_letters_repeated():
    ledger = Ledger(KEY, "scope", {"colin", "amy"}, set())
    assert not ledger.is_free(["collin"])
    assert not ledger.is_free(["colin", "smith"])
    assert ledger.is_free(["collins"])
    assert ledger.is_free(["ammy"])  # the last check hides no short name in others


def test_a_ledger_gives_nothing_twice_and_no_original():
    ledger = Ledger(KEY, "scope", {"ann"}, {"bob", "cat"})
    pool = ("Ann", "Bob", "Cat", "Dora", "Emma")
    drawn = {ledger.choose_from(entity, "NAME", [pool]) for entity in ("x", "y")}
    assert drawn == {"Dora", "Emma"}
    assert ledger.choose_from("x", "NAME", [pool]) in drawn
    with pytest.raises(NoSurrogate):
        ledger.choose_from("z", "NAME", [pool])
