"""Workbooks: some by openpyxl, and some part by part, for what openpyxl does not write."""

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.worksheet.worksheet import Worksheet

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
HEADER = ("dialogue", "speaker", "text")


def write_book(path: Path, *rows: Sequence[Any], header: Sequence[Any] = HEADER) -> Path:
    """Write a workbook of one sheet, as openpyxl does."""
    book = openpyxl.Workbook()
    add_rows(book.active, header, *rows)
    book.save(path)
    return path


def add_rows(sheet: Worksheet, *rows: Sequence[Any]) -> None:
    for row in rows:
        sheet.append(row)
        for cell in sheet[sheet.max_row]:
            if isinstance(cell.value, str):
                cell.data_type = "s"


def read_book(path: Path) -> list[tuple[Any, ...]]:
    """The cells of a workbook's first sheet, as openpyxl reads them."""
    return list(openpyxl.load_workbook(path).worksheets[0].iter_rows(values_only=True))


def write_parts(path: Path, rows: str, parts: Mapping[str, str] | None = None) -> Path:
    """Write a workbook part by part.

    rows (str): The XML of the rows after the header, which is `HEADER`.
    parts (Mapping[str, str] | None): Further parts, or others in place of the usual ones.
    """
    header = "".join(f'<c t="inlineStr"><is><t>{name}</t></is></c>' for name in HEADER)
    made = {
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}"><Relationship Id="r" '
        f'Type="{_OFFICE}/officeDocument" Target="/xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{_OFFICE}"><sheets>'
        '<sheet name="Secretname" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}">'
        f'<Relationship Id="r1" Type="{_OFFICE}/worksheet" Target="worksheets/one.xml"/>'
        f'<Relationship Id="r2" Type="{_OFFICE}/sharedStrings" Target="strings.xml"/>'
        "</Relationships>",
        "xl/strings.xml": f'<sst xmlns="{MAIN}"/>',
        "xl/worksheets/one.xml": f'<worksheet xmlns="{MAIN}"><sheetData><row>{header}</row>'
        f"{rows}</sheetData></worksheet>",
        **(parts or {}),
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, xml in made.items():
            archive.writestr(name, xml)
    return path


def row(*cells: str) -> str:
    """The XML of a row: each cell is an XML element, or a text."""
    made = [
        cell if cell.startswith("<c") else f'<c t="inlineStr"><is><t>{cell}</t></is></c>'
        for cell in cells
    ]
    return f"<row>{''.join(made)}</row>"
