from pathlib import Path
from typing import Any

import pytest
from shared_pipelines import blank_english
from transcripts import read_jsonl, write_jsonl

from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.reading import Reading

LINE = "hi Zadie"


def record(id: str, **message: Any) -> dict[str, Any]:
    return {"id": id, "messages": [{"speaker": "tutor", "text": LINE, **message}]}


def test_a_dialogue_that_nobody_labelled_is_not_released(tmp_path: Path) -> None:
    nlp = blank_english()
    nlp.add_pipe("hips_surrogator")
    labelled = {"start": 3, "end": 8, "label": "NAME"}
    source, output = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    write_jsonl(source, record("a"), record("b", spans=[labelled]), record("c", spans=[]))
    said: list[str] = []
    reading = Reading(report=said.append)
    summary = deidentify(source, output, nlp, reading=reading, spans_from_input=True)
    assert (summary.done, summary.quarantined) == (2, 1)
    released = {line["id"]: line["messages"][0]["text"] for line in read_jsonl(output)}
    assert set(released) == {"b", "c"}
    assert "Zadie" not in released["b"]
    assert any("MissingSpans" in line for line in said)


@pytest.mark.parametrize("label", ["PERSON", "name"])
def test_an_unknown_label_is_answered_with_the_known_ones(label: str, tmp_path: Path) -> None:
    nlp = blank_english()
    nlp.add_pipe("hips_surrogator")
    source, output = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    write_jsonl(source, record("a", spans=[{"start": 3, "end": 8, "label": label}]))
    said: list[str] = []
    deidentify(source, output, nlp, reading=Reading(report=said.append), spans_from_input=True)
    assert any("EMAIL_ADDRESS" in line and "PHONE" in line for line in said)
