"""Writes reports of evaluations and comparisons.

A report only uses known keys of the figures, so that no text of the data can get into it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...corpus import check_replaceable
from .comparison import comparison_report
from .evaluation import evaluation_report
from .plots import comparison_plots, evaluation_plots
from .rendering import to_html, to_markdown
from .writing import finite, write_json, write_text


def write_report(
    result: Mapping[str, Any],
    *,
    markdown: Path | None = None,
    html: Path | None = None,
    json: Path | None = None,
) -> None:
    """Write the report of an evaluation or a comparison: all files, or none.

    result (Mapping[str, Any]): The result of `Evaluation.to_dict` or `Comparison.to_dict`; for
        JSON alone, figures of any kind.
    markdown (Path | None): The file for the report as Markdown.
    html (Path | None): The file for the report with plots.
    json (Path | None): The file for the unchanged figures, with NaN as null.
    RAISES (InputError): If a path cannot be replaced, or HTML is requested and matplotlib is not
        installed.
    """
    check_replaceable(markdown, html, json)
    files: list[tuple[Path, str]] = []
    figures = finite(result)
    comparison = "systems" in figures
    if markdown or html:
        report = comparison_report(figures) if comparison else evaluation_report(figures)
        if markdown:
            files.append((markdown, to_markdown(report)))
        if html:
            plots = comparison_plots(figures) if comparison else evaluation_plots(figures)
            files.append((html, to_html(report, plots)))
    for path, content in files:
        write_text(path, content)
    if json:
        write_json(json, figures)
