"""Reads the JSON of a request, and says which field is wrong."""

import json
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from ..corpus.records import is_int
from .answers import Refused


def read_json(body: bytes) -> Any:
    """The JSON value of a body.

    body (bytes): The body.
    RETURNS (Any): The value.
    RAISES (Refused): If it is no JSON in UTF-8, too deep, or could not be written again.
    """
    try:
        value = json.loads(body.decode("utf-8-sig"), parse_constant=_refuse_constant)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
        return value
    except UnicodeDecodeError:
        hint = "The body is not UTF-8."
    except UnicodeEncodeError:
        hint = "The body has half of a UTF-16 pair (an emoji cut in two?): remove it."
    except json.JSONDecodeError as error:
        hint = f"The body is not valid JSON from character {error.pos} on."
    except RecursionError:
        hint = "The brackets of the body are nested too deep."
    except ValueError:
        hint = "The body has a number that is too long or too large, or NaN or Infinity."
    # Raised outside the handlers, whose exceptions contain the text.
    raise Refused(400, hint)


def read_object(body: bytes) -> dict[str, Any]:
    """The JSON object of a body.

    body (bytes): The body.
    RETURNS (dict[str, Any]): The object.
    RAISES (Refused): If it is no JSON object.
    """
    value = read_json(body)
    if not isinstance(value, dict):
        raise Refused(400, "Send a JSON object.")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError


def is_text(value: Any) -> bool:
    """Whether a JSON value is a string."""
    return isinstance(value, str)


def is_number(value: Any) -> bool:
    """Whether a JSON value is a number; true and false are not."""
    return isinstance(value, float) or is_int(value)


def is_plain(value: Any) -> bool:
    """Whether a JSON value is a string, a number, true or false: what Presidio analyses."""
    return isinstance(value, str | int | float)


def is_object(value: Any) -> bool:
    """Whether a JSON value is an object."""
    return isinstance(value, dict)


def list_of(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Checks that a JSON value is a list, and each item."""
    return lambda value: isinstance(value, list) and all(map(check, value))


def object_of(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Checks that a JSON value is an object, and each value in it."""
    return lambda value: isinstance(value, dict) and all(map(check, value.values()))


def one_of(*names: str) -> Callable[[Any], bool]:
    """Checks that a JSON value is one of some strings."""
    return lambda value: isinstance(value, str) and value in names


def check_fields(
    body: Mapping[str, Any], checks: Mapping[str, tuple[Callable[[Any], bool], str]]
) -> None:
    """Refuse a field of the wrong type. Fields that are null, and unknown ones, are no error.

    body (Mapping[str, Any]): The request.
    checks (Mapping[str, tuple[Callable[[Any], bool], str]]): By name: whether a value is right,
        and what it should be.
    RAISES (Refused): If one is not right.
    """
    for name, (is_right, what) in checks.items():
        value = body.get(name)
        if value is not None and not is_right(value):
            raise Refused(400, f"'{name}' must be {what}.")
