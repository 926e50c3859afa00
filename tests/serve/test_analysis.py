"""/analyze answers as Presidio's own engine does."""

import json
import logging
from typing import Any

import pytest
import served
from presidio_analyzer import AnalyzerEngine, AnalyzerRequest, RecognizerRegistry
from served import Ask
from spacy.language import Language

from spacy_piivot.presidio import PIIvotNlpEngine, PIIvotRecognizer
from spacy_piivot.serve.engine import ANALYZE, Engine, Job

LICENCE = "John Smith drivers license is AC432223"
PATTERN = {"name": "zip code (weak)", "regex": r"(\b\d{5}(?:\-\d{4})?\b)", "score": 0.01}
ZIP = {
    "name": "Zip code Recognizer",
    "supported_language": "en",
    "patterns": [PATTERN],
    "supported_entity": "ZIP",
}
WITH_ZIP = f"{LICENCE}. Zip code: 10023"
# The bodies of Presidio's API documentation and of the tests of its service.
PUBLISHED: list[dict[str, Any]] = [
    {"text": LICENCE, "language": "en"},
    {"text": LICENCE, "language": "en", "score_threshold": 0.7},
    {"text": LICENCE, "language": "en", "correlation_id": "123"},
    {"text": LICENCE, "language": "en", "trace": "1"},
    {"text": LICENCE, "language": "en", "trace": "somedata"},
    {"text": LICENCE, "language": "en", "return_decision_process": 0},
    {"text": LICENCE, "language": "en", "return_decision_process": True},
    {"text": LICENCE, "language": "en", "entities": ["PERSON"]},
    {"text": WITH_ZIP, "language": "en", "ad_hoc_recognizers": [ZIP]},
    {
        "text": WITH_ZIP,
        "language": "en",
        "return_decision_process": True,
        "ad_hoc_recognizers": [{**ZIP, "context": ["zip", "code"]}],
    },
    {
        "text": "John Smith D.L. is AC432223",
        "language": "en",
        "return_decision_process": True,
        "context": ["Driver license"],
    },
    {
        "text": f"{LICENCE} and the zip code is 12345",
        "language": "en",
        "return_decision_process": False,
        "correlation_id": "123e4567-e89b-12d3-a456-426614174000",
        "score_threshold": 0.6,
        "entities": ["PERSON", "ZIP"],
        "trace": False,
        "ad_hoc_recognizers": [{**ZIP, "context": ["zip", "code"]}],
    },
    {"text": LICENCE, "language": "en", "allow_list": ["John Smith"]},
    {
        "text": LICENCE,
        "language": "en",
        "allow_list": ["^john"],
        "allow_list_match": "regex",
        "regex_flags": 2,
    },
]


@pytest.fixture(scope="module")
def presidio(keyed_nlp: Language) -> AnalyzerEngine:
    """Presidio's engine as docs/presidio.md sets it up."""
    registry = RecognizerRegistry(recognizers=[PIIvotRecognizer()])
    return AnalyzerEngine(nlp_engine=PIIvotNlpEngine(keyed_nlp), registry=registry)


def as_presidio(engine: AnalyzerEngine, body: dict[str, Any]) -> Any:
    """What Presidio's own service would send."""
    asked = AnalyzerRequest(body)
    found = engine.analyze(
        text=str(asked.text),
        language=str(asked.language),
        correlation_id=asked.correlation_id,
        score_threshold=asked.score_threshold,
        entities=asked.entities,
        return_decision_process=asked.return_decision_process,
        ad_hoc_recognizers=asked.ad_hoc_recognizers,
        context=asked.context,
        allow_list=asked.allow_list,
        allow_list_match=asked.allow_list_match,
        regex_flags=asked.regex_flags,
    )
    for result in found:
        del result.recognition_metadata
    return json.loads(json.dumps(found, default=lambda one: one.to_dict()))


def test_the_published_bodies_have_the_answers_of_presidios_engine(
    ask: Ask, presidio: AnalyzerEngine
) -> None:
    for body in PUBLISHED:
        status, found = ask("/analyze", body)
        assert status == 200
        assert found == as_presidio(presidio, body), body
    keys = {"start", "end", "score", "entity_type", "analysis_explanation"}
    status, found = ask("/analyze", PUBLISHED[9])
    assert {frozenset(one) for one in found} == {frozenset(keys)}
    zip_code = next(one for one in found if one["entity_type"] == "ZIP")
    assert zip_code["score"] == 0.4
    assert set(zip_code["analysis_explanation"]) >= {
        "recognizer", "pattern_name", "pattern", "original_score", "score", "textual_explanation",
        "score_context_improvement", "supportive_context_word", "validation_result",
    }  # fmt: skip


