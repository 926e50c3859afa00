"""Places, addresses, schools and peoples: their grammar, detection and surrogates."""

from .gazetteer import Gazetteer

__all__ = ["Gazetteer"]
