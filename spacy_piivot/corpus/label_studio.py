"""Converts dialogues to tasks of Label Studio and back, in its JSON format.

A file is a list of tasks, one for each dialogue, whose text is a `Page`:

    [{"data": {"text": "tutor: Hi Ada!", "dialogue": "t1"},
      "predictions": [{"model_version": "spacy-piivot", "result": [
        {"from_name": "label", "to_name": "text", "type": "labels",
         "value": {"start": 10, "end": 13, "text": "Ada", "labels": ["NAME"]}}]}]}]

Label Studio counted offsets in UTF-16 units and later in code points (its issues 1008 and 1347); a
page's are the same in both. An export has `annotations` beside the `predictions`, in the same form.
"""

import json
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from ..errors import InputError, RecordError
from .annotated_spans import GUIDE, EntryPosition
from .annotation_page import Example, Page
from .records import BOM, Record, is_int

# The names that the labelling interface gives to the labels and to the text.
FROM, TO = "label", "text"
MODEL = "spacy-piivot"


def labelling_interface() -> str:
    """The labelling interface of a project: paste it into the project's settings as code."""
    labels = "".join(f'<Label value="{escape(one)}"/>' for one in sorted(GUIDE))
    return (
        f'<View><Labels name="{FROM}" toName="{TO}">{labels}</Labels>'
        f'<Text name="{TO}" value="$text"/></View>'
    )


def to_label_studio(record: Record) -> dict[str, Any]:
    """Convert a dialogue to a task with its spans as a prediction.

    record (Record): The dialogue; the `spans` of its messages have canonical labels or the
        annotation guide's.
    RETURNS (dict[str, Any]): The task. The roles of names are lost.
    RAISES (RecordError): If a span is invalid, outside its message or has an unknown label.
    """
    page = Page(record)
    result = [
        {
            "from_name": FROM,
            "to_name": TO,
            "type": "labels",
            "value": {"start": a, "end": b, "text": page.shown[a:b], "labels": [label]},
        }
        for a, b, label in page.spans()
    ]
    return {
        "data": {"text": page.shown, "dialogue": record.dialogue.id},
        "predictions": [{"model_version": MODEL, "result": result}],
    }


def from_label_studio(task: Example, record: Record) -> dict[str, Any]:
    """Put the spans of a corrected task into its original dialogue.

    task (Example): The exported task. White space at the ends of a span is cut off.
    record (Record): The dialogue.
    RETURNS (dict[str, Any]): The object it was read from, with `spans` in every message: start,
        end and the annotation guide's label, and the surrogate that the record's span there had.
    RAISES (RecordError): If the text differs, the task has no annotation or more than one, or a
        span is invalid, has an unknown label, or is not within one message.
    """
    page = Page(record)
    if task.source["data"].get("text") != page.shown:
        raise _error(
            task,
            record,
            "TextDiffers",
            "the text is not the one that `prelabel` makes from this dialogue: give the same "
            "input, and do not edit texts in Label Studio",
        )
    return page.with_spans(_spans(task, record))


def read_tasks(path: Path) -> dict[str, Example]:
    """Read an export of Label Studio.

    path (Path): Its JSON export, UTF-8; not JSON-MIN.
    RETURNS (dict[str, Example]): The tasks by the dialogue's id.
    RAISES (InputError): If there is no such file, or it is not a list.
    RAISES (RecordError): At the first task that is not one of `to_label_studio`, or has the same
        dialogue as an earlier one. Its line is its position.
    """
    if not path.is_file():
        raise InputError(f"{path}: no such file. Give the JSON file that Label Studio exported.")
    # Raised outside the handler, whose exception contains the text.
    try:
        content = json.loads(path.read_bytes().removeprefix(BOM.encode()))
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, list):
        raise InputError(f"{path}: not a list of tasks. Export the project as JSON.")
    tasks: dict[str, Example] = {}
    for position, task in enumerate(content, 1):
        if not isinstance(task, dict) or not isinstance(task.get("data"), dict):
            hint = "not a task with 'data': export the project as JSON, not as JSON-MIN"
            raise RecordError("NotATask", hint, line=position)
        id = task["data"].get("dialogue")
        if not isinstance(id, str) or not id:
            hint = "'dialogue' must be the id that `prelabel` wrote"
            raise RecordError("MissingDialogue", hint, line=position)
        if id in tasks:
            hint = "an earlier task has the same dialogue: export each dialogue once"
            raise RecordError("DuplicateDialogue", hint, line=position, id=id)
        tasks[id] = Example(position, task)
    return tasks


def format_task(task: Mapping[str, Any]) -> bytes:
    """Format a task for a list."""
    return json.dumps(task).encode("ascii")


def _spans(task: Example, record: Record) -> Iterator[tuple[int, int, str, EntryPosition]]:
    given = task.source.get("annotations")
    kept = [
        one
        for one in (given if isinstance(given, list) else ())
        if isinstance(one, Mapping) and not one.get("was_cancelled")
    ]
    if not kept:
        hint = "it has no annotation: submit every task, and export the project as JSON"
        raise _error(task, record, "NotAnnotated", hint)
    if len(kept) > 1:
        hint = "it has more than one annotation: export one annotator's at a time"
        raise _error(task, record, "SeveralAnnotations", hint)
    result = kept[0].get("result")
    for at, entry in enumerate(result if isinstance(result, list) else ()):
        place = EntryPosition(task.line, record.dialogue.id, entry=f"result[{at}]")
        # Relations and comments may stand beside the labels.
        if isinstance(entry, Mapping) and entry.get("type") == "labels":
            for start, end, label in _parse(entry, place):
                yield start, end, label, place


def _parse(entry: Mapping[str, Any], place: EntryPosition) -> Iterator[tuple[int, int, str]]:
    match entry.get("value"):
        case {"start": start, "end": end, "labels": [*labels]} if (
            is_int(start) and is_int(end) and all(isinstance(label, str) for label in labels)
        ):
            for label in labels:
                yield start, end, label
        case _:
            raise place.error("InvalidSpans", "its value has no start, end and labels")


def _error(task: Example, record: Record, kind: str, hint: str) -> RecordError:
    return RecordError(kind, hint, line=task.line, id=record.dialogue.id)
