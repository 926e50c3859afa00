"""Blank pipelines that take a millisecond instead of a tenth of a second."""

from functools import cache
from typing import Any

import spacy
from spacy.lang.en import English
from spacy.language import Language

_blank = spacy.blank  # conftest.py replaces it


def with_tokenizer(name: str | None) -> dict[str, Any]:
    """The options of `spacy.blank` for a registered tokenizer, or for spaCy's own."""
    return {"config": {"nlp": {"tokenizer": {"@tokenizers": name}}}} if name else {}


@cache
def _first(tokenizer: str | None) -> Language:
    return _blank("en", **with_tokenizer(tokenizer))


def blank_english(tokenizer: str | None = None) -> Language:
    """A blank English pipeline that shares its vocabulary and tokenizer with all others.

    Its components are its own: add, change and remove them as you like. A test that looks at the
    words that a pipeline keeps or saves, or changes how it tokenises, needs its own vocabulary:
    use `spacy.blank("en")` there.

    tokenizer (str | None): The registered name of its tokenizer; None for spaCy's.
    RETURNS (Language): The pipeline, without components.
    """
    first = _first(tokenizer)
    nlp = English(vocab=first.vocab, create_tokenizer=lambda nlp: first.tokenizer)
    nlp.config = first.config.copy()
    return nlp
