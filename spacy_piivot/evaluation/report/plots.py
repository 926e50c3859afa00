"""Plots of scores as SVG: dots with interval whiskers, and precision-recall curves.

Text and grid take the colour of the page (`currentColor`), so that a plot inlined in HTML can
be read in light and dark; the colours of the series stand out on both. The same scores give
the same bytes.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from io import StringIO
from itertools import cycle
from typing import Any
from warnings import catch_warnings, filterwarnings

from ...compat import require

Scores = Mapping[str, Mapping[str, Any]]
_Point = tuple[float, Sequence[float] | None] | None
_Series = Mapping[str, _Point]

# The colours of Okabe and Ito, told apart with any colour vision, and a grey.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#7f7f7f")
MARKERS = "osD^vPX"
INK = "#1b1b1c"
ISO_F1 = (0.2, 0.4, 0.6, 0.8, 0.9)
WIDTH = 7.0
_INKED = ("text.", "axes.edge", "axes.label", "xtick.", "ytick.", "grid.")
_STYLE = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.size": 9.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    **{f"{part}color": INK for part in _INKED},
}


def evaluation_plots(evaluation: Mapping[str, Any]) -> dict[str, str]:
    """Draw an evaluation.

    evaluation (Mapping[str, Any]): What `Evaluation.to_dict` gives.
    RETURNS (dict[str, str]): SVG by name: `curve`, `by_label`, `segment`, `region`; without
        those for which there are no values.
    RAISES (InputError): If matplotlib is not installed.
    """
    whiskers = _whiskers([evaluation])
    shown = {
        "by_label": ("Scores by label (n gold spans)", "Score", ("precision", "recall", "f1")),
        "segment": ("Scores by segment (n gold spans)", "Score", ("precision", "recall", "f1")),
        "region": ("Recall by region (n gold names)", "Recall", ("recall",)),
    }
    plots = {}
    for name, (title, label, metrics) in shown.items():
        scores = _scores(evaluation, name)
        if scores:
            series = {metric_name(metric): _points(scores, metric) for metric in metrics}
            plots[name] = _dots(title, {label + whiskers: series}, _groups(name, [scores]))
    return plots | _curve_plot({evaluation["predicted"]: evaluation})


def comparison_plots(comparison: Mapping[str, Any]) -> dict[str, str]:
    """Draw systems beside one another.

    comparison (Mapping[str, Any]): What `Comparison.to_dict` gives.
    RETURNS (dict[str, str]): SVG by name: `overall`, `curve`, `by_label`, `segment`, `region`;
        without those for which no system has values.
    RAISES (InputError): If matplotlib is not installed.
    """
    systems: Mapping[str, Mapping[str, Any]] = comparison["systems"]
    whiskers = _whiskers(systems.values())
    metrics = score_metrics(next(iter(systems.values()))["overall"])
    overall = {
        system: {metric_name(m): _point(values["overall"], m) for m in metrics}
        for system, values in systems.items()
    }
    groups = {metric_name(m): metric_name(m) for m in metrics}
    plots = {"overall": _dots("Scores overall", {"Score" + whiskers: overall}, groups)}
    shown = {
        "by_label": ("Systems by label (n gold spans)", ("recall", "f1")),
        "segment": ("Systems by segment (n gold spans)", ("recall", "f1")),
        "region": ("Recall by region (n gold names)", ("recall",)),
    }
    for name, (title, drawn) in shown.items():
        scores = {system: _scores(values, name) for system, values in systems.items()}
        if any(scores.values()):
            panels = {
                metric_name(m) + whiskers: {s: _points(scores[s], m) for s in systems}
                for m in drawn
            }
            plots[name] = _dots(title, panels, _groups(name, list(scores.values())))
    return plots | _curve_plot(systems)


def metric_name(metric: str) -> str:
    """A metric's key as readers write it: Precision, Recall, F1."""
    return metric.capitalize()


def score_metrics(score: Mapping[str, Any]) -> list[str]:
    """The keys of a score that are metrics, in order: precision, recall, every F."""
    return [key for key in score if key not in ("tp", "fp", "fn", "intervals")]


def gold_sizes(scores: Iterable[Scores]) -> dict[str, int]:
    """How many gold spans each group has.

    scores (Iterable[Scores]): The groups of one system, or of several on the same gold.
    RETURNS (dict[str, int]): A size a group, in the order in which they are given.
    """
    return {
        group: score["tp"] + score["fn"] for system in scores for group, score in system.items()
    }


def by_frequency(sizes: Mapping[str, int]) -> list[str]:
    """Labels with most gold first."""
    return sorted(sizes, key=lambda label: (-sizes[label], label))


def _scores(evaluation: Mapping[str, Any], name: str) -> Scores:
    scores = evaluation["by_label"] if name == "by_label" else evaluation["strata"][name]
    return scores or {}


def _groups(name: str, scores: Sequence[Scores]) -> dict[str, str]:
    sizes = gold_sizes(scores)
    order = by_frequency(sizes) if name == "by_label" else sizes
    return {group: f"{group} (n = {sizes[group]:,})" for group in order}


def _points(scores: Scores, metric: str) -> _Series:
    return {group: _point(score, metric) for group, score in scores.items()}


def _point(score: Mapping[str, Any], metric: str) -> _Point:
    value = score[metric]
    return None if value is None else (value, score["intervals"].get(metric))


