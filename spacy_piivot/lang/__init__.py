"""Language packs: all words that the package relies on, in one folder per language."""

from .lexicon import ENGLISH, Lexicon, load_lexicon, make_lexicon

__all__ = ["ENGLISH", "Lexicon", "load_lexicon", "make_lexicon"]
