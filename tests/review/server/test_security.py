"""The gate: tokens, passwords, hosts and names."""

import pytest

from spacy_piivot.errors import InputError
from spacy_piivot.review.model import ADJUDICATED
from spacy_piivot.review.server.security import Gate, check_host, check_reviewer


def test_only_the_password_lets_in_and_a_wrong_one_closes_for_a_while() -> None:
    now = [100.0]
    gate = Gate("anna", "desk.example", 80, "sesame", clock=lambda: now[0])
    assert gate.log_in("Sesame", "ben") is None
    assert gate.log_in("sesame", "ben") is None  # too early
    now[0] += 1.1
    assert gate.log_in("wrong again", "ben") is None
    now[0] += 1.1
    assert gate.log_in("sesame", "ben") is None  # the wait has doubled
    now[0] += 1.1
    session = gate.session(gate.log_in("sesame", "ben"))
    assert session is not None
    assert session.reviewer == "ben"


def test_without_a_password_nothing_logs_in() -> None:
    gate = Gate("anna", "127.0.0.1", 80)
    assert gate.log_in("", "ben") is None
    assert not gate.has_password


def test_each_browser_has_its_own_session() -> None:
    gate = Gate("anna", "127.0.0.1", 80, "sesame")
    one, other = gate.log_in("sesame", "ben"), gate.log_in("sesame", "cleo")
    assert one != other
    sessions = [gate.session(one), gate.session(other)]
    assert [session and session.reviewer for session in sessions] == ["ben", "cleo"]
    assert len({session.csrf for session in sessions if session}) == 2
    assert gate.session(None) is gate.session("") is gate.session("x") is None


def test_nothing_secret_is_shown_by_accident() -> None:
    gate = Gate("anna", "127.0.0.1", 80, "sesame")
    session = gate.session(gate.log_in("sesame", "ben"))
    assert session is not None
    assert session.csrf not in repr(session)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.8.8.8"])
def test_loopback_needs_no_password(host: str) -> None:
    check_host(host, password=False)


@pytest.mark.parametrize(
    "host", ["192.168.1.7", "desk.example", "0.0.0.0", "::", "2001:db8::1", ""]
)
def test_another_host_needs_a_password(host: str) -> None:
    with pytest.raises(InputError, match="--password-file"):
        check_host(host, password=False)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", ""])
def test_a_host_is_one_address_so_that_others_can_be_refused(host: str) -> None:
    with pytest.raises(InputError, match="one name or address"):
        check_host(host, password=True)
    check_host("192.168.1.7", password=True)


def test_the_address_of_each_kind_of_host() -> None:
    assert Gate("anna", "::1", 80).address.startswith("http://[::1]:80/?token=")
    assert Gate("anna", "desk.example", 81, "x").hosts == {"desk.example:81"}


@pytest.mark.parametrize("name", ["anna", "r2", "a.b-c_d", "A" * 40, ADJUDICATED])
def test_names_of_passes(name: str) -> None:
    assert check_reviewer(name) == name


@pytest.mark.parametrize("name", ["", "Anna Smith", "a/b", "ü", "-a", "a" * 41, "a\n", "../a"])
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(InputError, match="do not use a full name"):
        check_reviewer(name)


def test_only_the_adjudicator_has_that_name() -> None:
    with pytest.raises(InputError):
        check_reviewer(ADJUDICATED, adjudicator=False)
