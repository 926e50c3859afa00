"""Reports as Markdown and as HTML: two renderings of one list of sections."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from json import dumps
from pathlib import Path
from typing import Any, NamedTuple

import jinja2
from markupsafe import Markup

from ...corpus import check_replaceable, replacing

TEMPLATE = "evaluation.html.jinja"
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


def to_markdown(report: Report) -> str:
    """Render a report as Markdown.

    report (Report): The report.
    RETURNS (str): GitHub's Markdown, whatever characters labels and file names hold.
    """
    parts = [f"# {_escape(report.title)}", _escape(report.prose)]
    if report.notes:
        parts.append("\n".join(f"- {_escape(note)}" for note in report.notes))
    for section in report.sections:
        parts.append(f"## {_escape(section.title)}")
        if section.prose:
            parts.append(_escape(section.prose))
        if section.rows:
            rule = ["---", *["---:"] * (len(section.header) - 1)]
            lines = [[_escape(name) for name in section.header], rule]
            lines += [
                [f"{_escape(cell.text)} {cell.interval}".rstrip() for cell in row]
                for row in section.rows
            ]
            parts.append("\n".join(f"| {' | '.join(line)} |" for line in lines))
        elif section.header:
            parts.append("none")
    return "\n\n".join(parts) + "\n"


def to_text(report: Report) -> str:
    """Render a report for a terminal, its tables in columns.

    report (Report): The report.
    RETURNS (str): Plain text.
    """
    parts = [report.title, report.prose, *(f"note: {note}" for note in report.notes)]
    for section in report.sections:
        parts.append(section.title.upper())
        if section.prose:
            parts.append(section.prose)
        rows = [list(section.header)] if section.header else []
        rows += [[f"{cell.text} {cell.interval}".rstrip() for cell in row] for row in section.rows]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(
                text.rjust(width) if number else text.ljust(width)
                for number, (text, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in rows
        ]
        parts.append("\n".join(lines) if lines else "none")
    return "\n\n".join(filter(None, parts))


def to_html(report: Report, plots: Mapping[str, str]) -> str:
    """Render a report as one HTML page that loads nothing.

    report (Report): The report.
    plots (Mapping[str, str]): SVG elements by name, from `evaluation.plots`.
    RETURNS (str): The page.
    """
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("spacy_piivot.evaluation.report", ""),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
    )
    return environment.get_template(TEMPLATE).render(
        report=report, plots={name: Markup(svg) for name, svg in plots.items()}
    )


def write_json(path: Path, figures: Mapping[str, Any]) -> None:
    """Write figures for machines: UTF-8, in their order, NaN as null.

    path (Path): The file to write.
    figures (Mapping[str, Any]): What a `to_dict` of this package's results gives.
    RAISES (InputError): If the place cannot be replaced.
    """
    check_replaceable(path)
    text = dumps(finite(figures), ensure_ascii=False, indent=2, allow_nan=False)
    write_text(path, f"{text}\n")


def write_text(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as stream:
        stream.write(content.encode())


def _escape(text: str) -> str:
    """Text as Markdown shows it: on one line, with nothing that Markdown reads."""
    text = re.sub(r"[\\`*\[\]<>|&~]", r"\\\g<0>", " ".join(text.split()))
    return re.sub(r"(?<![^\W_])_|_(?![^\W_])", r"\\_", text)


def finite(value: Any) -> Any:
    """The same figures with null for what is no number, and names that UTF-8 can hold."""
    if isinstance(value, Mapping):
        return {finite(key): finite(some) for key, some in value.items()}
    if isinstance(value, list | tuple):
        return [finite(some) for some in value]
    if isinstance(value, str):
        return value.encode("utf8", "replace").decode()
    return None if isinstance(value, float) and not math.isfinite(value) else value
