"""The JSON that the pages read and send."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...errors import PIIvotError
from ..actions import BadAction, Conflict
from ..model import ADJUDICATED, ReviewDialogue
from ..store import StateUnusable
from .desks import Lane, ReviewDesk
from .following import next_in_queue
from .security import Gate, Session, check_reviewer
from .values import (
    BadRequest,
    as_json,
    read_action,
    read_filter,
    read_offset,
    read_text,
    read_window,
)

ROWS = 100


@dataclass(frozen=True, slots=True)
class Room:
    """What all pages share.

    desk (ReviewDesk): Knows the corpus and the decisions.
    gate (Gate): Knows who was let in.
    output (Path): What the Release button writes.
    quick (Lane): Where what a person waits for is done.
    slow (Lane): Where previews and releases are made meanwhile.
    """

    desk: ReviewDesk
    gate: Gate
    output: Path
    quick: Lane
    slow: Lane


class Api:
    """Answers what the scripts of the pages ask.

    room (Room): What all pages share.
    """

    def __init__(self, room: Room) -> None:
        self.room = room

    def routes(self) -> list[Route]:
        """The addresses and what answers them."""
        return [
            Route("/login", answering(self.log_in), methods=["POST"]),
            Route("/api/queue", answering(self.queue)),
            Route("/api/progress", answering(self.progress)),
            Route("/api/next", answering(self.next)),
            Route("/api/d/{number:int}", answering(self.dialogue)),
            Route("/api/d/{number:int}/preview", answering(self.preview)),
            Route("/api/count", answering(self.count), methods=["POST"]),
            Route("/api/act", answering(self.act), methods=["POST"]),
            Route("/api/undo", answering(self.undo), methods=["POST"]),
            Route("/api/redo", answering(self.redo), methods=["POST"]),
        ]

    async def log_in(self, request: Request) -> Response:
        data = await read_object(request)
        name, password = data.get("reviewer", ""), data.get("password", "")
        if not isinstance(name, str):
            raise BadRequest("Give a name and the password.")
        password = read_text(password, "password")
        check_reviewer(name, adjudicator=False)
        gate = self.room.gate
        cookie = gate.log_in(password, name)
        if cookie is None:
            return answer({"error": "The password is wrong, or it is too early to try again."}, 403)
        response = answer({"reviewer": name})
        response.set_cookie(gate.cookie, cookie, httponly=True, samesite="strict", path="/")
        return response

    async def queue(self, request: Request) -> Response:
        session = session_of(request)
        session.chosen = read_filter(request.query_params)
        offset = read_offset(request.query_params)
        page = await self.room.quick.do(
            self.room.desk.queue, session.reviewer, session.chosen, offset, ROWS
        )
        return answer({**as_json(page), "offset": offset})

    async def progress(self, request: Request) -> Response:
        return answer(as_json(await self.room.quick.do(self.room.desk.progress, pass_of(request))))

    async def next(self, request: Request) -> Response:
        session = session_of(request)
        after = request.query_params.get("after", "")
        if after and not (after.isascii() and after.isdigit()):
            raise BadRequest("A dialogue's number is a whole number.")
        number = await self.room.quick.do(
            next_in_queue,
            self.room.desk,
            pass_of(request),
            session.chosen,
            int(after) if after else None,
        )
        return answer({"number": number})

    async def dialogue(self, request: Request) -> Response:
        first, count = read_window(request.query_params)
        shown = await self.room.quick.do(
            self.room.desk.dialogue, request.path_params["number"], pass_of(request), first, count
        )
        return answer(as_json(shown))

    async def preview(self, request: Request) -> Response:
        first, count = read_window(request.query_params)
        preview = await self.room.slow.do(
            self.room.desk.preview, request.path_params["number"], pass_of(request)
        )
        messages = preview.messages[first : first + count]
        return answer(
            {
                "number": preview.number,
                "revision": preview.revision,
                "error": preview.error,
                "messages": as_json(messages),
            }
        )

    async def count(self, request: Request) -> Response:
        """How many places an action would reach, which is not done."""
        action, reviewer = read_action(await read_object(request)), pass_of(request)

        def count() -> int:
            if action.kind == "add" or action.span is None:
                return self.room.desk.count_text(reviewer, action)
            return self.room.desk.count_like(reviewer, action.dialogue, action.span, action.scope)

        return answer({"count": await self.room.quick.do(count)})

    async def act(self, request: Request) -> Response:
        action = read_action(await read_object(request))
        first, count = read_window(request.query_params)
        reviewer, desk = pass_of(request), self.room.desk

        def act() -> tuple[Any, ReviewDialogue]:
            outcome = desk.act(reviewer, action)
            return outcome, desk.dialogue(action.dialogue, reviewer, first, count)

        outcome, shown = await self.room.quick.do(act)
        return answer({"outcome": as_json(outcome), "dialogue": as_json(shown)})

    async def undo(self, request: Request) -> Response:
        return await self._again(request, self.room.desk.undo)

    async def redo(self, request: Request) -> Response:
        return await self._again(request, self.room.desk.redo)

    async def _again(self, request: Request, step: Callable[[str], Any]) -> Response:
        await read_object(request)
        return answer({"outcome": as_json(await self.room.quick.do(step, pass_of(request)))})


Handler = Callable[[Request], Awaitable[Response]]


def answering(handler: Handler) -> Handler:
    """A handler whose expected errors become answers."""

    async def answered(request: Request) -> Response:
        try:
            return await handler(request)
        except BadAction as error:
            return answer({"error": str(error)}, 400 if request.method == "POST" else 404)
        except StateUnusable as error:
            return answer({"error": str(error)}, 503)
        except Conflict as error:
            return answer({"error": str(error)}, 409)
        except (BadRequest, PIIvotError) as error:
            return answer({"error": str(error)}, 400)

    return answered


def answer(value: Any, status: int = 200) -> Response:
    """A value as JSON. Half characters stay escaped, so that any text can be sent."""
    body = json.dumps(value, separators=(",", ":"))
    return Response(body, status, media_type="application/json")


async def read_object(request: Request) -> dict[str, Any]:
    """The JSON object that a request carries.

    request (Request): The request.
    RETURNS (dict[str, Any]): The object.
    RAISES (BadRequest): If it carries none.
    """
    try:
        data = json.loads(await request.body())
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise BadRequest("Send a JSON object.")
    return data


def session_of(request: Request) -> Session:
    """The session of the browser that asks; the guard has found it."""
    session: Session = request.scope["review_session"]
    return session


def pass_of(request: Request) -> str:
    """Whose pass a request is about: the reviewer's, or with `as=adjudicated` the adjudicator's."""
    asked = request.query_params.get("as", "")
    if asked not in ("", ADJUDICATED):
        raise BadRequest(f'"as" is "{ADJUDICATED}" or missing.')
    return asked or session_of(request).reviewer
