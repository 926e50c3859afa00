"""The canonical labels, and the schemes of the field: what user code imports."""

from .core.labels import LABELS, from_presidio, to_canonical, to_presidio, to_scheme

__all__ = ["LABELS", "from_presidio", "to_canonical", "to_presidio", "to_scheme"]
