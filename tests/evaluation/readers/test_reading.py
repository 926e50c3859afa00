import json
import time
from pathlib import Path
from typing import Any

import pytest
from shared_pipelines import blank_english
from spacy.tokens import Doc, DocBin, Span, SpanGroup
from spacy.vocab import Vocab

from spacy_piivot.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.errors import InputError, RecordError
from spacy_piivot.evaluation.core.annotations import AnnotatedDialogue, AnnotatedSpan, Lookalike
from spacy_piivot.evaluation.readers.docs import from_doc
from spacy_piivot.evaluation.readers.reading import from_docs, read_annotations
from spacy_piivot.spans import Candidate, ensure_groups, set_candidates

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


def with_message(**changes: Any) -> dict[str, Any]:
    return {"id": "d1", "messages": [{"text": "Hi Ana!", "spans": [], **changes}]}


def with_span(**changes: Any) -> dict[str, Any]:
    return with_message(spans=[{"start": 3, "end": 6, "label": "NAME", **changes}])


def extents(dialogue: AnnotatedDialogue) -> list[list[tuple[int, int, str]]]:
    return [[(s.start, s.end, s.label) for s in message.spans] for message in dialogue.messages]


# Dialogue JSONL


def test_spans_are_read_with_their_text_in_text_order(tmp_path: Path) -> None:
    first = {"start": 0, "end": 2, "label": "OTHER", "score": 0.25}
    second = {"start": 3, "end": 6, "label": "NAME", "role": "problem", "text": "Ana"}
    (dialogue,) = read_annotations(write(tmp_path / "a.jsonl", with_message(spans=[second, first])))
    assert dialogue.messages[0].spans == [
        AnnotatedSpan(0, 2, "OTHER", "", 0.25, "Hi"),
        AnnotatedSpan(3, 6, "NAME", "problem", 1.0, "Ana"),
    ]


SWAP = {"region": "Asia", "subregion": "Eastern Asia", "gender": "male", "of": "d0"}


def test_messages_keep_role_segment_and_lookalikes_and_dialogues_corpus_and_swap(
    tmp_path: Path,
) -> None:
    record = {
        "id": 5,
        "corpus": "made up",
        "swap": SWAP,
        "messages": [
            {"speaker": "Teacher", "text": "12/4", "segment": "MATH", "spans": [],
             "lookalikes": [{"start": 0, "end": 4, "kind": "fraction"}]},
            {"speaker": "Cassie", "text": "ok", "segment": "NON-MATH"},
        ],
    }  # fmt: skip
    (dialogue,) = read_annotations(write(tmp_path / "a.jsonl", record))
    assert (dialogue.id, dialogue.corpus) == ("5", "made up")
    assert dialogue.swap == SWAP
    first, second = dialogue.messages
    assert (first.speaker, first.segment, first.text) == ("TUTOR", "MATH", "12/4")
    assert first.lookalikes == [Lookalike(0, 4, "fraction")]
    assert (second.speaker, second.segment, second.spans) == ("", "NON-MATH", [])
    assert first.tokens is None


def test_a_dialogue_that_nobody_labelled_is_refused_and_an_empty_list_is_a_label(
    tmp_path: Path,
) -> None:
    bare = {"id": "d2", "messages": [{"text": "x"}, {"text": "y"}]}
    path = write(tmp_path / "a.jsonl", DIALOGUE, bare)
    with pytest.raises(RecordError, match="MissingSpans") as caught:
        read_annotations(path)
    assert (caught.value.line, caught.value.id) == (2, "d2")
    labelled = {"id": "d2", "messages": [{"text": "x"}, {"text": "y", "spans": []}]}
    assert len(read_annotations(write(path, DIALOGUE, labelled))) == 2


