"""Which addresses are this computer's own."""

import pytest

from spacy_piivot.web.addresses import is_loopback, own_hosts


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_these_are(host: str) -> None:
    assert is_loopback(host)
    assert own_hosts(host, 3000) == {"127.0.0.1:3000", "localhost:3000", "[::1]:3000"}


def test_an_unusual_address_of_this_computer_can_be_used_itself() -> None:
    assert is_loopback("127.8.8.8")
    assert own_hosts("127.8.8.8", 3000) > own_hosts("127.0.0.1", 3000)
    assert "127.8.8.8:3000" in own_hosts("127.8.8.8", 3000)


def test_clients_leave_out_the_usual_port() -> None:
    assert own_hosts("::1", 80) >= {"[::1]", "[::1]:80", "localhost", "127.0.0.1:80"}
    assert "localhost" not in own_hosts("::1", 8080)


@pytest.mark.parametrize(
    "host", ["192.168.1.7", "desk.example", "0.0.0.0", "::", "a.localhost", ""]
)
def test_these_are_not(host: str) -> None:
    assert not is_loopback(host)


def test_another_computers_name_is_its_own_only_host() -> None:
    assert own_hosts("Desk.example", 3000) == {"desk.example:3000"}
    assert own_hosts("2001:db8::1", 3000) == {"[2001:db8::1]:3000"}
