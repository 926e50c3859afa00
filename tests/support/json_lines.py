"""JSON Lines, written and read in tests."""

import json
from pathlib import Path
from typing import Any


def write_jsonl(path: Path, *records: Any) -> Path:
    lines = (r if isinstance(r, str) else json.dumps(r, ensure_ascii=False) for r in records)
    path.write_text("".join(line + "\n" for line in lines), encoding="utf8")
    return path


def read_jsonl(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf8").split("\n") if line]
