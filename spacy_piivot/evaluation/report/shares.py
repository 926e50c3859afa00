"""The shares in a report: counts and their totals."""

from collections.abc import Mapping
from typing import Any

from .figures import counted, percentage
from .prose import NOT_AVAILABLE

PER_1000 = "False positives per 1,000 tokens of MATH"


def shares_of(evaluation: Mapping[str, Any]) -> dict[str, tuple[int, int] | None]:
    """Collect counts and their totals by measure; None if not available."""
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
            f"Lookalikes taken for PII: {kind}": (alarm["false_alarms"], alarm["of"])
            for kind, alarm in kinds.items()
        },
        "Numbers left untouched": numbers and (numbers["untouched"], numbers["of"]),
        "Numbers left untouched in MATH": math_numbers
        and (math_numbers["untouched"], math_numbers["of"]),
        "Tokens left untouched in MATH": maths and (maths["untouched"], maths["of"]),
        PER_1000: maths and (maths["false_positives"], maths["of"]),
        "Found names with the right role": roles and (roles["right"], roles["of"]),
        "Found participants with another role": lost and (lost["lost"], lost["of"]),
    }


def share_cells(measured: str, share: tuple[int, int] | None) -> tuple[str, str, str]:
    if share is None:
        return NOT_AVAILABLE, "", ""
    count, whole = share
    value = count / whole if whole else None
    if measured == PER_1000 and value is not None:
        return counted(count), counted(whole), f"{1000 * value:.2f}"
    return counted(count), counted(whole), percentage(value)
