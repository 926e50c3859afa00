"""Numbers of a workbook: how they are shown, and which of them are dates."""

import re
from datetime import date, datetime, time, timedelta
from enum import Enum
from xml.etree import ElementTree

from .package import Package, local

# The formats of dates that need no definition; those from 27 on are of East Asian languages. See
# ECMA-376, numFmt.
_DATES = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
# Parts of a format that are shown as they are; [Red], but not the hours [h].
_LITERAL = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^]]*\]', re.IGNORECASE)
_DATE_PART = re.compile("[ymdhs]", re.IGNORECASE)
# Excel believes that 1900 was a leap year.
_FIRST_REAL_DAY = 60
_DAY = 24 * 60 * 60
_NUMBER = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?")
_DIGITS = re.compile("-?[0-9]+")
# Up to here Excel and `float` know all whole numbers.
_WHOLE = 10**15
_TIME = re.compile("[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?")


class Form(Enum):
    """What a date or a time shows."""

    DATE = "date"
    DATE_AND_TIME = "date and time"
    TIME = "time"


def date_styles(package: Package) -> frozenset[int]:
    """The styles of cells in which numbers are dates or times.

    package (Package): The workbook.
    RETURNS (frozenset[int]): The numbers of the styles.
    RAISES (InputError): If the workbook is damaged.
    """
    part = package.related("styles")
    if part is None:
        return frozenset()
    with package.open(part) as stream:
        root = package.trying(lambda: ElementTree.parse(stream).getroot())
    return package.trying(lambda: _date_styles(root))


def _date_styles(root: ElementTree.Element) -> frozenset[int]:
    dates = set(_DATES)
    for one in root.iter():
        if local(one.tag) == "numFmt" and "numFmtId" in one.attrib:
            number, code = int(one.attrib["numFmtId"]), one.get("formatCode", "")
            is_date = _DATE_PART.search(_LITERAL.sub("", code).replace("General", ""))
            (dates.add if is_date else dates.discard)(number)
    formats = next((one for one in root if local(one.tag) == "cellXfs"), None)
    styles = () if formats is None else formats
    return frozenset(
        number for number, one in enumerate(styles) if int(one.get("numFmtId", "0")) in dates
    )


def number_of(text: str) -> int | float:
    """The number of a cell.

    text (str): What is in the XML.
    RETURNS (int | float): The number: whole if it is.
    RAISES (ValueError): If it is none.
    """
    if not _NUMBER.fullmatch(text):
        raise ValueError("no number")
    number = float(text)
    if number.is_integer() and abs(number) < _WHOLE:
        return int(number)
    return int(text) if _DIGITS.fullmatch(text) else number


def shown(serial: float, *, uses_1904: bool) -> tuple[str, Form]:
    """How a date or a time is read.

    serial (float): Its number: days since the end of 1899, or the beginning of 1904.
    uses_1904 (bool): Whether it is 1904.
    RETURNS (tuple[str, Form]): A date in the form of ISO 8601; of a time of a day its hours,
        minutes and, if they are not 0, seconds: Excel makes such a time of "4:12".
    RAISES (OverflowError): If there is no such day.
    """
    if 0 <= serial < 1:
        seconds = round(serial * _DAY)
        hours, minutes = divmod(seconds // 60, 60)
        rest = f":{seconds % 60:02}" if seconds % 60 else ""
        return f"{hours}:{minutes:02}{rest}", Form.TIME
    first = _first_day(uses_1904)
    if not uses_1904 and serial < _FIRST_REAL_DAY:
        first += timedelta(1)
    found = first + timedelta(milliseconds=round(serial * _DAY * 1000))
    if found.time() == time():
        return found.date().isoformat(), Form.DATE
    return found.isoformat(" "), Form.DATE_AND_TIME


def serial_of(text: str, *, uses_1904: bool) -> tuple[float, Form] | None:
    """The reverse of `shown`.

    text (str): A text.
    uses_1904 (bool): As in `shown`.
    RETURNS (tuple[float, Form] | None): The number of the date or time; None if it is none.
    """
    try:
        if _TIME.fullmatch(text):
            hours, minutes, seconds = [*map(int, text.split(":")), 0][:3]
            serial = (hours * 3600 + minutes * 60 + seconds) / _DAY
        else:
            serial = (datetime.fromisoformat(text) - _first_day(uses_1904)) / timedelta(1)
            if not uses_1904 and serial < _FIRST_REAL_DAY + 1:
                serial -= 1
        again, form = shown(serial, uses_1904=uses_1904)
    except (ValueError, OverflowError, TypeError):
        return None
    return (serial, form) if again == text else None


def _first_day(uses_1904: bool) -> datetime:
    return datetime.combine(date(1904, 1, 1) if uses_1904 else date(1899, 12, 30), time())
