from pathlib import Path
from typing import Any

import pytest
from json_lines import read_jsonl, write_jsonl
from spacy.language import Language
from transcripts import dialogue, interrupt_after

from spacy_piivot.corpus import Roster
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.reading import InputReading


def test_kept_ids_and_file_names_that_hold_a_name_are_counted_but_not_named(
    nlp: Language, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    write_jsonl(
        folder / "Quibbly.jsonl",
        dialogue("ZORBLATT_17", "hi Zorblatt"),
        dialogue("Zorblatts", "hi Zorblatt"),
        dialogue("x.Quibbly", "hi", speaker="Ms. Quibbly"),
        dialogue("Ólá-3", "hi"),
        dialogue("Ola-and-a-tutor", "hi Desmos"),
        dialogue("Desmos", "hi Desmos"),
    )
    (folder / "essay of Zorblatt.txt").write_text("I am Zorblatt.")
    (folder / "other.txt").write_text("I am Zorblatt.")
    (folder / "Zorblatt.csv").write_text("text\nI am Zorblatt.\n")

    def said(ids: Any, source: Path) -> list[str]:
        lines: list[str] = []
        reading = InputReading(report=lines.append, roster=Roster(["Ola Fenwick", "tutor"], {}))
        out = tmp_path / f"out {ids} {source.stem}{source.suffix}"
        deidentify(source, out, nlp, reading=reading, ids=ids)
        return [line for line in lines if "contain a name" in line]

    hint = (
        "ids or file names contain a name that was replaced in the text: use --ids number or --ids"
    )
    assert said("keep", folder) == [f"7 {hint} hmac"]
    assert said("keep", folder / "Quibbly.jsonl") == [f"4 {hint} hmac"]
    assert said("keep", folder / "Zorblatt.csv") == []
    assert said("number", folder) == []
    assert said("hmac", folder) == []


@pytest.mark.parametrize("count", [1, 5])
def test_a_resumed_run_counts_the_names_in_ids_of_before_too(
    nlp: Language, tmp_path: Path, count: int
) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    lines = [
        "not JSON" if number % 20 == 19 else dialogue(f"Zorblatt {number}", "hi Zorblatt", "4/12")
        for number in range(100)
    ]
    write_jsonl(source / "Zorblatt.jsonl", *lines)
    with pytest.raises(KeyboardInterrupt):
        deidentify(source, out, nlp, reading=InputReading(report=interrupt_after(count, tmp_path)))
    said: list[str] = []
    deidentify(source, out, nlp, reading=InputReading(report=said.append), resume=True)
    (warning,) = (line for line in said if "contain a name" in line)
    assert warning.startswith("96 ids or file names contain a name")
    assert [list(record) for record in read_jsonl(out / "Zorblatt.jsonl")] == (
        [["id", "messages"]] * 95
    )
