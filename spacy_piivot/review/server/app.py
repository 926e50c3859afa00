"""The review server's pages and data, put together."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from ...runs.names import IdMode
from ...web.explaining import explain
from .answers import answer
from .api import Api
from .desks import ReviewDesk
from .guard import Guard
from .outcomes import Outcomes
from .pages import Pages
from .room import Room
from .security import Gate

_STATIC = Path(str(files("spacy_piivot") / "review" / "server" / "static"))
# The package and the folder of the style sheets that this room shares.
_SHARED = ("spacy_piivot.pages", "static")


def make_app(
    desk: ReviewDesk,
    gate: Gate,
    *,
    output: Path,
    ids: IdMode = "keep",
    report: Callable[[str], None] = lambda line: None,
) -> ASGIApp:
    """The application that uvicorn runs.

    desk (ReviewDesk): Knows the corpus and the decisions.
    gate (Gate): Knows who was let in.
    output (Path): What the Release button writes.
    ids (str): What it does with ids and file names; see `deidentify`.
    report (Callable[[str], None]): Called with lines about the run, without any text.
    RETURNS (ASGIApp): The application.
    """
    room = Room(desk, gate, output, report, ids)
    pages = Pages(room)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        if room.releasing:
            report("The release is being written: this ends when it is done.")
        room.slow.close()
        room.quick.close()

    app = Starlette(
        routes=[
            *pages.routes(),
            *Api(room).routes(),
            *Outcomes(room).routes(),
            Mount("/static", StaticFiles(directory=_STATIC, packages=[_SHARED])),
        ],
        exception_handlers={HTTPException: _plain, Exception: _failed},
        lifespan=lifespan,
    )
    return Guard(app, gate, report, pages.refusal)


async def _plain(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    hint = "There is no such page." if status == 404 else "This cannot be asked for."
    return answer({"error": hint}, status)


async def _failed(request: Request, error: Exception) -> Response:
    return answer({"error": f"This failed: {explain(error)}"}, 500)
