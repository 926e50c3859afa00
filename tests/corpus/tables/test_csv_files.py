import codecs
import csv
import io
import resource
from pathlib import Path

import pytest
from forked import forked
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.corpus.records import Columns, Record
from spacy_piivot.corpus.tables.csv_files import CsvWriter, read_csv
from spacy_piivot.corpus.tables.csv_layout import read_layout
from spacy_piivot.errors import InputError, RecordError


def read(
    tmp_path: Path, content: str | bytes, columns: Columns | None = None
) -> list[Record | RecordError]:
    path = tmp_path / "lesson.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(read_csv(path, columns or Columns(), "lesson"))


def shape(items: list[Record | RecordError]) -> list[tuple]:
    return [
        (item.dialogue.id, item.line, [(m.speaker, m.text) for m in item.dialogue.messages])
        if isinstance(item, Record)
        else (item.kind, item.line, item.id)
        for item in items
    ]


def copy(path: Path, columns: Columns | None = None) -> bytes:
    """What is written of a file when nothing is replaced."""
    columns = columns or Columns()
    stream = io.BytesIO()
    writer = CsvWriter(stream, read_layout(path, columns))
    for item in read_csv(path, columns, "lesson"):
        assert isinstance(item, Record)
        writer.write(item.source)
    return stream.getvalue()


def test_rows_that_stand_together_are_a_dialogue(tmp_path: Path) -> None:
    items = read(tmp_path, "dialogue,speaker,text\na,T,one\na,S,two\nb,T,three\n")
    assert shape(items) == [("a", 2, [("T", "one"), ("S", "two")]), ("b", 4, [("T", "three")])]


def test_without_a_dialogue_column_a_file_is_one_dialogue(tmp_path: Path) -> None:
    assert shape(read(tmp_path, "text\none\ntwo\n")) == [("lesson", 2, [("", "one"), ("", "two")])]


def test_rows_of_a_dialogue_between_which_others_stand_are_put_together(tmp_path: Path) -> None:
    items = read(tmp_path, "dialogue,text\na,1\nb,2\na,3\nc,4\na,5\n")
    assert shape(items) == [
        ("a", 2, [("", "1"), ("", "3"), ("", "5")]),
        ("b", 3, [("", "2")]),
        ("c", 5, [("", "4")]),
    ]


def test_a_bad_row_spoils_the_dialogue_that_it_names_and_no_other(tmp_path: Path) -> None:
    items = read(
        tmp_path, "dialogue,speaker,text\na,T,1\nb,T,2\nb,Zorblatt, is, late\nb,T,3\nc,T,4\n"
    )
    assert shape(items) == [("a", 2, [("T", "1")]), ("CellCount", 4, "b"), ("c", 6, [("T", "4")])]
    items = read(tmp_path, "dialogue,speaker,text\na,T,1\nb,T,Hi, you\n")
    assert shape(items) == [("CellCount", 3, "b"), ("a", 2, [("T", "1")])]
    items = read(tmp_path, "dialogue,speaker,text\na,T,Hi, you\nb,T,2\n")
    assert shape(items) == [("CellCount", 2, "a"), ("b", 3, [("T", "2")])]
    items = read(tmp_path, "text,speaker,dialogue\n1,T,a\nHi, you,T,b\nHi, again,T,b\n3,T,c\n")
    assert shape(items) == [
        ("CellCount", 3, "b"),
        ("a", 2, [("T", "1")]),
        ("c", 5, [("T", "3")]),
    ]
    items = read(tmp_path, 'dialogue,text\na,1\nb,2\nb,"3"4\nc,5\nd,6\n')
    assert shape(items) == [
        ("a", 2, [("", "1")]),
        ("NotCSV", 4, "b"),
        ("c", 5, [("", "5")]),
        ("d", 6, [("", "6")]),
    ]


