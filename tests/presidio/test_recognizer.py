import logging
from pathlib import Path
from typing import Any

import pytest
import spacy
from presidio_analyzer import (
    AnalyzerEngine,
    BatchAnalyzerEngine,
    RecognizerRegistry,
    RecognizerResult,
)
from presidio_analyzer.nlp_engine import NlpArtifacts, SpacyNlpEngine
from presidio_analyzer.recognizer_registry import RecognizerRegistryProvider
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.labels import CANONICAL, to_presidio
from spacy_piivot.core.spans import Candidate, get_candidates, set_candidates
from spacy_piivot.errors import InputError, PIIvotError
from spacy_piivot.presidio import PIIvotNlpEngine, PIIvotRecognizer

TEXT = "Hi Amara Okoye, is 4/12 the same as 1/3? Mail me: amara.okoye@example.org"


def found(results: list[RecognizerResult], text: str = TEXT) -> list[tuple[str, str]]:
    ordered = sorted(results, key=lambda result: result.start)
    return [(result.entity_type, text[result.start : result.end]) for result in ordered]


@pytest.fixture
def plain_engine() -> SpacyNlpEngine:
    """Presidio's own engine, with a pipeline that has no component of ours."""
    engine = SpacyNlpEngine()
    engine.nlp = {"en": blank_english()}
    return engine


@pytest.fixture
def patterns() -> Language:
    nlp = blank_english()
    nlp.add_pipe("pii_patterns")
    return nlp


def test_three_lines_find_names_and_addresses_under_presidios_names() -> None:
    registry = RecognizerRegistry(recognizers=[PIIvotRecognizer()])
    analyzer = AnalyzerEngine(nlp_engine=PIIvotNlpEngine(), registry=registry)
    results = analyzer.analyze(TEXT, language="en")
    assert found(results) == [
        ("PERSON", "Amara Okoye"),
        ("EMAIL_ADDRESS", "amara.okoye@example.org"),
    ]


