from pathlib import Path
from typing import Any

import pytest
from json_lines import read_jsonl, write_jsonl
from spacy.language import Language
from transcripts import dialogue, make_pipeline

from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.reading import InputReading

SCHOOLS = {"one": "Oakhill", "two": "Ferndale", "three": "Larkspur"}


def shuffling() -> Language:
    nlp = make_pipeline("fake_finder")
    nlp.get_pipe("hips_surrogator").strategies = {"SCHOOL": "shuffle"}  # type: ignore[attr-defined]
    return nlp


def at_school(id: str, school: str) -> dict[str, Any]:
    record = dialogue(id, f"I go to {school}")
    end = 8 + len(school)
    record["messages"][0]["spans"] = [{"start": 8, "end": end, "label": "SCHOOL"}]
    return record


def released(folder: Path, records: list[Any], name: str) -> dict[str, str]:
    source = write_jsonl(folder / f"{name}.jsonl", *records)
    out = folder / f"{name}.out.jsonl"
    deidentify(source, out, shuffling(), spans_from_input=True)
    return {record["id"]: record["messages"][0]["text"] for record in read_jsonl(out)}


def test_shuffled_values_are_exchanged_whatever_the_order_of_the_corpus(tmp_path: Path) -> None:
    records = [at_school(id, school) for id, school in SCHOOLS.items()]
    one = released(tmp_path, records, "one")
    assert sorted(one.values()) == sorted(f"I go to {school}" for school in SCHOOLS.values())
    assert all(one[id] != f"I go to {school}" for id, school in SCHOOLS.items())
    assert released(tmp_path, records[::-1], "other") == one


def test_a_value_without_another_one_is_masked(tmp_path: Path) -> None:
    assert released(tmp_path, [at_school("one", "Oakhill")], "alone") == {"one": "I go to [SCHOOL]"}


@pytest.mark.parametrize("format", ["jsonl", "csv"])
def test_the_dialogues_of_a_group_share_surrogates(tmp_path: Path, format: str) -> None:
    source = tmp_path / f"in.{format}"
    groups = {"one": "7b", "two": "7b", "three": "7c"}
    if format == "jsonl":
        write_jsonl(
            source, *({**dialogue(id, "hi Zorblatt"), "group": g} for id, g in groups.items())
        )
    else:
        rows = "".join(f"{id},tutor,hi Zorblatt,{group}\n" for id, group in groups.items())
        source.write_text(f"dialogue,speaker,text,group\n{rows}", "utf8")
    nlp = make_pipeline("fake_finder")
    nlp.get_pipe("hips_surrogator").scope = "group"  # type: ignore[attr-defined]
    out = tmp_path / f"out.{format}"
    assert deidentify(source, out, nlp, reading=InputReading()).done == 3
    content = out.read_text("utf8")
    assert "7b" not in content
    lines = [line for line in content.splitlines() if "hi " in line]
    names = [line.split("hi ")[1] for line in lines]
    assert names[0] == names[1] != names[2]


def test_a_dialogue_that_names_no_group_is_quarantined(tmp_path: Path) -> None:
    source = write_jsonl(tmp_path / "in.jsonl", dialogue("one", "hi Zorblatt"))
    nlp = make_pipeline("fake_finder")
    nlp.get_pipe("hips_surrogator").scope = "group"  # type: ignore[attr-defined]
    told: list[str] = []
    summary = deidentify(
        source, tmp_path / "out.jsonl", nlp, reading=InputReading(report=told.append)
    )
    assert (summary.done, summary.quarantined) == (0, 1)
    assert "Zorblatt" not in "".join(told)
