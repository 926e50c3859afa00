from pathlib import Path

import pytest
from copied import read, shape
from made_xlsx import MAIN, row, write_book, write_parts

from spacy_piivot.corpus import Columns, Record
from spacy_piivot.corpus.xlsx.reading import MOST_CHARACTERS, is_too_long


def test_rows_are_read_as_those_of_every_table(tmp_path: Path) -> None:
    path = write_book(
        tmp_path / "a.xlsx",
        ("a", "T", "one"), ("b", "T", "two"), (None, None, None), ("a", "S", "  =1+1\nthree "),
    )  # fmt: skip
    assert shape(read(path)) == [
        ("a", 2, [("T", "one"), ("S", "  =1+1\nthree ")]),
        ("b", 3, [("T", "two")]),
    ]


def test_numbers_and_dates_are_read_as_texts(tmp_path: Path) -> None:
    # Excel makes numbers, dates and times of "4", "4/12" and "4:12".
    rows = "".join(
        (
            row("<c><v>7</v></c>", "S", "<c><v>4</v></c>"),
            row("<c><v>7</v></c>", "S", '<c t="b"><v>1</v></c>'),
            row("<c><v>7.0</v></c>", "<c><v>12</v></c>", "<c><v>0.30000000000000004</v></c>"),
        )
    )
    path = write_parts(tmp_path / "a.xlsx", rows)
    assert shape(read(path)) == [
        ("7", 2, [("S", "4"), ("S", "TRUE"), ("12", "0.30000000000000004")])
    ]


def test_only_the_columns_are_in_what_others_see(tmp_path: Path) -> None:
    path = write_book(
        tmp_path / "a.xlsx", ("a", "T", 4, 5), header=("dialogue", "speaker", "text", "score")
    )
    (record,) = read(path, Columns(keep=("score",)))
    assert isinstance(record, Record)
    assert record.source["messages"] == [{"speaker": "T", "text": "4", "score": 5}]
    assert record.kept is not None
    assert record.kept.messages[0]["score"] == 5


def test_a_formula_without_a_result_costs_its_dialogue(tmp_path: Path) -> None:
    formula = "<c><f>CONCAT(A1)</f></c>"
    rows = (
        row("a", "T", "x")
        + row("b", "T", formula)
        + row("b", "T", "y")
        + row("c", "T", "z", formula)
    )
    path = write_parts(tmp_path / "a.xlsx", rows)
    assert shape(read(path)) == [
        ("a", 2, [("T", "x")]),
        ("FormulaWithoutResult", 3, "b"),
        ("c", 5, [("T", "z")]),
    ]


def test_a_text_that_no_cell_can_hold_costs_its_dialogue(tmp_path: Path) -> None:
    rows = row("a", "T", "x" * MOST_CHARACTERS) + row("b", "T", "x" * (MOST_CHARACTERS + 1))
    path = write_parts(tmp_path / "a.xlsx", rows + row("c", "T", "z"))
    found = {one[1]: one[0] for one in shape(read(path))}
    assert found == {2: "a", 3: "CellTooLong", 4: "c"}


@pytest.mark.parametrize(
    ("text", "too_long"),
    [("x" * 32_767, False), ("x" * 32_768, True), ("🎉" * 16_383, False), ("🎉" * 16_384, True)],
)
def test_characters_are_counted_as_excel_counts(text: str, too_long: bool) -> None:
    assert is_too_long(text) is too_long


def test_characters_that_cannot_be_written_cost_their_dialogue(tmp_path: Path) -> None:
    rows = row("a", "T", "_x0000_") + row("b", "T", "_xD83D_") + row("c", "T", "_x0007_")
    path = write_parts(tmp_path / "a.xlsx", rows)
    assert [one[0] for one in shape(read(path))] == ["NulCharacter", "LoneSurrogate", "c"]


def test_an_empty_sheet_has_no_dialogues(tmp_path: Path) -> None:
    empty = f'<worksheet xmlns="{MAIN}"><sheetData/></worksheet>'
    assert read(write_parts(tmp_path / "a.xlsx", "", {"xl/worksheets/one.xml": empty})) == []
    assert read(write_parts(tmp_path / "b.xlsx", "")) == []
