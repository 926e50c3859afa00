"""The format of Excel workbooks."""

from ..format import Format
from .notes import workbook_notes
from .reading import read_workbook
from .writing import open_workbook_writer

XLSX = Format(".xlsx", read_workbook, open_workbook_writer, workbook_notes)
