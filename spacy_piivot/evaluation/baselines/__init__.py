"""Systems to compare with, in one call: Presidio, and a spaCy pipeline's own entities.

Of any other system the span file is read; nothing here is needed for it.
"""

from .systems import SYSTEMS, Baseline, find_baseline

__all__ = ["SYSTEMS", "Baseline", "find_baseline"]
