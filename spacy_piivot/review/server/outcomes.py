"""What comes of a review: agreement, the audit, the release, the corrected spans and the log."""

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from ...errors import PIIvotError
from ...web.explaining import explain
from ..actions import BadAction
from ..agreement import NoPassChosen, release_pass, two_passes
from ..audit import AuditItem
from ..corrected import corrected_objects, files_of
from ..log import check, entries, export, last_hash
from .answers import answer, answering, read_object, session_of
from .room import Room
from .values import BadRequest, as_json, read_number

_MOST_DRAWN = 100_000


@dataclass(slots=True)
class Job:
    """The release: it may take long, so the page asks how it goes.

    state (str): "none", "running", "done" or "failed".
    error (str): Why it failed.
    summary (dict[str, Any]): What it did.
    head (str): The checksum of its entry in the log, which was the last.
    """

    state: str = "none"
    error: str = ""
    summary: dict[str, Any] | None = None
    head: str = ""


class Outcomes:
    """Answers what the pages of disagreements, audit and wrap-up ask.

    room (Room): What all pages share.
    """

    def __init__(self, room: Room) -> None:
        self.room = room
        self.job = Job()

    def routes(self) -> list[Route]:
        """The addresses and what answers them."""
        return [
            Route("/api/agreement", answering(self.agreement)),
            Route("/api/disagreements", answering(self.disagreements)),
            Route("/api/adjudicate", answering(self.adjudicate), methods=["POST"]),
            Route("/api/audit", answering(self.audit)),
            Route("/api/audit", answering(self.audit_answer), methods=["POST"]),
            Route("/api/audit/draw", answering(self.audit_draw), methods=["POST"]),
            Route("/api/audit/figures", answering(self.audit_figures)),
            Route("/api/release", answering(self.how_it_goes)),
            Route("/api/release", answering(self.release), methods=["POST"]),
            Route("/api/log", answering(self.log)),
            Route("/out/log.jsonl", answering(self.log_file)),
            Route("/out/corrected/{file:int}.jsonl", answering(self.corrected_file)),
        ]

    async def agreement(self, request: Request) -> Response:
        return answer(as_json(await self.room.slow.do(self.room.desk.agreement)))

    async def disagreements(self, request: Request) -> Response:
        desk = self.room.desk

        def read() -> dict[str, Any]:
            passes = two_passes(desk.store)
            cases = []
            for found in desk.disagreements():
                if found.decided:
                    continue
                [message] = desk.dialogue(found.dialogue, passes[0], found.message, 1).messages
                cases.append({**as_json(found), "speaker": message.speaker, "text": message.text})
            return {"passes": passes, "cases": cases}

        return answer(await self.room.quick.do(read))

    async def adjudicate(self, request: Request) -> Response:
        self.room.refuse_while_releasing()
        data = await read_object(request)
        dialogue, message, start, end = (
            read_number(data.get(name), name) for name in ("dialogue", "message", "start", "end")
        )
        side: Any = data.get("side")
        if side not in ("a", "b"):
            raise BadRequest('"side" is "a" or "b".')
        outcome = await self.room.quick.do(
            self.room.desk.decide, dialogue, message, start, end, side
        )
        return answer({"outcome": as_json(outcome)})

    async def audit(self, request: Request) -> Response:
        reviewer = session_of(request).reviewer
        return answer(
            {"next": as_json(await self.room.quick.do(self.room.desk.audit_next, reviewer))}
        )

    async def audit_answer(self, request: Request) -> Response:
        self.room.refuse_while_releasing()
        data, reviewer, desk = (
            await read_object(request),
            session_of(request).reviewer,
            self.room.desk,
        )
        position = read_number(data.get("position"), "position")
        marks = data.get("marks")
        if not isinstance(marks, list) or not all(isinstance(one, dict) for one in marks):
            raise BadRequest('"marks" is a list of objects.')

        def store() -> AuditItem | None:
            desk.audit_answer(reviewer, position, marks)
            return desk.audit_next(reviewer, position)

        return answer({"next": as_json(await self.room.quick.do(store))})

    async def audit_draw(self, request: Request) -> Response:
        number = read_number((await read_object(request)).get("number"), "number")
        if not 1 <= number <= _MOST_DRAWN:
            raise BadRequest(f"A sample has 1 to {_MOST_DRAWN} messages.")
        return answer({"drawn": await self.room.quick.do(self.room.desk.audit_draw, number)})

    async def audit_figures(self, request: Request) -> Response:
        return answer(as_json(await self.room.slow.do(self.room.desk.audit_figures)))

    async def how_it_goes(self, request: Request) -> Response:
        return answer(as_json(self.job))

    async def release(self, request: Request) -> Response:
        """Begin a release; the page then asks how it goes."""
        unfinished = (await read_object(request)).get("unfinished") is True
        self.room.refuse_while_releasing()
        self.job = Job("running")
        self.room.releasing = True
        self.room.slow.start(self._release, unfinished)
        return answer(as_json(self.job), 202)

    def _release(self, unfinished: bool) -> None:
        try:
            summary = self.room.desk.release(
                self.room.output,
                unfinished=unfinished,
                ids=self.room.ids,
                report=self.room.report,
            )
            head = last_hash(self.room.desk.store)
            self.job = Job("done", summary=asdict(summary), head=head)
        except PIIvotError as error:
            self.job = Job("failed", str(error))
        except Exception as error:
            self.job = Job("failed", f"This failed: {explain(error)}. Nothing was published.")
        finally:
            self.room.releasing = False

    async def log(self, request: Request) -> Response:
        store = self.room.desk.store

        def read() -> dict[str, Any]:
            log = list(entries(store))
            return {"entries": len(log), "broken": check(log)}

        return answer(await self.room.slow.do(read))

    async def log_file(self, request: Request) -> Response:
        return _download(self._lines(export(self.room.desk.store)), "log.jsonl")

    async def corrected_file(self, request: Request) -> Response:
        store, number = self.room.desk.store, request.path_params["file"]
        reviewer = session_of(request).reviewer

        def read() -> tuple[str, str]:
            try:
                reviewed = release_pass(store)
            except NoPassChosen:
                reviewed = reviewer
            files = files_of(store)
            if number >= len(files):
                raise BadAction(f"the input has no file {number}")
            return reviewed, files[number]

        reviewed, file = await self.room.quick.do(read)
        lines = (
            json.dumps(one, ensure_ascii=False) + "\n"
            for one in corrected_objects(store, reviewed, file)
        )
        return _download(self._lines(lines), f"corrected-{number}.jsonl")

    async def _lines(self, lines: Iterator[str]) -> AsyncIterator[bytes]:
        while (line := await self.room.slow.do(next, lines, "")) != "":
            yield line.encode("utf8", "surrogatepass")


def _download(lines: AsyncIterator[bytes], name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(lines, media_type="application/x-ndjson", headers=headers)
