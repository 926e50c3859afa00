"""Renders a report as Markdown, plain text or HTML."""

import re
from collections.abc import Mapping

import jinja2
from markupsafe import Markup

from .sections import Report

TEMPLATE = "evaluation.html.jinja"


def to_markdown(report: Report) -> str:
    """Render a report as Markdown.

    report (Report): The report.
    RETURNS (str): GitHub's Markdown, whatever characters labels and file names contain.
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
    """Render a report for a terminal, with tables in columns.

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
    """Render a report as one HTML page that loads no other resources.

    report (Report): The report.
    plots (Mapping[str, str]): SVG elements by name, from `report.plots`.
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


def _escape(text: str) -> str:
    """Put text on one line, and escape all Markdown in it."""
    text = re.sub(r"[\\`*\[\]<>|&~]", r"\\\g<0>", " ".join(text.split()))
    return re.sub(r"(?<![^\W_])_|_(?![^\W_])", r"\\_", text)
