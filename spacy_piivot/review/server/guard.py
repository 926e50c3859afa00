"""Stands before every page: refuses strangers, and lets no error say more than where it was."""

from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...web.explaining import explain
from .security import CSRF_HEADER, HEADERS, Gate, Session

STATIC = "/static/"
LOGIN = "/login"
_READING = ("GET", "HEAD")
_LARGEST_BODY = 1_000_000
_NAVIGATION = ("navigate", "nested-navigate")


class Guard:
    """Middleware that checks host, origin, cookie and token, and sets the headers of safety.

    app (ASGIApp): What answers.
    gate (Gate): Knows who was let in.
    report (Callable[[str], None]): Called with a line for an error, without any text.
    refuse (Callable[[str], Response]): The page for a browser that was not let in, with a reason.
    """

    def __init__(
        self,
        app: ASGIApp,
        gate: Gate,
        report: Callable[[str], None],
        refuse: Callable[[str], Response],
    ) -> None:
        self.app, self.gate, self.report, self.refuse = app, gate, report, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        if scope["type"] != "http":
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS:
                    headers[name] = value
            await send(message)

        try:
            answer = self._check(scope)
            await (answer or self.app)(scope, receive, send_safely)
        except Exception as error:
            # Its message may quote a text, and so may the traceback that uvicorn would print.
            self.report(f"Error: {explain(error)}")

    def _check(self, scope: Scope) -> Response | None:
        """The refusal of a request; None if it may pass."""
        connection = HTTPConnection(scope)
        headers, method, path = connection.headers, scope["method"], scope["path"]
        if headers.get("host", "").lower() not in self.gate.hosts:
            return _refused("Open the address that the command printed.")
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in self.gate.origins:
            return _refused("Another page cannot use this one.")
        if _from_elsewhere(headers, method):
            return _refused("Another page cannot use this one.")
        if method not in (*_READING, "POST"):
            return JSONResponse({"error": "Only GET and POST."}, 405)
        if method == "POST" and not _small_json(headers):
            return JSONResponse({"error": "Send a JSON object of at most a megabyte."}, 400)
        if path.startswith(STATIC) or (path == LOGIN and self.gate.has_password):
            return None
        if path == "/" and method == "GET" and "token" in connection.query_params:
            return self._open(connection)
        session = self.gate.session(connection.cookies.get(self.gate.cookie))
        if session is None:
            return self._strangers_answer(path)
        if method == "POST" and not _same_token(headers, session):
            return _refused("This page is out of date. Load it again.")
        scope["review_session"] = session
        return None

    def _open(self, connection: HTTPConnection) -> Response:
        cookie = self.gate.spend(connection.query_params["token"])
        if cookie is None and self.gate.session(connection.cookies.get(self.gate.cookie)):
            # Who opens the printed address again, or goes back to it, was let in by it.
            return RedirectResponse("/", 303)
        if cookie is None:
            return self.refuse("This address was used before, or is not right.")
        return with_cookie(RedirectResponse("/", 303), self.gate, cookie)

    def _strangers_answer(self, path: str) -> Response:
        reason = "This browser has not opened the address that the command printed."
        if path.startswith("/api/"):
            return _refused(reason)
        return self.refuse(reason)


def with_cookie(response: Response, gate: Gate, value: str) -> Response:
    """A response that lets the browser in."""
    response.set_cookie(gate.cookie, value, httponly=True, samesite="strict", path="/")
    return response


def _refused(reason: str) -> Response:
    return JSONResponse({"error": reason}, 403)


def _from_elsewhere(headers: Headers, method: str) -> bool:
    """Whether the browser says that a page of another origin asks, other than by a link."""
    if headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
        return False
    return method != "GET" or headers.get("sec-fetch-mode") not in _NAVIGATION


def _small_json(headers: Headers) -> bool:
    length = headers.get("content-length", "")
    return (
        headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"
        and length.isdigit()
        and int(length) <= _LARGEST_BODY
    )


def _same_token(headers: Headers, session: Session) -> bool:
    return session.has_token(headers.get(CSRF_HEADER, ""))
