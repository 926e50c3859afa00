"""The wording of reports."""

from collections.abc import Mapping
from typing import Any

from .figures import counted

NOT_AVAILABLE = "not available"
MATCHING_PROSE = {
    "strict": "same start, end and label",
    "any_label": "same start and end",
    "overlap": "overlaps a gold span of the same label",
    "token": "same B- or I- tag, token by token",
    "published": "same text and label in the dialogue, wherever it occurs",
}
LABEL_PROSE = (
    "Sorted by the number of gold spans. The interval of a label that occurs in few dialogues is "
    "unreliable."
)
STRATUM_REASONS = {
    "segment": "no message is marked MATH or NON-MATH",
    "corpus": "no dialogue names its corpus",
    "speaker": "no message names its speaker's role",
    "role": "no gold name has a role",
    "region": "no gold name points to a region, or a package is missing",
    "gender": "no gold name points to a gender, or a package is missing",
}
SHARES_PROSE = (
    "Leaked characters are those of gold spans that no prediction covers. A lookalike resembles "
    "PII but is not PII."
)


def describe(evaluation: Mapping[str, Any]) -> str:
    """Describe what was scored, and how."""
    matching, bootstrap = evaluation["matching"], evaluation["bootstrap"]
    resampled = (
        f"95% intervals from {counted(bootstrap)} bootstrap resamples of dialogues (percentile, "
        f"seed {evaluation['seed']})."
    )
    return (
        f"Gold: {evaluation['gold']}, {counted(evaluation['dialogues'])} dialogues, "
        f"{_messages(evaluation)}{counted(evaluation['gold_spans'])} scored spans. "
        f"Matching: {matching} ({MATCHING_PROSE[matching]}). Label scheme: {evaluation['scheme']}. "
        f"{resampled if bootstrap else 'No intervals.'}"
    )


def _messages(evaluation: Mapping[str, Any]) -> str:
    return f"{counted(evaluation['messages'])} messages, " if evaluation["messages"] else ""
