"""The service's paths, put together."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from ..web.explaining import explain
from .analysis import NO_RECOGNIZERS
from .answers import JSON, Answer, Refused, refusal
from .door import Access, Door
from .engine import ANALYZE, ANONYMIZE, DEANONYMIZE, DEIDENTIFY, Job
from .openapi import document
from .page import CONTENT_SECURITY, page
from .pool import BUSY

WORKING = (ANALYZE, ANONYMIZE, DEANONYMIZE, DEIDENTIFY)
BY_LANGUAGE = ("/recognizers", "/supportedentities")
LISTS = ("/anonymizers", "/deanonymizers")
# These tell nothing but that the service is there: probes and browsers send no token.
OPEN = frozenset({"/health", "/", "/openapi.json"})
PATHS = frozenset({*WORKING, *BY_LANGUAGE, *LISTS, *OPEN})
UP = "spacy-piivot service is up"


class Workers(Protocol):
    """Answers requests that need the pipeline; see `Pool`."""

    @property
    def facts(self) -> Mapping[str, Any]: ...

    @property
    def is_ready(self) -> bool: ...

    async def run(self, job: Job) -> Answer: ...


@dataclass(frozen=True, slots=True)
class Limits:
    """What the service accepts.

    body (int): The largest body, in bytes.
    requests (int): How many requests may be read, wait or be worked on at the same time.
    reading (float): How long a body may take to arrive, in seconds.
    """

    body: int = 1_000_000
    requests: int = 128
    reading: float = 30.0


def make_app(
    workers: Workers,
    access: Access,
    limits: Limits | None = None,
    *,
    lifespan: Callable[[], AbstractAsyncContextManager[None]] | None = None,
    report: Callable[[str], None] = lambda line: None,
    log: Callable[[str], None] | None = None,
) -> ASGIApp:
    """The application that uvicorn runs.

    workers (Workers): Answer what needs the pipeline.
    access (Access): Who may use the service.
    limits (Limits | None): What it accepts.
    lifespan (Callable[[], AbstractAsyncContextManager] | None): Entered while it runs.
    report (Callable[[str], None]): Called with lines about errors, without any text.
    log (Callable[[str], None] | None): Called with a line for each request; None for no log.
    RETURNS (ASGIApp): The application.
    """
    desk = _Desk(workers, limits or Limits())

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        if lifespan is None:
            yield
            return
        async with lifespan():
            yield

    async def failed(request: Request, error: Exception) -> Response:
        report(f"Error: {explain(error)}")
        return JSONResponse({"error": "Internal server error"}, 500)

    app = Starlette(
        routes=[
            *(Route(path, desk.work, methods=["POST"]) for path in WORKING),
            *(Route(path, desk.by_language) for path in BY_LANGUAGE),
            *(Route(path, desk.listed) for path in LISTS),
            Route("/health", desk.health),
            Route("/openapi.json", _openapi),
            Route("/", _page),
        ],
        exception_handlers={HTTPException: _plain, Exception: failed},
        lifespan=running,
    )
    app.router.redirect_slashes = False
    return Door(app, access, PATHS, report, log)


class _Desk:
    """Answers requests."""

    def __init__(self, workers: Workers, limits: Limits) -> None:
        self._workers, self._limits = workers, limits
        self._requests = 0

    async def work(self, request: Request) -> Response:
        if self._requests >= self._limits.requests:
            return _response(refusal(503, BUSY))
        self._requests += 1
        try:
            body = await self._read(request)
            return _response(await self._answered(request, Job(_path(request), body)))
        except Refused as error:
            return _response(refusal(error.status, error.hint))
        except ClientDisconnect:
            return Response(status_code=400)
        finally:
            self._requests -= 1

    async def _answered(self, request: Request, job: Job) -> Answer:
        """The workers' answer, unless the client has gone before."""
        answered = asyncio.ensure_future(self._workers.run(job))
        gone = asyncio.ensure_future(_disconnected(request))
        try:
            await asyncio.wait({answered, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not answered.done():
                raise ClientDisconnect
            return answered.result()
        finally:
            answered.cancel()
            gone.cancel()

    async def _read(self, request: Request) -> bytes:
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != JSON:
            raise Refused(415, f"Send the header Content-Type: {JSON}.")
        if request.headers.get("content-encoding", "identity").lower() != "identity":
            raise Refused(415, "Send the body without compression.")
        most = self._limits.body
        too_large = Refused(413, f"The body has more than {most} bytes. Send less at once.")
        length = request.headers.get("content-length", "")
        if length.isdigit() and int(length) > most:
            raise too_large
        body = bytearray()
        try:
            async with asyncio.timeout(self._limits.reading):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > most:
                        raise too_large
        except TimeoutError:
            body.clear()
            raise Refused(408, "The body did not arrive in time.") from None
        return bytes(body)

    async def by_language(self, request: Request) -> Response:
        known: Mapping[str, list[str]] = self._workers.facts.get(_path(request), {})
        language = request.query_params.get("language")
        if language is None:
            return JSONResponse(sorted({one for names in known.values() for one in names}))
        if language not in known:
            return JSONResponse({"error": NO_RECOGNIZERS}, 500)
        return JSONResponse(known[language])

    async def listed(self, request: Request) -> Response:
        return JSONResponse(self._workers.facts.get(_path(request), []))

    async def health(self, request: Request) -> Response:
        if self._workers.is_ready:
            return PlainTextResponse(UP)
        return PlainTextResponse("spacy-piivot service has no worker", 503, {"Retry-After": "1"})


def _path(request: Request) -> str:
    """The path that was matched; `request.url` is also made of the header Host."""
    path: str = request.scope["path"]
    return path


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _response(answer: Answer) -> Response:
    headers = {"Retry-After": "1"} if answer.status == 503 else None
    return Response(answer.body, answer.status, headers, media_type=JSON)


async def _openapi(request: Request) -> Response:
    return JSONResponse(document())


async def _page(request: Request) -> Response:
    return HTMLResponse(page(document()), headers={"Content-Security-Policy": CONTENT_SECURITY})


async def _plain(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = error.headers if isinstance(error, HTTPException) else None
    hints = {404: "There is no such path.", 405: "This path has another method."}
    return JSONResponse({"error": hints.get(status, "This cannot be asked for.")}, status, headers)
