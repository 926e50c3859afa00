"""Personal names as text: their forms, where they stand, whose they are, what is no name."""

from .forms import (
    POSSESSIVE,
    fold,
    has_title,
    is_one_edit,
    is_only_a_word,
    is_ordinary_word,
    is_particle,
    name_extent,
    name_parts,
    squeeze,
    word_list,
)

__all__ = [
    "POSSESSIVE",
    "fold",
    "has_title",
    "is_one_edit",
    "is_only_a_word",
    "is_ordinary_word",
    "is_particle",
    "name_extent",
    "name_parts",
    "squeeze",
    "word_list",
]
