"""What a report is made of."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

NOTHING = "–"


class Cell(NamedTuple):
    """A cell of a table.

    text (str): What it says.
    interval (str): The interval of a value, set smaller than it.
    """

    text: str
    interval: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report.

    title (str): Its heading.
    prose (str): What stands before its table.
    header (Sequence[str]): The columns' names. The first column holds names, the rest figures.
    rows (Sequence[Sequence[Cell]]): The table.
    plot (str): The name of the plot that HTML shows here.
    """

    title: str
    prose: str = ""
    header: Sequence[str] = ()
    rows: Sequence[Sequence[Cell]] = ()
    plot: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What Markdown and HTML are made from.

    title (str): The heading.
    prose (str): What was scored, and how.
    sections (Sequence[Section]): Its parts, in order.
    notes (Sequence[str]): What a reader should know before the figures.
    """

    title: str
    prose: str
    sections: Sequence[Section]
    notes: Sequence[str] = field(default_factory=list)
