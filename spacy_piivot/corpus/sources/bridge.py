"""Bridge: excerpts of a tutoring chat, before an expert's revision (Wang et al. 2024)."""

from collections.abc import Iterator
from pathlib import Path

from .records import Dialogue, Source, load_json, make_dialogue

FILES = tuple(
    f"rosewang2008/bridge/dataset/{part}.json" for part in ("train", "validation", "test")
)


def read_bridge(raw: Path) -> Iterator[Dialogue]:
    """Read the excerpts.

    raw (Path): The raw folder.
    YIELDS (Dialogue): `br-<c_id>`: the history, then the tutor's own response. An excerpt that
        several experts revised is read once.
    """
    seen: set[str] = set()
    for file in FILES:
        for row in load_json(raw / file):
            if row["c_id"] in seen:
                continue
            seen.add(row["c_id"])
            turns = [(turn["user"], turn["text"]) for turn in (*row["c_h"], *row["c_r"])]
            yield make_dialogue(f"br-{row['c_id']}", "bridge", turns)


BRIDGE = Source(FILES, read_bridge, listed=True)
