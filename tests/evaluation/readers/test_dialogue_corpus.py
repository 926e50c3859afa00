import json
from pathlib import Path
from typing import Any

import pytest
import spacy
from shared_pipelines import blank_english
from spacy.tokens import Doc, DocBin

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate, get_candidates, set_candidates
from spacy_piivot.errors import InputError, RecordError
from spacy_piivot.evaluation.readers.dialogue_corpus import make_dialogue_corpus


def write_docs(path: Path, *docs: Doc, user_data: bool = True) -> Path:
    DocBin(attrs=["ORTH"], store_user_data=user_data, docs=docs).to_disk(path)
    return path


def labelled_doc(id: str = "a") -> Doc:
    messages = [Message("tutor", "hi Ana2x", "m1"), Message("Ana", ""), Message("s", "a@b.co ok")]
    doc = dialogue_to_doc(Dialogue(id, messages, roster=["Ana Lopez"]), blank_english())
    gold = [
        Candidate(3, 6, "NAME", 1.0, "gold", "participant"),
        Candidate(10, 16, "EMAIL_SOCIAL", 1.0, "gold"),
    ]
    set_candidates(doc, gold)
    return doc


def jsonl(path: Path, *spans: dict[str, Any], id: str = "j") -> Path:
    messages = [{"speaker": "tutor", "text": "hi Ana", "spans": list(spans)}]
    path.write_text(json.dumps({"id": id, "messages": messages}) + "\n", "utf8")
    return path


def test_a_spacy_file_gives_the_dialogue_without_gold_and_with_it(tmp_path: Path) -> None:
    nlp = blank_english()
    (example,) = make_dialogue_corpus(write_docs(tmp_path / "a.spacy", labelled_doc()))(nlp)
    for doc in (example.predicted, example.reference):
        assert doc.vocab is nlp.vocab
        assert doc.text == "hi Ana2x\n\na@b.co ok"
        assert [span.label_ for span in doc.spans["messages"]] == ["TUTOR", "", "STUDENT"]
        assert [span.id_ for span in doc.spans["messages"]] == ["m1", "", ""]
        assert doc.user_data["piivot_id"] == "a"
        assert doc.user_data["piivot_speakers"] == ["tutor", "Ana", "s"]
        assert doc.user_data["piivot_roster"] == ["Ana Lopez"]
    assert get_candidates(example.predicted) == []
    assert get_candidates(example.reference) == get_candidates(labelled_doc())


def test_the_tokens_are_those_of_the_pipeline(tmp_path: Path) -> None:
    path = write_docs(tmp_path / "a.spacy", labelled_doc())
    nlp = spacy.blank("xx")
    nlp.tokenizer = lambda text: Doc(nlp.vocab, words=list(text), spaces=[False] * len(text))
    (example,) = make_dialogue_corpus(path)(nlp)
    assert len(example.predicted) == len(example.reference) == len("hi Ana2x\n\na@b.co ok")
    assert [span.text for span in example.reference.spans["pii"]] == ["Ana", "a@b.co"]


def test_an_empty_group_is_no_missing_one(tmp_path: Path) -> None:
    doc = labelled_doc("b")
    set_candidates(doc, [])
    path = write_docs(tmp_path / "a.spacy", labelled_doc(), doc)
    *_, example = make_dialogue_corpus(path)(blank_english())
    assert len(example.reference.spans["pii"]) == 0
    del doc.spans["pii"]
    write_docs(path, labelled_doc(), doc)
    with pytest.raises(RecordError, match="'b': MissingSpans"):
        list(make_dialogue_corpus(path)(blank_english()))


def test_labels_of_the_guide_become_canonical_on_request(tmp_path: Path) -> None:
    nlp = blank_english()
    path = write_docs(tmp_path / "a.spacy", labelled_doc())
    (example,) = make_dialogue_corpus(path, canonical=True)(nlp)
    assert [span.label_ for span in example.reference.spans["pii"]] == ["NAME", "EMAIL_ADDRESS"]
    jsonl(tmp_path / "a.jsonl", {"start": 3, "end": 6, "label": "PHONE"})
    (example,) = make_dialogue_corpus(tmp_path / "a.jsonl", canonical=True)(nlp)
    assert [span.label_ for span in example.reference.spans["pii"]] == ["PHONE_NUMBER"]
    (example,) = make_dialogue_corpus(tmp_path / "a.jsonl")(nlp)
    assert [span.label_ for span in example.reference.spans["pii"]] == ["PHONE"]


def test_an_unknown_label_names_its_dialogue(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "a.jsonl", {"start": 3, "end": 6, "label": "Zorblatt"}, id="q-9")
    with pytest.raises(RecordError, match=r"'q-9': UnknownLabel: in message 0,.* NAME,") as caught:
        list(make_dialogue_corpus(path, canonical=True)(blank_english()))
    assert "Ana" not in str(caught.value)
    assert "Zorblatt" not in str(caught.value)
    assert caught.value.__context__ is None


