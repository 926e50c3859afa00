from collections.abc import Callable

import pytest

from spacy_piivot.patterns.recognizer import cues_of, plain_text
from spacy_piivot.patterns.registry import recognizers

Find = Callable[..., list[tuple[str, str]]]


@pytest.fixture
def found() -> Find:
    """What all recognisers, or some, find in a message: (label, text) pairs."""

    def find(text: str, previous: str = "", only: str | None = None) -> list[tuple[str, str]]:
        plain = plain_text(text)
        cues = cues_of(plain)
        return sorted(
            {
                (finding.label, text[finding.start : finding.end])
                for recognizer in recognizers().values()
                if only in (None, recognizer.name) and not recognizer.cues.isdisjoint(cues)
                for finding in recognizer.find(plain, plain_text(previous))
            }
        )

    return find