def test_a_bad_row_far_from_its_dialogue_spoils_it(tmp_path: Path) -> None:
    items = read(tmp_path, "dialogue,text\na,1\nb,2\na,3,4\nb,5\n")
    assert shape(items) == [("CellCount", 4, "a"), ("b", 3, [("", "2"), ("", "5")])]


def test_a_bad_row_that_names_no_dialogue_is_reported_and_spoils_its_neighbours(
    tmp_path: Path,
) -> None:
    items = read(
        tmp_path,
        "dialogue,speaker,text\na,T,1\nb,T,2\nZorblatt\nc,T,4\nd,T,5\nc2,T,6\nd2,T,7\n",
    )
    assert shape(items) == [
        ("a", 2, [("T", "1")]),
        ("CellCount", 4, None),
        ("CellCount", 4, "b"),
        ("CellCount", 5, None),
        ("d", 6, [("T", "5")]),
        ("c2", 7, [("T", "6")]),
        ("d2", 8, [("T", "7")]),
    ]


def test_a_piece_of_a_message_is_never_taken_for_an_id(tmp_path: Path) -> None:
    for rows in (
        'a,T,1\nb,T,"he said "hi"\nZorblatt, Zorblatt, is late"\nc,T,3\n',
        "a,T,1\nb,T,well\nZorblatt, you, are, late\nc,T,3\nd,T,4\n",
        "a,T,1\nb,T,well\nZorblatt\nZorblatt, is, late\nc,T,3\nd,T,4\n",
    ):
        items = read(tmp_path, "dialogue,speaker,text\n" + rows)
        assert any(isinstance(item, RecordError) for item in items)
        assert not any("Zorblatt" in repr(shape([item])) for item in items)
        assert not any("Zorblatt" in str(item) for item in items)


def test_a_quote_that_is_never_closed_is_reported_with_what_it_swallows(tmp_path: Path) -> None:
    items = read(tmp_path, 'dialogue,text\na,1\nb,2\nb,"Zorblatt\nc,5\n')
    assert shape(items) == [("a", 2, [("", "1")]), ("NotCSV", 4, "b")]
    items = read(tmp_path, 'dialogue,speaker,text\na,T,1\nb,T,"Zorblatt\nc,T,5\n')
    assert shape(items) == [("NotCSV", 3, "b"), ("a", 2, [("T", "1")])]
    assert "never closed, so the rest" in items[0].hint  # type: ignore[union-attr]
    items = read(tmp_path, 'dialogue,text\na,1\nb,"Zorblatt\nc,5\n')
    assert shape(items) == [("NotCSV", 3, None), ("NotCSV", 3, "a")]
    assert shape(read(tmp_path, 'dialogue,text\n"Zorblatt')) == [("NotCSV", 2, None)]
    assert shape(read(tmp_path, 'text\na\n"Zorblatt')) == [("NotCSV", 3, "lesson")]


def test_an_id_that_cannot_be_written_is_not_named(tmp_path: Path) -> None:
    items = read(tmp_path, "dialogue,speaker,text\na,T,é\n".encode() + b"\xff,T,2,3\n")
    assert shape(items) == [("CellCount", 3, None), ("CellCount", 3, "a")]


ROWS = st.sampled_from(
    [
        *(
            f"{id},{speaker},{text}"
            for id in "abc"
            for speaker in "TS"
            for text in ("hi", '"x\ny"')
        ),
        *(f"{id},T,well, now" for id in "abcd"),
        *(f'{id},T,"one"two' for id in "abcd"),
        'a,T,"open',
        "loose",
        "so, then",
        "",
    ]
)


