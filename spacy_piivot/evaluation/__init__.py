"""Measures de-identification, by our pipelines or by any other system.

This package reads spans and never imports a component. Each layer imports only layers above it in
this list:

- `core`: annotated spans, matching, counts, schemes, and the registered scorer.
- `baselines`: other systems, run on the same texts.
- `readers`: annotated dialogues from files and Docs.
- `report`: Markdown, HTML, plots, and terminal output.
- `utility`, `groups`, `attack`: what the lesson loses, fairness to groups of names, and attacks on
  a release; they do not import each other.
- `scoring`, `plain_sight`: systems scored against gold; whether surrogates stand out.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .core.options import Options
    from .groups.fairness import Fairness, fairness
    from .groups.name_swap import swap_names
    from .readers.dialogue_corpus import make_dialogue_corpus
    from .readers.reading import from_docs, read_annotations
    from .scoring.agreement import Agreement, agreement
    from .scoring.comparison import Comparison, compare
    from .scoring.evaluation import Evaluation, evaluate

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
    "make_dialogue_corpus",
    "read_annotations",
    "swap_names",
]

# Loaded on first use: components import their scorer from this package, too.
_MODULES = {
    "Options": "core.options",
    "Fairness": "groups.fairness",
    "fairness": "groups.fairness",
    "swap_names": "groups.name_swap",
    "make_dialogue_corpus": "readers.dialogue_corpus",
    "from_docs": "readers.reading",
    "read_annotations": "readers.reading",
    "Agreement": "scoring.agreement",
    "agreement": "scoring.agreement",
    "Comparison": "scoring.comparison",
    "compare": "scoring.comparison",
    "Evaluation": "scoring.evaluation",
    "evaluate": "scoring.evaluation",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_MODULES[name]}", __name__), name)
