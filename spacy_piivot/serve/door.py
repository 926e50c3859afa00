"""Stands before every path: refuses strangers, and lets no error say more than where it was."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..web.addresses import same
from ..web.explaining import explain

_HEADERS = (
    ("Cache-Control", "no-store"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
_UNKNOWN = "(unknown path)"


@dataclass(frozen=True, slots=True)
class Access:
    """Who may use the service.

    token (str | None): What requests must carry; None if nobody needs one.
    hosts (frozenset[str] | None): The only values of the header Host; None for any.
    open (frozenset[str]): The paths that need no token.
    """

    token: str | None = field(default=None, repr=False)
    hosts: frozenset[str] | None = None
    open: frozenset[str] = frozenset()

    def refusal(self, path: str, headers: Headers) -> Response | None:
        """The refusal of a request; None if it may pass.

        path (str): Its path.
        headers (Headers): Its headers.
        """
        host = headers.get("host", "").lower()
        if self.hosts is not None and host not in self.hosts:
            return JSONResponse({"error": "Use the address that the service listens on."}, 403)
        origin = headers.get("origin")
        if origin is not None and origin.lower().partition("://")[2] != host:
            return JSONResponse({"error": "Pages of another origin cannot use this."}, 403)
        if self.token is None or path in self.open:
            return None
        kind, _, given = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and same(given.strip(), self.token):
            return None
        hint = "Send the header Authorization: Bearer TOKEN, with the token of this service."
        return JSONResponse({"error": hint}, 401, {"WWW-Authenticate": "Bearer"})


class Door:
    """Middleware that checks requests, sets headers, and writes a line for each.

    app (ASGIApp): What answers.
    access (Access): Who may use it.
    paths (frozenset[str]): The paths that a log may name.
    report (Callable[[str], None]): Called with lines about errors, without any text.
    log (Callable[[str], None] | None): Called with a line for each request; None for no log.
    """

    def __init__(
        self,
        app: ASGIApp,
        access: Access,
        paths: frozenset[str],
        report: Callable[[str], None],
        log: Callable[[str], None] | None,
    ) -> None:
        self.app, self.access, self.paths = app, access, paths
        self.report, self.log = report, log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        if scope["type"] != "http":
            return
        started, status = time.monotonic(), 0

        async def send_safely(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS:
                    headers[name] = value
            await send(message)

        answer = self.access.refusal(scope["path"], Headers(scope=scope))
        try:
            await (answer or self.app)(scope, receive, send_safely)
        except Exception as error:
            # Its message may quote a text, and so may the traceback that uvicorn would print.
            self.report(f"Error: {explain(error)}")
        finally:
            if self.log is not None:
                self.log(self._line(scope, status, time.monotonic() - started))

    def _line(self, scope: Scope, status: int, seconds: float) -> str:
        """A line of the log. It has no address, no query and no unknown path: these may be text."""
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        path = scope["path"] if scope["path"] in self.paths else _UNKNOWN
        method = scope["method"] if scope["method"] in _METHODS else "(other)"
        return f"{now} {method} {path} {status or '(not answered)'} {seconds * 1000:.0f} ms"


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