@given(st.lists(ROWS, max_size=12))
def test_every_row_is_released_or_its_dialogue_or_line_is_reported(
    tmp_path_factory: pytest.TempPathFactory, rows: list[str]
) -> None:
    path = tmp_path_factory.mktemp("csv")
    items = read(path, "dialogue,speaker,text\n" + "".join(row + "\n" for row in rows))
    released = [item for item in items if isinstance(item, Record)]
    errors = [item for item in items if isinstance(item, RecordError)]
    ids = [item.dialogue.id for item in released]
    named = {error.id for error in errors}
    assert len(set(ids)) == len(ids)
    assert not named & set(ids)
    lines = {error.line for error in errors}
    line, opened = 2, None
    messages = 0
    for row in rows:
        if row:
            bad = row.count(",") != 2 or '"one"two' in row
            opened = opened or (line if '"open' in row else None)
            if not opened:
                assert not bad or line in lines or row[0] in named
                messages += row[0] in ids and not bad
        line += 1 + row.count("\n")
    if opened is None:
        assert sum(len(item.dialogue.messages) for item in released) == messages


def test_bad_bytes_and_characters_spoil_their_dialogue_only(tmp_path: Path) -> None:
    begun = "dialogue,text\na,é\n".encode()
    items = read(tmp_path, begun + b"b,caf\xe9\nc,x\0y\n,z\n\xff,1\nd,2\n")
    assert shape(items) == [
        ("a", 2, [("", "é")]),
        ("NotUTF8", 3, "b"),
        ("NulCharacter", 4, "c"),
        ("MissingId", 5, None),
        ("NotUTF8", 6, None),
        ("d", 7, [("", "2")]),
    ]


def test_other_column_names_delimiters_and_order_are_found(tmp_path: Path) -> None:
    columns = Columns("said", "who", "session")
    path = tmp_path / "lesson.csv"
    for delimiter in ",;\t":
        rows = [["said", "grade", "session", "who"], ["a, b; c\td", "7", "x", "T"]]
        with path.open("w", newline="") as stream:
            csv.writer(stream, delimiter=delimiter, lineterminator="\n").writerows(rows)
        layout = read_layout(path, columns)
        assert layout.delimiter == delimiter
        assert layout.table.dropped == ["grade"]
        assert shape(list(read_csv(path, columns, "lesson"))) == [("x", 2, [("T", "a, b; c\td")])]
        copied = list(csv.reader(io.StringIO(copy(path, columns).decode()), delimiter=delimiter))
        assert copied == [["said", "session", "who"], ["a, b; c\td", "x", "T"]]


def test_a_missing_text_column_names_the_columns_of_a_header_but_not_of_a_message(
    tmp_path: Path,
) -> None:
    with pytest.raises(InputError, match="'speaker', 'words'"):
        read(tmp_path, "speaker,words\nT,hello\n")
    with pytest.raises(InputError) as error:
        read(tmp_path, "Zorblatt,I am stuck\nT,hello\n")
    assert "Zorblatt" not in str(error.value)
    assert "2 cells" in str(error.value)


def test_columns_that_were_asked_for_must_be_there_and_be_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no column 'who'"):
        read(tmp_path, "text\nhello\n", Columns(speaker="who"))
    with pytest.raises(InputError, match="two columns 'text'"):
        read(tmp_path, "text,text\nhello,you\n")


def test_an_empty_file_holds_no_dialogue(tmp_path: Path) -> None:
    assert read(tmp_path, "") == []
    assert read(tmp_path, "dialogue,text\n") == []


def test_the_empty_rows_of_excel_are_no_dialogue(tmp_path: Path) -> None:
    rows = "session;text\n;\n1;hi\n;\n;;;\n1;4/12\n1;\n;\n"
    assert shape(read(tmp_path, rows)) == [("1", 3, [("", "hi"), ("", "4/12"), ("", "")])]
    (one,) = shape(read(tmp_path, "text;n\nhi;\n;\n"))
    assert one[2] == [("", "hi"), ("", "")]


def test_byte_order_mark_and_line_end_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "lesson.csv"
    content = "\ufefftext,speaker\r\nhi,T\r\n".encode()
    path.write_bytes(content)
    assert copy(path) == content


