"""Blank pipelines that cost a millisecond, not a tenth of a second."""

from functools import cache
from typing import Any

import spacy
from spacy.lang.en import English
from spacy.language import Language

_blank = spacy.blank  # conftest.py replaces it


def with_tokenizer(name: str | None) -> dict[str, Any]:
    """What `spacy.blank` is given for a pipeline with this registered tokenizer, or spaCy's."""
    return {"config": {"nlp": {"tokenizer": {"@tokenizers": name}}}} if name else {}


@cache
def _first(tokenizer: str | None) -> Language:
    return _blank("en", **with_tokenizer(tokenizer))


def blank_english(tokenizer: str | None = None) -> Language:
    """A blank English pipeline with the vocabulary and the tokenizer of all the others.

    Its components are its own: add, change and remove them as you like. Where a test looks at
    the words that a pipeline keeps or saves, or changes how it tokenises, it needs its own
    vocabulary: take `spacy.blank("en")` there.

    tokenizer (str | None): The registered name of its tokenizer; None for spaCy's.
    RETURNS (Language): The pipeline, without components.
    """
    first = _first(tokenizer)
    nlp = English(vocab=first.vocab, create_tokenizer=lambda nlp: first.tokenizer)
    nlp.config = first.config.copy()
    return nlp
