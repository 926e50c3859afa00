"""Dialogues and names for the tests of training, all made up."""

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ORDINARY = (
    "Will Mark Grace Hope Joy Rose Bill Art Ray Faith Dawn Penny Olive Ruby Daisy Violet Summer "
    "Rich Chase Drew"
).split()


def write_jsonl(path: Path, dialogues: Iterable[tuple[str, str, list[dict[str, Any]]]]) -> None:
    path.write_text(
        "".join(
            json.dumps({"id": id, "corpus": corpus, "messages": messages}) + "\n"
            for id, corpus, messages in dialogues
        ),
        "utf8",
    )


def turn(text: str, name: str = "", label: str = "NAME", **more: str) -> dict[str, Any]:
    start = text.find(name)
    spans = [{"start": start, "end": start + len(name), "label": label, **more}] if name else []
    return {"speaker": "tutor", "text": text, "spans": spans}


def made_up_names(count: int) -> list[str]:
    rng = random.Random(4)
    parts = ("Zo", "ra", "ven", "tul", "mi", "bek", "shu", "lo", "dar", "fin")
    return sorted({"".join(rng.sample(parts, 3)).capitalize() for _ in range(count)})
