from pathlib import Path

import openpyxl
import pytest
from made_xlsx import HEADER, add_rows, write_book

from spacy_piivot.corpus import Columns
from spacy_piivot.corpus.xlsx.layout import read_workbook_layout
from spacy_piivot.errors import InputError


def write_sheets(path: Path, *names: str) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name in names:
        add_rows(book.create_sheet(name), HEADER, (name, "T", "x"))
    book.create_chartsheet("chart", 0)
    book.save(path)
    return path


def test_the_first_row_with_a_text_is_the_header(tmp_path: Path) -> None:
    path = write_book(
        tmp_path / "a.xlsx", (None,), (" ",), (None, "text", None, "who", " "), ("x",), header=()
    )
    layout = read_workbook_layout(path, Columns())
    assert list(layout.table.header) == ["A", "text", "C", "who"]
    assert (layout.table.text, layout.table.speaker) == (1, 3)
    assert layout.first_row == 5


@pytest.mark.parametrize(
    ("asked", "name", "number"),
    [(None, "one", 1), ("two", "two", 2), ("2", "two", 2), ("1", "1", 3), ("3", "1", 3)],
)
def test_a_sheet_is_chosen_by_its_name_or_its_number(
    tmp_path: Path, asked: str | None, name: str, number: int
) -> None:
    path = write_sheets(tmp_path / "a.xlsx", "one", "two", "1")
    layout = read_workbook_layout(path, Columns(sheet=asked))
    assert (layout.sheet.name, layout.number, layout.sheets) == (name, number, 3)


def test_a_hidden_sheet_is_only_read_if_it_is_asked_for(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    add_rows(book.active, HEADER)
    book.active.sheet_state = "hidden"
    add_rows(book.create_sheet("shown"), HEADER)
    path = tmp_path / "a.xlsx"
    book.save(path)
    assert read_workbook_layout(path, Columns()).sheet.name == "shown"
    assert read_workbook_layout(path, Columns(sheet="1")).sheet.name == "Sheet"


@pytest.mark.parametrize("asked", ["three", "0", "3", "-1", "²"])
def test_a_sheet_that_is_not_there_is_said_without_the_names_of_others(
    tmp_path: Path, asked: str
) -> None:
    path = write_sheets(tmp_path / "a.xlsx", "Secretname", "two")
    with pytest.raises(InputError, match=f"no sheet '{asked}'. .* a number from 1 to 2") as refused:
        read_workbook_layout(path, Columns(sheet=asked))
    assert "Secretname" not in str(refused.value)


def test_a_header_without_a_text_column_is_refused(tmp_path: Path) -> None:
    path = write_book(tmp_path / "a.xlsx", ("Secretname", "hi"), header=("Secretname two", "hello"))
    with pytest.raises(InputError) as refused:
        read_workbook_layout(path, Columns())
    assert "Secretname" not in str(refused.value)
