"""Runs Presidio's analyzer with its default recognisers and threshold, offline and silently."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from presidio_analyzer import AnalyzerEngine
from presidio_analyzer.nlp_engine import SpacyNlpEngine
from presidio_analyzer.predefined_recognizers import EmailRecognizer
from spacy.language import Language

from ...patterns.presidio import tld_extractor
from ..core.annotations import AnnotatedSpan
from .education import education_recognizers

LANGUAGE = "en"
LOGGER = logging.getLogger("presidio-analyzer")


class Presidio:
    """Finds the entities of Presidio's analyzer, under Presidio's own names.

    Results may overlap: only the duplicates that Presidio removes itself are missing.

    nlp (Language): The pipeline that finds names, places and dates.
    education (bool): Whether to add recognisers for SCHOOL, COURSE and GRADE_LEVEL, as the
        baseline of Zhou et al. (2026) does.
    """

    def __init__(self, nlp: Language, *, education: bool) -> None:
        engine = SpacyNlpEngine()
        # Set directly: Presidio would download a pipeline that is not installed.
        engine.nlp = {LANGUAGE: nlp}  # type: ignore[assignment]
        with _silent():
            self.analyzer = AnalyzerEngine(nlp_engine=engine, supported_languages=[LANGUAGE])
            registry = self.analyzer.registry
            registry.recognizers = [
                _OfflineEmailRecognizer() if isinstance(recognizer, EmailRecognizer) else recognizer
                for recognizer in registry.recognizers
            ]
            for recognizer in education_recognizers() if education else ():
                registry.add_recognizer(recognizer)

    def __call__(self, texts: Sequence[str]) -> list[list[AnnotatedSpan]]:
        """Analyze messages, one at a time.

        texts (Sequence[str]): The messages.
        RETURNS (list[list[AnnotatedSpan]]): The spans of each, in text order.
        """
        with _silent():
            return [self._analyze(text) for text in texts]

    def _analyze(self, text: str) -> list[AnnotatedSpan]:
        results = self.analyzer.analyze(text, language=LANGUAGE)
        spans = [
            AnnotatedSpan(result.start, result.end, result.entity_type, score=float(result.score))
            for result in results
        ]
        return sorted(spans, key=lambda span: (span.start, span.end, span.label))


class _OfflineEmailRecognizer(EmailRecognizer):
    """Validates domains by the list of public suffixes that tldextract ships; Presidio's own
    recogniser downloads the list."""

    def validate_result(self, pattern_text: str) -> bool:
        return tld_extractor()(pattern_text).fqdn != ""


@contextmanager
def _silent() -> Iterator[None]:
    """Log nothing: Presidio warns of each entity that it has no name for, and one of its messages
    quotes text."""
    former = LOGGER.disabled
    LOGGER.disabled = True
    try:
        yield
    finally:
        LOGGER.disabled = former
