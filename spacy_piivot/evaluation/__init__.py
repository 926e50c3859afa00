"""Measuring de-identification: of our pipelines, and of anybody's output.

It reads spans and never imports a component.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .annotators import Agreement, agreement
    from .comparison import Comparison, compare
    from .group_fairness import Fairness, fairness
    from .name_swap import swap_names
    from .reading import from_docs, read_annotations
    from .scoring import Evaluation, Options, evaluate

__all__ = [
    "Agreement",
    "Comparison",
    "Evaluation",
    "Fairness",
    "Options",
    "agreement",
    "compare",
    "evaluate",
    "fairness",
    "from_docs",
    "read_annotations",
    "swap_names",
]

# Loaded when asked for: every component's scorer lives in this package too.
_MODULES = {
    "Agreement": "annotators",
    "agreement": "annotators",
    "Comparison": "comparison",
    "compare": "comparison",
    "Fairness": "group_fairness",
    "fairness": "group_fairness",
    "swap_names": "name_swap",
    "from_docs": "reading",
    "read_annotations": "reading",
    "Evaluation": "scoring",
    "Options": "scoring",
    "evaluate": "scoring",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_MODULES[name]}", __name__), name)