def test_several_texts_have_the_answers_of_each(ask: Ask) -> None:
    texts = [LICENCE, "is 4/12 the same as 1/3?", "", "mail amara@example.org", 5, True, 0.5]
    status, found = ask("/analyze", {"text": texts, "language": "en"})
    assert status == 200
    alone = [ask("/analyze", {"text": t, "language": "en"})[1] for t in (texts[0], texts[3])]
    assert [found[0], found[3]] == alone
    assert found[1] == found[2] == found[4] == found[5] == found[6] == []


def test_requests_that_are_read_together_have_the_answers_of_each_alone(engine: Engine) -> None:
    bodies = [served.body(body) for body in PUBLISHED]
    bodies[3:3] = [
        b"{",
        served.body({"text": LICENCE}),
        served.body({"text": [], "language": "en"}),
    ]
    alone = [one for body in bodies for one in engine.answers([Job(ANALYZE, body)])]
    assert list(engine.answers([Job(ANALYZE, body) for body in bodies])) == alone
    assert [answer.status for answer in alone[3:6]] == [400, 500, 500]


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, "No text provided"),
        ({"language": "en"}, "No text provided"),
        ({"text": "", "language": "en"}, "No text provided"),
        ({"text": LICENCE}, "No language provided"),
        (
            {"text": LICENCE, "language": "zz"},
            "No matching recognizers were found to serve the request.",
        ),
        (
            {"text": LICENCE, "language": "en", "entities": ["NOTHING"]},
            "No matching recognizers were found to serve the request.",
        ),
        (
            {
                "text": LICENCE,
                "language": "en",
                "entities": ["ZIP"],
                "ad_hoc_recognizers": [{**ZIP, "supported_language": "de"}],
            },
            "No matching recognizers were found to serve the request.",
        ),
    ],
)
def test_the_errors_that_presidio_answers_with_500(ask: Ask, body: Any, error: str) -> None:
    assert ask("/analyze", body) == (500, {"error": error})


def test_a_text_that_is_too_long_for_the_pipeline(ask: Ask) -> None:
    for text in ("I am Jane Smith. " * 60_000, ["a", "x" * 1_000_001]):
        status, said = ask("/analyze", {"text": text, "language": "en"})
        assert (status, said["error"]) == (
            413, "A text has more than 1000000 characters. Send less at once.",
        )  # fmt: skip


def test_a_wrong_recognizer_has_presidios_error(ask: Ask) -> None:
    patterns = [{"type": "zip code (weak)", "bebex": r"\d", "confidence": 0.01}]
    body = {**PUBLISHED[8], "ad_hoc_recognizers": [{**ZIP, "patterns": patterns}]}
    status, said = ask("/analyze", body)
    assert status == 400
    assert said["error"].startswith(
        "Failed to parse /analyze request for AnalyzerEngine.analyze(). "
    )
    assert "unexpected keyword argument 'type'" in said["error"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"text": {"a": 1}},
        {"text": [["a"]]},
        {"text": [None]},
        {"language": 5},
        {"language": ["en"]},
        {"entities": "PERSON"},
        {"entities": [1]},
        {"score_threshold": "high"},
        {"score_threshold": True},
        {"context": "zip"},
        {"allow_list": {"a": 1}},
        {"allow_list_match": "fuzzy"},
        {"allow_list": ["("], "allow_list_match": "regex"},
        {"regex_flags": "i"},
        {"allow_list": ["a"], "allow_list_match": "regex", "regex_flags": -1},
        {"allow_list": ["a"], "allow_list_match": "regex", "regex_flags": 10**40},
        {"ad_hoc_recognizers": [{**ZIP, "global_regex_flags": -1}]},
        {"ad_hoc_recognizers": [{**ZIP, "supported_entity": {"a": 1}}]},
        {"ad_hoc_recognizers": [{**ZIP, "supported_language": 5}]},
        {"ad_hoc_recognizers": ["zip"]},
        {"ad_hoc_recognizers": {"name": "x"}},
        {
            "ad_hoc_recognizers": [
                {"supported_entity": "ZIP", "patterns": [{**PATTERN, "regex": "("}]}
            ]
        },
    ],
)
def test_a_field_of_the_wrong_type_is_named(ask: Ask, wrong: dict[str, Any]) -> None:
    status, said = ask("/analyze", {"text": LICENCE, "language": "en", **wrong})
    assert status == 400
    assert next(reversed(wrong)).split("_match")[0].rstrip("s") in said["error"]
    assert "Smith" not in said["error"]


def test_no_log_has_a_text(ask: Ask, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        ask("/analyze", {"text": "I am Odile Zorblatt", "language": "en", "correlation_id": "Zo"})
    assert "Zorblatt" not in caplog.text
