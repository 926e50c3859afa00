"""Plots scores as dots with interval whiskers, and precision-recall curves."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .scores import Scores, by_frequency, gold_sizes, metric_name, score_metrics
from .svg import COLOURS, INK, MARKERS, svg_figure

_Point = tuple[float, Sequence[float] | None] | None
_Series = Mapping[str, _Point]
ISO_F1 = (0.2, 0.4, 0.6, 0.8, 0.9)


def evaluation_plots(evaluation: Mapping[str, Any]) -> dict[str, str]:
    """Plot an evaluation.

    evaluation (Mapping[str, Any]): The result of `Evaluation.to_dict`.
    RETURNS (dict[str, str]): SVG by name: `curve`, `by_label`, `segment`, `region`, if they have
        values.
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
    """Plot systems side by side.

    comparison (Mapping[str, Any]): The result of `Comparison.to_dict`.
    RETURNS (dict[str, str]): SVG by name: `overall`, `curve`, `by_label`, `segment`, `region`, if
        any system has values for them.
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
    """Draw groups downwards and values across, with one panel per label of the x axis."""
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
    """Draw the steps between thresholds, and the point of the system's actual output."""
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
