"""Reports of evaluations and comparisons, from their figures.

A report takes the keys it knows from the figures and nothing else, so that no text of the data can
get into it.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...corpus import check_replaceable
from .plots import (
    Scores,
    by_frequency,
    comparison_plots,
    evaluation_plots,
    gold_sizes,
    metric_name,
    score_metrics,
)
from .rendering import (
    NOTHING,
    Cell,
    Report,
    Section,
    finite,
    to_html,
    to_markdown,
    write_json,
    write_text,
)

NOT_AVAILABLE = "not available"
MATCHING_PROSE = {
    "strict": "same start, end and label",
    "any_label": "same start and end",
    "overlap": "overlaps a gold span of the same label",
    "token": "same B- or I- tag, token by token",
    "published": "same text and label in the dialogue, wherever it stands",
}
SEMEVAL_PROSE = {
    "strict": "same extent and label",
    "exact": "same extent",
    "partial": "overlapping extent",
    "type": "overlapping extent, same label",
}
LABEL_PROSE = "Labels with most gold first; the interval of a label in few dialogues says little."
STRATUM_REASONS = {
    "segment": "no message is marked MATH or NON-MATH",
    "corpus": "no dialogue names its corpus",
    "speaker": "no message names its speaker's role",
    "role": "no gold name has a role",
    "region": "no gold name points to a region, or a package is missing",
    "gender": "no gold name points to a gender, or a package is missing",
}
SHARES_PROSE = (
    "Leaked are characters of gold spans that no prediction covers. A lookalike resembles PII and "
    "is none."
)
CURVE_ROWS = 10
PER_1000 = "False positives for every 1,000 tokens of MATH"
_Table = tuple[Sequence[str], Sequence[Sequence[Cell]]]


def write_report(
    result: Mapping[str, Any],
    *,
    markdown: Path | None = None,
    html: Path | None = None,
    json: Path | None = None,
) -> None:
    """Write an evaluation or a comparison. No file appears unless all can be made.

    result (Mapping[str, Any]): What `Evaluation.to_dict` or `Comparison.to_dict` gives; for
        JSON alone, figures of any kind.
    markdown (Optional[Path]): Where to write the report as Markdown.
    html (Optional[Path]): Where to write the report with plots.
    json (Optional[Path]): Where to write the figures as they are, NaN as null.
    RAISES (InputError): If a place cannot be replaced, or HTML is wanted and matplotlib is
        not installed.
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


def evaluation_report(evaluation: Mapping[str, Any]) -> Report:
    """The report of an evaluation.

    evaluation (Mapping[str, Any]): What `Evaluation.to_dict` gives.
    RETURNS (Report): The report.
    """
    write = _Figures(evaluation)
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
            f"Balanced accuracy with O: {write.ratio(evaluation['balanced_accuracy'])}",
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
            "Matchings beside one another",
            f"When a prediction is right. The rest of this report takes {evaluation['matching']}.",
            *write.scores("Matching", matchings),
        ),
        Section(
            "SemEval-2013 schemes",
            "Counted by nervaluate; a partial match counts half.",
            *write.semeval(evaluation["semeval"]),
        ),
        *(
            [Section("Variants of the scheme", "", *write.scores("Variant", variants))]
            if variants
            else []
        ),
        Section(
            "Scored apart",
            "Strict; a prediction over one of these is neither right nor wrong elsewhere.",
            *write.scores("Label", evaluation["apart"]),
        ),
        _false_positives(evaluation["false_positives"]),
        Section(
            "Leaks, lookalikes and numbers",
            SHARES_PROSE,
            ["Measured", "Count", "Of", "Share"],
            [_row(name, *_share(name, share)) for name, share in _shares(evaluation).items()],
        ),
    ]
    return Report(
        f"Evaluation of {evaluation['predicted']} against {evaluation['gold']}",
        f"{_describe(evaluation)} Predicted: {evaluation['predicted']}, "
        f"{_count(evaluation['predicted_spans'])} spans.",
        sections,
        evaluation["notes"],
    )


def comparison_report(comparison: Mapping[str, Any]) -> Report:
    """The report of a comparison.

    comparison (Mapping[str, Any]): What `Comparison.to_dict` gives.
    RETURNS (Report): The report.
    """
    write = _Figures(comparison)
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
            "The first system less the second, on the same resamples of dialogues (paired "
            "bootstrap, two-sided p).",
            *write.differences(comparison["differences"]),
        ),
        *(
            Section(
                f"By label: {metric_name(metric)}",
                LABEL_PROSE
                + (" The JSON has the differences of every two systems." if len(pairs) > 1 else ""),
                *write.beside("Label", labels, by_label, metric, pairs if len(pairs) == 1 else ()),
                plot=plot,
            )
            for metric, plot in (("recall", "by_label"), ("f1", ""))
        ),
        Section(
            "Precision and recall by threshold",
            "The JSON has the points." if drawn else NOT_AVAILABLE,
            plot="curve",
        ),
        *(_stratum_beside(name, systems, write) for name in STRATUM_REASONS),
        Section("Leaks, lookalikes and numbers", SHARES_PROSE, *_shares_beside(systems)),
    ]
    return Report(
        f"Comparison of {len(systems)} systems on {comparison['gold']}",
        _describe(next(iter(systems.values()))),
        sections,
        comparison["notes"],
    )


