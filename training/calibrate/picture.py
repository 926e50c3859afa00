"""Draws a calibration: a precision-recall curve per label, with the threshold chosen."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

from spacy_piivot.core.optional import require
from spacy_piivot.evaluation.report.svg import COLOURS
from training.calibrate.thresholds import DEFAULT, Point

PICTURES = (".png", ".svg", ".pdf")
COLUMNS = 3
PANEL_WIDTH, PANEL_HEIGHT = 3.2, 2.8
CURVE, USUAL, CHOSEN = COLOURS[0], COLOURS[5], COLOURS[1]


def draw_curves(curves: Mapping[str, tuple[Sequence[Point], float]], suffix: str) -> bytes:
    """Draw precision against recall.

    curves (Mapping[str, tuple[Sequence[Point], float]]): By label, the points of the curve and
        the threshold that was chosen.
    suffix (str): The format: one of `PICTURES`.
    RETURNS (bytes): The file, with one panel per label, those with most gold first. A threshold at
        which nothing is found has no precision and is omitted.
    RAISES (InputError): If matplotlib is not installed.
    """
    Figure = require("matplotlib.figure", "evaluation").Figure
    order = sorted(curves, key=lambda label: (-_gold(curves[label][0]), label))
    rows = -(-len(order) // COLUMNS) or 1
    figure = Figure(
        figsize=(COLUMNS * PANEL_WIDTH, rows * PANEL_HEIGHT + 0.5), layout="constrained"
    )
    axes = list(figure.subplots(rows, COLUMNS, squeeze=False).flat)
    for ax, label in zip(axes, order, strict=False):
        points, chosen = curves[label]
        ax.set_title(f"{label} (n = {_gold(points):,})", fontsize=9)
        _draw_panel(ax, points, chosen)
    for ax in axes[len(order) :]:
        ax.set_axis_off()
    figure.supxlabel("Recall (strict)", fontsize=9)
    figure.supylabel("Precision (strict)", fontsize=9)
    drawn = BytesIO()
    figure.savefig(drawn, format=suffix.removeprefix("."), dpi=120)
    return drawn.getvalue()


def _draw_panel(ax: Any, points: Sequence[Point], chosen: float) -> None:
    found = [point for point in points if point.counts.tp + point.counts.fp]
    recall = [point.counts.recall for point in found]
    precision = [point.counts.precision for point in found]
    ax.plot(recall, precision, ".-", color=CURVE, linewidth=1.2, markersize=4, zorder=1)
    marked = {DEFAULT: ("s", USUAL), chosen: ("o", CHOSEN)}
    for threshold, (marker, colour) in marked.items():
        at = [number for number, point in enumerate(found) if point.threshold == threshold]
        ax.plot(
            [recall[number] for number in at],
            [precision[number] for number in at],
            marker,
            color=colour,
            markersize=7,
            label=f"{threshold:.2f}",
        )
    ax.legend(title="threshold", fontsize=8, title_fontsize=8, frameon=False)
    ax.set_xlim(min(recall, default=0.0) - 0.05, 1.0)
    ax.set_ylim(min(precision, default=0.0) - 0.05, 1.005)
    ax.grid(alpha=0.25, linewidth=0.6)
    ax.tick_params(labelsize=8)


def _gold(points: Sequence[Point]) -> int:
    return points[0].counts.tp + points[0].counts.fn
