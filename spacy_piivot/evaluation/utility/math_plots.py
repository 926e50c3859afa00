"""Plots candidates and thresholds of mathematics like Figures 1 and 2 of Zhou et al. (2026)."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..report.svg import COLOURS, INK, MARKERS, svg_figure

Grid = Mapping[tuple[float, float], float]


def stacked_bars(title: str, label: str, series: Mapping[str, Mapping[str, int]]) -> str:
    """Draw one stacked bar per group, with groups downwards and counts across.

    title (str): The title.
    label (str): The label of the counts.
    series (Mapping[str, Mapping[str, int]]): Counts by series and group; each series has all
        groups. Series share a colour in pairs; the second is paler.
    RETURNS (str): The SVG element.
    RAISES (InputError): If matplotlib is not installed.
    """
    first = next(iter(series.values()), {})
    totals = {group: sum(counts[group] for counts in series.values()) for group in first}
    groups = sorted(totals, key=lambda group: (-totals[group], group))

    def draw(figure: Any) -> None:
        ax = figure.subplots()
        left = [0] * len(groups)
        for number, counts in enumerate(series.values()):
            values = [counts[group] for group in groups]
            style = {"color": COLOURS[number // 2], "alpha": (1, 0.45)[number % 2]}
            ax.barh(range(len(groups)), values, left=left, height=0.7, linewidth=0, **style)
            left = [before + value for before, value in zip(left, values, strict=True)]
        figure.legend(
            ax.containers, list(series), loc="outside lower center", frameon=False, ncols=4
        )
        ax.set_yticks(range(len(groups)), labels=groups)
        ax.invert_yaxis()
        ax.set_xlabel(label)
        ax.grid(axis="x", alpha=0.25, linewidth=0.6)
        ax.set_axisbelow(True)
        ax.tick_params(axis="y", length=0)

    return svg_figure(title, 1.4 + 0.3 * len(groups), draw, [])


def objective_lines(title: str, objective: Grid) -> str:
    """Draw the objective by similarity threshold, one line per anchor threshold.

    title (str): The title.
    objective (Mapping[tuple[float, float], float]): Values by anchor and similarity threshold.
    RETURNS (str): The SVG element.
    RAISES (InputError): If matplotlib is not installed.
    """
    anchors, similarities = _axes(objective)

    def draw(figure: Any) -> None:
        ax = figure.subplots()
        for number, anchor in enumerate(anchors):
            ax.plot(
                similarities,
                [objective[anchor, similarity] for similarity in similarities],
                color=COLOURS[number % len(COLOURS)],
                marker=MARKERS[number % len(MARKERS)],
                markersize=4,
                linewidth=1.4,
            )
        ax.set_xlabel("Similarity threshold")
        ax.set_ylabel("Objective")
        ax.grid(alpha=0.25, linewidth=0.6)

    return svg_figure(title, 3.6, draw, [f"anchor {anchor:g}" for anchor in anchors])


def objective_map(title: str, objective: Grid) -> str:
    """Draw a heat map of the objective of each pair of thresholds, with the highest value bold.

    title (str): The title.
    objective (Mapping[tuple[float, float], float]): Values by anchor and similarity threshold.
    RETURNS (str): The SVG element.
    RAISES (InputError): If matplotlib is not installed.
    """
    anchors, similarities = _axes(objective)
    values = [[objective[anchor, similarity] for similarity in similarities] for anchor in anchors]
    lowest, highest = min(objective.values(), default=0.0), max(objective.values(), default=1.0)
    span = highest - lowest or 1.0

    def draw(figure: Any) -> None:
        ax = figure.subplots()
        for row, line in enumerate(values):
            for column, value in enumerate(line):
                strength = 0.08 + 0.62 * (value - lowest) / span
                ax.add_patch(_square(column, row, strength))
                weight = "bold" if value == highest else "normal"
                place = {"ha": "center", "va": "center", "fontsize": 7.5}
                ax.text(column, row, f"{value:.2f}", fontweight=weight, **place)
        ax.set_xlim(-0.5, len(similarities) - 0.5)
        ax.set_ylim(len(anchors) - 0.5, -0.5)
        ax.set_xticks(range(len(similarities)), labels=[f"{value:g}" for value in similarities])
        ax.set_yticks(range(len(anchors)), labels=[f"{value:g}" for value in anchors])
        ax.set_xlabel("Similarity threshold")
        ax.set_ylabel("Anchor threshold")
        ax.tick_params(length=0)

    return svg_figure(title, 1.2 + 0.34 * len(anchors), draw, [])


def _axes(grid: Grid) -> tuple[Sequence[float], Sequence[float]]:
    return sorted({anchor for anchor, _ in grid}), sorted({similarity for _, similarity in grid})


def _square(column: int, row: int, strength: float) -> Any:
    from matplotlib.patches import Rectangle

    place = (column - 0.5, row - 0.5)
    return Rectangle(place, 1, 1, facecolor=COLOURS[0], alpha=strength, edgecolor=INK, linewidth=0)