class _Figures:
    """Writes scores with the decimals that suit the matching: Shen et al. print four."""

    def __init__(self, figures: Mapping[str, Any]) -> None:
        self.digits = 4 if figures["matching"] == "published" else 3
        # The smallest p that so many resamples can show.
        self.least_p = 2 / (figures["bootstrap"] + 1)

    def ratio(self, value: float | None, sign: str = "") -> str:
        return NOTHING if value is None else f"{value:{sign}.{self.digits}f}"

    def score(self, score: Mapping[str, Any], metric: str) -> Cell:
        bounds = score.get("intervals", {}).get(metric)
        return Cell(self.ratio(score.get(metric)), self.interval(bounds))

    def interval(self, bounds: Sequence[float] | None, sign: str = "") -> str:
        return f"[{', '.join(self.ratio(bound, sign) for bound in bounds)}]" if bounds else ""

    def scores(self, first: str, scores: Scores) -> _Table:
        """A row a score; where none has false positives, only what does not need them."""
        recall_only = _recall_only(scores.values())
        counts = ["tp", "fn"] if recall_only else ["tp", "fp", "fn"]
        metrics = dict.fromkeys(m for score in scores.values() for m in score_metrics(score))
        shown = ["recall"] if recall_only else list(metrics)
        rows = [
            _row(
                name,
                *(_count(score.get(c)) for c in counts),
                *(self.score(score, m) for m in shown),
            )
            for name, score in scores.items()
        ]
        return [first, *(count.upper() for count in counts), *map(metric_name, shown)], rows

    def semeval(self, schemes: Scores) -> _Table:
        """A row a scheme."""
        counts = ["correct", "incorrect", "partial", "missed", "spurious"]
        metrics = ["precision", "recall", "f1"]
        rows = [
            _row(
                f"{name}: {SEMEVAL_PROSE[name]}",
                *(_count(scheme[count]) for count in counts),
                *(self.ratio(scheme[metric]) for metric in metrics),
            )
            for name, scheme in schemes.items()
        ]
        return ["Scheme", *map(str.capitalize, counts), *map(metric_name, metrics)], rows

    def difference(self, difference: Mapping[str, Any]) -> Cell:
        """A difference with its interval and p."""
        known = [self.interval(difference["interval"], "+"), self.p(difference["p"])]
        return Cell(self.ratio(difference["difference"], "+"), ", ".join(filter(None, known)))

    def differences(self, pairs: Sequence[Mapping[str, Any]]) -> _Table:
        """A row a pair of systems and metric."""
        metrics = [key for key in pairs[0] if key not in ("a", "b")]
        rows = [
            _row(f"{_pair_name(pair)}: {metric_name(metric)}", self.difference(pair[metric]))
            for pair in pairs
            for metric in metrics
        ]
        return ["Systems", "Difference"], rows

    def p(self, p: float | None) -> str:
        """A bootstrap p-value, no surer than the resamples allow."""
        if p is None:
            return ""
        return f"p ≤ {self.least_p:.3f}" if p <= self.least_p else f"p = {p:.3f}"

    def beside(
        self,
        first: str,
        groups: Sequence[str],
        systems: Mapping[str, Scores],
        metric: str,
        pairs: Sequence[Mapping[str, Any]] = (),
    ) -> _Table:
        """A row a group, a column a system, and one a pair of systems: their difference."""
        sizes = gold_sizes(systems.values())
        rows = [
            _row(
                group,
                _count(sizes[group]),
                *(self.score(scores.get(group, {}), metric) for scores in systems.values()),
                *(self.difference(pair["labels"][group][metric]) for pair in pairs),
            )
            for group in groups
        ]
        return [first, "Gold", *systems, *map(_pair_name, pairs)], rows


def _thresholds(curve: Sequence[Mapping[str, Any]] | None, write: _Figures) -> Section:
    title = "Precision and recall by threshold"
    if not curve:
        return Section(title, NOT_AVAILABLE)
    shown = curve[:: math.ceil(len(curve) / CURVE_ROWS)]
    columns = ("threshold", "precision", "recall")
    return Section(
        title,
        "Predictions with a score below the threshold are left out. The table shows "
        f"{len(shown)} of {len(curve)} thresholds.",
        [column.capitalize() for column in columns],
        [_row(*(write.ratio(point[column]) for column in columns)) for point in shown],
        plot="curve",
    )


def _stratum(name: str, scores: Scores | None, write: _Figures) -> Section:
    if not scores:
        return Section(f"By {name}", f"{NOT_AVAILABLE}: {STRATUM_REASONS[name]}")
    prose = (
        f"Recall only: a false alarm has no gold {name}." if _recall_only(scores.values()) else ""
    )
    return Section(f"By {name}", prose, *write.scores(name.capitalize(), scores), plot=name)


