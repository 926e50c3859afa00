"""Measuring de-identification: of our pipelines, and of anybody's output.

It reads spans and never imports a component.
"""

from .agreement import Agreement, agreement
from .comparison import Comparison, compare
from .fairness import Fairness, fairness
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
]
