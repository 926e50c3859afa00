import pytest
from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
from spacy.language import Language

from spacy_piivot.presidio import PIIvotNlpEngine, PIIvotRecognizer

KEY = "a test key of more than sixteen bytes"


@pytest.fixture(autouse=True)
def key_from_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPACY_PIIVOT_KEY", KEY)


@pytest.fixture(scope="session")
def analyzer(default_nlp: Language) -> AnalyzerEngine:
    """The shipped pipeline alone, as a Presidio user would set it up."""
    registry = RecognizerRegistry(recognizers=[PIIvotRecognizer()])
    return AnalyzerEngine(nlp_engine=PIIvotNlpEngine(default_nlp), registry=registry)
