"""Formats the rates of groups as tables and as plain values for JSON."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ..report.sections import NOTHING, Cell, Section
from .rates import Group, GroupTable

_HEADER = (
    "Group", "Names", "Found", "True-positive rate", "Difference", "U", "p", "p (Holm)",
)  # fmt: skip
_UNTESTED = 5


def table_dict(table: GroupTable) -> dict[str, Any]:
    return {
        "unknown": table.unknown,
        "gap": table.gap,
        "gap_interval": table.gap_interval and list(table.gap_interval),
        "groups": {
            group.name: {
                **asdict(group),
                "rate": group.rate,
                "interval": group.interval and list(group.interval),
                "difference_interval": group.difference_interval
                and list(group.difference_interval),
            }
            for group in table.groups
        },
    }


def table_section(table: GroupTable, prose: str) -> Section:
    gap = "fewer than two groups with enough names"
    if table.gap is not None:
        gap = f"{_ratio(table.gap)} {_interval(table.gap_interval)}".rstrip()
    prose = f"{prose} Equality of opportunity, largest minus smallest rate: {gap}.".lstrip()
    if table.unknown:
        prose += f" {table.unknown:,} names point to no group."
    tested = any(group.p is not None for group in table.groups)
    columns = len(_HEADER) if tested else _UNTESTED
    return Section(
        f"By {table.attribute}",
        prose,
        _HEADER[:columns],
        [_row(group)[:columns] for group in table.groups],
    )


def _row(group: Group) -> list[Cell]:
    return [
        Cell(group.name + "*" * group.small),
        Cell(f"{group.n:,}"),
        Cell(f"{group.detected:,}"),
        Cell(_ratio(group.rate), _interval(group.interval)),
        Cell(_ratio(group.difference, "+"), _interval(group.difference_interval)),
        Cell(NOTHING if group.u is None else f"{group.u:,.1f}"),
        Cell(_p(group.p)),
        Cell(_p(group.p_holm)),
    ]


def _ratio(value: float | None, sign: str = "") -> str:
    return NOTHING if value is None else f"{value:{sign}.4f}"


def _interval(bounds: Sequence[float] | None) -> str:
    return f"[{', '.join(map(_ratio, bounds))}]" if bounds else ""


def _p(value: float | None) -> str:
    return NOTHING if value is None else "<0.001" if value < 0.001 else f"{value:.3f}"
