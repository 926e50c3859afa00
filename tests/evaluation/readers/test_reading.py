import json
import time
from pathlib import Path
from typing import Any

import pytest
from shared_pipelines import blank_english
from spacy.tokens import Doc

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate, set_candidates
from spacy_piivot.errors import InputError, RecordError
from spacy_piivot.evaluation.core.annotations import AnnotatedSpan
from spacy_piivot.evaluation.readers.reading import from_docs, read_annotations

DIALOGUE = {
    "id": "d1",
    "messages": [
        {"speaker": "Tutor", "text": "Hi Ana!", "spans": [{"start": 3, "end": 6, "label": "NAME"}]},
        {"speaker": "Ana", "text": "x = 2"},
    ],
}


def write(path: Path, *lines: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines),
        encoding="utf-8",
    )
    return path


# Essays


def test_essays_keep_their_tokens(tmp_path: Path) -> None:
    essay = {
        "document": 7,
        "full_text": "By Ana\n\nx",
        "tokens": ["By", "Ana", "\n\n", "x"],
        "trailing_whitespace": [True, False, False, False],
        "labels": ["O", "B-NAME_STUDENT", "I-NAME_STUDENT", "O"],
    }
    (dialogue,) = read_annotations(write(tmp_path / "a.json", [essay]))
    (message,) = dialogue.messages
    assert dialogue.id == "7"
    assert message.text == "By Ana\n\nx"
    assert message.tokens == [(0, 2), (3, 6), (6, 8), (8, 9)]
    assert message.spans == [AnnotatedSpan(3, 8, "NAME_STUDENT", text="Ana\n\n")]
    with pytest.raises(RecordError, match=r"id '8': TextNotString.*a\.json"):
        read_annotations(write(tmp_path / "a.json", [essay, {"document": 8}]))


# Docs


def doc_of(*messages: tuple[str, str], id: str = "d1") -> Doc:
    dialogue = Dialogue(id, [Message(speaker, text) for speaker, text in messages])
    return dialogue_to_doc(dialogue, blank_english())


# Files and folders


def test_a_folder_of_gold_and_what_detect_wrote_for_it_have_the_same_files(tmp_path: Path) -> None:
    gold, predicted = tmp_path / "gold", tmp_path / "pred"
    of_gold = ("a.jsonl", "sub/b.v2.jsonl", "c.jsonl", "d.jsonl", ".hidden.jsonl", ".git/x.jsonl")
    for name in of_gold:
        write(gold / name, DIALOGUE)
    write(gold / "notes.md", "not read")
    for name in ("a.csv.jsonl", "sub/b.v2.jsonl", "c.txt.jsonl", "d.json.jsonl"):
        write(predicted / name, DIALOGUE)
    found = [(dialogue.file, dialogue.id) for dialogue in read_annotations(gold)]
    assert found == [("a", "d1"), ("c", "d1"), ("d", "d1"), ("sub/b.v2", "d1")]
    assert sorted((d.file, d.id) for d in read_annotations(predicted)) == found


def test_a_folder_may_mix_kinds_but_not_ids(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", DIALOGUE)
    write(tmp_path / "b.CSV", "document,start,end", "d1,0,2")
    assert [(d.file, d.id) for d in read_annotations(tmp_path)] == [("a", "d1"), ("b", "d1")]
    write(tmp_path / "a.csv", "document,start,end", "d1,0,2")
    with pytest.raises(InputError, match="'d1' occurs 2 times"):
        read_annotations(tmp_path)


def test_what_cannot_be_read_says_what_can(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file or folder"):
        read_annotations(tmp_path / "missing.jsonl")
    known = r"\.jsonl \(.*\.csv \(.*\.json \(.*\.spacy \("
    with pytest.raises(InputError, match=known):
        read_annotations(write(tmp_path / "notes.md", "x"))
    with pytest.raises(InputError, match=known):
        read_annotations(tmp_path)


def test_no_dialogue_at_all_is_an_error_but_not_an_empty_file_beside_others(
    tmp_path: Path,
) -> None:
    for path in (write(tmp_path / "a.jsonl"), write(tmp_path / "b.json", []), tmp_path):
        with pytest.raises(InputError, match="contains no dialogues"):
            read_annotations(path)
    write(tmp_path / "c.jsonl", DIALOGUE)
    assert [dialogue.id for dialogue in read_annotations(tmp_path)] == ["d1"]


def test_thousands_of_messages_take_seconds(tmp_path: Path) -> None:
    messages = DIALOGUE["messages"] * 2_000
    path = write(tmp_path / "a.jsonl", {"id": "d", "messages": messages})
    doc = doc_of(*[("tutor", "Hi Ana, 2+2")] * 4_000)
    set_candidates(doc, (Candidate(i * 12 + 3, i * 12 + 6, "NAME", 1.0, "x") for i in range(4_000)))
    doc.spans["math"] = [doc.char_span(i * 12 + 8, i * 12 + 11) for i in range(0, 4_000, 2)]
    started = time.process_time()
    (dialogue,) = read_annotations(path)
    (other,) = from_docs([doc])
    assert time.process_time() - started < 2
    assert sum(1 for _ in dialogue.spans()) == 2_000
    assert [message.segment for message in other.messages[:3]] == ["MATH", "NON-MATH", "MATH"]
    assert sum(1 for _ in other.spans()) == 4_000


def test_the_labelled_data_is_read(data_folder: Path) -> None:
    dialogues = read_annotations(data_folder / "eval" / "gold_dev.jsonl")
    assert len(dialogues) == 138
    assert sum(len(dialogue.messages) for dialogue in dialogues) == 3113
    assert sum(1 for dialogue in dialogues for _ in dialogue.spans()) == 558
    assert len({dialogue.corpus for dialogue in dialogues} - {""}) == 4
    essays = read_annotations(data_folder / "eval" / "crapii_10_essays.json")
    published = {
        dialogue.id: dialogue
        for dialogue in read_annotations(
            data_folder / "eval" / "crapii_published" / "gold_entities.csv"
        )
    }
    for essay in essays:
        assert essay.messages[0].spans == published[essay.id].messages[0].spans
