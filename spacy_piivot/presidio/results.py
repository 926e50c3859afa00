"""Converts candidates to Presidio's results, and back."""

from typing import Any

from presidio_analyzer import AnalysisExplanation, RecognizerResult

from ..core.labels import from_presidio, to_presidio
from ..core.spans import SOURCE_SEPARATOR, Candidate

# Keys in a result's metadata, next to Presidio's own two, for data without a field.
LABEL_KEY = "piivot_label"
SOURCE_KEY = "piivot_source"
ROLE_KEY = "piivot_role"
UNKNOWN_RECOGNIZER = "presidio"


def to_result(candidate: Candidate, recognizer: Any) -> RecognizerResult:
    """Convert a candidate to a result, with an explanation that quotes no text.

    candidate (Candidate): The candidate.
    recognizer (EntityRecognizer): The recogniser that returns it.
    RETURNS (RecognizerResult): The result, under Presidio's entity name.
    """
    score = float(candidate.score)
    sources = candidate.source.split(SOURCE_SEPARATOR)
    role = f", whose role is {candidate.role}" if candidate.role else ""
    return RecognizerResult(
        entity_type=to_presidio(candidate.label),
        start=candidate.start,
        end=candidate.end,
        score=score,
        analysis_explanation=AnalysisExplanation(
            recognizer=recognizer.name,
            original_score=score,
            textual_explanation=f"Found as {candidate.label} by {' and '.join(sources)}{role}",
        ),
        recognition_metadata={
            RecognizerResult.RECOGNIZER_NAME_KEY: recognizer.name,
            RecognizerResult.RECOGNIZER_IDENTIFIER_KEY: recognizer.id,
            LABEL_KEY: candidate.label,
            SOURCE_KEY: candidate.source,
            ROLE_KEY: candidate.role,
        },
    )


def to_candidate(result: Any, text: str, offset: int = 0) -> Candidate | None:
    """Convert a result to a candidate.

    result (RecognizerResult): A result of any recogniser, from the analyzer or made by hand.
    text (str): The text in which it was found.
    offset (int): The start of that text in the document.
    RETURNS (Candidate | None): The candidate without white space around it; None if nothing
        is left.
    """
    found = text[result.start : result.end]
    start = result.start + len(found) - len(found.lstrip())
    end = start + len(found.strip())
    if start >= end:
        return None
    known: dict[str, str] = getattr(result, "recognition_metadata", None) or {}
    name = known.get(RecognizerResult.RECOGNIZER_NAME_KEY, UNKNOWN_RECOGNIZER)
    return Candidate(
        offset + start,
        offset + end,
        known.get(LABEL_KEY, from_presidio(result.entity_type)),
        float(result.score),
        known.get(SOURCE_KEY, name),
        known.get(ROLE_KEY, ""),
    )
