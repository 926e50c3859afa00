"""NCTE: transcripts of lessons, pupils as "Student J", from EduConvoKit (Wang and Demszky 2024)."""

import csv
from collections.abc import Iterator
from pathlib import Path

from .records import Dialogue, Source, make_dialogue

# In the order of the sorted folder, as strings.
LESSONS = sorted("3 4 5 7 8 9 10 11 12 13 15 16 17 18 19".split() + [str(n) for n in range(20, 34)])
FILES = tuple(f"rosewang2008/edu-convokit/data/ncte/{lesson}.csv" for lesson in LESSONS)


def read_ncte(raw: Path) -> Iterator[Dialogue]:
    """Read the lessons.

    raw (Path): The raw folder.
    YIELDS (Dialogue): `nc-<n>` of the file `n.csv`.
    """
    for lesson, file in zip(LESSONS, FILES, strict=True):
        with (raw / file).open(encoding="utf8", newline="") as lines:
            turns = [(row["speaker"], row["text"]) for row in csv.DictReader(lines)]
        yield make_dialogue(f"nc-{lesson}", "ncte", turns)


NCTE = Source(FILES, read_ncte)