def test_gold_of_white_space_names_its_dialogue(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "a.jsonl", {"start": 2, "end": 3, "label": "NAME"}, id="q-9")
    with pytest.raises(RecordError, match="'q-9': BlankSpan: in message 0,") as caught:
        list(make_dialogue_corpus(path)(blank_english()))
    assert caught.value.__context__ is None


def test_gold_that_is_not_its_own_text_is_refused(tmp_path: Path) -> None:
    span = {"start": 3, "end": 6, "label": "NAME", "text": "Zorblatt"}
    path = jsonl(tmp_path / "a.jsonl", span, id="q-9")
    with pytest.raises(RecordError, match="'q-9': InvalidSpans: in message 0,") as caught:
        list(make_dialogue_corpus(path)(blank_english()))
    assert "Ana" not in str(caught.value)
    assert "Zorblatt" not in str(caught.value)


# The text of `labelled_doc` is "hi Ana2x\n\na@b.co ok".
@pytest.mark.parametrize(
    ("start", "end", "number"), [(3, 16, 0), (3, 9, 0), (8, 9, 0), (9, 16, 1), (10, 20, 2)]
)
def test_gold_that_leaves_its_message_is_refused(
    tmp_path: Path, start: int, end: int, number: int
) -> None:
    doc = labelled_doc()
    set_candidates(doc, [Candidate(start, min(end, 19), "NAME", 1.0, "gold")])
    doc.spans["pii"].attrs["offsets"] = [[start, end]]
    path = write_docs(tmp_path / "a.spacy", doc)
    with pytest.raises(RecordError, match=f"'a': InvalidSpans: .* message {number} ") as caught:
        list(make_dialogue_corpus(path)(blank_english()))
    assert "Ana" not in str(caught.value)


def test_a_folder_is_read_file_by_file(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    jsonl(tmp_path / "a.jsonl")
    write_docs(tmp_path / "more" / "b.spacy", labelled_doc())
    (tmp_path / "corpus.json").write_text("{}")
    examples = list(make_dialogue_corpus(tmp_path)(blank_english()))
    assert [example.reference.user_data["piivot_id"] for example in examples] == ["j", "a"]
    (tmp_path / "none").mkdir()
    with pytest.raises(InputError, match=r"no \.spacy or \.jsonl"):
        list(make_dialogue_corpus(tmp_path / "none")(blank_english()))


def test_a_file_that_is_none_of_spacys_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.spacy").write_text("Ana")
    for name in ("a.spacy", "b.spacy"):
        with pytest.raises(InputError, match=name) as caught:
            list(make_dialogue_corpus(tmp_path / name)(blank_english()))
        assert caught.value.__context__ is None


def test_a_dialogue_that_is_too_long_is_named(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "a.jsonl", id="q-9")
    nlp = blank_english()
    nlp.max_length = 2
    with pytest.raises(RecordError, match=r"'q-9': TooLong"):
        list(make_dialogue_corpus(path)(nlp))


def test_a_doc_without_messages_is_one(tmp_path: Path) -> None:
    doc = blank_english()("hi Ana")
    set_candidates(doc, [Candidate(3, 6, "NAME", 1.0, "gold")])
    path = write_docs(tmp_path / "a.spacy", doc, user_data=False)
    (example,) = make_dialogue_corpus(path)(blank_english())
    assert [span.text for span in example.predicted.spans["messages"]] == ["hi Ana"]
    assert [span.text for span in example.reference.spans["pii"]] == ["Ana"]


def test_a_config_may_leave_the_path_open_until_it_is_used() -> None:
    with pytest.raises(InputError, match=r"--paths\.train"):
        make_dialogue_corpus(None)


def write(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf8")
    return path


RECORD = {
    "id": "a",
    "messages": [
        {"speaker": "tutor", "text": "hi Ana2x", "spans": [
            {"start": 3, "end": 6, "label": "NAME"}
        ]},
        {"speaker": "Ana", "text": ""},
        {"speaker": "tutor", "text": "see [X]", "spans": [
            {"start": 4, "end": 7, "label": "PLACEHOLDER"}
        ]},
    ],
}  # fmt: skip


def test_examples_keep_messages_speakers_and_exact_offsets(tmp_path: Path) -> None:
    nlp = blank_english()
    (example,) = make_dialogue_corpus(write(tmp_path / "a.jsonl", RECORD))(nlp)
    for doc in (example.predicted, example.reference):
        assert [span.label_ for span in doc.spans["messages"]] == ["TUTOR", "", "TUTOR"]
        assert doc.user_data["piivot_speakers"] == ["tutor", "Ana", "tutor"]
    group = example.reference.spans["pii"]
    assert [list(pair) for pair in group.attrs["offsets"]] == [[3, 6], [14, 17]]
    assert [span.label_ for span in group] == ["NAME", "PLACEHOLDER"]
    assert len(example.predicted.spans["pii"]) == 0


def test_no_line_is_left_out_silently(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", RECORD, {"id": "b", "messages": []})
    with pytest.raises(RecordError, match="line 2"):
        list(make_dialogue_corpus(path)(blank_english()))


def test_the_reader_is_registered() -> None:
    reader = spacy.registry.readers.get("spacy_piivot.DialogueCorpus.v1")
    assert reader is make_dialogue_corpus
