"""Reads dialogue JSONL: one object per line, `{"id", "messages": [{"speaker", "text", …}]}`."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from ..core.dialogue import Dialogue, Message
from ..errors import RecordError
from .records import BOM, KEPT, Cell, Kept, Record, check_characters


def read_jsonl(path: Path, keep: Sequence[str] = ()) -> Iterator[Record | RecordError]:
    """Read dialogue JSONL line by line; a bad line does not end the reading.

    path (Path): The file, UTF-8.
    keep (Sequence[str]): Further fields of messages and dialogues that are released.
    YIELDS (Record | RecordError): A dialogue, or the line's error. Blank lines are skipped.
    """
    seen: set[str] = set()
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if number == 1:
                line = line.removeprefix(BOM.encode())
            if not line.strip():
                continue
            try:
                yield parse_record(parse_json(line, number), number, seen, keep)
            except RecordError as error:
                yield error


def parse_record(source: Any, line: int | None, seen: set[str], keep: Sequence[str] = ()) -> Record:
    """Make a dialogue from a JSON value.

    source (Any): The JSON value.
    line (int | None): Its line, for errors.
    seen (set[str]): The ids so far; this one is added.
    keep (Sequence[str]): Further fields of the messages and the dialogue that are released.
    RETURNS (Record): The dialogue with its source.
    RAISES (RecordError): If the value is not a dialogue.
    """
    if not isinstance(source, dict):
        raise RecordError("NotAnObject", "a line must be one JSON object", line=line)
    id = source.get("id")
    if isinstance(id, int) and not isinstance(id, bool):
        id = str(id)
    if not isinstance(id, str) or not id:
        raise RecordError("MissingId", "'id' must be a non-empty string", line=line)
    check_characters(id, line=line, id=None)
    if id in seen:
        raise RecordError("DuplicateId", "an earlier line has the same id", line=line, id=id)
    seen.add(id)
    group = source.get("group")
    if isinstance(group, int) and not isinstance(group, bool):
        group = str(group)
    if group is not None and (not isinstance(group, str) or not group):
        raise RecordError("InvalidGroup", "'group' must be a non-empty string", line=line, id=id)
    messages = source.get("messages")
    if not isinstance(messages, list):
        raise RecordError("MissingMessages", "'messages' must be a list", line=line, id=id)
    if not messages:
        raise RecordError("ZeroMessages", "'messages' is empty", line=line, id=id)
    dialogue = Dialogue(
        id=id,
        messages=[
            _parse_message(message, number, line, id) for number, message in enumerate(messages)
        ],
        group=group,
    )
    # `detect` also writes fields that are not read.
    check_encodable(source, line=line, id=id)
    kept = _kept(source, messages, keep, line, id) if keep else None
    return Record(dialogue, line, source, kept=kept)


def _kept(
    source: Mapping[str, Any],
    messages: Sequence[Mapping[str, Any]],
    keep: Sequence[str],
    line: int | None,
    id: str,
) -> Kept:
    def fields(one: Mapping[str, Any], read: Sequence[str]) -> dict[str, Cell]:
        found = {name: one[name] for name in keep if name in one and name not in read}
        for name, value in found.items():
            if not isinstance(value, str | int | float | None):
                raise RecordError(
                    "KeptNotAValue",
                    f"the field {name!r}, which is kept, must be a string or a number",
                    line=line,
                    id=id,
                )
            check_characters(value if isinstance(value, str) else "", line=line, id=id)
        return found

    own = [fields(message, ("speaker", "text", "spans")) for message in messages]
    return Kept(own, fields(source, ("id", "messages")))


def check_encodable(source: Mapping[str, Any], *, line: int | None, id: str) -> None:
    """Refuse an object that cannot be written as UTF-8.

    source (Mapping[str, Any]): A JSON object.
    RAISES (RecordError): If any string in it contains an unpaired surrogate.
    """
    try:
        json.dumps(source, ensure_ascii=False).encode()
        return
    except UnicodeEncodeError:
        pass
    raise RecordError(
        "LoneSurrogate",
        "half of a UTF-16 pair (an emoji cut in two?) cannot be written as UTF-8: remove it",
        line=line,
        id=id,
    )


def write_line(stream: BinaryIO, source: Mapping[str, Any]) -> None:
    """Write one JSON object and a line feed, as UTF-8."""
    stream.write(json.dumps(source, ensure_ascii=False).encode() + b"\n")


def parse_json(line: bytes, number: int) -> Any:
    """Parse a line.

    line (bytes): The line, UTF-8.
    number (int): Its number in the file, for errors.
    RETURNS (Any): The JSON value.
    RAISES (RecordError): If it is not UTF-8 or not JSON.
    """
    # Raised outside the handlers, whose exceptions contain the text.
    try:
        text = line.decode()
    except UnicodeDecodeError:
        text = None
    if text is None:
        raise RecordError("NotUTF8", "convert the file to UTF-8", line=number)
    if "\0" in text:
        raise RecordError("NulCharacter", "remove the NUL character", line=number)
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        hint = f"not valid JSON from character {error.pos} on"
    except (ValueError, RecursionError):
        hint = "a number is too long or brackets are nested too deep"
    raise RecordError("NotJSON", hint, line=number)


def _parse_message(message: Any, number: int, line: int | None, id: str) -> Message:
    def error(kind: str, what: str) -> RecordError:
        return RecordError(kind, f"in message {number}, {what}", line=line, id=id)

    if not isinstance(message, dict):
        raise error("MessageNotAnObject", "which must be a JSON object")
    text = message.get("text")
    if not isinstance(text, str):
        raise error("TextNotString", "'text' must be a string")
    speaker = message.get("speaker")
    if speaker is None:
        speaker = ""
    if not isinstance(speaker, str):
        raise error("SpeakerNotString", "'speaker' must be a string")
    own_id = message.get("id")
    own_id = None if own_id is None else str(own_id)
    for part in (text, speaker, own_id or ""):
        check_characters(part, line=line, id=id)
    return Message(speaker, text, own_id)


def with_kept(released: Mapping[str, Any]) -> dict[str, Any]:
    """A released dialogue or message whose kept fields stand among the others again.

    released (Mapping[str, Any]): The dialogue or message; it may have `"kept": {name: value}`.
    RETURNS (dict[str, Any]): The object to write.
    """
    own = {name: value for name, value in released.items() if name != KEPT}
    return {**own, **(released.get(KEPT) or {})}


class JsonlWriter:
    """Writes released dialogues, one line each.

    stream (BinaryIO): Where to write.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream

    def write(self, record: dict[str, Any]) -> None:
        """Write a released dialogue."""
        messages = [with_kept(message) for message in record["messages"]]
        write_line(self.stream, {**with_kept(record), "messages": messages})

    def close(self) -> None:
        """Nothing follows the last dialogue."""
