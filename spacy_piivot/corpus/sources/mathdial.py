"""MathDial: teachers and a simulated student on word problems (Macina et al. 2023)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .records import Dialogue, Source, load_json_lines, make_dialogue

TURNS = "fareya/dialogue-kt/teacher_moves/processed_data/train2.jsonl"
TEST = "eth-nlped/mathdial/data/test.jsonl"


def read_mathdial(raw: Path) -> Iterator[Dialogue]:
    """Read the dialogues whose question is not in MathDial's test file.

    raw (Path): The raw folder.
    YIELDS (Dialogue): `md-<id>`; a turn is the teacher's move, then the student's.
    """
    tested = {str(row["qid"]) for row in load_json_lines(raw / TEST)}
    dialogues: dict[str, list[dict[str, Any]]] = {}
    for row in load_json_lines(raw / TURNS):
        # A dialogue's id begins with the id of its question.
        if row["id"].split("_")[0] not in tested:
            dialogues.setdefault(row["id"], []).append(row)
    for id, rows in dialogues.items():
        turns = [
            turn
            for row in sorted(rows, key=lambda row: row["turn"])
            for turn in (("Teacher", row["teacher_move"]), ("Student", row["student_move"]))
        ]
        yield make_dialogue(f"md-{id}", "mathdial", turns)


MATHDIAL = Source((TURNS, TEST), read_mathdial)
