"""Writes error examples, the only output of an evaluation with original text, on request."""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from ...corpus import PRIVATE, check_replaceable, replacing
from ...errors import InputError
from ..core.matching import Decision

Example = tuple[str, int, str | None, Decision]
WARNING = "PRIVATE: this file contains ORIGINAL TEXT, including names. Do not share it."
TITLES = {"fn": "Missed", "fp": "False alarms"}
AROUND = 60
LIMIT = 20


def write_examples(path: Path, examples: Iterable[Example], *, limit: int = LIMIT) -> None:
    """Write a system's missed spans and false alarms, each in its message.

    path (Path): The Markdown file; only its owner can read it.
    examples (Iterable[tuple]): Dialogue id, index of the message, its text, and the decision.
        True positives are skipped.
    limit (int): The number of examples to write for each outcome and label, from the first.
    RAISES (InputError): If the path cannot be replaced, or a message has no text. Then no file is
        written.
    """
    check_replaceable(path)
    totals: Counter[tuple[str, str]] = Counter()
    shown: dict[tuple[str, str], list[str]] = {}
    for dialogue, number, text, decision in examples:
        if decision.outcome in TITLES:
            group = decision.outcome, decision.label
            totals[group] += 1
            if totals[group] <= limit:
                shown.setdefault(group, []).append(_render(dialogue, number, text, decision))
    parts = [WARNING, "# Error examples", "The span is between ⟦ and ⟧."]
    for outcome, title in TITLES.items():
        parts.append(f"## {title}")
        for (_, label), examples_shown in sorted(
            (group, texts) for group, texts in shown.items() if group[0] == outcome
        ):
            count = f"{len(examples_shown)} of {totals[outcome, label]:,}"
            parts += [f"### {_code(label)}: {count}", *examples_shown]
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, mode=PRIVATE) as stream:
        stream.write(("\n\n".join(parts) + "\n").encode("utf8", "replace"))


def _render(dialogue: str, number: int, text: str | None, decision: Decision) -> str:
    span = decision.gold or decision.predicted
    if text is None or span is None:
        raise InputError(
            "Examples of errors need the texts of the messages, and the gold has spans only: give "
            "the dialogues themselves, or write no examples."
        )
    start, end = max(0, span.start - AROUND), span.end + AROUND
    marked = f"{text[start : span.start]}⟦{text[span.start : span.end]}⟧{text[span.end : end]}"
    excerpt = f"{'…' if start else ''}{marked}{'…' if end < len(text) else ''}"
    place = f"{_code(dialogue)}, message {number}, characters {span.start} to {span.end}"
    role = f", {_code(span.role)}" if span.role else ""
    score = f", score {span.score:.2f}" if decision.outcome == "fp" else ""
    fence = "`" * max(3, _longest_run(excerpt) + 1)
    return f"{place}{role}{score}:\n\n{fence}text\n{excerpt}\n{fence}"


def _code(text: str) -> str:
    """Make a code span that nothing in the text can close."""
    text = " ".join(text.split())
    quote = "`" * (_longest_run(text) + 1)
    return f"{quote} {text} {quote}" if "`" in text else f"{quote}{text}{quote}"


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)
