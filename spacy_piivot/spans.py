"""The public API for the candidates in a Doc's span groups."""

from .core.candidate import Candidate
from .core.spans import (
    PII,
    REJECTED,
    add_candidates,
    get_candidates,
    mark_searched,
    move_candidates,
    set_candidates,
)

__all__ = [
    "PII",
    "REJECTED",
    "Candidate",
    "add_candidates",
    "get_candidates",
    "mark_searched",
    "move_candidates",
    "set_candidates",
]
