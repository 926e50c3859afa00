"""Amber: recognised speech of tutor and student, from EduConvoKit (Wang and Demszky 2024)."""

from collections.abc import Iterator
from pathlib import Path

from .records import Dialogue, Source, load_json, make_dialogue

# In the order of the sorted folder: an id is a position in it.
SESSIONS = (
    "4244 4245 4246 4254 4265 4275 4276 4279 4280 4282 4285 6172022NN 6212022AK 6222022IT "
    "6232022DPG 6242022JZ 7112022AC 7112022EX 7122022BC 7122022ET 7122022VC 7122022ZW 7132022CG "
    "7132022JH 7132022JR 7132022NI 7132022SM 7152022AH 7152022CL 7152022EOA-1 7152022EOA-2 "
    "7152022LZ 7152022MS 7152022SW 7182022RC 7212022AQ JH KL x0446 x1035 x1666 x4432 x4680 "
    "x4695 x6160"
).split()
FILES = tuple(f"rosewang2008/edu-convokit/data/amber/{name}.json" for name in SESSIONS)


def read_amber(raw: Path) -> Iterator[Dialogue]:
    """Read the sessions.

    raw (Path): The raw folder.
    YIELDS (Dialogue): `am-<k>`, where k is the session's position in the folder, in three digits.
    """
    for number, file in enumerate(FILES):
        turns = [(turn["speaker"], turn["dialogue"]) for turn in load_json(raw / file)]
        yield make_dialogue(f"am-{number:03}", "amber", turns)


AMBER = Source(FILES, read_amber, listed=True)
