"""Short ways to write figures for reports, and to read reports back, in tests."""

from collections.abc import Mapping
from typing import Any

from spacy_piivot.evaluation.report.comparison import comparison_report
from spacy_piivot.evaluation.report.evaluation import evaluation_report
from spacy_piivot.evaluation.report.rendering import to_markdown

STRATA = ("segment", "corpus", "speaker", "role", "region", "gender")
SEMEVAL = ("correct", "incorrect", "partial", "missed", "spurious", "precision", "recall", "f1")


def evaluation_to_markdown(evaluation: Mapping[str, Any]) -> str:
    return to_markdown(evaluation_report(evaluation))


def comparison_to_markdown(comparison: Mapping[str, Any]) -> str:
    return to_markdown(comparison_report(comparison))


def scored(tp: int, fp: int | None, fn: int, **intervals: list[float]) -> dict[str, Any]:
    metrics: dict[str, float | None] = {"precision": None, "recall": tp / (tp + fn)}
    metrics |= {"f1": None, "f5": None}
    if fp is not None:
        metrics["precision"] = tp / (tp + fp)
        for name, weight in (("f1", 1), ("f5", 25)):
            metrics[name] = (1 + weight) * tp / ((1 + weight) * tp + weight * fn + fp)
    return {"tp": tp, "fp": fp, "fn": fn, **metrics, "intervals": intervals}


def figures(**changes: Any) -> dict[str, Any]:
    """An evaluation with few figures."""
    overall = scored(8, 2, 2, precision=[0.7, 0.95])
    return {
        "gold": "gold.jsonl",
        "predicted": "ours.jsonl",
        "matching": "strict",
        "scheme": "codebook",
        "dialogues": 1380,
        "messages": None,
        "gold_spans": 10,
        "predicted_spans": 10,
        "bootstrap": 1000,
        "seed": 0,
        "overall": overall,
        "macro": {"precision": 0.6, "recall": None, "f1": 0.5, "f5": 0.4, "intervals": {}},
        "balanced_accuracy": None,
        "by_label": {"AGE": scored(1, 0, 1), "NAME": scored(7, 2, 1)},
        "matchings": {"strict": scored(8, 2, 2), "token": None},
        "semeval": {"partial": dict(zip(SEMEVAL, (8, 0, 1, 1, 1, 0.85, 0.85, 0.85), strict=True))},
        "strata": dict.fromkeys(STRATA),
        "false_positives": [],
        "leaked": {"characters": 12, "of": 1234, "share": 12 / 1234},
        "lookalikes": None,
        "roles": None,
        "apart": {"ORG": scored(4, 2, 6)},
        "clean_messages": {"touched": 3, "of": 120, "share": 0.025},
        "numbers": None,
        "math_tokens": None,
        "variants": {},
        "curve": None,
        "notes": [],
        **changes,
    }


def part(markdown: str, title: str) -> str:
    """One section of a Markdown report."""
    return markdown.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0].strip()


def row(markdown: str, name: str) -> list[str]:
    """The cells, except the first, of the only row that begins with a name."""
    (line,) = (line for line in markdown.splitlines() if line.startswith(f"| {name} |"))
    return [cell.strip() for cell in line.strip("|").split("|")[1:]]


def difference(value: float | None, interval: list[float] | None, p: float | None) -> dict:
    return {"difference": value, "interval": interval, "p": p}


def comparison(*names: str) -> dict[str, Any]:
    pairs = [(a, b) for position, a in enumerate(names) for b in names[position + 1 :]]
    known = difference(-0.012, [-0.03, 0.01], 0.25)
    unknown = difference(None, None, None)
    labels = {
        "AGE": {"recall": unknown, "f1": unknown},
        "NAME": {"recall": known, "f1": difference(0.1, [0.05, 0.2], 0.0004)},
    }
    return {
        "gold": "gold.jsonl",
        "matching": "strict",
        "scheme": "codebook",
        "bootstrap": 1000,
        "seed": 0,
        "systems": {name: figures(predicted=name) for name in names},
        "differences": [{"a": a, "b": b, "precision": known, "f1": unknown} for a, b in pairs],
        "by_label": [{"a": a, "b": b, "labels": labels} for a, b in pairs],
        "notes": ["read this"],
    }
