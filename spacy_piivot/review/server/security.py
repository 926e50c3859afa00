"""Who may talk to the review server, and from which page."""

import hashlib
import hmac
import ipaddress
import os
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from ...errors import InputError
from ...web.addresses import bracketed, is_loopback, own_hosts, same
from ..model import ADJUDICATED, QueueFilter

CSRF_HEADER = "x-review-token"
HEADERS = (
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
# After a wrong password: how long nobody can try another, in seconds.
_FIRST_WAIT, _LONGEST_WAIT = 1.0, 60.0


@dataclass(slots=True)
class Session:
    """A browser that was let in.

    reviewer (str): Whose pass it works on.
    csrf (str): What every change must carry; only our own pages know it.
    chosen (QueueFilter): The filter of its queue. It is kept here because a text that is searched
        for must not get into the browser's history.
    looked (set[tuple[int, int]]): The messages that were shown because they were worth a look, or
        asked for: dialogue and message.
    """

    reviewer: str
    csrf: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    chosen: QueueFilter = field(default_factory=QueueFilter, repr=False)

    looked: set[tuple[int, int]] = field(default_factory=set, repr=False)

    def has_token(self, token: str) -> bool:
        """Whether it is what a change must carry."""
        return same(token, self.csrf)


class Gate:
    """Lets browsers in: by the token of the printed address, once, or by a password.

    reviewer (str): The reviewer who started the server.
    host (str): The name or address that it listens on.
    port (int): Its port.
    password (str | None): What other people give, with a name; None if nobody else is let in.
    clock (Callable[[], float]): The seconds since some time; another one in tests.
    """

    def __init__(
        self,
        reviewer: str,
        host: str,
        port: int,
        password: str | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.reviewer = reviewer
        self.cookie = f"spacy_piivot_review_{port}"  # a browser keeps one jar for all ports
        self.hosts = own_hosts(host, port)
        self.origins = frozenset(f"http://{host}" for host in self.hosts)
        self._address = f"http://{bracketed(host)}:{port}/"
        self._token: str | None = secrets.token_urlsafe(32)
        self._sessions: dict[str, Session] = {}
        self._salt = os.urandom(16)
        self._password = None if password is None else self._digest(password)
        self._clock = clock
        self._wait, self._closed_until = _FIRST_WAIT, 0.0

    @property
    def address(self) -> str:
        """The address to open, which lets in once."""
        return f"{self._address}?token={self._token}"

    @property
    def has_password(self) -> bool:
        """Whether a password lets in."""
        return self._password is not None

    def spend(self, token: str) -> str | None:
        """Let a browser in by the token; it does not work again.

        token (str): The token.
        RETURNS (str | None): The value of its cookie; None if the token is wrong or used.
        """
        if self._token is None or not same(token, self._token):
            return None
        self._token = None
        return self._let_in(self.reviewer)

    def log_in(self, password: str, reviewer: str) -> str | None:
        """Let a browser in by the password. After a wrong one nobody can try for a while.

        password (str): The password.
        reviewer (str): The name of the pass, checked with `check_reviewer`.
        RETURNS (str | None): The value of its cookie; None if the password is wrong, or it is too
            early for another try.
        """
        if self._password is None or self._clock() < self._closed_until:
            return None
        if not hmac.compare_digest(self._digest(password), self._password):
            self._closed_until = self._clock() + self._wait
            self._wait = min(2 * self._wait, _LONGEST_WAIT)
            return None
        self._wait = _FIRST_WAIT
        return self._let_in(reviewer)

    def session(self, cookie: str | None) -> Session | None:
        """The session of a cookie's value; None if there is none."""
        if cookie is None:
            return None
        for value, session in self._sessions.items():
            if same(cookie, value):
                return session
        return None

    def _let_in(self, reviewer: str) -> str:
        value = secrets.token_urlsafe(32)
        self._sessions[value] = Session(reviewer)
        return value

    def _digest(self, password: str) -> bytes:
        return hashlib.scrypt(password.encode(), salt=self._salt, n=2**14, r=8, p=1)


def check_reviewer(name: str, *, adjudicator: bool = True) -> str:
    """A name that can stand for a pass.

    name (str): The name.
    adjudicator (bool): Whether the adjudicator's is one.
    RETURNS (str): The name.
    RAISES (InputError): If it is none.
    """
    if not _NAME.fullmatch(name) or (name == ADJUDICATED and not adjudicator):
        raise InputError(
            "A reviewer's name has 1 to 40 letters of a to z, digits, dots, dashes or underscores, "
            "and begins with a letter or digit. It is written into the log: do not use a full name."
        )
    return name


def check_host(host: str, password: bool) -> None:
    """Whether the server may listen there.

    host (str): The name or address.
    password (bool): Whether there is a password.
    RAISES (InputError): If it is not a loopback address and there is no password, or if it is no
        single address.
    """
    if is_loopback(host):
        return
    if not password:
        raise InputError(
            f"{host}: other computers could open the page. Give a password with --password-file, "
            "or leave out --host."
        )
    try:
        everywhere = ipaddress.ip_address(host).is_unspecified
    except ValueError:
        everywhere = not host
    if everywhere:
        raise InputError(
            f"{host}: give the one name or address that the other computers use, so that requests "
            "for another name can be refused."
        )