@pytest.mark.parametrize(
    ("kind", "record"),
    [
        ("InvalidSpans", with_message(spans="Zorblatt")),
        ("InvalidSpans", with_message(spans=["Zorblatt"])),
        ("InvalidSpans", with_span(label=5)),
        ("InvalidSpans", with_span(label="")),
        ("InvalidSpans", with_span(role="Zorblatt")),
        ("InvalidSpans", with_span(score="Zorblatt")),
        ("InvalidSpans", with_span(score=1.5)),
        ("InvalidSpans", with_span(score=True)),
        ("InvalidSpans", with_span(score=float("nan"))),
        ("InvalidSpans", with_span(text="Zorblatt")),
        ("InvalidSpans", with_span(text="ana")),
        ("InvalidOffsets", with_span(start=None)),
        ("InvalidOffsets", with_span(start=3.0)),
        ("InvalidOffsets", with_span(start=False)),
        ("InvalidOffsets", with_span(start=-1)),
        ("InvalidOffsets", with_span(end=8)),
        ("InvalidOffsets", with_span(start=6)),
        ("InvalidSegment", with_message(segment="Zorblatt")),
        ("InvalidLookalikes", with_message(lookalikes={"Zorblatt": 1})),
        ("InvalidLookalikes", with_message(lookalikes=[{"start": 0, "end": 2}])),
        ("InvalidOffsets", with_message(lookalikes=[{"start": 0, "end": 9, "kind": "x"}])),
        ("InvalidCorpus", {**with_message(), "corpus": ["Zorblatt"]}),
        ("InvalidSwap", {**with_message(), "swap": "Zorblatt"}),
        ("InvalidSwap", {**with_message(), "swap": {"region": 5}}),
        ("InvalidSwap", {**with_message(), "swap": {"of": "d0"}}),
        ("DuplicateId", DIALOGUE),
        ("TextNotString", {"id": "d1", "messages": [{"spans": []}]}),
    ],
)
def test_a_bad_record_ends_the_reading_and_is_named_and_not_quoted(
    tmp_path: Path, kind: str, record: dict[str, Any]
) -> None:
    other = DIALOGUE if kind == "DuplicateId" else {**DIALOGUE, "id": "d0"}
    path = write(tmp_path / "gold.jsonl", other, "", record)
    with pytest.raises(RecordError) as caught:
        read_annotations(path)
    assert (caught.value.kind, caught.value.line, caught.value.id) == (kind, 3, "d1")
    if kind not in ("InvalidCorpus", "InvalidSwap", "DuplicateId"):
        assert "in message 0" in str(caught.value)
    assert "gold.jsonl" in str(caught.value)
    assert "Zorblatt" not in str(caught.value)
    assert caught.value.__context__ is None


# Lists of spans


def test_a_published_list_of_spans_is_read_without_texts(tmp_path: Path) -> None:
    (first, second) = read_annotations(
        write(
            tmp_path / "a.csv",
            "file_idx,entity_text,type,positions",
            '7,None,NAME_STUDENT,"(52, 56)"',
            '2,"a\nb",EMAIL,"(0, 3)"',
            '7,NA,NAME_STUDENT,"(4, 6)"',
        )
    )
    assert (first.id, second.id) == ("7", "2")
    (message,) = first.messages
    assert message.spans == [
        AnnotatedSpan(4, 6, "NAME_STUDENT", text="NA"),
        AnnotatedSpan(52, 56, "NAME_STUDENT", text="None"),
    ]
    assert message.text is None
    assert second.messages[0].spans[0].text == "a\nb"


def test_the_general_form_has_start_and_end_messages_scores_and_roles(tmp_path: Path) -> None:
    (dialogue,) = read_annotations(
        write(
            tmp_path / "a.csv",
            "id;Document;message;start;end;label;score;role",
            "s1;d;3;0;5;NAME;0.5;problem",
            "s2;d;0;2;4;URL;;",
        )
    )
    assert dialogue.id == "d"
    assert extents(dialogue) == [[(2, 4, "URL")], [], [], [(0, 5, "NAME")]]
    (span,) = dialogue.messages[3].spans
    assert (span.score, span.role, span.text) == (0.5, "problem", None)
    assert dialogue.messages[0].spans[0].score == 1.0


def test_without_a_label_column_all_are_names(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "file_idx,entity_text,positions", '0,Ana,"(12, 15)"')
    assert extents(read_annotations(path)[0]) == [[(12, 15, "NAME")]]


