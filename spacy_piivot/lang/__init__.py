"""A language pack: every word that the package judges by, as files in a folder a language."""

from .lexicon import ENGLISH, Lexicon, load_lexicon, make_lexicon

__all__ = ["ENGLISH", "Lexicon", "load_lexicon", "make_lexicon"]
