"""Tells Word's own names of styles from names that people or programs gave."""

import re

# The words of the names that Word gives its own styles, whatever its language (its list of
# "latent styles"): "heading 1", "List Bullet 2", "Grid Table 5 Dark Accent 3".
_WORDS = frozenset(
    """
    accent acronym address annotation authorities balloon bibliography block body book bottom
    bullet caption char cite classic closing code colorful columns contemporary continue d dark date
    default definition document e effects elegant emphasis endnote envelope figures first
    followedhyperlink font footer footnote form grid hashtag header heading html hyperlink indent
    index intense keyboard light line link list macro mail map medium mention message no normal
    note number of outline page paragraph placeholder plain preformatted professional quote
    reference return revision salutation sample shading signature simple smart spacing strong
    subject subtitle subtle table text theme title toa toc top typewriter unresolved variable web
    """.split()
)
_WORD = re.compile(r"[^\W\d_]+")


def is_word_style(name: str) -> bool:
    """Whether a style's name is one that Word gives.

    name (str): The name: "heading 1", "Maya's Title".
    RETURNS (bool): Whether no word of it can be anybody's.
    """
    return all(word.casefold() in _WORDS for word in _WORD.findall(name))
