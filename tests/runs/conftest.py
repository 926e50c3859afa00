from collections.abc import Callable

import fake_components
import pytest
import spacy
from spacy.language import Language

KEY = b"a key for the tests, long enough"

assert fake_components.WORDS


@pytest.fixture
def make_nlp() -> Callable[..., Language]:
    def make(*components: str, detect: bool = True) -> Language:
        nlp = spacy.blank("en")
        if detect:
            nlp.add_pipe("fake_finder")
        for component in components:
            nlp.add_pipe(component)
        nlp.add_pipe("hips_surrogator")
        nlp.get_pipe("hips_surrogator").key = KEY
        return nlp

    return make


@pytest.fixture
def nlp(make_nlp: Callable[..., Language]) -> Language:
    return make_nlp()
