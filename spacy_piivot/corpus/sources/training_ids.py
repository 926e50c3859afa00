"""The list of the dialogues that may be trained on, of sources that evaluation uses too.

Sessions and questions that are evaluated on are left out of the list, and a dialogue that is
not on it is not converted.
"""

import re
from pathlib import Path

from ...errors import InputError

_RANGE = re.compile(r"(.*-)([0-9]+)\.\.([0-9]+)")


def read_training_ids(path: Path) -> frozenset[str]:
    """Read the list: an id a line, `gsm-14..30` for ids that count up.

    path (Path): The list. Lines that begin with `#` are comments.
    RETURNS (FrozenSet[str]): The ids.
    RAISES (InputError): If there is no such file.
    """
    if not path.is_file():
        raise InputError(f"{path}: the list of ids that may be trained on is missing.")
    ids: set[str] = set()
    for line in path.read_text("utf8").splitlines():
        if match := _RANGE.fullmatch(line):
            mark, first, last = match[1], int(match[2]), int(match[3])
            ids.update(f"{mark}{number}" for number in range(first, last + 1))
        elif line and not line.startswith("#"):
            ids.add(line)
    return frozenset(ids)
