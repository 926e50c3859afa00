"""The parts of a report: sections and their tables."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

NOTHING = "–"


class Cell(NamedTuple):
    """A cell of a table.

    text (str): Its text.
    interval (str): The interval of its value, shown smaller.
    """

    text: str
    interval: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report.

    title (str): Its heading.
    prose (str): The text before its table.
    header (Sequence[str]): The column names. The first column has names, the rest figures.
    rows (Sequence[Sequence[Cell]]): The rows of the table.
    plot (str): The name of the plot to show in HTML.
    """

    title: str
    prose: str = ""
    header: Sequence[str] = ()
    rows: Sequence[Sequence[Cell]] = ()
    plot: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """A report, independent of its format.

    title (str): The heading.
    prose (str): What was scored, and how.
    sections (Sequence[Section]): The sections, in order.
    notes (Sequence[str]): Notes to read before the figures.
    """

    title: str
    prose: str
    sections: Sequence[Section]
    notes: Sequence[str] = field(default_factory=list)
