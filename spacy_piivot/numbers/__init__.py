"""How numbers are said and written: read where they are found, written where they are replaced."""

from .words import NumberWords

__all__ = ["NumberWords"]
