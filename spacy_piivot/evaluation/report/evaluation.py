"""Makes the report of an evaluation."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from .figures import Figures, counted, has_recall_only, percentage, table_row
from .prose import (
    LABEL_PROSE,
    MATCHING_PROSE,
    NOT_AVAILABLE,
    SHARES_PROSE,
    STRATUM_REASONS,
    describe,
)
from .scores import Scores, by_frequency, gold_sizes
from .sections import Report, Section
from .shares import share_cells, shares_of

CURVE_ROWS = 10


def evaluation_report(evaluation: Mapping[str, Any]) -> Report:
    """Make the report of an evaluation.

    evaluation (Mapping[str, Any]): The result of `Evaluation.to_dict`.
    RETURNS (Report): The report.
    """
    write = Figures(evaluation)
    by_label = evaluation["by_label"]
    labels = by_frequency(gold_sizes([by_label]))
    averages = {"micro": evaluation["overall"], "macro, over labels": evaluation["macro"]}
    matchings = {
        f"{name}: {MATCHING_PROSE[name]}": score or {}
        for name, score in evaluation["matchings"].items()
    }
    variants = evaluation["variants"]
    sections = [
        Section(
            "Overall",
            f"Balanced accuracy, including O: {write.ratio(evaluation['balanced_accuracy'])}",
            *write.scores("Average", averages),
        ),
        Section(
            "By label",
            LABEL_PROSE,
            *write.scores("Label", {label: by_label[label] for label in labels}),
            plot="by_label",
        ),
        _thresholds(evaluation["curve"], write),
        *(_stratum(name, evaluation["strata"][name], write) for name in STRATUM_REASONS),
        Section(
            "All matchings",
            "Scores under each definition of a right prediction. The rest of this report uses "
            f"{evaluation['matching']}.",
            *write.scores("Matching", matchings),
        ),
        _semeval(evaluation["semeval"], write),
        *(
            [Section("Variants of the scheme", "", *write.scores("Variant", variants))]
            if variants
            else []
        ),
        Section(
            "Scored separately",
            "Strict matching. Elsewhere, a prediction over one of these is neither right nor "
            "wrong.",
            *write.scores("Label", evaluation["apart"]),
        ),
        _false_positives(evaluation["false_positives"]),
        Section(
            "Leaks, lookalikes and numbers",
            SHARES_PROSE,
            ["Measured", "Count", "Of", "Share"],
            [
                table_row(name, *share_cells(name, share))
                for name, share in shares_of(evaluation).items()
            ],
        ),
    ]
    return Report(
        f"Evaluation of {evaluation['predicted']} against {evaluation['gold']}",
        f"{describe(evaluation)} Predicted: {evaluation['predicted']}, "
        f"{counted(evaluation['predicted_spans'])} spans.",
        sections,
        evaluation["notes"],
    )


def _semeval(schemes: Scores | None, write: Figures) -> Section:
    title = "SemEval-2013 schemes"
    if schemes is None:
        return Section(title, f"{NOT_AVAILABLE}: nervaluate is missing")
    prose = "Counted by nervaluate; a partial match counts half."
    return Section(title, prose, *write.semeval(schemes))


def _thresholds(curve: Sequence[Mapping[str, Any]] | None, write: Figures) -> Section:
    title = "Precision and recall by threshold"
    if not curve:
        return Section(title, NOT_AVAILABLE)
    shown = curve[:: math.ceil(len(curve) / CURVE_ROWS)]
    columns = ("threshold", "precision", "recall")
    return Section(
        title,
        "Predictions with a score below the threshold are excluded. The table shows "
        f"{len(shown)} of {len(curve)} thresholds.",
        [column.capitalize() for column in columns],
        [table_row(*(write.ratio(point[column]) for column in columns)) for point in shown],
        plot="curve",
    )


def _stratum(name: str, scores: Scores | None, write: Figures) -> Section:
    if not scores:
        return Section(f"By {name}", f"{NOT_AVAILABLE}: {STRATUM_REASONS[name]}")
    prose = (
        f"Recall only: a false alarm has no gold {name}."
        if has_recall_only(scores.values())
        else ""
    )
    return Section(f"By {name}", prose, *write.scores(name.capitalize(), scores), plot=name)


def _false_positives(categories: Sequence[Mapping[str, Any]]) -> Section:
    rows = [
        table_row(
            category["category"],
            "yes" if category["numeric"] else "no",
            counted(category["count"]),
            percentage(category["share"]),
            counted(category["math"]),
        )
        for category in categories
    ]
    return Section(
        "False positives by category",
        "The content taken for PII; the last column counts those in MATH segments.",
        ["Category", "Numeric", "Count", "Share", "In MATH"],
        rows,
    )
