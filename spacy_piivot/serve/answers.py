"""What a request is answered with, and why one is refused."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..errors import InputError, PIIvotError, RecordError
from ..web.explaining import explain

JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to one request.

    status (int): The HTTP status.
    body (bytes): The body, JSON.
    problem (str): A line for those who run the service, without any text; "" for none.
    """

    status: int
    body: bytes = field(repr=False)
    problem: str = ""


class Refused(Exception):
    """A request that is not answered.

    status (int): The HTTP status.
    hint (str): What is wrong and what to do. It may quote names of fields, never a text.
    """

    def __init__(self, status: int, hint: str) -> None:
        super().__init__(hint)
        self.status, self.hint = status, hint


def answer(value: Any, status: int = 200, problem: str = "") -> Answer:
    """A value as JSON. Objects are written as their dictionaries, as Presidio does.

    value (Any): The value.
    status (int): The HTTP status.
    problem (str): A line for those who run the service.
    RETURNS (Answer): The answer.
    """
    body = json.dumps(value, default=lambda one: one.to_dict(), sort_keys=True)
    return Answer(status, body.encode(), problem)


def refusal(status: int, hint: str, problem: str = "") -> Answer:
    """An error as Presidio's services write it."""
    return answer({"error": hint}, status, problem)


def attempt(work: Callable[[], Answer]) -> Answer:
    """Do the work on a request, and make an answer of its error.

    work (Callable[[], Answer]): The work.
    RETURNS (Answer): Its answer. The message of a foreign error may quote a text, so it is
        neither sent nor reported, only its class and place.
    """
    try:
        return work()
    except Refused as error:
        return refusal(error.status, error.hint)
    except (InputError, RecordError) as error:
        return refusal(400, str(error))
    except PIIvotError as error:
        return refusal(500, str(error), explain(error))
    except Exception as error:
        return refusal(500, "Internal server error", explain(error))
