"""Dialogues for the tests of engines, as JSONL and as tables, and a pipeline on disk."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
from json_lines import read_jsonl, write_jsonl
from shared_pipelines import blank_english
from spacy.language import Language

from spacy_piivot.engines.batches import process_table
from spacy_piivot.engines.layout import find_layout
from spacy_piivot.engines.settings import Settings
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.reading import InputReading

KEY = "nobody can guess this key of a test"
OTHER_KEY = "nor this one, which is another key"
_NAMES = ("Ola Zorblatt", "Ben Quibbly", "Ada Zorblatt", "Cleo Marwick")
_ESSAY = (
    "Name: Ola Zorblatt\nThe rain in March. I wrote to ola@example.org about my essay, because Ola "
    "Zorblatt and Ben Quibbly wanted to know how the river rises. " * 4
)


def pipeline() -> Language:
    """A pipeline without weights: patterns, speakers and the roster find what there is."""
    nlp = blank_english()
    for component in ("pii_patterns", "known_names", "hips_surrogator"):
        nlp.add_pipe(component)
    return nlp


def dialogues(count: int = 12) -> list[dict[str, Any]]:
    """Dialogues of few people, who occur in many of them; every tenth is an essay."""
    made = []
    for number in range(count):
        name, other = _NAMES[number % 4], _NAMES[(number + 1) % 4]
        first = name.split()[0]
        texts = [
            f"Hi {first}, is {number}/12 at 3:45?",
            f"no, {other.upper()} says {number}2. mail {first.lower()}{number % 3}@example.org",
            f"{first}'s phone is 612-555-01{number % 5}2, not 612-555-0199, {first}",
        ]
        speakers = ["tutor", name, other]
        if number % 10 == 9:
            texts, speakers = [_ESSAY], [""]
        messages = [
            {"speaker": speaker, "text": text}
            for speaker, text in zip(speakers, texts, strict=True)
        ]
        made.append({"id": f"d{number}", "group": f"g{number % 3}", "messages": messages})
    return made


def rows_of(made: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same with a message in each row, and its turn."""
    return [
        {"dialogue": one["id"], "turn": turn, "group": one["group"], **message}
        for one in made
        for turn, message in enumerate(one["messages"])
    ]


def partitions(made: list[dict[str, Any]], count: int, seed: int) -> Iterator[list[dict[str, Any]]]:
    """Shuffle dialogues and deal them out."""
    shuffled = random.Random(seed).sample(made, len(made))
    for number in range(count):
        if part := shuffled[number::count]:
            yield part


def released_over(
    made: list[dict[str, Any]], settings: Settings, count: int, seed: int
) -> list[dict[str, Any]]:
    """De-identify partitions one by one, and sort the results."""
    results = []
    for part in partitions(made, count, seed):
        table = pa.Table.from_pylist(part)
        released, failed = process_table(table, settings, find_layout(table.schema))
        assert failed.num_rows == 0
        results += released.to_pylist()
    return sorted(results, key=lambda row: row["id"])


def released_alone(
    made: list[dict[str, Any]], nlp: Language, folder: Path, **options: Any
) -> list[dict[str, Any]]:
    """De-identify a file as the command does, and sort the results."""
    source = write_jsonl(folder / "alone.jsonl", *made)
    reading = InputReading(roster=options.pop("roster", None))
    deidentify(source, folder / "alone-out.jsonl", nlp, reading=reading, **options)
    return sorted(read_jsonl(folder / "alone-out.jsonl"), key=lambda row: row["id"])
