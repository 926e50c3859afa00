"""Essays in the format of the competition, for tests."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from shared_pipelines import blank_english


def essay(document: int | str, text: str, labels: Sequence[str] | None = None) -> dict[str, Any]:
    """An essay with tokens, as the competition's test files have it; with labels if given."""
    doc = blank_english()(text)
    return {
        "document": document,
        "full_text": text,
        "tokens": [token.text for token in doc],
        "trailing_whitespace": [bool(token.whitespace_) for token in doc],
        **({} if labels is None else {"labels": list(labels)}),
    }


def write_essays(path: Path, *essays: Any) -> Path:
    path.write_text(json.dumps(essays), encoding="utf8")
    return path
