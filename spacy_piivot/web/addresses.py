"""Names and addresses, and whether they are this computer's own."""

import hmac
import ipaddress

LOOPBACK_NAMES = ("127.0.0.1", "localhost", "::1")
_HTTP = 80


def is_loopback(host: str) -> bool:
    """Whether only this computer can reach a name or address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def own_hosts(host: str, port: int) -> frozenset[str]:
    """The values of a request's header Host that a server accepts.

    host (str): The name or address that it listens on.
    port (int): Its port.
    RETURNS (frozenset[str]): In lower case; all names of this computer for one of them.
    """
    names = {
        bracketed(name) for name in (host.lower(), *(LOOPBACK_NAMES if is_loopback(host) else ()))
    }
    # Clients leave out the port of HTTP.
    return frozenset({f"{name}:{port}" for name in names} | (names if port == _HTTP else set()))


def bracketed(host: str) -> str:
    """An address as it stands in a URL."""
    return f"[{host}]" if ":" in host else host


def same(one: str, other: str) -> bool:
    """Whether two secrets are equal; takes equally long wherever they differ."""
    return hmac.compare_digest(one.encode(), other.encode())
