"""The JSON that the pages read and send."""

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..model import ReviewDialogue
from .answers import answer, answering, pass_of, read_object, session_of
from .following import next_in_queue, next_look
from .room import Room
from .security import check_reviewer
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
            Route("/api/look", answering(self.look)),
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

    async def look(self, request: Request) -> Response:
        """The message of the corpus that is most worth a look, and was not shown yet."""
        looked = session_of(request).looked
        found = await self.room.quick.do(next_look, self.room.desk, pass_of(request), looked)
        return answer({"next": as_json(found), "looked": len(looked)})

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
        self.room.refuse_while_releasing()
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
        self.room.refuse_while_releasing()
        await read_object(request)
        return answer({"outcome": as_json(await self.room.quick.do(step, pass_of(request)))})