def test_the_spans_of_the_engine_are_read_and_the_pipeline_runs_once(
    default_nlp: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    recognizer = PIIvotRecognizer()
    artifacts = PIIvotNlpEngine(default_nlp).process_text(TEXT, "en")
    results = recognizer.analyze(TEXT, None, artifacts)
    assert found(results)[0] == ("PERSON", "Amara Okoye")
    assert recognizer.nlp is None


def test_it_runs_the_pipeline_itself_under_another_engine(
    analyzer: AnalyzerEngine, plain_engine: SpacyNlpEngine
) -> None:
    registry = RecognizerRegistry(recognizers=[PIIvotRecognizer()])
    other = AnalyzerEngine(nlp_engine=plain_engine, registry=registry)
    assert other.analyze(TEXT, language="en") == analyzer.analyze(TEXT, language="en")
    assert found(PIIvotRecognizer().analyze(TEXT, None))[0] == ("PERSON", "Amara Okoye")


def test_a_pipeline_of_the_users_own_is_run(patterns: Language) -> None:
    recognizer = PIIvotRecognizer(nlp=patterns)
    assert found(recognizer.analyze(TEXT, None)) == [("EMAIL_ADDRESS", "amara.okoye@example.org")]


def test_entities_and_thresholds_are_honoured(analyzer: AnalyzerEngine) -> None:
    wanted = analyzer.analyze(TEXT, language="en", entities=["PERSON"])
    assert found(wanted) == [("PERSON", "Amara Okoye")]
    assert found(analyzer.analyze(TEXT, language="en", score_threshold=0.999)) == [
        ("EMAIL_ADDRESS", "amara.okoye@example.org")
    ]
    assert PIIvotRecognizer().analyze(TEXT, []) == []


def test_a_threshold_of_the_recognizer_is_honoured(default_nlp: Language) -> None:
    recognizer = PIIvotRecognizer()
    recognizer.score_thresholds = {"PERSON": 0.9999}
    registry = RecognizerRegistry(recognizers=[recognizer])
    analyzer = AnalyzerEngine(nlp_engine=PIIvotNlpEngine(default_nlp), registry=registry)
    assert found(analyzer.analyze(TEXT, language="en")) == [
        ("EMAIL_ADDRESS", "amara.okoye@example.org")
    ]


def test_supported_entities_narrow_what_is_given(default_nlp: Language) -> None:
    recognizer = PIIvotRecognizer(supported_entities=["EMAIL_ADDRESS"], nlp=default_nlp)
    assert recognizer.get_supported_entities() == ["EMAIL_ADDRESS"]
    assert found(recognizer.analyze(TEXT, ["PERSON", "EMAIL_ADDRESS"])) == [
        ("EMAIL_ADDRESS", "amara.okoye@example.org")
    ]


def test_scores_are_floats_and_both_metadata_keys_are_filled(analyzer: AnalyzerEngine) -> None:
    recognizer = PIIvotRecognizer(name="ours")
    registry = RecognizerRegistry(recognizers=[recognizer])
    results = AnalyzerEngine(nlp_engine=analyzer.nlp_engine, registry=registry).analyze(
        TEXT, language="en"
    )
    assert len(results) == 2
    for result in results:
        assert type(result.score) is float
        metadata = result.recognition_metadata
        assert metadata[RecognizerResult.RECOGNIZER_NAME_KEY] == "ours"
        assert metadata[RecognizerResult.RECOGNIZER_IDENTIFIER_KEY] == recognizer.id


def test_an_explanation_tells_label_sources_and_role_but_no_text(
    analyzer: AnalyzerEngine,
) -> None:
    results = analyzer.analyze(TEXT, language="en", return_decision_process=True)
    said = {result.entity_type: result.analysis_explanation for result in results}
    assert said["PERSON"].textual_explanation == (
        "Found as NAME by potential_pii_ner, whose role is participant"
    )
    assert said["PERSON"].recognizer == "PIIvotRecognizer"
    assert said["PERSON"].original_score == said["PERSON"].score
    assert "Amara" not in repr(said["PERSON"])


def test_every_label_has_an_entity_that_is_supported() -> None:
    assert {to_presidio(label) for label in CANONICAL} == set(PIIvotRecognizer().supported_entities)


def artifacts_of(text: str, start: int, end: int, label: str) -> NlpArtifacts:
    """What the engine gives of a text with one candidate."""
    nlp = blank_english()
    doc = nlp.make_doc(text)
    set_candidates(doc, [Candidate(start, end, label, 1.0, "x")])
    return PIIvotNlpEngine(nlp).doc_artifacts(doc)


def test_labels_of_the_users_own_are_never_lost() -> None:
    artifacts = artifacts_of("locker 12", 0, 9, "LOCKER")
    (other,) = PIIvotRecognizer().analyze("locker 12", None, artifacts)
    assert other.entity_type == "OTHER"
    recognizer = PIIvotRecognizer(supported_entities=["PERSON", "LOCKER"])
    (own,) = recognizer.analyze("locker 12", ["LOCKER"], artifacts)
    assert own.entity_type == "LOCKER"


def test_offsets_are_exact_inside_a_token() -> None:
    artifacts = artifacts_of("so Maria2x+3", 3, 8, "NAME")
    results = PIIvotRecognizer().analyze("so Maria2x+3", None, artifacts)
    assert found(results, "so Maria2x+3") == [("PERSON", "Maria")]


def test_a_text_that_a_component_failed_on_is_no_text_without_pii(
    patterns: Language, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    component: Any = patterns.get_pipe("pii_patterns")

    def fail(doc: Doc) -> None:
        raise KeyError(doc.text)

    monkeypatch.setattr(component, "annotate", fail)
    patterns.set_error_handler(lambda *args: None)
    registry = RecognizerRegistry(recognizers=[PIIvotRecognizer()])
    analyzer = AnalyzerEngine(nlp_engine=PIIvotNlpEngine(patterns), registry=registry)
    with pytest.raises(PIIvotError, match="pii_patterns:KeyError") as caught:
        analyzer.analyze(TEXT, language="en")
    assert "Amara" not in str(caught.value) + caplog.text


def test_a_language_without_a_pipeline_is_refused_with_advice() -> None:
    german = PIIvotRecognizer(supported_language="de")
    with pytest.raises(InputError, match=r"English, not 'de'.*nlp=") as caught:
        german.analyze("Hallo Amara", None)
    assert "Amara" not in str(caught.value)
    nlp = spacy.blank("de")
    with pytest.raises(InputError, match="spans_key"):
        PIIvotRecognizer(supported_language="de", nlp=nlp).analyze("Hallo Amara", None)
    nlp.add_pipe("pii_patterns")
    assert PIIvotRecognizer(supported_language="de", nlp=nlp).analyze("Hallo Amara", None) == []


def test_an_engine_that_only_knows_mathematics_has_not_looked() -> None:
    nlp = blank_english()
    nlp.add_pipe("math_segmenter")
    analyzer = AnalyzerEngine(
        nlp_engine=PIIvotNlpEngine(nlp), registry=RecognizerRegistry([PIIvotRecognizer()])
    )
    results = analyzer.analyze("I am Amara Okoye, amara@example.org", language="en")
    assert {result.entity_type for result in results} == {"PERSON", "EMAIL_ADDRESS"}


def test_it_is_used_for_its_language_only(default_nlp: Language) -> None:
    registry = RecognizerRegistry(
        recognizers=[PIIvotRecognizer(), PIIvotRecognizer(supported_language="de")],
        supported_languages=["en", "de"],
    )
    engine = PIIvotNlpEngine({"en": default_nlp, "de": default_nlp})
    analyzer = AnalyzerEngine(
        nlp_engine=engine, registry=registry, supported_languages=["en", "de"]
    )
    (first, _) = sorted(analyzer.analyze(TEXT, language="de"), key=lambda result: result.start)
    (german,) = [one for one in registry.recognizers if one.supported_language == "de"]
    assert first.recognition_metadata[RecognizerResult.RECOGNIZER_IDENTIFIER_KEY] == german.id


REGISTRY = """\
supported_languages: [en]
recognizers:
  - name: PIIvotRecognizer
    type: predefined
    supported_entities: [PERSON, PHONE_NUMBER]
    score_thresholds: {PHONE_NUMBER: 0.2}
  - name: Locker
    supported_language: en
    supported_entity: LOCKER
    patterns: [{name: locker, regex: 'locker \\d+', score: 0.6}]
"""


def test_a_registry_file_names_it(tmp_path: Path, default_nlp: Language) -> None:
    path = tmp_path / "recognizers.yaml"
    path.write_text(REGISTRY, "utf8")
    registry = RecognizerRegistryProvider(conf_file=path).create_recognizer_registry()
    analyzer = AnalyzerEngine(nlp_engine=PIIvotNlpEngine(default_nlp), registry=registry)
    text = "I am Amara Okoye, amara@example.org, locker 12"
    assert found(analyzer.analyze(text, language="en"), text) == [
        ("PERSON", "Amara Okoye"),
        ("LOCKER", "locker 12"),
    ]
    (ours,) = [one for one in registry.recognizers if isinstance(one, PIIvotRecognizer)]
    assert ours.score_thresholds == {"PHONE_NUMBER": 0.2}


def test_beside_presidios_own_recognizers(default_nlp: Language) -> None:
    analyzer = AnalyzerEngine(nlp_engine=PIIvotNlpEngine(default_nlp))
    analyzer.registry.add_recognizer(PIIvotRecognizer())
    wallet = "16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ"
    text = f"I am Amara Okoye and this is my wallet: {wallet}"
    results = found(analyzer.analyze(text, language="en"), text)
    assert {("PERSON", "Amara Okoye"), ("CRYPTO", wallet)} <= set(results)


@pytest.mark.parametrize("text", ["", " ", "\r\n", "🙂 Amara Okoye 🙂", "\x00", "a\u200bb"])
def test_odd_texts_pass(analyzer: AnalyzerEngine, text: str) -> None:
    results = analyzer.analyze(text, language="en")
    assert [name for _, name in found(results, text)] == ["Amara Okoye"] * ("Amara" in text)


@pytest.mark.parametrize("n_process", [1, 2])
def test_batches_agree_with_single_texts(analyzer: AnalyzerEngine, n_process: int) -> None:
    texts = [TEXT, "", "x = 4", "im Mateo, mateo lindqvist", TEXT]
    alone = [analyzer.analyze(text, language="en") for text in texts]
    batch = BatchAnalyzerEngine(analyzer).analyze_iterator(
        texts, language="en", batch_size=2, n_process=n_process
    )
    assert [sorted(map(str, some)) for some in batch] == [sorted(map(str, some)) for some in alone]


def test_a_dictionary_of_values_lists_and_dictionaries(analyzer: AnalyzerEngine) -> None:
    data = {
        "student": "Amara Okoye",
        "messages": ["hi, I am Amara Okoye", 12, "3:45"],
        "parent": {"mail": "ola@example.org", "id": None},
        "skipped": "Amara Okoye",
    }
    results = list(
        BatchAnalyzerEngine(analyzer).analyze_dict(
            data, language="en", keys_to_skip=["skipped"], n_process=1
        )
    )
    assert [result.key for result in results] == list(data)
    assert found(results[0].recognizer_results, data["student"]) == [("PERSON", "Amara Okoye")]
    assert [len(some) for some in results[1].recognizer_results] == [1, 0, 0]
    nested = list(results[2].recognizer_results)
    assert [len(some.recognizer_results) for some in nested] == [1, 0]
    assert results[3].recognizer_results == []


def test_a_dialogue_keeps_its_messages_speakers_and_roster(
    analyzer: AnalyzerEngine, default_nlp: Language
) -> None:
    dialogue = Dialogue(
        "d",
        [Message("tutor", "What is your phone number?"), Message("wren", "5550143 22 hope asked")],
        roster=["Hope"],
    )
    doc = default_nlp(dialogue_to_doc(dialogue, default_nlp))
    engine: Any = analyzer.nlp_engine
    results = analyzer.analyze(doc.text, language="en", nlp_artifacts=engine.doc_artifacts(doc))
    assert [(r.start, r.end) for r in sorted(results, key=lambda r: r.start)] == [
        (c.start, c.end) for c in get_candidates(doc)
    ]
    assert ("PHONE_NUMBER", "5550143 22") in found(results, doc.text)


def test_nothing_of_ours_logs_a_text(
    default_nlp: Language, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        PIIvotRecognizer(nlp=default_nlp).analyze(TEXT, None)
        PIIvotNlpEngine(default_nlp).process_text(TEXT, "en")
    assert "mara" not in caplog.text
