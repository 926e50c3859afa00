"""Numbers of a workbook: how they are shown, and which of them are dates."""

import re
from datetime import date, datetime, time, timedelta
from enum import IntEnum
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


class Kind(IntEnum):
    """What a cell contains that is not a text."""

    NUMBER = 1
    TRUE_OR_FALSE = 2
    DATE = 3
    DATE_AND_TIME = 4
    TIME = 5


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
    """The number of a cell: whole if it is."""
    number = float(text)
    if not number.is_integer() or abs(number) >= 1e15:
        return int(text) if re.fullmatch("-?[0-9]+", text) else number
    return int(number)


def shown(serial: float, *, uses_1904: bool) -> tuple[str, Kind]:
    """How a date or a time is read.

    serial (float): Its number: days since the end of 1899, or the beginning of 1904.
    uses_1904 (bool): Whether it is 1904.
    RETURNS (tuple[str, Kind]): A date in the form of ISO 8601; of a time of a day its hours,
        minutes and, if they are not 0, seconds: Excel makes such a time of "4:12".
    RAISES (OverflowError): If there is no such day.
    """
    if 0 <= serial < 1:
        seconds = round(serial * _DAY)
        hours, minutes = divmod(seconds // 60, 60)
        rest = f":{seconds % 60:02}" if seconds % 60 else ""
        return f"{hours}:{minutes:02}{rest}", Kind.TIME
    first = _first_day(uses_1904)
    if not uses_1904 and serial < _FIRST_REAL_DAY:
        first += timedelta(1)
    found = first + timedelta(milliseconds=round(serial * _DAY * 1000))
    if found.time() == time():
        return found.date().isoformat(), Kind.DATE
    return found.isoformat(" "), Kind.DATE_AND_TIME


def serial_of(text: str, kind: Kind, *, uses_1904: bool) -> float | None:
    """The reverse of `shown`.

    text (str): A released text.
    kind (Kind): What it was before: a date, or a time.
    uses_1904 (bool): As in `shown`.
    RETURNS (float | None): Its number; None if it is none any more.
    """
    try:
        if kind is Kind.TIME:
            parts = [*map(int, text.split(":")), 0, 0][:3]
            serial = (parts[0] * 3600 + parts[1] * 60 + parts[2]) / _DAY
        else:
            first = _first_day(uses_1904)
            found = datetime.fromisoformat(text)
            serial = (found - first) / timedelta(1)
            if not uses_1904 and serial < _FIRST_REAL_DAY + 1:
                serial -= 1
        is_same = shown(serial, uses_1904=uses_1904)[0] == text
    except (ValueError, OverflowError, TypeError):
        return None
    return serial if is_same else None


def _first_day(uses_1904: bool) -> datetime:
    return datetime.combine(date(1904, 1, 1) if uses_1904 else date(1899, 12, 30), time())
