"""Word problems: GSM8K (Cobbe et al. 2021), SVAMP (Patel et al. 2021), AQuA (Ling et al. 2017).

An id is the source's prefix and the row, from 0.
"""

from collections.abc import Iterator
from pathlib import Path

from .records import Dialogue, Source, load_json, load_json_lines, make_dialogue

GSM8K_FILE = "openai/grade-school-math/grade_school_math/data/train.jsonl"
SVAMP_FILE = "arkilpatel/SVAMP/SVAMP.json"
AQUA_FILE = "google-deepmind/AQuA/dev.json"


def read_gsm8k(raw: Path) -> Iterator[Dialogue]:
    """Read the questions of GSM8K's training file.

    raw (Path): The raw folder.
    YIELDS (Dialogue): `gsm-<row>`, one message.
    """
    for number, row in enumerate(load_json_lines(raw / GSM8K_FILE)):
        yield _problem(f"gsm-{number}", "gsm8k", row["question"])


def read_svamp(raw: Path) -> Iterator[Dialogue]:
    """Read the problems of SVAMP.

    raw (Path): The raw folder.
    YIELDS (Dialogue): `sv-<row>`, one message: the story, then the question.
    """
    for number, row in enumerate(load_json(raw / SVAMP_FILE)):
        yield _problem(f"sv-{number}", "svamp", f"{row['Body']} {row['Question']}")


def read_aqua(raw: Path) -> Iterator[Dialogue]:
    """Read the problems of AQuA's dev file.

    raw (Path): The raw folder.
    YIELDS (Dialogue): `aq-<row>`, two messages: the question and the options.
    """
    for number, row in enumerate(load_json_lines(raw / AQUA_FILE)):
        yield _problem(f"aq-{number}", "aqua", row["question"], " ".join(row["options"]))


def _problem(id: str, corpus: str, *texts: str) -> Dialogue:
    return make_dialogue(id, corpus, [("QUESTION", text) for text in texts])


GSM8K = Source((GSM8K_FILE,), read_gsm8k, listed=True)
SVAMP = Source((SVAMP_FILE,), read_svamp)
AQUA = Source((AQUA_FILE,), read_aqua)
