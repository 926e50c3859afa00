"""Personal names: how they are written, found, assigned to people and replaced."""

from .forms import is_only_a_word, is_ordinary_word, is_particle, is_people, possessive
from .parsing import has_title, name_extent, name_parts
from .variants import is_one_edit

__all__ = [
    "has_title",
    "is_one_edit",
    "is_only_a_word",
    "is_ordinary_word",
    "is_particle",
    "is_people",
    "name_extent",
    "name_parts",
    "possessive",
]
