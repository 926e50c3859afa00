import io
import zipfile
from datetime import datetime, time
from pathlib import Path

import openpyxl
import pytest
from copied import copy, read, shape
from made_xlsx import HEADER, add_rows, read_book, row, write_book, write_parts
from openpyxl.comments import Comment
from openpyxl.workbook.defined_name import DefinedName

from spacy_piivot.corpus import Columns
from spacy_piivot.corpus.tables.table_layout import TableLayout
from spacy_piivot.corpus.xlsx.writing import WorkbookWriter
from spacy_piivot.errors import InputError

SECRET = "Secretname"
TEXTS = [
    "=1+1",
    "+4",
    "-x",
    "@x",
    "'x",
    "  spaces  ",
    "a\nb\tc",
    "a\r\nb",
    "_x000D_",
    "\a bell",
    "<b>&amp;</b>",
    "🎉 é ∑",
    "4",
    "TRUE",
    "2026-03-01",
    "#N/A",
    "x" * 32_767,
]


def test_texts_come_back_as_texts(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    with path.open("wb") as stream:
        writer = WorkbookWriter(TableLayout(["dialogue", "text"], 1, dialogue=0), stream)
        writer.write({"id": "a", "messages": [{"speaker": "", "text": text} for text in TEXTS]})
        writer.close()
    assert shape(read(path)) == [("a", 2, [("", text) for text in TEXTS])]
    assert shape(read(copy(path))) == shape(read(path))
    cells = [one[1] for one in openpyxl.load_workbook(path).active.iter_rows(min_row=2)]
    assert {cell.data_type for cell in cells} == {"s"}
    # openpyxl leaves the escapes as they are.
    plain = [text for text in TEXTS if not set("\r\a") & set(text) and "_x" not in text]
    assert [cell.value for cell in cells if "_x" not in cell.value] == plain


def test_numbers_and_dates_that_were_not_changed_are_so_again(tmp_path: Path) -> None:
    when = datetime(2026, 3, 1, 10, 30)
    rows = [
        (7, "T", 4, when, 1.5, True),
        (7, 12, datetime(2026, 4, 12), None, None, False),
        (7, "T", time(4, 12), time(1, 2, 3), "text", None),
        (8, None, None, None, 3, None),
        (8, "T", "4", None, -2, None),
    ]
    header = (*HEADER, "when", "score", "ok")
    path = write_book(tmp_path / "a.xlsx", *rows, header=header)
    copied = copy(path, Columns(keep=("when", "score", "ok")))
    assert read_book(copied) == [header, *rows]
    assert read_book(copy(path)) == [HEADER, *(row[:3] for row in rows)]


def test_new_ids_are_texts_also_if_they_look_like_numbers(tmp_path: Path) -> None:
    stream = io.BytesIO()
    table = TableLayout(["dialogue", "text"], 1, dialogue=0)
    writer = WorkbookWriter(table, stream, new_ids=True)
    marks = {"no text: dialogue": True, "no text: text": True}
    message = {"speaker": "", "text": "7", "kept": marks}
    writer.write({"id": "1234567890123456", "messages": [message]})
    writer.close()
    _, row = openpyxl.load_workbook(stream).active.iter_rows()
    assert [(cell.value, cell.data_type) for cell in row] == [("1234567890123456", "s"), (7, "n")]


def test_a_number_that_was_replaced_by_a_word_is_a_text() -> None:
    stream = io.BytesIO()
    writer = WorkbookWriter(TableLayout(["text"], 0), stream)
    for text in ("Ola", "4,5", "1_000", "nan", "0x1", "1e5", "then"):
        kept = {"no text: text": True}
        writer.write({"id": "a", "messages": [{"speaker": "", "text": text, "kept": kept}]})
    writer.close()
    cells = [row[0] for row in openpyxl.load_workbook(stream).active.iter_rows(min_row=2)]
    assert {cell.data_type for cell in cells} == {"s"}


def test_nothing_else_of_a_workbook_is_copied(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = SECRET
    add_rows(sheet, (*HEADER, "secret", SECRET), ("a", "T", "x", SECRET, SECRET))
    sheet["A1"].comment = Comment(SECRET, SECRET)
    sheet["B2"].hyperlink = f"https://example.org/{SECRET}"
    sheet.row_dimensions[2].hidden = True
    sheet.column_dimensions["D"].hidden = True
    sheet.oddHeader.center.text = SECRET
    book.create_sheet(f"{SECRET} two").append([SECRET])
    book.defined_names[SECRET] = DefinedName(SECRET, attr_text=f"{SECRET}!$A$1")
    book.properties.creator = book.properties.title = book.properties.lastModifiedBy = SECRET
    path = tmp_path / "a.xlsx"
    book.save(path)
    copied = copy(path)
    with zipfile.ZipFile(copied) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
        assert archive.comment == b""
        assert {part.date_time for part in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert not [name for name, content in contents.items() if SECRET.encode() in content]
    assert sorted(contents) == [
        "[Content_Types].xml",
        "_rels/.rels",
        "xl/_rels/workbook.xml.rels",
        "xl/styles.xml",
        "xl/workbook.xml",
        "xl/worksheets/sheet1.xml",
    ]
    assert not openpyxl.load_workbook(copied).active.row_dimensions[2].hidden
    assert copied.read_bytes() == copy(path).read_bytes()


def test_rich_text_loses_its_fonts(tmp_path: Path) -> None:
    rich = '<c t="inlineStr"><is><r><rPr><b/></rPr><t>Hi </t></r><r><t>Ola</t></r></is></c>'
    path = write_parts(tmp_path / "a.xlsx", row("a", "T", rich))
    assert read_book(copy(path)) == [HEADER, ("a", "T", "Hi Ola")]


def test_a_released_text_that_is_too_long_is_an_error_and_not_cut() -> None:
    writer = WorkbookWriter(TableLayout(["text"], 0), io.BytesIO())
    message = {"speaker": "", "text": f"{SECRET} " * 4_000}
    with pytest.raises(InputError, match="more than 32767 characters") as refused:
        writer.write({"id": "a", "messages": [message]})
    assert SECRET not in str(refused.value)


def test_columns_keep_their_order(tmp_path: Path) -> None:
    header = ("text", "url", "dialogue", "when", "speaker")
    path = write_book(tmp_path / "a.xlsx", ("x", "u", "a", 3, "T"), header=header)
    copied = copy(path, Columns(keep=("when",)))
    assert read_book(copied) == [("text", "dialogue", "when", "speaker"), ("x", "a", 3, "T")]


def test_an_empty_sheet_stays_one(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    openpyxl.Workbook().save(path)
    assert read_book(copy(path)) == []
    only_header = write_book(tmp_path / "b.xlsx")
    assert read_book(copy(only_header)) == [HEADER]
