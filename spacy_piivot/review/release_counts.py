"""Counts what a release did with the reviewed spans: replaced, kept by the policy, held back."""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..corpus import find_inputs
from ..release.last_check import REPAIR_SOURCE
from ..runs.names import ReleaseNames
from ..runs.release_files import quarantine_path
from .corrected import jsonl_name
from .model import REJECTED, ReviewSpan
from .rows import spans_of
from .store import Store


class Released(NamedTuple):
    """A dialogue as a release reads it.

    number (int): Its number in the state.
    file (str): The released name of its file, or that of the single file it is read from.
    line (int): Its line in the corrected file, from 1.
    """

    number: int
    file: str
    line: int


def spans_by_dialogue(store: Store, reviewer: str) -> dict[int, list[ReviewSpan]]:
    """The spans of each dialogue on which the pipeline did not fail, by number."""
    return {
        row["number"]: spans_of(store, reviewer, row["number"])
        for row in store.pages("dialogue", "number, error", ["number"])
        if not row["error"]
    }


def release_order(store: Store, source: Path, names: ReleaseNames) -> list[Released]:
    """The dialogues in the order in which a release processes them.

    store (Store): The state.
    source (Path): The corrected file, or folder of files.
    names (ReleaseNames): How the release names files.
    RETURNS (list[Released]): All dialogues of the source.
    """
    rows = store.all("SELECT number, file FROM dialogue WHERE error = '' ORDER BY number")
    files = list(dict.fromkeys(row["file"] for row in rows))
    by_name: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        name = jsonl_name(row["file"], files) if source.is_dir() else source.name
        by_name[name].append(row["number"])
    return [
        Released(number, str(names.file(file, 1)) if source.is_dir() else "", line)
        for file in names.in_order(find_inputs(source)).files
        for line, number in enumerate(by_name[file.name.as_posix()], 1)
    ]


def held_back(order: Iterable[Released], output: Path) -> set[int]:
    """The numbers of the dialogues that a release has held back, by its list of them."""
    path = quarantine_path(output)
    if not path.is_file():
        return set()
    listed = [json.loads(line) for line in path.read_text("utf8").splitlines()]
    places = {(one["file"], one["line"]) for one in listed}
    return {one.number for one in order if (one.file or output.name, one.line) in places}


def count_statuses(spans: Mapping[int, Sequence[ReviewSpan]]) -> dict[str, dict[str, int]]:
    """How many spans of each label have each status."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for own in spans.values():
        for one in own:
            found[one.label][one.status] += 1
    return {label: dict(sorted(found[label].items())) for label in sorted(found)}


def count_outcome(
    spans: Mapping[int, Sequence[ReviewSpan]],
    edits: Path,
    order: Iterable[Released],
    held: Collection[int],
) -> dict[str, dict[str, int]]:
    """Count what a release did with the spans of the dialogues that it did not hold back.

    spans (Mapping[int, Sequence[ReviewSpan]]): The reviewed spans of each dialogue.
    edits (Path): The private edits of the release.
    order (Iterable[Released]): The order in which it processed them.
    held (Collection[int]): The dialogues that it held back.
    RETURNS (dict[str, dict[str, int]]): "replaced", "kept" (by the policy) and "repaired" (what
        only the last check has replaced), each by label.
    """
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("replaced", "kept", "repaired")}
    with edits.open(encoding="utf8") as stream:
        made = (one for one in map(json.loads, stream) if "edits" in one)
        released = (one.number for one in order if one.number not in held)
        for number, record in zip(released, made, strict=True):
            _count(counts, spans[number], record["edits"])
    return {name: dict(sorted(found.items())) for name, found in counts.items()}


def _count(
    counts: Mapping[str, Counter[str]], spans: Sequence[ReviewSpan], edits: Iterable[dict[str, Any]]
) -> None:
    by_message: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for edit in edits:
        by_message[edit["message"]].append(edit)
        if edit["source"] == REPAIR_SOURCE:
            counts["repaired"][edit["label"]] += 1
    for one in spans:
        if one.status != REJECTED:
            near = by_message[one.message]
            done = any(edit["start"] < one.end and one.start < edit["end"] for edit in near)
            counts["replaced" if done else "kept"][one.label] += 1
