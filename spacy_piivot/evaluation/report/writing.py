"""Writes reports and figures to files."""

import math
from collections.abc import Mapping
from json import dumps
from pathlib import Path
from typing import Any

from ...corpus import check_replaceable, replacing


def write_json(path: Path, figures: Mapping[str, Any]) -> None:
    """Write figures as JSON: UTF-8, in their order, NaN as null.

    path (Path): The file to write.
    figures (Mapping[str, Any]): The `to_dict()` of a result of this package.
    RAISES (InputError): If the path cannot be replaced.
    """
    check_replaceable(path)
    text = dumps(finite(figures), ensure_ascii=False, indent=2, allow_nan=False)
    write_text(path, f"{text}\n")


def write_text(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as stream:
        stream.write(content.encode())


def finite(value: Any) -> Any:
    """Replace NaN and infinity by None, and characters that UTF-8 cannot encode."""
    if isinstance(value, Mapping):
        return {finite(key): finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [finite(item) for item in value]
    if isinstance(value, str):
        return value.encode("utf8", "replace").decode()
    return None if isinstance(value, float) and not math.isfinite(value) else value