def test_a_message_column_shows_in_the_number_of_messages(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "document,message,start,end", "d,0,1,2")
    assert extents(read_annotations(path)[0]) == [[(1, 2, "NAME")], []]


def test_a_byte_order_mark_crlf_blank_lines_and_long_cells_do_no_harm(tmp_path: Path) -> None:
    long = "x" * 200_000
    path = tmp_path / "a.csv"
    rows = [
        "\ufefffile_idx,text,positions",
        "",
        f'1,{long},"(0, 200000)"',
        " ",
        ",,",
        '2,b,"[0,1]"',
    ]
    path.write_bytes("\r\n".join(rows).encode())
    first, second = read_annotations(path)
    assert (first.id, second.id) == ("1", "2")
    assert first.messages[0].spans[0].text == long


def test_a_list_of_spans_may_be_empty(tmp_path: Path) -> None:
    assert read_annotations(write(tmp_path / "a.csv", "file_idx,positions")) == []


@pytest.mark.parametrize(
    ("kind", "row"),
    [
        ("CellCount", "d,0,0,5,NAME,Zorblatt,1,,"),
        ("NotCSV", 'd,0,0,5,NAME,"Zorblatt"x,1,'),
        ("MissingId", ",0,0,5,NAME,Zorblatt,1,"),
        ("InvalidMessage", "d,Zorblatt,0,5,NAME,,1,"),
        ("InvalidMessage", "d,-1,0,5,NAME,,1,"),
        ("InvalidMessage", "d,9999999999,0,5,NAME,,1,"),
        ("InvalidOffsets", "d,0,Zorblatt,5,NAME,,1,"),
        ("InvalidOffsets", "d,0,5,5,NAME,,1,"),
        ("InvalidOffsets", "d,0,-2,5,NAME,,1,"),
        ("InvalidOffsets", "d,0,0.5,5.0,NAME,,1,"),
        ("InvalidSpans", "d,0,0,5,,Zorblatt,1,"),
        ("InvalidSpans", "d,0,0,5,NAME,,Zorblatt,"),
        ("InvalidSpans", "d,0,0,5,NAME,,nan,"),
        ("InvalidSpans", "d,0,0,5,NAME,,2,"),
        ("InvalidSpans", "d,0,0,5,NAME,,1,Zorblatt"),
    ],
)
def test_a_bad_row_is_named_by_its_line_and_not_quoted(tmp_path: Path, kind: str, row: str) -> None:
    header = "document,message,start,end,label,text,score,role"
    path = write(tmp_path / "pred.csv", header, 'd,0,0,3,NAME,"a\nb",1,', "", row)
    with pytest.raises(RecordError) as caught:
        read_annotations(path)
    assert (caught.value.kind, caught.value.line) == (kind, 5)
    assert "pred.csv" in str(caught.value)
    assert "Zorblatt" not in str(caught.value)
    assert caught.value.__context__ is None


@pytest.mark.parametrize("positions", ["(5, 5)", "5, 7", "(a, 7)", "(1, 2, 3)", "(-1, 2)"])
def test_positions_that_are_no_pair_are_refused(tmp_path: Path, positions: str) -> None:
    path = write(tmp_path / "a.csv", "file_idx,positions", f'1,"{positions}"')
    with pytest.raises(RecordError, match="line 2: InvalidOffsets"):
        read_annotations(path)


def test_a_row_may_say_that_a_document_has_no_spans(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "document,label,start,end,text", "1,NAME,0.0,3.0,Ana", "2,,,,")
    first, second = read_annotations(path)
    assert (len(list(first.spans())), len(list(second.spans()))) == (1, 0)
    assert second.id == "2"


@pytest.mark.parametrize("row", ["1,NAME,0,2,Ana", "1,NAME,1,5,Ana"])
def test_offsets_that_their_own_text_contradicts_are_refused(tmp_path: Path, row: str) -> None:
    path = write(tmp_path / "a.csv", "document,label,start,end,text", row)
    with pytest.raises(RecordError, match=r"line 2: InvalidOffsets: .* after the last") as caught:
        read_annotations(path)
    assert "Ana" not in str(caught.value)


