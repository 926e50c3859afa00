"""The pages themselves: a frame with the data of the first look, which the scripts fill in."""

import shlex
from collections.abc import Mapping
from typing import Any

import jinja2
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ...core.labels import CANONICAL, ROLES
from ...pages.colours import label_styles
from ..corrected import files_of
from ..model import ADJUDICATED, HINT_KINDS
from .answers import answering, pass_of, session_of
from .api import ROWS
from .room import Room
from .values import WINDOW, as_json, filter_as_query, read_filter

# Why a likely miss is shown, in words.
HINT_WORDS: Mapping[str, str] = {
    "low_score": "the detector was not sure enough",
    "unknown_word": "an unknown word with a capital letter",
    "elsewhere": "marked as a name elsewhere in the corpus",
    "exempt": "an original that the last check lets pass",
    "shape": "has the shape of an identifier",
}
# Only these parts of a filter stand in an address, which a browser remembers.
_SAFE = ("order", "labels", "roles", "hints", "below", "state")


class Pages:
    """Answers with the pages.

    room (Room): What all pages share.
    """

    def __init__(self, room: Room) -> None:
        self.room = room
        self._templates = jinja2.Environment(
            loader=jinja2.PackageLoader("spacy_piivot.review.server", "templates"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._styles = label_styles()

    def routes(self) -> list[Route]:
        """The addresses and what answers them."""
        return [
            Route("/", answering(self.queue)),
            Route("/d/{number:int}", answering(self.dialogue)),
            Route("/disagreements", answering(self.disagreements)),
            Route("/audit", answering(self.audit)),
            Route("/wrap-up", answering(self.wrap_up)),
            Route("/labels.css", self.styles),
        ]

    async def queue(self, request: Request) -> Response:
        session = session_of(request)
        safe = {name: request.query_params[name] for name in _SAFE if name in request.query_params}
        if safe:
            session.chosen = read_filter(safe)

        def read() -> dict[str, Any]:
            page = self.room.desk.queue(session.reviewer, session.chosen, 0, ROWS)
            return {
                "queue": {**as_json(page), "offset": 0},
                "progress": as_json(self.room.desk.progress(session.reviewer)),
            }

        data = await self.room.quick.do(read)
        data["chosen"] = filter_as_query(session.chosen)
        return self._page("queue", request, data=data, step=ROWS)

    async def dialogue(self, request: Request) -> Response:
        number, reviewer = request.path_params["number"], pass_of(request)
        asked = request.query_params.get("m", "")
        message = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 9 else None

        def read() -> dict[str, Any]:
            first = max(0, (message or 0) // WINDOW * WINDOW)
            desk = self.room.desk
            return {
                "dialogue": as_json(desk.dialogue(number, reviewer, first, WINDOW)),
                "progress": as_json(desk.progress(reviewer)),
            }

        data = await self.room.quick.do(read)
        if message is not None:
            session_of(request).looked.add((number, message))
        data |= {
            "message": message,
            "as": ADJUDICATED if reviewer == ADJUDICATED else "",
            "window": WINDOW,
        }
        return self._page("dialogue", request, number=number, data=data)

    async def disagreements(self, request: Request) -> Response:
        return self._page("disagreements", request, data={"as": ADJUDICATED})

    async def audit(self, request: Request) -> Response:
        return self._page("audit", request, data={})

    async def wrap_up(self, request: Request) -> Response:
        desk, reviewer = self.room.desk, session_of(request).reviewer
        files = await self.room.quick.do(files_of, desk.store)
        progress = await self.room.quick.do(desk.progress, reviewer)
        return self._page(
            "wrap_up",
            request,
            data={"progress": as_json(progress)},
            output=self.room.output,
            certify=shlex.join(
                [
                    "spacy-piivot",
                    "certify",
                    str(self.room.output),
                    "--state",
                    str(desk.store.folder),
                    "-o",
                    "certificate.html",
                ]
            ),
            files=files,
        )

    async def styles(self, request: Request) -> Response:
        return Response(self._styles, media_type="text/css")

    def refusal(self, reason: str) -> Response:
        """The page for a browser that was not let in."""
        template = self._templates.get_template("refusal.html.jinja")
        page = template.render(reason=reason, has_password=self.room.gate.has_password)
        return HTMLResponse(page, 403)

    def _page(self, name: str, request: Request, data: dict[str, Any], **values: Any) -> Response:
        session = session_of(request)
        template = self._templates.get_template(f"{name}.html.jinja")
        words = {"labels": CANONICAL, "roles": ROLES, "hints": HINT_WORDS}
        page = template.render(
            page=name,
            reviewer=session.reviewer,
            without=session.chosen.state == "without",
            token=session.csrf,
            labels=CANONICAL,
            roles=ROLES,
            hints={kind: HINT_WORDS[kind] for kind in HINT_KINDS},
            data={**data, "words": words, "reviewer": session.reviewer},
            **values,
        )
        return HTMLResponse(page)
