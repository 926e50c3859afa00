"""The public API for the canonical labels and other label schemes."""

from .core.labels import LABELS, from_presidio, to_canonical, to_presidio, to_scheme

__all__ = ["LABELS", "from_presidio", "to_canonical", "to_presidio", "to_scheme"]