def test_an_empty_cell_is_no_text(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "document,label,start,end,text", "1,NAME,0,3,")
    (dialogue,) = read_annotations(path)
    assert [span.text for span in dialogue.spans()] == [None]


def test_bytes_that_are_not_utf_8_are_found_by_line(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b'file_idx,text,positions\n1,a,"(0, 1)"\n1,\xff,"(0, 1)"\n')
    with pytest.raises(RecordError, match="line 3: NotUTF8") as caught:
        read_annotations(path)
    assert caught.value.__context__ is None


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        ("Zorblatt,start,end", "file_idx, document, dialogue, id"),
        ("document,start,Zorblatt", "'positions', or 'start' and 'end'"),
        ("", "file_idx, document, dialogue, id"),
    ],
)
def test_a_missing_column_is_named(tmp_path: Path, header: str, wanted: str) -> None:
    with pytest.raises(InputError) as caught:
        read_annotations(write(tmp_path / "a.csv", header))
    assert wanted in str(caught.value)
    assert "Zorblatt" not in str(caught.value)


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


@pytest.fixture(scope="module")
def chat() -> Doc:
    """Spans inside a token, beside an empty message and over messages; maths in one."""
    doc = doc_of(("tutor", "Hi Maria2x "), ("", ""), ("Ana", "by Bo\nor 2+2"), ("s", "ok"))
    assert doc.text == "Hi Maria2x \n\nby Bo\nor 2+2\nok"
    set_candidates(
        doc,
        [
            Candidate(3, 8, "NAME", 0.5, "x", "problem"),
            Candidate(16, 18, "NAME", 1.0, "x"),
            Candidate(22, 28, "OTHER", 0.75, "x"),
        ],
    )
    doc.spans["math"] = SpanGroup(doc, name="math", spans=[doc.char_span(22, 25)])
    return doc


def check_chat(dialogue: AnnotatedDialogue) -> None:
    assert dialogue.id == "d1"
    first, empty, third, last = dialogue.messages
    assert first.spans == [AnnotatedSpan(3, 8, "NAME", "problem", 0.5, "Maria")]
    assert (first.text, first.speaker, first.segment) == ("Hi Maria2x ", "TUTOR", "NON-MATH")
    assert first.tokens == [(0, 2), (3, 10)]
    assert (empty.text, empty.spans, empty.tokens) == ("", [], [])
    assert third.spans == [
        AnnotatedSpan(3, 5, "NAME", text="Bo"),
        AnnotatedSpan(9, 12, "OTHER", score=0.75, text="2+2"),
    ]
    assert (third.text, third.speaker, third.segment) == ("by Bo\nor 2+2", "", "MATH")
    assert last.spans == [AnnotatedSpan(0, 2, "OTHER", score=0.75, text="ok")]
    assert (last.speaker, last.segment) == ("STUDENT", "NON-MATH")


def test_docs_give_messages_exact_offsets_roles_scores_segments_and_tokens(chat: Doc) -> None:
    check_chat(from_docs([chat])[0])


def test_a_spacy_file_gives_the_same_and_ids_only_with_user_data(tmp_path: Path, chat: Doc) -> None:
    path = tmp_path / "a.spacy"
    DocBin(docs=[chat], store_user_data=True).to_disk(path)
    check_chat(read_annotations(path)[0])
    DocBin(docs=[chat, chat]).to_disk(path)
    first, second = read_annotations(path)
    assert (first.id, second.id) == ("0", "1")
    assert extents(first) == extents(second) == extents(from_doc(chat))


def test_a_span_over_messages_is_cut_and_leaves_nothing_in_empty_ones() -> None:
    doc = doc_of(("", "ab"), ("", ""), ("", "cd"))
    set_candidates(doc, [Candidate(1, 5, "X", 1.0, "x"), Candidate(2, 3, "Y", 1.0, "x")])
    assert extents(from_doc(doc)) == [[(1, 2, "X")], [], [(0, 1, "X")]]


