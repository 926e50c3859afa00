"""Makes the report of a comparison."""

from collections.abc import Mapping
from typing import Any

from .figures import Figures, Table, has_recall_only, table_row
from .prose import LABEL_PROSE, NOT_AVAILABLE, SHARES_PROSE, STRATUM_REASONS, describe
from .scores import Scores, by_frequency, gold_sizes, metric_name
from .sections import Cell, Report, Section
from .shares import share_cells, shares_of


def comparison_report(comparison: Mapping[str, Any]) -> Report:
    """Make the report of a comparison.

    comparison (Mapping[str, Any]): The result of `Comparison.to_dict`.
    RETURNS (Report): The report.
    """
    write = Figures(comparison)
    systems: Mapping[str, Mapping[str, Any]] = comparison["systems"]
    by_label = {name: system["by_label"] for name, system in systems.items()}
    labels = by_frequency(gold_sizes(by_label.values()))
    pairs = comparison["by_label"]
    drawn = any(system["curve"] for system in systems.values())
    sections = [
        Section(
            "Overall",
            "",
            *write.scores("System", {name: one["overall"] for name, one in systems.items()}),
            plot="overall",
        ),
        Section(
            "Differences",
            "The first system minus the second, on the same resamples of dialogues (paired "
            "bootstrap, two-sided p).",
            *write.differences(comparison["differences"]),
        ),
        *(
            Section(
                f"By label: {metric_name(metric)}",
                LABEL_PROSE
                + (
                    " The JSON has the differences of all pairs of systems."
                    if len(pairs) > 1
                    else ""
                ),
                *write.side_by_side(
                    "Label", labels, by_label, metric, pairs if len(pairs) == 1 else ()
                ),
                plot=plot,
            )
            for metric, plot in (("recall", "by_label"), ("f1", ""))
        ),
        Section(
            "Precision and recall by threshold",
            "The points are in the JSON." if drawn else NOT_AVAILABLE,
            plot="curve",
        ),
        *(_stratum(name, systems, write) for name in STRATUM_REASONS),
        Section("Leaks, lookalikes and numbers", SHARES_PROSE, *_shares(systems)),
    ]
    return Report(
        f"Comparison of {len(systems)} systems on {comparison['gold']}",
        describe(next(iter(systems.values()))),
        sections,
        comparison["notes"],
    )


def _stratum(name: str, systems: Mapping[str, Any], write: Figures) -> Section:
    scores: dict[str, Scores] = {
        system: one["strata"][name] or {} for system, one in systems.items()
    }
    if not any(scores.values()):
        return Section(f"By {name}", f"{NOT_AVAILABLE}: {STRATUM_REASONS[name]}")
    metric = "recall" if all(has_recall_only(score.values()) for score in scores.values()) else "f1"
    table = write.side_by_side(name.capitalize(), list(gold_sizes(scores.values())), scores, metric)
    return Section(f"By {name}: {metric_name(metric)}", "", *table, plot=name)


def _shares(systems: Mapping[str, Mapping[str, Any]]) -> Table:
    shares = {name: shares_of(system) for name, system in systems.items()}
    rows = []
    for measured in dict.fromkeys(name for measures in shares.values() for name in measures):
        cells = []
        for measures in shares.values():
            count, whole, percent = share_cells(measured, measures.get(measured))
            cells.append(Cell(percent, f"({count} of {whole})") if whole else Cell(count))
        rows.append(table_row(measured, *cells))
    return ["Measured", *systems], rows
