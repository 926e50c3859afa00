"""How handlers read requests and answer them."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ...errors import PIIvotError
from ..actions import BadAction, Conflict
from ..model import ADJUDICATED
from ..store import StateUnusable
from .room import Releasing
from .security import Session
from .values import BadRequest

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
        except (Conflict, Releasing) as error:
            return answer({"error": str(error)}, 409)
        except OverflowError:
            return answer({"error": "There is no such number."}, 404)
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
