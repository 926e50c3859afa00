import json
from pathlib import Path
from typing import Any

import pytest
from essays import essay, write_essays
from json_lines import read_jsonl, write_jsonl
from shared_pipelines import blank_english
from spacy.language import Language
from transcripts import dialogue, make_pipeline

from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.detect import detect
from spacy_piivot.runs.reading import InputReading

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
    reading = InputReading(report=said.append)
    summary = deidentify(source, output, nlp, reading=reading, spans_from_input=True)
    assert (summary.done, summary.quarantined) == (2, 1)
    released = {line["id"]: line["messages"][0]["text"] for line in read_jsonl(output)}
    assert set(released) == {"b", "c"}
    assert "Zadie" not in released["b"]
    assert any("MissingSpans" in line for line in said)


@pytest.mark.parametrize(("role", "stays"), [("participant", False), ("public", True), ("", True)])
def test_whoever_the_input_calls_a_participant_is_no_public_figure(
    role: str, stays: bool, tmp_path: Path
) -> None:
    nlp = blank_english()
    nlp.add_pipe("hips_surrogator")
    text = "send it to Rosa Parks by 5"
    span = {"start": 11, "end": 21, "label": "NAME", "role": role}
    source, output = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    write_jsonl(source, record("a", text=text, spans=[span]))
    deidentify(source, output, nlp, reading=InputReading(), spans_from_input=True)
    [line] = read_jsonl(output)
    assert ("Rosa Parks" in line["messages"][0]["text"]) is stays


@pytest.mark.parametrize("label", ["PERSON", "name"])
def test_an_unknown_label_is_answered_with_the_known_ones(label: str, tmp_path: Path) -> None:
    nlp = blank_english()
    nlp.add_pipe("hips_surrogator")
    source, output = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    write_jsonl(source, record("a", spans=[{"start": 3, "end": 8, "label": label}]))
    said: list[str] = []
    deidentify(source, output, nlp, reading=InputReading(report=said.append), spans_from_input=True)
    assert any("EMAIL_ADDRESS" in line and "PHONE" in line for line in said)


def test_spans_of_the_input_are_taken_and_nothing_is_detected(
    nlp: Language, tmp_path: Path
) -> None:
    def record(id: str, span: Any) -> dict[str, Any]:
        messages = [
            {"speaker": "T", "text": "Quibbly met Ola"},
            {"speaker": "T", "text": "Ola met Zorblatt", "spans": [span]},
        ]
        return {"id": id, "messages": messages}

    good = {"start": 8, "end": 16, "label": "NAME", "role": "participant"}
    bad = [
        {**good, "end": 17},
        {**good, "start": -1},
        {**good, "start": 16},
        {**good, "start": 3, "end": 4},
        {**good, "start": True},
        {**good, "label": "SECRET"},
        {**good, "label": None},
        {**good, "role": "king"},
        {**good, "score": "high"},
        {"label": "NAME"},
        "Zorblatt",
    ]
    source = write_jsonl(
        tmp_path / "in.jsonl",
        record("good", good),
        record("placeholder", {**good, "label": "PLACEHOLDER"}),
        record("phone", {**good, "label": "PHONE", "score": None, "role": None}),
        *(record(f"bad {number}", span) for number, span in enumerate(bad)),
        {"id": "no list", "messages": [{"text": "x", "spans": {"start": 0}}]},
    )
    out = tmp_path / "out.jsonl"
    summary = deidentify(source, out, nlp, spans_from_input=True)
    assert (summary.done, summary.quarantined) == (3, len(bad) + 1)
    replaced, placeholder, phone = read_jsonl(out)
    assert replaced["messages"][0]["text"] == "Quibbly met Ola"
    assert replaced["messages"][1]["text"].startswith("Ola met ")
    assert "Zorblatt" not in replaced["messages"][1]["text"]
    assert placeholder["messages"][1]["text"] == "Ola met Zorblatt"
    assert "Zorblatt" not in phone["messages"][1]["text"]
    errors = read_jsonl(tmp_path / "out.jsonl.quarantine.jsonl")
    assert {error["error"] for error in errors} == {
        "InvalidSpans", "InvalidOffsets", "BlankSpan", "UnknownLabel",
    }  # fmt: skip
    assert "fake_finder" in nlp.pipe_names


def test_input_that_was_labelled_as_empty_was_searched(tmp_path: Path) -> None:
    record = dialogue("one", "what is 4/12")
    record["messages"][0]["spans"] = []
    source = write_jsonl(tmp_path / "in.jsonl", record)
    out = tmp_path / "out.jsonl"
    assert deidentify(source, out, make_pipeline(), spans_from_input=True).done == 1
    assert read_jsonl(out)[0]["messages"][0]["text"] == "what is 4/12"


def test_the_labels_of_essays_are_taken(tmp_path: Path, nlp: Language) -> None:
    text = "By Zadie\u00a0Okell, zadie@x.org, at Quibbly"
    assert essay(0, text)["tokens"][1:4] == ["Zadie", "\u00a0", "Okell"]
    labels = ["O"] * 9
    labels[1:4], labels[5] = ["B-NAME_STUDENT", *["I-NAME_STUDENT"] * 2], "B-EMAIL"
    essays = [
        essay(1, text, labels),
        essay(2, "Zadie has no labels"),
        essay(3, "Zadie", ["B-TEACHER"]),
        essay(4, "Zadie", ["I-NAME_STUDENT"]),
        essay(5, "[NAME] Quibbly", ["B-PLACEHOLDER", "I-PLACEHOLDER", "I-PLACEHOLDER", "O"]),
        essay(6, "12", ["B-CARDINAL"]),
    ]
    source, out = write_essays(tmp_path / "in.json", *essays), tmp_path / "out.json"
    said: list[str] = []
    reading = InputReading(report=said.append)
    summary = deidentify(source, out, nlp, reading=reading, spans_from_input=True)
    assert (summary.done, summary.quarantined) == (2, 4)
    first, second = json.loads(out.read_text("utf8"))
    # What nobody labelled stays: nothing is detected.
    assert first["full_text"].endswith(", at Quibbly")
    assert second["full_text"] == "[NAME] Quibbly"
    assert "Zadie" not in out.read_text("utf8")
    assert "Okell" not in out.read_text("utf8")
    failed = read_jsonl(tmp_path / "out.json.quarantine.jsonl")
    assert [(one["id"], one["error"]) for one in failed] == [
        ("2", "MissingSpans"), ("3", "UnknownLabel"), ("4", "InvalidLabel"), ("6", "UnknownLabel"),
    ]  # fmt: skip
    assert any("EMAIL_ADDRESS" in line for line in said)
    assert not any("Zadie" in line for line in said)


def test_labels_that_were_detected_can_be_given_back(tmp_path: Path, nlp: Language) -> None:
    source = write_essays(tmp_path / "in.json", essay(1, "By Zorblatt\r\nzorblatt@example.org"))
    found, outs = tmp_path / "found.json", [tmp_path / "direct.json", tmp_path / "given.json"]
    detect(source, found, nlp)
    deidentify(source, outs[0], nlp)
    deidentify(found, outs[1], nlp, spans_from_input=True)
    assert outs[0].read_bytes() == outs[1].read_bytes()
    assert "Zorblatt" not in outs[0].read_text("utf8")
