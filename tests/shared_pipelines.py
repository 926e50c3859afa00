"""Blank pipelines that cost a millisecond, not a tenth of a second."""

from functools import cache

import spacy
from spacy.lang.en import English
from spacy.language import Language


@cache
def _first() -> Language:
    return spacy.blank("en")


def blank_english() -> Language:
    """A blank English pipeline with the vocabulary and the tokenizer of all the others.

    Its components are its own: add, change and remove them as you like. Where a test looks at
    the words that a pipeline keeps or saves, or changes how it tokenises, it needs its own
    vocabulary: take `spacy.blank("en")` there.

    RETURNS (Language): The pipeline, without components.
    """
    first = _first()
    nlp = English(vocab=first.vocab, create_tokenizer=lambda nlp: first.tokenizer)
    nlp.config = first.config.copy()
    return nlp
