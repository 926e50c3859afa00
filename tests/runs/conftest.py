from collections.abc import Callable

import pytest
from spacy.language import Language
from transcripts import make_pipeline


@pytest.fixture
def make_nlp() -> Callable[..., Language]:
    return lambda *components: make_pipeline("fake_finder", *components)


@pytest.fixture
def nlp(make_nlp: Callable[..., Language]) -> Language:
    return make_nlp()
