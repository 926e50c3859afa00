"""A release, as an attacker sees it, together with its owner's edits and gold."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...core.labels import NOT_PRIVATE
from ...corpus import Record
from ...corpus.records import is_int
from ...errors import InputError
from ..core.annotations import AnnotatedDialogue, AnnotatedSpan, Extent


@dataclass(frozen=True, slots=True)
class ReleasedEdit:
    """One replacement of `deidentify --private-edits`, with offsets in its message."""

    start: int
    end: int
    new_start: int
    new_end: int
    label: str
    surrogate: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ReleasedMessage:
    """One message of a release.

    text (str): The released text.
    edits (Sequence[ReleasedEdit] | None): The replacements in it; None if they are not known.
    original (str | None): The original text, if the gold is known.
    names (Sequence[AnnotatedSpan]): Its gold names, with offsets in the original.
    leaks (Sequence[Extent]): The gold names left in the release, with offsets in it.
    speaker (str): The released speaker.
    original_speaker_name (str): The name of the original speaker, if the gold has it.
    """

    text: str = field(repr=False)
    edits: Sequence[ReleasedEdit] | None = None
    original: str | None = field(default=None, repr=False)
    names: Sequence[AnnotatedSpan] = ()
    leaks: Sequence[Extent] = ()
    speaker: str = ""
    original_speaker_name: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class ReleasedDialogue:
    """One dialogue of a release, with all that is known of its messages."""

    id: str
    messages: Sequence[ReleasedMessage]


def released_dialogues(
    records: Sequence[Record],
    edits: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
    gold: Sequence[AnnotatedDialogue] | None = None,
) -> list[ReleasedDialogue]:
    """Combine a release with its private edits and gold.

    records (Sequence[Record]): The release.
    edits (Mapping | None): The private edits by released id; see `read_edits`.
    gold (Sequence[AnnotatedDialogue] | None): The originals with their gold spans, by id, or by
        order if no id is the same.
    RETURNS (list[ReleasedDialogue]): The dialogues. A gold name that no edit touches is a leak;
        without edits, one that occurs in the same message of the release.
    RAISES (InputError): If release, edits and gold do not match.
    """
    originals = _by_id(records, gold) if gold is not None else {}
    dialogues = []
    for record in records:
        id = record.dialogue.id
        if edits is not None and id not in edits:
            raise InputError(
                f"id {id!r}: it is not in the private edits. Give the edits of this run."
            )
        original = originals.get(id)
        released = record.dialogue.messages
        if original is not None and len(original.messages) != len(released):
            raise InputError(
                f"id {id!r}: gold and release differ in the number of messages. Give the gold of "
                "this release."
            )
        own = _edits_of(edits[id], len(released), id) if edits is not None else None
        messages = []
        for number, message in enumerate(released):
            text = message.text
            changed = None if own is None else own[number]
            before = None if original is None else original.messages[number]
            names = () if before is None else _names(before.spans)
            source = None if before is None else before.text
            if source is not None and changed is not None:
                _check(source, text, changed, id, number)
            leaks = [] if source is None else list(_leaks(source, text, names, changed))
            messages.append(
                ReleasedMessage(
                    text,
                    changed,
                    source,
                    names,
                    leaks,
                    message.speaker,
                    "" if before is None else before.speaker_name,
                )
            )
        dialogues.append(ReleasedDialogue(id, messages))
    return dialogues


def read_edits(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Read the output of `deidentify --private-edits`.

    path (Path): The file.
    RETURNS (dict[str, list[dict[str, Any]]]): The edits by released id.
    RAISES (InputError): If it is not such a file.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    try:
        lines = path.read_text("utf8").split("\n")
        for line in filter(None, lines):
            value = json.loads(line)
            if "edits" in value:
                found[value["id"]] = value["edits"]
        return found
    except (OSError, ValueError, TypeError, KeyError):
        pass
    raise InputError(f"{path}: is not a file of `deidentify --private-edits`.")


def _by_id(
    records: Sequence[Record], gold: Sequence[AnnotatedDialogue]
) -> dict[str, AnnotatedDialogue]:
    by_id = {dialogue.id: dialogue for dialogue in gold}
    ids = [record.dialogue.id for record in records]
    if not by_id.keys() & set(ids) and len(ids) == len(gold):
        return dict(zip(ids, gold, strict=True))
    missing = set(ids) - by_id.keys()
    if missing:
        raise InputError(
            f"{len(missing)} dialogues of the release are not in the gold. Give the gold of these "
            "dialogues, with the ids of the release or in its order."
        )
    return by_id


def _edits_of(
    edits: Sequence[Mapping[str, Any]], messages: int, id: str
) -> list[list[ReleasedEdit]]:
    found: list[list[ReleasedEdit]] = [[] for _ in range(messages)]
    keys = ("start", "end", "new_start", "new_end")
    for edit in edits:
        number = edit.get("message")
        if (
            not is_int(number)
            or not 0 <= number < messages
            or not all(is_int(edit.get(key)) for key in keys)
            or not isinstance(edit.get("label"), str)
            or not isinstance(edit.get("surrogate"), str)
        ):
            raise InputError(
                f"id {id!r}: its private edits are not those of this release. Give the edits of "
                "this run."
            )
        start, end, new_start, new_end = (edit[key] for key in keys)
        found[number].append(
            ReleasedEdit(start, end, new_start, new_end, edit["label"], edit["surrogate"])
        )
    return found


def _check(source: str, text: str, edits: Sequence[ReleasedEdit], id: str, number: int) -> None:
    position = new_position = 0
    for edit in edits:
        same = source[position : edit.start] == text[new_position : edit.new_start]
        if not same or text[edit.new_start : edit.new_end] != edit.surrogate:
            break
        position, new_position = edit.end, edit.new_end
    else:
        if source[position:] == text[new_position:]:
            return
    raise InputError(
        f"id {id!r}, message {number}: release, edits and gold do not match. Give those of one run."
    )


def _names(spans: Sequence[AnnotatedSpan]) -> list[AnnotatedSpan]:
    return [span for span in spans if span.label == "NAME" and span.role not in NOT_PRIVATE]


def _leaks(
    source: str, text: str, names: Sequence[AnnotatedSpan], edits: Sequence[ReleasedEdit] | None
) -> Iterator[Extent]:
    if edits is None:
        at = 0
        for span in names:
            found = _whole_word(text, source[span.start : span.end], at)
            if found >= 0:
                at = found + span.end - span.start
                yield found, at
        return
    for span in names:
        shift = 0
        for edit in edits:
            if edit.start < span.end and span.start < edit.end:
                break
            if edit.end <= span.start:
                shift = edit.new_end - edit.end
        else:
            yield span.start + shift, span.end + shift


def _whole_word(text: str, word: str, start: int) -> int:
    """Find a whole word in a text from a start on; -1 if it does not occur."""
    at = text.find(word, start)
    while at >= 0:
        end = at + len(word)
        if not text[at - 1 : at].isalnum() and not text[end : end + 1].isalnum():
            return at
        at = text.find(word, at + 1)
    return -1
