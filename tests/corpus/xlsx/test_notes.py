from pathlib import Path

import openpyxl
from copied import notes
from made_xlsx import add_rows

from spacy_piivot.corpus import Columns


def test_what_is_dropped_or_hidden_is_said_without_the_names_of_sheets(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    add_rows(book.active, ("session", "message", "url"), *[(n // 2, "x", "y") for n in range(6)])
    book.active.row_dimensions[3].hidden = True
    book.active.row_dimensions[5].hidden = True
    book.create_sheet("Secretname").append(["x"])
    path = tmp_path / "a.xlsx"
    book.save(path)
    said = notes(path)
    assert said[0].startswith("dropped columns: url")
    assert said[1:] == [
        "'message' is read as the text (--text-column names another column)",
        "each 'session' is a dialogue (--dialogue-column names another column)",
        "sheet 1 of 2 is read, and the others are dropped (--sheet names another one)",
        "hidden rows, which are read too and not hidden in the result: 2",
    ]
    assert "url" not in str(notes(path, Columns(keep=("url",))))
