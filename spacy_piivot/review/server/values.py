"""What travels between the server and the page: plain JSON, checked on its way in."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, get_args

from ...core.labels import CANONICAL, ROLES
from ..model import HINT_KINDS, Action, ActionKind, QueueFilter, Scope

WINDOW = 200
_WINDOW_AT_MOST = 1000
_LONGEST = 20_000
_KINDS = get_args(ActionKind)
_SCOPES = get_args(Scope)
_ORDERS = ("risk", "file", "score")
_STATES = ("", "unfinished", "finished", "without")
# For a field of an action: its type, and what it may be.
_TEXTS: Mapping[str, tuple[str, ...] | None] = {
    "label": ("", *CANONICAL),
    "role": ("", *ROLES),
    "surrogate": None,
    "note": None,
}
_NUMBERS = ("span", "message", "start", "end", "version")
_NEEDED: Mapping[str, tuple[str, ...]] = {
    "accept": ("span",),
    "reject": ("span",),
    "label": ("span", "label"),
    "role": ("span",),
    "extent": ("span", "start", "end"),
    "add": ("message", "start", "end", "label"),
    "dismiss": ("message", "start", "end"),
    "surrogate": ("span",),
}


class BadRequest(ValueError):
    """What came cannot be used. The message quotes nothing of it."""


def as_json(value: Any) -> Any:
    """A value as JSON has it: dataclasses become objects, and tuples lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: as_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): as_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [as_json(item) for item in value]
    return value


def read_action(data: Any) -> Action:
    """An action from the page.

    data (Any): The object of the request.
    RETURNS (Action): The action.
    RAISES (BadRequest): If it is none.
    """
    if not isinstance(data, dict):
        raise BadRequest("An action is a JSON object.")
    known = {field.name for field in fields(Action)}
    if not set(data) <= known:
        raise BadRequest(f"An action has only these fields: {', '.join(sorted(known))}.")
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise BadRequest(f"The kind of an action is one of: {', '.join(_KINDS)}.")
    scope = data.get("scope", "one")
    if scope not in _SCOPES:
        raise BadRequest(f"The scope of an action is one of: {', '.join(_SCOPES)}.")
    values: dict[str, Any] = {"kind": kind, "scope": scope}
    values["dialogue"] = read_number(data.get("dialogue"), "dialogue")
    for name in _NUMBERS:
        if data.get(name) is not None:
            values[name] = read_number(data[name], name)
    for name, allowed in _TEXTS.items():
        values[name] = read_text(data.get(name, ""), name, allowed)
    for name in _NEEDED.get(kind, ()):
        if values.get(name) in (None, ""):
            raise BadRequest(f'The action "{kind}" needs the field "{name}".')
    return Action(**values)


def read_filter(query: Mapping[str, str]) -> QueueFilter:
    """A filter of the queue, from the parts of an address.

    query (Mapping[str, str]): The parts; a list is joined by commas.
    RETURNS (QueueFilter): The filter.
    RAISES (BadRequest): If a part has an unknown value.
    """
    below = query.get("below", "").strip()
    try:
        score = float(below) if below else None
    except ValueError:
        raise BadRequest("The score is a number from 0 to 1.") from None
    if score is not None and not 0 <= score <= 1:
        raise BadRequest("The score is a number from 0 to 1.")
    return QueueFilter(
        order=_one(query.get("order") or "risk", "order", _ORDERS),  # type: ignore[arg-type]
        labels=_some(query.get("labels", ""), "labels", CANONICAL),
        roles=_some(query.get("roles", ""), "roles", ROLES),
        hints=_some(query.get("hints", ""), "hints", HINT_KINDS),
        sections=_split(query.get("sections", "")),
        below=score,
        state=_one(query.get("state", ""), "state", _STATES),  # type: ignore[arg-type]
        reviewer=query.get("reviewer", "").strip(),
        text=read_text(query.get("text", ""), "text", None),
        name=read_text(query.get("name", ""), "name", None),
    )


def filter_as_query(chosen: QueueFilter) -> dict[str, str]:
    """The parts of an address that `read_filter` reads: those that are not empty."""
    values = {
        name: ",".join(value) if isinstance(value, list | tuple) else value
        for name, value in ((field.name, getattr(chosen, field.name)) for field in fields(chosen))
    }
    return {name: str(value) for name, value in values.items() if value not in ("", None)}


def read_window(query: Mapping[str, str]) -> tuple[int, int]:
    """Which messages are asked for.

    query (Mapping[str, str]): The parts of the address: first, count.
    RETURNS (tuple[int, int]): The first message, and how many.
    RAISES (BadRequest): If one of them is no number.
    """
    first = _count(query.get("first", "0"))
    count = _count(query.get("count", str(WINDOW)))
    return first, min(max(count, 1), _WINDOW_AT_MOST)


def read_offset(query: Mapping[str, str]) -> int:
    """From where on the queue is asked for."""
    return _count(query.get("offset", "0"))


def _count(value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 10):
        raise BadRequest("A count is a whole number.")
    return int(value)


def read_number(value: Any, name: str) -> int:
    """A whole number that came, at least 0.

    value (Any): What came.
    name (str): The name of its field.
    RETURNS (int): The number.
    RAISES (BadRequest): If it is none.
    """
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**53:
        raise BadRequest(f'"{name}" is a whole number.')
    return value


def read_text(value: Any, name: str, allowed: Iterable[str] | None = None) -> str:
    """A text that came.

    value (Any): What came.
    name (str): The name of its field.
    allowed (Iterable[str] | None): What it may be; None for any text.
    RETURNS (str): The text.
    RAISES (BadRequest): If it is none, or too long.
    """
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise BadRequest(f'"{name}" is a text of at most {_LONGEST} characters.')
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadRequest(f'"{name}" has half of a character.') from None
    return value if allowed is None else _one(value, name, allowed)


def _one(value: str, name: str, allowed: Iterable[str]) -> str:
    known = tuple(allowed)
    if value not in known:
        raise BadRequest(f'"{name}" is one of: {", ".join(filter(None, known))}.')
    return value


def _some(value: str, name: str, allowed: Iterable[str]) -> tuple[str, ...]:
    known = tuple(allowed)
    return tuple(_one(one, name, known) for one in _split(value))


def _split(value: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in value.split(",") if part.strip())
