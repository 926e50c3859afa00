import io
import json
from pathlib import Path

import pytest
from json_lines import read_jsonl, write_jsonl
from spacy.language import Language
from transcripts import dialogue

from spacy_piivot.review.corrected import (
    corrected_objects,
    corrected_record,
    files_of,
    write_corrected,
)
from spacy_piivot.review.desk import Desk
from spacy_piivot.review.importing import import_corpus
from spacy_piivot.review.model import Action
from spacy_piivot.review.store import Store
from spacy_piivot.runs.deidentify import deidentify

from .conftest import Open


@pytest.fixture
def reviewed(desk: Desk) -> Desk:
    first = desk.dialogue(0, "anna").messages[0].spans[0]
    desk.act("anna", Action("role", 0, first.id, role="participant"))
    desk.act("anna", Action("surrogate", 0, first.id, surrogate="Mirabel"))
    desk.act("anna", Action("add", 0, message=0, start=10, end=14, label="NAME"))
    quibbly = desk.dialogue(1, "anna").messages[1].spans[0]
    desk.act("anna", Action("reject", 1, quibbly.id))
    return desk


def test_the_corrected_corpus_has_the_inputs_objects_and_spans(reviewed: Desk) -> None:
    one, two, four = corrected_objects(reviewed.store, "anna")
    assert one["messages"][0] == {
        "speaker": "tutor",
        "text": "Zorblatt, mark the point",
        "spans": [
            {"start": 0, "end": 8, "label": "NAME", "score": 0.8765, "source": "fake_finder",
             "role": "participant", "surrogate": "Mirabel"},
            {"start": 10, "end": 14, "label": "NAME", "score": 1.0, "source": "person",
             "role": None},
        ],
    }  # fmt: skip
    assert [len(message["spans"]) for message in two["messages"]] == [0, 1]
    assert four == {**dialogue("four"), "messages": [
        {"speaker": "tutor", "text": "3:45", "spans": []}]}  # fmt: skip
    machine = next(corrected_objects(reviewed.store, ""))
    assert [len(message["spans"]) for message in machine["messages"]] == [1, 0, 0]


def test_other_fields_stay_in_their_order(opened: Open) -> None:
    record = {"id": "one", "grade": 4, "messages": [{"n": 1, "text": "Zorblatt", "lang": "en"}]}
    (corrected,) = corrected_objects(opened(record).store, "anna")
    assert list(corrected) == ["id", "grade", "messages"]
    assert list(corrected["messages"][0]) == ["n", "text", "lang", "spans"]


def test_it_can_be_released(reviewed: Desk, nlp: Language, tmp_path: Path) -> None:
    path = tmp_path / "corrected.jsonl"
    with path.open("wb") as stream:
        assert write_corrected(reviewed.store, "anna", stream) == 3
    summary = deidentify(path, tmp_path / "out.jsonl", nlp, spans_from_input=True)
    assert (summary.done, summary.quarantined) == (3, 0)
    for number, released in zip((0, 1, 3), read_jsonl(tmp_path / "out.jsonl"), strict=True):
        shown = reviewed.preview(number, "anna")
        texts = ["".join(part.text for part in one.parts) for one in shown.messages]
        assert texts == [message["text"] for message in released["messages"]]
        speakers = [message["speaker"] for message in released["messages"]]
        assert [one.speaker for one in shown.messages] == speakers


def test_the_files_of_a_folder_are_apart(store: Store, nlp: Language, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    write_jsonl(folder / "a.jsonl", dialogue("same", "Zorblatt"), "not JSON")
    write_jsonl(folder / "b.jsonl", dialogue("same", "Quibbly"))
    write_jsonl(folder / "c.jsonl")
    import_corpus(store, folder, nlp)
    assert files_of(store) == ["a.jsonl", "b.jsonl"]
    stream = io.BytesIO()
    assert write_corrected(store, "anna", stream, "b.jsonl") == 1
    (line,) = stream.getvalue().splitlines()
    assert json.loads(line)["messages"][0]["text"] == "Quibbly"


def test_a_record_has_all_that_the_input_had(opened: Open) -> None:
    source = dialogue("one", "Zorblatt")
    source["group"] = 7
    source["messages"][0]["id"] = 3
    record = corrected_record(opened(source).store, "anna", 0)
    assert record.dialogue.group == "7"
    assert record.dialogue.messages[0].id == "3"
    assert record.line == 1


def test_the_group_of_a_csv_file_is_kept(store: Store, nlp: Language, tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("dialogue,speaker,text,group\none,tutor,Zorblatt,class 5\n")
    import_corpus(store, source, nlp)
    record = corrected_record(store, "anna", 0)
    assert record.dialogue.group == record.source["group"] == "class 5"