def _stratum_beside(name: str, systems: Mapping[str, Any], write: _Figures) -> Section:
    scores: dict[str, Scores] = {
        system: one["strata"][name] or {} for system, one in systems.items()
    }
    if not any(scores.values()):
        return Section(f"By {name}", f"{NOT_AVAILABLE}: {STRATUM_REASONS[name]}")
    metric = "recall" if all(_recall_only(some.values()) for some in scores.values()) else "f1"
    table = write.beside(name.capitalize(), list(gold_sizes(scores.values())), scores, metric)
    return Section(f"By {name}: {metric_name(metric)}", "", *table, plot=name)


def _false_positives(categories: Sequence[Mapping[str, Any]]) -> Section:
    rows = [
        _row(
            category["category"],
            "yes" if category["numeric"] else "no",
            _count(category["count"]),
            _percent(category["share"]),
            _count(category["math"]),
        )
        for category in categories
    ]
    return Section(
        "False positives by category",
        "What they stand on; the last column counts those in MATH segments.",
        ["Category", "Numeric", "Count", "Share", "In MATH"],
        rows,
    )


def _shares(evaluation: Mapping[str, Any]) -> dict[str, tuple[int, int] | None]:
    """Parts and their wholes, by what they measure; None for what is not available."""
    leaked, alarms, numbers = (evaluation[key] for key in ("leaked", "lookalikes", "numbers"))
    clean, roles = evaluation["clean_messages"], evaluation["roles"]
    lost = roles and roles["participants_lost"]
    kinds = alarms["by_kind"] if alarms else {}
    math_numbers = numbers and numbers["math"]
    maths = evaluation["math_tokens"]
    return {
        "Characters leaked": (leaked["characters"], leaked["of"]),
        "Messages without PII that get a span": clean and (clean["touched"], clean["of"]),
        "Lookalikes taken for PII": alarms and (alarms["false_alarms"], alarms["of"]),
        **{
            f"Lookalikes taken for PII: {kind}": (some["false_alarms"], some["of"])
            for kind, some in kinds.items()
        },
        "Numbers left untouched": numbers and (numbers["untouched"], numbers["of"]),
        "Numbers left untouched in MATH": math_numbers
        and (math_numbers["untouched"], math_numbers["of"]),
        "Tokens left untouched in MATH": maths and (maths["untouched"], maths["of"]),
        PER_1000: maths and (maths["false_positives"], maths["of"]),
        "Names found that have their role": roles and (roles["right"], roles["of"]),
        "Participants called something else": lost and (lost["lost"], lost["of"]),
    }


def _share(measured: str, share: tuple[int, int] | None) -> tuple[str, str, str]:
    if share is None:
        return NOT_AVAILABLE, "", ""
    count, whole = share
    value = count / whole if whole else None
    if measured == PER_1000 and value is not None:
        return _count(count), _count(whole), f"{1000 * value:.2f}"
    return _count(count), _count(whole), _percent(value)


def _shares_beside(systems: Mapping[str, Mapping[str, Any]]) -> _Table:
    shares = {name: _shares(system) for name, system in systems.items()}
    rows = []
    for measured in dict.fromkeys(name for some in shares.values() for name in some):
        cells = []
        for some in shares.values():
            count, whole, percent = _share(measured, some.get(measured))
            cells.append(Cell(percent, f"({count} of {whole})") if whole else Cell(count))
        rows.append(_row(measured, *cells))
    return ["Measured", *systems], rows


def _recall_only(scores: Iterable[Mapping[str, Any]]) -> bool:
    return all(score.get("fp") is None for score in scores)


def _describe(evaluation: Mapping[str, Any]) -> str:
    """What was scored, and how."""
    matching, bootstrap = evaluation["matching"], evaluation["bootstrap"]
    resampled = (
        f"95% intervals from {_count(bootstrap)} bootstrap resamples of dialogues (percentile, "
        f"seed {evaluation['seed']})."
    )
    return (
        f"Gold: {evaluation['gold']}, {_count(evaluation['dialogues'])} dialogues, "
        f"{_messages(evaluation)}{_count(evaluation['gold_spans'])} scored spans. "
        f"Matching: {matching} ({MATCHING_PROSE[matching]}). Label scheme: {evaluation['scheme']}. "
        f"{resampled if bootstrap else 'No intervals.'}"
    )


def _messages(evaluation: Mapping[str, Any]) -> str:
    return f"{_count(evaluation['messages'])} messages, " if evaluation["messages"] else ""


def _row(*cells: str | Cell) -> list[Cell]:
    return [Cell(cell) if isinstance(cell, str) else cell for cell in cells]


def _count(number: int | None) -> str:
    return NOTHING if number is None else f"{number:,}"


def _percent(share: float | None) -> str:
    return NOTHING if share is None else f"{share:.1%}"


def _pair_name(pair: Mapping[str, Any]) -> str:
    return f"{pair['a']} less {pair['b']}"
