"""Reads the list of dialogues that may be used for training, of sources also used for evaluation.

The list excludes the sessions and questions used for evaluation. Dialogues that are not on it are
not converted.
"""

import re
from pathlib import Path

from ...errors import InputError

_RANGE = re.compile(r"(.*-)([0-9]+)\.\.([0-9]+)")


def read_training_ids(path: Path) -> frozenset[str]:
    """Read the list: one id per line, `gsm-14..30` for a range of ids.

    path (Path): The list. Lines that begin with `#` are comments.
    RETURNS (frozenset[str]): The ids.
    RAISES (InputError): If there is no such file.
    """
    if not path.is_file():
        raise InputError(f"{path}: the list of ids for training is missing.")
    ids: set[str] = set()
    for line in path.read_text("utf8").splitlines():
        if match := _RANGE.fullmatch(line):
            mark, first, last = match[1], int(match[2]), int(match[3])
            ids.update(f"{mark}{number}" for number in range(first, last + 1))
        elif line and not line.startswith("#"):
            ids.add(line)
    return frozenset(ids)
