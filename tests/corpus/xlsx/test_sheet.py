from pathlib import Path

import pytest
from made_xlsx import MAIN, STRICT, write_parts

from spacy_piivot.corpus.xlsx.package import Package
from spacy_piivot.corpus.xlsx.sheet import NoValue, SheetCell, SheetReader, column_name

STYLES = (
    f'<styleSheet xmlns="{MAIN}"><numFmts>'
    '<numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/>'
    '<numFmt numFmtId="165" formatCode="[Red]0.00&quot; days&quot;"/>'
    '<numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts>'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/>'
    '<xf numFmtId="14"/></cellXfs></styleSheet>'
)
RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Type="x/worksheet" Target="worksheets/one.xml"/>'
    '<Relationship Id="r2" Type="x/styles" Target="styles.xml"/></Relationships>'
)


def cell_of(tmp_path: Path, xml: str, namespace: str = MAIN) -> SheetCell:
    sheet = f'<worksheet xmlns="{namespace}"><sheetData><row>{xml}</row></sheetData></worksheet>'
    parts = {
        "xl/styles.xml": STYLES,
        "xl/_rels/workbook.xml.rels": RELATIONS,
        "xl/worksheets/one.xml": sheet,
    }
    path = write_parts(tmp_path / "a.xlsx", "", parts)
    with Package(path) as package, SheetReader(package, package.sheets()[0]) as reader:
        (row,) = reader.rows()
        return reader.cell(row, 0)


@pytest.mark.parametrize(
    ("xml", "text", "value", "is_text"),
    [
        ('<c t="inlineStr"><is><t> a </t></is></c>', " a ", " a ", True),
        ('<c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>', "ab", "ab", True),
        ("<c><v>4</v></c>", "4", 4, False),
        ('<c t="n"><v>0.5</v></c>', "0.5", 0.5, False),
        ('<c t="b"><v>1</v></c>', "TRUE", True, False),
        ('<c t="b"><v>0</v></c>', "FALSE", False, False),
        ('<c t="e"><v>#NAME?</v></c>', "#NAME?", "#NAME?", True),
        ('<c t="str"><f>A1</f><v>a_x000D_</v></c>', "a\r", "a\r", True),
        ('<c t="str"><f>A1</f><v></v></c>', "", None, True),
        ("<c><f>1+1</f><v>2</v></c>", "2", 2, False),
        ('<c s="1"><v>45000</v></c>', "2023-03-15", "2023-03-15", False),
        ('<c s="4"><v>45000</v></c>', "2023-03-15", "2023-03-15", False),
        ('<c s="2"><v>45000</v></c>', "45000", 45000, False),
        ('<c s="3"><v>0.175</v></c>', "4:12", "4:12", False),
        ('<c s="4"><v>1E9</v></c>', "1000000000", 1000000000, False),
        ('<c t="d"><v>2023-03-15</v></c>', "2023-03-15", "2023-03-15", True),
        ('<c s="1"><v/></c>', "", None, True),
    ],
)
def test_cells_of_every_type_are_read(
    tmp_path: Path, xml: str, text: str, value: object, is_text: bool
) -> None:
    assert cell_of(tmp_path, xml) == SheetCell(text, value, is_text)  # type: ignore[arg-type]
    assert cell_of(tmp_path, xml, STRICT).text == text


def test_a_formula_without_a_result_is_no_empty_cell(tmp_path: Path) -> None:
    with pytest.raises(NoValue):
        cell_of(tmp_path, "<c><f>1+1</f></c>")


@pytest.mark.parametrize(
    ("column", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")]
)
def test_columns_have_letters(column: int, name: str) -> None:
    assert column_name(column) == name


def test_rows_and_cells_know_their_places(tmp_path: Path) -> None:
    rows = (
        '<row r="3" hidden="1"><c r="B3"><v>1</v></c><c><v>2</v></c></row><row/>'
        '<row><c><v>3</v></c></row><row r="9"><c r="AA9"><v>4</v></c><c r="AB9" s="1"/></row>'
    )
    path = write_parts(tmp_path / "a.xlsx", rows)
    with Package(path) as package, SheetReader(package, package.sheets()[0]) as reader:
        found = [(row.number, sorted(row.cells), row.is_hidden) for row in reader.rows()]
    assert found == [
        (1, [0, 1, 2], False),
        (3, [1, 2], True),
        (5, [0], False),
        (9, [26], False),
    ]
