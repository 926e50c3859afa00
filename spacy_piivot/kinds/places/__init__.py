"""What is known of places, for those who find them and those who replace them."""

from .gazetteer import Gazetteer

__all__ = ["Gazetteer"]