def test_plain_docs_and_groups_of_the_users_own_are_read() -> None:
    doc = Doc(Vocab(), words=["Ana", "sits"])
    doc.spans["mine"] = [Span(doc, 0, 1, label="PERSON")]
    (dialogue,) = from_docs([doc], "mine")
    assert dialogue.messages[0].spans == [AnnotatedSpan(0, 3, "PERSON", text="Ana")]
    assert dialogue.messages[0].segment == ""


def test_a_doc_without_the_group_is_empty_unless_all_lack_it(tmp_path: Path) -> None:
    labelled, bare = Doc(Vocab(), words=["a"]), Doc(Vocab(), words=["b"])
    ensure_groups(labelled)
    bare.spans["other"] = []
    assert [extents(dialogue) for dialogue in from_docs([labelled, bare])] == [[[]], [[]]]
    path = tmp_path / "a.spacy"
    DocBin(docs=[bare]).to_disk(path)
    with pytest.raises(InputError, match=r"a\.spacy: .*'pii'.*other"):
        read_annotations(path)
    assert from_docs([]) == []


def test_a_file_that_is_no_docbin_is_refused_without_its_text(tmp_path: Path) -> None:
    path = write(tmp_path / "a.spacy", "Zorblatt")
    with pytest.raises(InputError, match=r"a\.spacy: is no file") as caught:
        read_annotations(path)
    assert caught.value.__context__ is None


# Files and folders


def test_a_folder_of_gold_and_what_detect_wrote_for_it_have_the_same_files(tmp_path: Path) -> None:
    gold, predicted = tmp_path / "gold", tmp_path / "pred"
    for name in ("a.jsonl", "sub/b.v2.jsonl", "c.jsonl", ".hidden.jsonl", ".git/x.jsonl"):
        write(gold / name, DIALOGUE)
    write(gold / "notes.md", "not read")
    for name in ("a.csv.jsonl", "sub/b.v2.jsonl", "c.txt.jsonl"):
        write(predicted / name, DIALOGUE)
    found = [(dialogue.file, dialogue.id) for dialogue in read_annotations(gold)]
    assert found == [("a", "d1"), ("c", "d1"), ("sub/b.v2", "d1")]
    assert sorted((d.file, d.id) for d in read_annotations(predicted)) == found


def test_a_folder_may_mix_kinds_but_not_ids(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", DIALOGUE)
    write(tmp_path / "b.CSV", "document,start,end", "d1,0,2")
    assert [(d.file, d.id) for d in read_annotations(tmp_path)] == [("a", "d1"), ("b", "d1")]
    write(tmp_path / "a.csv", "document,start,end", "d1,0,2")
    with pytest.raises(InputError, match="'d1' is there 2 times"):
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
        with pytest.raises(InputError, match="there is no dialogue in it"):
            read_annotations(path)
    write(tmp_path / "c.jsonl", DIALOGUE)
    assert [dialogue.id for dialogue in read_annotations(tmp_path)] == ["d1"]


def test_ten_thousand_messages_take_seconds(tmp_path: Path) -> None:
    messages = DIALOGUE["messages"] * 5_000
    path = write(tmp_path / "a.jsonl", {"id": "d", "messages": messages})
    doc = doc_of(*[("tutor", "Hi Ana, 2+2")] * 10_000)
    set_candidates(
        doc, (Candidate(i * 12 + 3, i * 12 + 6, "NAME", 1.0, "x") for i in range(10_000))
    )
    doc.spans["math"] = [doc.char_span(i * 12 + 8, i * 12 + 11) for i in range(0, 10_000, 2)]
    started = time.process_time()
    (dialogue,) = read_annotations(path)
    (other,) = from_docs([doc])
    assert time.process_time() - started < 5
    assert sum(1 for _ in dialogue.spans()) == 5_000
    assert [message.segment for message in other.messages[:3]] == ["MATH", "NON-MATH", "MATH"]
    assert sum(1 for _ in other.spans()) == 10_000


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
