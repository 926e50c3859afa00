import json
from pathlib import Path
from typing import Any

import pytest

from spacy_piivot.errors import InputError, RecordError
from spacy_piivot.evaluation.core.annotations import AnnotatedDialogue, AnnotatedSpan
from spacy_piivot.evaluation.readers.reading import read_annotations


def write(path: Path, *lines: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines),
        encoding="utf-8",
    )
    return path


def extents(dialogue: AnnotatedDialogue) -> list[list[tuple[int, int, str]]]:
    return [[(s.start, s.end, s.label) for s in message.spans] for message in dialogue.messages]


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
