"""Dialogues for the tests of benchmarks."""

import json
from pathlib import Path
from typing import Any

from conftest import REPOSITORY

BENCHMARKS = REPOSITORY / "benchmarks"


def write(path: Path, *messages: tuple[str, list[tuple[str, str]]]) -> Path:
    """Write a dialogue of messages, each with the strings that are labelled in it."""
    record: dict[str, Any] = {"id": "d", "messages": []}
    for text, labelled in messages:
        spans = [
            {"start": text.index(part), "end": text.index(part) + len(part), "label": label}
            for part, label in labelled
        ]
        record["messages"].append({"speaker": "s", "text": text, "spans": spans})
    path.write_text(json.dumps(record) + "\n", "utf8")
    return path
