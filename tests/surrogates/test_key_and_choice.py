import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.errors import InputError
from spacy_piivot.surrogates.choice import Draws, Ledger, NoSurrogate
from spacy_piivot.surrogates.key import BadKey, check_key, environment_key, read_key_file

KEY = b"0123456789abcdef"


def test_a_key_file_is_stripped(tmp_path):
    path = tmp_path / "key"
    path.write_bytes(KEY + b"\r\n")
    assert read_key_file(path) == KEY


@pytest.mark.parametrize("content", [b"", b" \n", b"too short"])
def test_a_key_that_is_empty_or_short_is_refused_without_being_shown(tmp_path, content):
    path = tmp_path / "key"
    path.write_bytes(content)
    with pytest.raises(BadKey) as caught:
        read_key_file(path)
    assert isinstance(caught.value, InputError)
    assert "too short" not in str(caught.value)


def test_a_missing_key_file_is_an_error(tmp_path):
    with pytest.raises(BadKey, match="cannot be read"):
        read_key_file(tmp_path / "none")


def test_the_environment_holds_a_key_or_none(monkeypatch):
    monkeypatch.delenv("SPACY_PIIVOT_KEY", raising=False)
    assert environment_key() is None
    monkeypatch.setenv("SPACY_PIIVOT_KEY", KEY.decode())
    assert environment_key() == KEY
    monkeypatch.setenv("SPACY_PIIVOT_KEY", "")
    with pytest.raises(BadKey):
        environment_key()


def test_check_key_strips():
    assert check_key(b" " + KEY, "a test") == KEY


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
    drawn = {ledger.settle_from(entity, "NAME", [pool]) for entity in ("x", "y")}
    assert drawn == {"Dora", "Emma"}
    assert ledger.settle_from("x", "NAME", [pool]) in drawn
    with pytest.raises(NoSurrogate):
        ledger.settle_from("z", "NAME", [pool])
