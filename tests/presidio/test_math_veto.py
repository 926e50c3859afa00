from typing import Any

import pytest
from presidio_analyzer import (
    AnalyzerEngine,
    BatchAnalyzerEngine,
    PatternRecognizer,
    RecognizerRegistry,
)
from presidio_analyzer.context_aware_enhancers import LemmaContextAwareEnhancer
from presidio_analyzer.pattern import Pattern
from shared_pipelines import blank_english

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.presidio import MathVeto, PIIvotNlpEngine, PIIvotRecognizer


def make_analyzer(**options: Any) -> AnalyzerEngine:
    """Presidio with its default recognisers, and a pipeline that has nothing of ours."""
    return AnalyzerEngine(nlp_engine=PIIvotNlpEngine(blank_english()), **options)


@pytest.fixture(scope="module")
def plain() -> AnalyzerEngine:
    return make_analyzer()


@pytest.fixture(scope="module")
def vetoed() -> AnalyzerEngine:
    return make_analyzer(context_aware_enhancer=MathVeto())


def found(analyzer: AnalyzerEngine, text: str, **options: Any) -> set[tuple[str, str]]:
    results = analyzer.analyze(text, language="en", **options)
    return {(result.entity_type, text[result.start : result.end]) for result in results}


@pytest.mark.parametrize(
    ("number", "entity"),
    [
        ("3.14159265358", "PHONE_NUMBER"),
        ("10/12/14", "DATE_TIME"),
        ("12.5.3.1", "IP_ADDRESS"),
        ("987654321", "US_PASSPORT"),
    ],
)
def test_numbers_of_the_lesson_are_dropped(
    plain: AnalyzerEngine, vetoed: AnalyzerEngine, number: str, entity: str
) -> None:
    text = f"so {number} + 2x = 14, what is x?"
    assert entity in {name for name, _ in found(plain, text)}
    assert found(vetoed, text) == set()


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("2x = 4. my number is 212-555-0147", ("PHONE_NUMBER", "212-555-0147")),
        ("see you tomorrow, 10/12/14", ("DATE_TIME", "10/12/14")),
        ("2x + 3 = 7, see https://example.org", ("URL", "https://example.org")),
    ],
)
def test_what_is_announced_strong_or_no_number_stays(
    vetoed: AnalyzerEngine, text: str, result: tuple[str, str]
) -> None:
    assert result in found(vetoed, text)


@pytest.mark.parametrize(
    ("text", "fraction", "date"),
    [
        ("is 4/12 the same as 1/3? We meet at 3:45 on Thursday", "4/12", ""),
        ("We meet at 3:45 on Thursday. Is 4/12 the same as 1/3?", "4/12", ""),
        ("so 10/12 is 5/6, and I was born 10/12/09", "10/12", "10/12/09"),
        ("my test is on 5/12, and 4/12 = 1/3", "4/12", "5/12"),
        ("Simplify 4/12 please. My birthday is 10/12/2009", "4/12", "10/12/2009"),
    ],
)
def test_the_expression_decides_and_not_the_message(
    plain: AnalyzerEngine, vetoed: AnalyzerEngine, text: str, fraction: str, date: str
) -> None:
    assert ("DATE_TIME", fraction) in found(plain, text)
    left = {value for _, value in found(vetoed, text)}
    assert fraction not in left
    assert not date or date in left


def test_a_fraction_in_a_long_message_of_talk_is_one_too(
    plain: AnalyzerEngine, vetoed: AnalyzerEngine
) -> None:
    talk = "thank you so much for all of your help today, i liked it a lot and will tell my mum"
    text = f"{talk}. {talk}. {talk}. {talk}. is 4/12 the same as 1/3?"
    assert ("DATE_TIME", "4/12") in found(plain, text)
    assert found(vetoed, text) == set()


def test_scores_are_raised_before_and_strong_ones_stay() -> None:
    digits = PatternRecognizer(
        "ID", patterns=[Pattern("digits", r"\d{6}", 0.6)], context=["solve"], name="Digits"
    )
    registry = RecognizerRegistry(recognizers=[digits])
    text = "solve 471123 + 2x = 14"
    veto = MathVeto(LemmaContextAwareEnhancer(context_matching_mode="whole_word"))
    analyzer = make_analyzer(registry=registry, context_aware_enhancer=veto)
    assert found(analyzer, text) == {("ID", "471123")}
    veto = MathVeto(LemmaContextAwareEnhancer(context_similarity_factor=0.1))
    analyzer = make_analyzer(registry=registry, context_aware_enhancer=veto)
    assert found(analyzer, text) == set()
    veto = MathVeto(veto_below={"Digits": {"*": 0.99}})
    analyzer = make_analyzer(registry=registry, context_aware_enhancer=veto)
    assert found(analyzer, text) == set()


def test_settings_are_those_of_the_segmenter() -> None:
    analyzer = make_analyzer(context_aware_enhancer=MathVeto(veto_labels=["PHONE_NUMBER"]))
    text = "so 3.14159265358 + 2x = 14 and 10/12/14 = y"
    names = {name for name, _ in found(analyzer, text)}
    assert "DATE_TIME" in names
    assert "PHONE_NUMBER" not in names


def test_batches_are_vetoed_too(vetoed: AnalyzerEngine) -> None:
    texts = ["so 10/12/14 + 2x = 14, what is x?", "see you tomorrow, 10/12/14"]
    results = BatchAnalyzerEngine(vetoed).analyze_iterator(texts, language="en", batch_size=2)
    assert [len(some) for some in results] == [0, 1]


def test_messages_of_a_dialogue_are_looked_at_one_by_one() -> None:
    engine = PIIvotNlpEngine(blank_english())
    dates = PatternRecognizer("DATE_TIME", patterns=[Pattern("date", r"\d+/\d+/\d+", 0.6)])
    analyzer = AnalyzerEngine(
        nlp_engine=engine,
        registry=RecognizerRegistry(recognizers=[dates]),
        context_aware_enhancer=MathVeto(),
    )
    messages = ["see you, 10/12/14", "thanks a lot, that was fun", "2x + 10/12/14 = 14, 3x = 4 + y"]
    doc = dialogue_to_doc(
        Dialogue("d", [Message("student", message) for message in messages]), engine.nlp["en"]
    )
    artifacts = engine.doc_artifacts(doc)
    (left,) = analyzer.analyze(doc.text, language="en", nlp_artifacts=artifacts)
    assert left.start < len(messages[0])
    assert "math" not in doc.spans


def test_our_own_results_are_weak_as_the_segmenter_says(default_nlp) -> None:
    registry = RecognizerRegistry(recognizers=[PIIvotRecognizer()])
    analyzer = AnalyzerEngine(
        nlp_engine=PIIvotNlpEngine(default_nlp),
        registry=registry,
        context_aware_enhancer=MathVeto(),
    )
    text = "2x + 3 = 7, and i am Amara Okoye, student id 4471-B92"
    assert found(analyzer, text) == {("PERSON", "Amara Okoye"), ("ID", "4471-B92")}