def test_a_message_may_be_longer_than_the_csv_module_allows_by_default(tmp_path: Path) -> None:
    (record,) = read(tmp_path, "text\n" + "x" * 200_000 + "\n")
    assert isinstance(record, Record)


# What a cell may hold: lone surrogates and NUL are refused, all else comes back.
CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


@given(st.lists(st.tuples(CELLS, CELLS), min_size=1), st.sampled_from([",", ";", "\t"]))
def test_every_cell_comes_back_exactly(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str]], delimiter: str
) -> None:
    path = tmp_path_factory.mktemp("csv") / "lesson.csv"
    with path.open("w", newline="", encoding="utf8") as stream:
        writer = csv.writer(stream, delimiter=delimiter)
        writer.writerows([["speaker", "text"], *rows])
    (record,) = read_csv(path, Columns(), "lesson")
    assert isinstance(record, Record)
    assert [(m.speaker, m.text) for m in record.dialogue.messages] == rows
    text = copy(path).decode()
    again = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    assert again == [["speaker", "text"], *map(list, rows)]


def test_what_excel_writes_comes_back_to_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "lesson.csv"
    rows = 'speaker;text\r\nT;"Größe; x"\r\nS;=1+1\r\n'
    for content in (
        rows.encode("cp1252"),
        codecs.BOM_UTF8 + rows.encode(),
        codecs.BOM_UTF16_LE + rows.encode("utf-16-le"),
        b"sep=;\r\n" + rows.encode("cp1252"),
        b"sep=|\r\n" + 'speaker|text\r\nT|"Größe| x"\r\n'.encode("cp1252"),
    ):
        path.write_bytes(content)
        (record,) = read_csv(path, Columns(), "lesson")
        assert isinstance(record, Record)
        assert record.dialogue.messages[0].text in ("Größe; x", "Größe| x")
        assert copy(path) == content


def test_lines_are_counted_from_the_first_one(tmp_path: Path) -> None:
    items = read(tmp_path, "sep=,\ndialogue,text\na,1\nb,2,3\nb,2\n")
    assert shape(items) == [("a", 3, [("", "1")]), ("CellCount", 4, "b")]


def test_a_row_in_another_encoding_says_which(tmp_path: Path) -> None:
    begun = "dialogue,text\na,é\n".encode()
    items = read(tmp_path, begun + b"b,caf\xe9\nc,x\n")
    assert [one[0] for one in shape(items)] == ["a", "NotUTF8", "c"]
    assert "from cp1252; if all rows are so, give --encoding cp1252" in str(items[1])
    items = read(tmp_path, b"dialogue,text\na,caf\x81\nb,x\n", Columns(encoding="cp1252"))
    assert [one[0] for one in shape(items)] == ["NotDecodable", "b"]


@pytest.mark.slow
@pytest.mark.parametrize("apart", [False, True])
def test_a_large_file_is_never_in_memory(tmp_path: Path, apart: bool) -> None:
    """200 MB of rows, which stand together or all apart."""
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    rows, each = 500_000, 50
    with source.open("w") as stream:
        stream.write("dialogue,speaker,text\n")
        for row in range(rows):
            id = row % (rows // each) if apart else row // each
            stream.write(f"d{id},tutor,{row} {'what is 4/12? ' * 28}\n")
    assert source.stat().st_size > 200e6

    def peak() -> int:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def convert() -> None:
        before = peak()
        with out.open("wb") as stream:
            writer = CsvWriter(stream, read_layout(source, Columns()))
            for item in read_csv(source, Columns(), "lesson"):
                assert isinstance(item, Record)
                writer.write(item.source)
        grown = (peak() - before) // 1024
        print(f"{grown} MiB more at the peak")
        assert grown < (300 if apart else 60)

    child = forked(convert)
    child.join()
    assert child.exitcode == 0
    assert out.stat().st_size == source.stat().st_size
