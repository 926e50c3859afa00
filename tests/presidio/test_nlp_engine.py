from typing import Any

import pytest
from presidio_analyzer import AnalyzerEngine, PatternRecognizer, RecognizerRegistry
from presidio_analyzer.nlp_engine import NerModelConfiguration, NlpEngineProvider
from presidio_analyzer.pattern import Pattern
from presidio_analyzer.predefined_recognizers import SpacyRecognizer
from shared_pipelines import blank_english
from spacy.language import Language

from spacy_piivot.errors import InputError
from spacy_piivot.presidio import PIIvotNlpEngine, PIIvotRecognizer


@pytest.fixture
def ruler() -> Language:
    """A user's own pipeline, with named entities and a component of ours."""
    nlp = blank_english()
    rules: Any = nlp.add_pipe("entity_ruler")
    rules.add_patterns(
        [
            {"label": "PERSON", "pattern": "Zadie"},
            {"label": "GPE", "pattern": "Narnia"},
            {"label": "CARDINAL", "pattern": "two"},
        ]
    )
    nlp.add_pipe("pii_patterns")
    nlp.add_pipe("hips_surrogator")
    return nlp


def test_a_pipeline_that_is_there_is_used_as_it_is(ruler: Language) -> None:
    engine = PIIvotNlpEngine(ruler)
    assert engine.is_loaded()
    assert engine.get_nlp("en") is ruler
    assert engine.get_supported_languages() == ["en"]


def test_the_shipped_pipeline_is_loaded_when_presidio_asks() -> None:
    engine = PIIvotNlpEngine()
    assert not engine.is_loaded()
    with pytest.raises(ValueError, match="not loaded"):
        engine.process_text("hi", "en")
    engine.load()
    assert engine.get_nlp("en").meta["name"] == "piivot_light"


def test_surrogates_are_not_made_and_the_pipeline_stays_as_it_was(ruler: Language) -> None:
    engine = PIIvotNlpEngine(ruler)
    doc = engine.process_text("mail zadie@example.org", "en").tokens
    assert len(doc.spans["pii"]) == 1
    assert doc._.piivot_text is None
    ((_, batch),) = engine.process_batch(["mail zadie@example.org"], "en")
    assert batch.tokens._.piivot_text is None
    assert "hips_surrogator" in ruler.pipe_names


def test_named_entities_of_the_pipeline_go_to_presidio(ruler: Language) -> None:
    text = "Zadie of Narnia has two, zadie@example.org"
    recognizers = [PIIvotRecognizer(), SpacyRecognizer()]
    analyzer = AnalyzerEngine(
        nlp_engine=PIIvotNlpEngine(ruler), registry=RecognizerRegistry(recognizers=recognizers)
    )
    results = sorted(analyzer.analyze(text, language="en"), key=lambda result: result.start)
    assert [(r.entity_type, text[r.start : r.end], r.score) for r in results] == [
        ("PERSON", "Zadie", 0.85),
        ("LOCATION", "Narnia", 0.85),
        ("EMAIL_ADDRESS", "zadie@example.org", 1.0),
    ]


def test_the_ner_configuration_is_honoured(ruler: Language) -> None:
    configuration = NerModelConfiguration(
        labels_to_ignore=["CARDINAL", "PERSON"],
        default_score=0.6,
        low_score_entity_names=["LOCATION"],
        low_confidence_score_multiplier=0.5,
    )
    engine = PIIvotNlpEngine(ruler, ner_model_configuration=configuration)
    artifacts = engine.process_text("Zadie of Narnia has two", "en")
    assert [entity.label_ for entity in artifacts.entities] == ["LOCATION"]
    assert artifacts.scores == [0.3]
    assert [entity.label_ for entity in artifacts.tokens.ents] == ["PERSON", "GPE", "CARDINAL"]


def test_context_words_work_without_a_lemmatizer(default_nlp: Language) -> None:
    locker = PatternRecognizer(
        "LOCKER", patterns=[Pattern("digits", r"\d{4}", 0.1)], context=["locker"]
    )
    analyzer = AnalyzerEngine(
        nlp_engine=PIIvotNlpEngine(default_nlp), registry=RecognizerRegistry(recognizers=[locker])
    )
    (near,) = analyzer.analyze("my Locker is 4471", language="en")
    (alone,) = analyzer.analyze("my answer is 4471", language="en")
    assert near.score > 0.4 > alone.score


def test_batches_keep_order_and_contexts(ruler: Language) -> None:
    engine = PIIvotNlpEngine(ruler)
    pairs = [(f"ask z{number}@example.org", {"number": number}) for number in range(5)]
    batch = list(engine.process_batch(pairs, "en", batch_size=2, as_tuples=True))
    assert [(text, context) for text, _, context in batch] == pairs
    assert [artifacts.tokens.text for _, artifacts, _ in batch] == [text for text, _ in pairs]
    plain = list(engine.process_batch([1, True, "x"], "en"))
    assert [text for text, _ in plain] == ["1", "True", "x"]


def test_presidios_provider_makes_it_from_a_configuration() -> None:
    configuration = {
        "nlp_engine_name": "piivot",
        "models": [{"lang_code": "en", "model_name": "en_piivot_light"}],
        "ner_model_configuration": {"default_score": 0.5},
    }
    provider = NlpEngineProvider(nlp_engines=(PIIvotNlpEngine,), nlp_configuration=configuration)
    engine = provider.create_engine()
    assert isinstance(engine, PIIvotNlpEngine)
    assert engine.is_loaded()
    assert engine.ner_model_configuration.default_score == 0.5


def test_a_folder_is_loaded_and_a_missing_model_is_not_downloaded(tmp_path, ruler) -> None:
    ruler.to_disk(tmp_path / "mine")
    engine = PIIvotNlpEngine(models=[{"lang_code": "en", "model_name": str(tmp_path / "mine")}])
    engine.load()
    assert engine.get_nlp("en").pipe_names == ruler.pipe_names
    missing = PIIvotNlpEngine(models=[{"lang_code": "en", "model_name": "en_no_such_model"}])
    with pytest.raises(InputError, match=r"en_no_such_model.*nothing is downloaded"):
        missing.load()


def test_a_language_that_it_has_not_is_refused(ruler: Language) -> None:
    with pytest.raises(InputError, match="no pipeline for 'de', only for: en"):
        PIIvotNlpEngine(ruler).process_text("hallo", "de")
