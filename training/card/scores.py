"""Writes the scores of a model card, and the weaknesses that they show."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

from spacy_piivot.evaluation.report.prose import MATCHING_PROSE

# A label or corpus with lower recall or F1 is a known failure.
WEAK = 0.8
# The number of kinds of lookalikes that are named.
MOST_HIT = 5
NO_REPORT = "Not measured for this pipeline: score it with `spacy-piivot evaluate`."
NOTHING = "-"


def scores(report: Mapping[str, Any] | None, unseen: Mapping[str, Any] | None) -> str:
    """The figures on the test split, if they were measured."""
    if report is None:
        return NO_REPORT
    matching = report["matching"]
    lines = [
        f"{report['dialogues']:,} dialogues, {report['messages']:,} messages, "
        f"{report['gold_spans']:,} gold spans, {report['predicted_spans']:,} predicted. Matching "
        f"`{matching}`: {MATCHING_PROSE[matching]}. ORG is a distractor, neither right nor wrong.",
        "",
        *_score_table("", {"all": report["overall"], **report["by_label"]}),
        *_overlap(report),
        "",
        "| measured | share | count | of |",
        "|---|---:|---:|---:|",
        *(
            f"| {name} | {percent(share)} | {count:,} | {of:,} |"
            for name, share, count, of in _shares(report)
        ),
    ]
    strata = report["strata"]
    if by_corpus := strata.get("corpus"):
        lines += ["", *_score_table("corpus", by_corpus)]
    if by_region := strata.get("region"):
        lines += [
            "",
            "| region that a name points to | recall | found | gold |",
            "|---|---:|---:|---:|",
            *(
                f"| {region} | {ratio(row['recall'])} | {row['tp']:,} | {_gold(row):,} |"
                for region, row in by_region.items()
            ),
        ]
    if unseen:
        lines += [
            "",
            "| names | found exactly | touched | gold |",
            "|---|---:|---:|---:|",
            *(
                f"| {name} | {_part(row, 'strict')} | {_part(row, 'overlap')} | {row['gold']:,} |"
                for name, row in (
                    ("that training has too", unseen["seen"]),
                    ("new to it", unseen["unseen"]),
                )
            ),
        ]
    return "\n".join(lines)


def _score_table(first: str, rows: Mapping[str, Mapping[str, Any]]) -> Iterable[str]:
    yield f"| {first} | precision | recall | F1 | F5 | gold | found | wrong |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for name, row in rows.items():
        ratios = " | ".join(ratio(row[key]) for key in ("precision", "recall", "f1", "f5"))
        yield f"| {name} | {ratios} | {_gold(row):,} | {row['tp']:,} | {row['fp']:,} |"


def _overlap(report: Mapping[str, Any]) -> Iterable[str]:
    overlap = report["matchings"].get("overlap")
    if overlap and report["matching"] != "overlap":
        precision, recall, f1 = (ratio(overlap[key]) for key in ("precision", "recall", "f1"))
        yield ""
        yield f"By overlap: precision {precision}, recall {recall}, F1 {f1}."


def _shares(report: Mapping[str, Any]) -> Iterable[tuple[str, float | None, int, int]]:
    """What leaked and what the lesson lost: name, share, count, and the total."""
    roles = report.get("roles")
    measured = (
        ("characters of PII that no span covers", report.get("leaked"), "characters"),
        ("messages without PII that get a span", report.get("clean_messages"), "touched"),
        ("lookalikes that get a span", report.get("lookalikes"), "false_alarms"),
        ("numbers outside PII that stay as they are", report.get("numbers"), "untouched"),
        ("names found with the right role", roles, "right"),
        (
            "participants found with another role",
            roles and roles["participants_lost"],
            "lost",
        ),
    )
    for name, share, count in measured:
        if share:
            yield name, share["share"], share[count], share["of"]


def failures(report: Mapping[str, Any] | None) -> Iterable[str]:
    """The weaknesses in the report, as a list that ends with an empty line unless it is empty."""
    if report is None:
        return []
    weak = [
        *_weak("", report["by_label"]),
        *_weak("corpus ", report["strata"].get("corpus") or {}),
        *(
            f"- `{label}`: not in the test split, and found {row['fp']:,} times."
            for label, row in report["by_label"].items()
            if row["fp"] and not _gold(row)
        ),
    ]
    kinds = (report.get("lookalikes") or {}).get("by_kind", {})
    hit = sorted(
        ((name, row) for name, row in kinds.items() if row["false_alarms"]),
        key=lambda kind: (-kind[1]["false_alarms"], -kind[1]["share"], kind[0]),
    )[:MOST_HIT]
    if hit:
        named = ", ".join(f"{name} {row['false_alarms']} of {row['of']}" for name, row in hit)
        weak.append(f"- Lookalikes taken for PII, the kinds hit most: {named}.")
    if not weak:
        return []
    return [f"Recall or F1 below {WEAK:g} on the test split:", "", *weak, "", ""]


def _weak(what: str, rows: Mapping[str, Mapping[str, Any]]) -> Iterable[str]:
    for name, row in sorted(rows.items(), key=lambda item: item[1]["recall"] or 0.0):
        if not _gold(row):
            continue
        if min(row["recall"], row["f1"] or 0.0) < WEAK:
            yield (
                f"- {what}`{name}`: recall {ratio(row['recall'])}, precision "
                f"{ratio(row['precision'])}, F1 {ratio(row['f1'])} ({row['tp']:,} of "
                f"{_gold(row):,} found, {row['fp']:,} wrong)."
            )


def _gold(row: Mapping[str, Any]) -> int:
    return int(row["tp"] + row["fn"])


def _part(row: Mapping[str, Any], key: str) -> str:
    share = row[key]
    if ratio(share) == NOTHING:
        return NOTHING
    return f"{ratio(share)} ({round(share * row['gold']):,})"


def ratio(value: float | None) -> str:
    return NOTHING if value is None or math.isnan(value) else f"{value:.3f}"


def percent(value: float | None) -> str:
    return NOTHING if value is None or math.isnan(value) else f"{value:.2%}"