def _whiskers(evaluations: Iterable[Mapping[str, Any]]) -> str:
    return " (95% interval)" if any(one["bootstrap"] for one in evaluations) else ""


def _dots(
    title: str, panels: Mapping[str, Mapping[str, _Series]], groups: Mapping[str, str]
) -> str:
    """Groups downwards, values across; a panel for each label of the x axis."""
    names = list(next(iter(panels.values())))

    def draw(figure: Any) -> None:
        axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
        for ax, (label, series) in zip(axes, panels.items(), strict=True):
            for row in range(0, len(groups), 2):
                ax.axhspan(row - 0.5, row + 0.5, color=INK, alpha=0.06, linewidth=0)
            for number, name in enumerate(names):
                shift = 0.7 * ((number + 0.5) / len(names) - 0.5)
                for row, group in enumerate(groups):
                    _draw_point(ax, series[name].get(group), row + shift, number)
            ax.set_xlim(-0.02, 1.02)
            ax.set_xlabel(label)
            ax.grid(axis="x", alpha=0.25, linewidth=0.6)
        axes[0].set_yticks(range(len(groups)), labels=list(groups.values()))
        axes[0].set_ylim(len(groups) - 0.5, -0.5)
        for ax in axes:
            ax.tick_params(axis="y", length=0)

    height = 1.3 + len(groups) * max(0.3, 0.12 * len(names) + 0.08)
    return svg_figure(title, height, draw, names)


def _draw_point(ax: Any, point: _Point, y: float, number: int) -> None:
    if point is not None:
        value, bounds = point
        colour, marker = COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)]
        if bounds:
            ax.hlines(y, *bounds, color=colour, linewidth=1.4)
        ax.plot([value], [y], marker, color=colour, markersize=4.5, clip_on=False)


def _curve_plot(systems: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    if not any(system["curve"] for system in systems.values()):
        return {}

    def draw(figure: Any) -> None:
        ax = figure.subplots()
        for f1 in ISO_F1:
            recall = [f1 / 2 + (1 - f1 / 2) * step / 100 for step in range(1, 101)]
            precision = [f1 * r / (2 * r - f1) for r in recall]
            ax.plot(recall, precision, color=INK, alpha=0.45, linewidth=0.9, linestyle=":")
            ax.annotate(
                f"F1 = {f1}", (1, precision[-1]), xytext=(5, 0), textcoords="offset points",
                verticalalignment="center", fontsize=8, alpha=0.8, annotation_clip=False,
            )  # fmt: skip
        for number, system in enumerate(systems.values()):
            _draw_curve(ax, system, number)
        ax.set_xlim(0, 1)
        ax.set_ylim(0, 1.01)
        ax.set_xlabel("Recall")
        ax.set_ylabel("Precision")

    return {
        "curve": svg_figure(
            "Precision and recall by threshold (large marker: as run)", 4.8, draw, list(systems)
        )
    }


def _draw_curve(ax: Any, system: Mapping[str, Any], number: int) -> None:
    """The steps between thresholds, and the operating point: what the system really gave."""
    colour, marker = COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)]
    points = sorted(
        (point for point in system["curve"] or () if None not in point.values()),
        key=lambda point: point["threshold"],
    )
    ax.plot(
        [point["recall"] for point in points],
        [point["precision"] for point in points],
        color=colour,
        linewidth=1.6,
        drawstyle="steps-post",
    )
    overall = system["overall"]
    if overall["precision"] is not None and overall["recall"] is not None:
        ax.plot(
            [overall["recall"]], [overall["precision"]], marker, color=colour, markersize=9,
            markeredgecolor=INK, clip_on=False,
        )  # fmt: skip


def svg_figure(title: str, height: float, draw: Callable[[Any], None], names: Sequence[str]) -> str:
    """Draw a figure without pyplot's state and give it as an SVG element.

    title (str): Its title.
    height (float): In inches; it is `WIDTH` wide.
    draw (Callable): Draws into the figure.
    names (Sequence[str]): The series, for a legend if there is more than one.
    RETURNS (str): The element, without date, program or anything else that varies.
    """
    matplotlib = require("matplotlib", "evaluation")
    Figure = require("matplotlib.figure", "evaluation").Figure
    Line2D = require("matplotlib.lines", "evaluation").Line2D
    with matplotlib.rc_context(), catch_warnings():
        # The font only measures: the reader's browser draws the text, with its own fonts.
        filterwarnings("ignore", "Glyph .* missing from font")
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE, **{"svg.hashsalt": title})
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        figure.suptitle(title, x=0.01, horizontalalignment="left", fontsize=11, fontweight="bold")
        draw(figure)
        if len(names) > 1:
            handles = [
                Line2D([], [], color=colour, marker=marker, linewidth=1.4, markersize=5)
                for _, colour, marker in zip(names, cycle(COLOURS), cycle(MARKERS))
            ]
            columns = max(1, min(4, 80 // (8 + max(map(len, names)))))
            figure.legend(handles, names, loc="outside lower center", frameon=False, ncols=columns)
        drawn = StringIO()
        figure.savefig(
            drawn,
            format="svg",
            transparent=True,
            metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")),
        )
    svg = drawn.getvalue()
    svg = re.sub(r'<g id="[^"]*"', "<g", svg[svg.index("<svg") :])
    described = f'<svg role="img" aria-label="{escape(title)}"'
    return svg.replace("<svg", described, 1).replace(INK, "currentColor")
