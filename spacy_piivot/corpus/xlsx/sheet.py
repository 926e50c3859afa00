"""Reads the rows of a sheet, one at a time."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import IO
from xml.etree import ElementTree

from ..records import Cell
from .escapes import unescape
from .numbers import date_styles, number_of, shown
from .package import Package, Sheet, local
from .strings import SharedStrings, rich_text

_COLUMN = re.compile("[A-Z]+")
_LETTERS = 26


class NoValue(Exception):
    """A formula whose result is not in the file."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of a sheet.

    number (int): Its number, from 1.
    cells (Mapping[int, ElementTree.Element]): Its cells, by their columns, from 0.
    is_hidden (bool): Whether Excel does not show it.
    """

    number: int
    cells: Mapping[int, ElementTree.Element]
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class SheetCell:
    """The content of a cell.

    text (str): As it is read; "" for an empty cell.
    value (Cell): A number, or true or false, if it is one; otherwise the text; None if empty.
    is_text (bool): Whether it is a text: no number, date, or true or false.
    """

    text: str
    value: Cell
    is_text: bool = True


_EMPTY = SheetCell("", None)


class SheetReader:
    """Reads a sheet.

    package (Package): The workbook.
    sheet (Sheet): The sheet.
    """

    def __init__(self, package: Package, sheet: Sheet) -> None:
        self.package = package
        self.sheet = sheet
        self.uses_1904 = package.uses_1904()
        self._dates = date_styles(package)
        self._strings = SharedStrings(package)

    def __enter__(self) -> "SheetReader":
        return self

    def __exit__(self, *exception: object) -> None:
        self._strings.close()

    def rows(self) -> Iterator[SheetRow]:
        """The rows that have cells.

        YIELDS (SheetRow): The rows, in order.
        RAISES (InputError): If the workbook is damaged.
        """
        with self.package.open(self.sheet.part) as stream:
            rows = _rows(stream)
            while (row := self.package.trying(lambda: next(rows, None))) is not None:
                yield row

    def cell(self, row: SheetRow, column: int) -> SheetCell:
        """The content of a cell.

        row (SheetRow): Its row.
        column (int): Its column, from 0.
        RETURNS (SheetCell): Its content; the result of a formula.
        RAISES (NoValue): If it is a formula without a result.
        RAISES (InputError): If the workbook is damaged.
        """
        element = row.cells.get(column)
        if element is None:
            return _EMPTY
        return self.package.trying(lambda: self._content(element))

    def _content(self, element: ElementTree.Element) -> SheetCell:
        type = element.get("t", "n")
        parts = {local(child.tag): child for child in element}
        if type == "inlineStr":
            return _text(rich_text(parts["is"])) if "is" in parts else _EMPTY
        value = parts["v"].text if "v" in parts else None
        if value is None:
            # An empty text is a result too.
            if "f" in parts and type != "str":
                raise NoValue
            return _EMPTY
        if type == "s":
            return _text(self._strings[int(value)])
        if type == "b":
            is_true = value.strip() == "1"
            return SheetCell("TRUE" if is_true else "FALSE", is_true, False)
        if type == "n":
            return self._number(value, int(element.get("s", "0")))
        # The text of a formula, an error like "#NAME?", or a date in the form of ISO 8601.
        return _text(unescape(value))

    def _number(self, value: str, style: int) -> SheetCell:
        number = number_of(value)
        if style in self._dates:
            try:
                text, _ = shown(number, uses_1904=self.uses_1904)
                return SheetCell(text, text, False)
            except OverflowError:
                pass
        return SheetCell(str(number), number, False)


def _text(text: str) -> SheetCell:
    return SheetCell(text, text) if text else _EMPTY


def _rows(stream: IO[bytes]) -> Iterator[SheetRow]:
    data: ElementTree.Element | None = None
    number = 0
    for event, element in ElementTree.iterparse(stream, ("start", "end")):
        tag = local(element.tag)
        if event == "start":
            data = element if tag == "sheetData" else data
        elif tag == "row":
            number = int(element.get("r", number + 1))
            cells = dict(_cells(element))
            if cells:
                yield SheetRow(number, cells, element.get("hidden") in ("1", "true"))
            if data is not None:
                data.clear()
        elif tag == "sheetData":
            return


def _cells(row: ElementTree.Element) -> Iterator[tuple[int, ElementTree.Element]]:
    column = -1
    for element in row:
        if local(element.tag) == "c":
            place = element.get("r")
            column = column + 1 if place is None else _column(place)
            if len(element):
                yield column, element


def _column(place: str) -> int:
    """The column of a place like "AB12", from 0."""
    letters = _COLUMN.match(place)
    if letters is None:
        raise ValueError("not a place")
    number = 0
    for letter in letters[0]:
        number = number * _LETTERS + ord(letter) - ord("A") + 1
    return number - 1


def column_name(column: int) -> str:
    """The letters of a column.

    column (int): The column, from 0.
    RETURNS (str): "A" for 0, "AA" for 26.
    """
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, _LETTERS)
        name = chr(ord("A") + letter) + name
    return name
