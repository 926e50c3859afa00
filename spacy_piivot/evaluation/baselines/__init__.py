"""Baselines to compare with: Presidio, and the named entities of a spaCy pipeline.

Other systems are compared by their span files, without this package.
"""

from .systems import SYSTEMS, Baseline, find_baseline

__all__ = ["SYSTEMS", "Baseline", "find_baseline"]
