"""Makes dialogues and opens raw files, for all readers of raw sources."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Dialogue = dict[str, Any]


@dataclass(frozen=True)
class Source:
    """A public source of dialogues.

    files (tuple[str, ...]): Its raw files below the raw folder: owner, repository, path.
    read (Callable[[Path], Iterator[Dialogue]]): Reads all its dialogues from the raw folder.
    listed (bool): Whether only the listed ids are converted, because the project's evaluation
        uses the others.
    """

    files: tuple[str, ...]
    read: Callable[[Path], Iterator[Dialogue]]
    listed: bool = False


def make_dialogue(id: str, corpus: str, turns: Iterable[tuple[str, str]]) -> Dialogue:
    """Make a dialogue in the common format: white space is collapsed, empty messages are dropped.

    id (str): Its id.
    corpus (str): The name of its source.
    turns (Iterable[tuple[str, str]]): Speaker and text of every message.
    RETURNS (Dialogue): `id`, `corpus`, `messages`.
    """
    messages = [{"speaker": speaker, "text": " ".join(text.split())} for speaker, text in turns]
    return {"id": id, "corpus": corpus, "messages": [m for m in messages if m["text"]]}


def load_json(path: Path) -> Any:
    """The value of a JSON file."""
    return json.loads(path.read_bytes())


def load_json_lines(path: Path) -> Iterator[Any]:
    """The values of a file with one JSON value per line; blank lines are skipped."""
    with path.open("rb") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)
