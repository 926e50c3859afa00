import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.core.labels import CANONICAL, PLACEHOLDER
from spacy_piivot.corpus.annotated_spans import GUIDE
from spacy_piivot.corpus.annotation_page import Example
from spacy_piivot.corpus.jsonl import parse_record
from spacy_piivot.corpus.label_studio import (
    from_label_studio,
    labelling_interface,
    read_tasks,
    to_label_studio,
)
from spacy_piivot.corpus.records import Record
from spacy_piivot.errors import InputError, RecordError

ALPHABET = "ab é\u0301\u200d👩🏫🇫𝓐𠮷▯␊ß\t \u00a0\r\n\v\x1c\x7f\x85\u2028\u2029\ufeffשلا"
TEXTS = st.text(st.sampled_from(ALPHABET), min_size=1, max_size=12)


def make_record(*messages: tuple[str, list[tuple[int, int, str]]]) -> Record:
    source = {
        "id": "t1",
        "messages": [
            {
                "speaker": "tutor",
                "text": text,
                "spans": [{"start": a, "end": b, "label": label} for a, b, label in spans],
            }
            for text, spans in messages
        ],
    }
    return parse_record(source, 7, set())


def exported(record: Record, **fields: Any) -> Example:
    """What Label Studio exports after a person has submitted the prediction as it is."""
    task = json.loads(json.dumps(to_label_studio(record)))
    result = [
        {**entry, "id": f"r{n}", "origin": "prediction"}
        for n, entry in enumerate(task["predictions"][0]["result"])
    ]
    annotation = {"id": 1, "completed_by": 1, "was_cancelled": False, "result": result}
    return Example(3, {"id": 40, **task, "annotations": [annotation], **fields})


def spans_of(dialogue: dict[str, Any]) -> list[list[tuple[int, int, str]]]:
    return [
        [(s["start"], s["end"], s["label"]) for s in message["spans"]]
        for message in dialogue["messages"]
    ]


def failure(task: Example, record: Record) -> RecordError:
    with pytest.raises(RecordError) as info:
        from_label_studio(task, record)
    assert (info.value.line, info.value.id) == (3, "t1")
    assert info.value.__cause__ is None
    return info.value


@given(st.lists(TEXTS, min_size=1, max_size=3))
def test_spans_come_back_where_they_were(texts: list[str]) -> None:
    record = make_record(*((text, [(0, 1, "NAME")] if text[0].strip() else []) for text in texts))
    task = exported(record)
    shown = task.source["data"]["text"]
    # The same in UTF-16 units and in code points.
    assert len(shown.encode("utf-16-le")) == 2 * len(shown)
    assert spans_of(from_label_studio(task, record)) == [
        [(0, 1, "NAME")] if text[0].strip() else [] for text in texts
    ]


def test_a_task_has_the_text_that_it_marks() -> None:
    record = make_record(("ok 😀 Zofia is here", [(5, 10, "NAME")]))
    (entry,) = to_label_studio(record)["predictions"][0]["result"]
    assert entry["value"] == {"start": 12, "end": 17, "text": "Zofia", "labels": ["NAME"]}
    assert entry["type"] == "labels"


def test_the_interface_names_what_a_task_names() -> None:
    interface = labelling_interface()
    assert all(f'<Label value="{label}"/>' in interface for label in GUIDE)
    record = make_record(*((label[0], [(0, 1, label)]) for label in (*CANONICAL, PLACEHOLDER)))
    for entry in to_label_studio(record)["predictions"][0]["result"]:
        assert f'name="{entry["from_name"]}" toName="{entry["to_name"]}"' in interface
        assert f'value="{entry["value"]["labels"][0]}"' in interface


def test_a_person_can_change_remove_and_add() -> None:
    record = make_record(("Zofia and Bartek", [(0, 5, "NAME")]), ("ok", [(0, 2, "NAME")]))
    task = exported(record)
    (first, _) = task.source["annotations"][0]["result"]
    added = {**first, "value": {"start": 16, "end": 24, "labels": ["NAME"]}}
    relation = {"type": "relation", "from_id": "r0", "to_id": "r1"}
    task.source["annotations"][0]["result"] = [first, added, relation]
    assert spans_of(from_label_studio(task, record)) == [[(0, 5, "NAME"), (10, 16, "NAME")], []]


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"annotations": []}, "NotAnnotated"),
        ({"annotations": [{"was_cancelled": True, "result": []}]}, "NotAnnotated"),
        ({"annotations": [{"result": []}, {"result": []}]}, "SeveralAnnotations"),
        ({"data": {"text": "tutor: other", "dialogue": "t1"}}, "TextDiffers"),
        ({"annotations": [{"result": [{"type": "labels"}]}]}, "InvalidSpans"),
    ],
)
def test_what_cannot_be_joined_is_named(fields: dict[str, Any], kind: str) -> None:
    record = make_record(("Zofia", [(0, 5, "NAME")]))
    error = failure(exported(record, **fields), record)
    assert error.kind == kind
    assert "Zofia" not in str(error)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ({"start": 0, "end": 3, "labels": ["NAME"]}, "SpanOnSpeaker"),
        ({"start": 7, "end": 99, "labels": ["NAME"]}, "InvalidOffsets"),
        ({"start": 7, "end": 12, "labels": ["Zofia"]}, "UnknownLabel"),
        ({"start": "7", "end": 12, "labels": ["NAME"]}, "InvalidSpans"),
    ],
)
def test_a_bad_span_is_named_by_its_place(value: dict[str, Any], kind: str) -> None:
    record = make_record(("Zofia", []))
    result = [{"type": "labels", "value": value}]
    error = failure(exported(record, annotations=[{"result": result}]), record)
    assert error.kind == kind
    assert "result[0]" in str(error)
    assert "Zofia" not in str(error)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ([{"text": "Zofia", "dialogue": "t1", "label": []}], "NotATask"),
        ([{"data": {"text": "Zofia"}}], "MissingDialogue"),
        ([{"data": {"dialogue": "t1"}}, {"data": {"dialogue": "t1"}}], "DuplicateDialogue"),
    ],
)
def test_a_file_that_is_no_export_is_refused(tmp_path: Path, content: Any, kind: str) -> None:
    path = tmp_path / "export.json"
    path.write_text(json.dumps(content))
    with pytest.raises(RecordError) as info:
        read_tasks(path)
    assert info.value.kind == kind
    assert "Zofia" not in str(info.value)


@pytest.mark.parametrize("content", ["{}", '{"data": 1}\n{"data": 2}', "Zofia"])
def test_a_file_that_is_no_list_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "export.json"
    path.write_text(content)
    with pytest.raises(InputError, match="as JSON") as info:
        read_tasks(path)
    assert info.value.__cause__ is None
    assert "Zofia" not in str(info.value)
