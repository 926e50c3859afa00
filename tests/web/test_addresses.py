"""Which addresses are this computer's own."""

import pytest

from spacy_piivot.web.addresses import is_loopback, own_hosts


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.8.8.8"])
def test_these_are(host: str) -> None:
    assert is_loopback(host)
    assert own_hosts(host, 80) == {"127.0.0.1:80", "localhost:80", "[::1]:80"}


@pytest.mark.parametrize(
    "host", ["192.168.1.7", "desk.example", "0.0.0.0", "::", "a.localhost", ""]
)
def test_these_are_not(host: str) -> None:
    assert not is_loopback(host)


def test_another_computers_name_is_its_own_only_host() -> None:
    assert own_hosts("desk.example", 80) == {"desk.example:80"}
    assert own_hosts("2001:db8::1", 80) == {"[2001:db8::1]:80"}
