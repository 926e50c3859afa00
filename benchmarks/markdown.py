"""Formats the figures of `python -m benchmarks` as tables."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

QUICK = "A quick run, once each on little text: it only shows that the benchmark works."


def as_markdown(report: Mapping[str, Any]) -> str:
    """Write a report's tables.

    report (Mapping[str, Any]): The figures that `python -m benchmarks --json` writes.
    RETURNS (str): Markdown.
    """
    machine = report["machine"]
    versions = ", ".join(f"{name} {number}" for name, number in machine["versions"].items())
    parts = [
        "# Benchmarks",
        QUICK if report["quick"] else f"Medians of {report['rounds']} rounds, in turn.",
        f"{machine['cores']} cores ({machine['architecture']}), {machine['system']}, Python "
        f"{machine['python']}; {versions}.",
        *_corpora(report["corpora"]),
        "## Quality and speed",
        _quality_and_speed(report),
        "## Batches and processes",
        "Words per second on gold. A batch has dialogues for ours and messages for the others.",
        _batches(report["batches"]),
        "## Share of time by component",
        table(
            ("system", "part", "seconds", "share"),
            (
                (row["system"], row["part"], f"{row['seconds']:.2f}", f"{row['share']:.0%}")
                for row in report["components"]
            ),
        ),
        "## Time above the floor",
        "The floor is tokenising alone, and the encoder's forward passes on the same windows.",
        _floor(report["floor"]),
        "## Peak memory",
        table(
            ("system", "corpus", "MB"),
            ((row["system"], row["corpus"], f"{row['peak_mb']:,.0f}") for row in report["memory"]),
        ),
        "## Start-up",
        _startup(report["startup"]),
    ]
    if report["missing"]:
        parts += ["## Not measured", table(("system", "why"), report["missing"].items())]
    return "\n\n".join(parts) + "\n"


def _corpora(corpora: Mapping[str, Any]) -> Iterable[str]:
    for name, size in corpora.items():
        yield (
            f"{name}: {size['dialogues']:,} dialogues, {size['messages']:,} messages, "
            f"{size['words']:,} words."
        )


def _quality_and_speed(report: Mapping[str, Any]) -> str:
    quality = {(row["system"], row["corpus"]): row for row in report["quality"]}
    return table(
        (
            *("system", "corpus", "P", "R", "F1", "F5"),
            *("words/s", "range", "messages/s", "time relative to the first"),
        ),
        (
            (
                row["system"],
                row["corpus"],
                *(
                    _score(quality[row["system"], row["corpus"]][key])
                    for key in ("precision", "recall", "f1", "f5")
                ),
                f"{row['words_per_second']:,.0f}",
                f"{row['least']:,.0f} to {row['most']:,.0f}",
                f"{row['messages_per_second']:,.0f}",
                f"{row['times_slower_than_first']:.2f}",
            )
            for row in report["speed"]
        ),
    )


def _batches(rows: Sequence[Mapping[str, Any]]) -> str:
    settings = list(dict.fromkeys((row["batch_size"], row["n_process"]) for row in rows))
    speeds = {
        (row["system"], row["batch_size"], row["n_process"]): f"{row['words_per_second']:,.0f}"
        for row in rows
    }
    return table(
        ("system", *(f"batches of {size}, {count} process(es)" for size, count in settings)),
        (
            (system, *(speeds[system, *setting] for setting in settings))
            for system in dict.fromkeys(row["system"] for row in rows)
        ),
    )


def _floor(rows: Sequence[Mapping[str, Any]]) -> str:
    shown = []
    for row in rows:
        seconds = row["seconds"]
        forward = seconds.get("forward")
        for part, took in seconds.items():
            times = f"{took / forward:.2f}" if forward else ""
            shown.append((row["system"], part, f"{took:.2f}", times))
    return table(("system", "part", "seconds", "relative to the forward passes"), shown)


def _startup(rows: Sequence[Mapping[str, Any]]) -> str:
    first = rows[0]
    return table(
        ("start", "seconds", "processor seconds", "processor time relative to the first"),
        (
            (
                f"`{row['start']}`",
                f"{row['seconds']:.2f}",
                f"{row['cpu']:.2f}",
                f"{row['cpu'] / first['cpu']:.2f}",
            )
            for row in rows
        ),
    )


def _score(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
