import pickle
import socket
from pathlib import Path

import pytest
import spacy
from shared_pipelines import blank_english
from spacy.language import Language

from spacy_piivot.core.spans import get_candidates
from spacy_piivot.errors import InputError, PIIvotError
from spacy_piivot.patterns.presidio import tld_extractor
from spacy_piivot.patterns.registered import read_registry

REGISTRY = r"""
recognizers:
  - NhsRecognizer
  - name: Locker
    supported_language: en
    supported_entity: LOCKER
    context: [locker, combination code]
    patterns: [{name: digits, regex: '\b\d{4}\b', score: 0.1}]
  - name: Codename
    supported_entity: CODENAME
    supported_languages: [{language: de}]
    deny_list: [Falke, Adler]
  - name: Off
    supported_language: en
    supported_entity: OFF
    deny_list: [nothing]
    enabled: false
"""


def make_nlp(recognizers: list[str] | None, registry: Path | None = None) -> Language:
    nlp = blank_english()
    path = str(registry) if registry else None
    nlp.add_pipe("pii_patterns", config={"recognizers": recognizers, "registry": path})
    return nlp


def found(nlp: Language, text: str) -> list[tuple[str, str]]:
    doc = nlp(text)
    return [(candidate.label, candidate.cut(text)) for candidate in get_candidates(doc)]


@pytest.fixture
def registry(tmp_path: Path) -> Path:
    path = tmp_path / "recognizers.yaml"
    path.write_text(REGISTRY, "utf8")
    return path


@pytest.mark.parametrize(
    ("name", "text", "identifier"),
    [
        ("EsNifRecognizer", "mi DNI es 12345678Z", "12345678Z"),
        ("UkNinoRecognizer", "it is AB123456C, sir", "AB123456C"),
        ("PlPeselRecognizer", "pesel 44051401359", "44051401359"),
        ("IbanRecognizer", "send it to GB82WEST12345698765432", "GB82WEST12345698765432"),
    ],
)
def test_recognizers_of_single_countries_run_by_name(name: str, text: str, identifier: str) -> None:
    assert found(make_nlp([name]), text) == [("ID_NUM", identifier)]


def test_names_of_both_kinds_run_together_and_nothing_else() -> None:
    nlp = make_nlp(["email", "UkNinoRecognizer"])
    text = "ola@example.org AB123456C 206-555-0129"
    assert found(nlp, text) == [("EMAIL_ADDRESS", "ola@example.org"), ("ID_NUM", "AB123456C")]


def test_a_registry_file_runs_beside_our_own(registry: Path) -> None:
    nlp = make_nlp(None, registry)
    text = "ola@example.org, nhs 943 476 5919, Falke"
    assert found(nlp, text) == [
        ("EMAIL_ADDRESS", "ola@example.org"),
        ("ID_NUM", "943 476 5919"),
        ("CODENAME", "Falke"),
    ]
    assert found(make_nlp([], registry), "ola@example.org") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my locker is 4471", ["4471"]),
        ("what is the combination  code?\n4471", ["4471"]),
        ("4471 is it", []),
        ("lockers have 4471 doors", []),
        ("locker = 4471 + 2", []),
    ],
)
def test_a_weak_pattern_counts_with_its_context_word(
    registry: Path, text: str, expected: list[str]
) -> None:
    assert [surface for _, surface in found(make_nlp([], registry), text)] == expected


@pytest.mark.parametrize("text", ["so 9434765919 + 2 = x", "9434765919 ÷ 7", "x = 9434765919"])
def test_numbers_of_the_lesson_stay_though_their_checksum_is_right(
    registry: Path, text: str
) -> None:
    assert found(make_nlp([], registry), text) == []


def test_a_threshold_of_the_file_replaces_ours(tmp_path: Path) -> None:
    path = tmp_path / "weak.yaml"
    path.write_text(REGISTRY.replace("context:", "score_thresholds: {default: 0}\n    context:"))
    assert found(make_nlp([], path), "4471 is it") == [("LOCKER", "4471")]


def test_what_is_switched_off_in_the_file_is_no_hindrance(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    off = "\n  - name: GLiNERRecognizer\n    type: predefined\n    enabled: false\n"
    path.write_text(REGISTRY.rstrip() + off)
    assert make_nlp([], path)
    import presidio_analyzer

    assert make_nlp([], Path(presidio_analyzer.__file__).parent / "conf/default_recognizers.yaml")


@pytest.mark.parametrize(
    "name",
    [
        "AzureAILanguageRecognizer",
        "GLiNERRecognizer",
        "BasicLangExtractRecognizer",
        "HuggingFaceNerRecognizer",
        "SpacyRecognizer",
    ],
)
def test_what_asks_a_model_or_a_service_is_refused_before_it_is_made(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object) -> None:
        raise AssertionError("asked the network")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    with pytest.raises(InputError, match=f"Presidio.s {name} does not search for patterns"):
        make_nlp([name])


def test_a_file_with_a_service_is_refused_and_the_engines_recognizer_left_out(
    tmp_path: Path,
) -> None:
    path = tmp_path / "recognizers.yaml"
    path.write_text("recognizers: [SpacyRecognizer, EsNifRecognizer]", "utf8")
    assert [label for label, _ in found(make_nlp([], path), "DNI 12345678Z")] == ["ID_NUM"]
    path.write_text("recognizers: [AzureAILanguageRecognizer, EsNifRecognizer]", "utf8")
    with pytest.raises(InputError, match="AzureAILanguageRecognizer"):
        make_nlp([], path)


def test_presidios_own_e_mail_recognizer_asks_no_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import tldextract

    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("asked the network")

    monkeypatch.setattr(tldextract, "extract", refuse)
    tld_extractor.cache_clear()
    assert found(make_nlp(["EmailRecognizer"]), "ola@example.org") == [
        ("EMAIL_ADDRESS", "ola@example.org")
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "No such file"),
        ("just words", "not a registry file"),
        ("recognizers: {a: 1}", "not a registry file"),
        ("recognizers: [\n", "not a registry file"),
        ("recognizers: [NoSuchRecognizer]", "NoSuchRecognizer"),
        ("recognizers: [{name: A, supported_entity: A}]", "'A' not found"),
        ("recognizers: [{name: A, supported_entity: A, patterns: [{name: p}]}]", "with A"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(
    tmp_path: Path, content: str | None, said: str
) -> None:
    path = tmp_path / "recognizers.yaml"
    if content is not None:
        path.write_text(content, "utf8")
    with pytest.raises(InputError, match=said):
        read_registry(str(path))


def test_an_unknown_name_is_refused_with_both_kinds_named() -> None:
    with pytest.raises(PIIvotError, match=r"'UkNinRecognizer'.*email.*UkNinoRecognizer"):
        make_nlp(["UkNinRecognizer"])


def test_they_are_saved_and_pickled_as_configuration(registry: Path, tmp_path: Path) -> None:
    nlp = make_nlp(["EsNifRecognizer"], registry)
    text = "mi DNI es 12345678Z, Adler"
    expected = found(nlp, text)
    assert [label for label, _ in expected] == ["ID_NUM", "CODENAME"]
    nlp.to_disk(tmp_path / "saved")
    assert found(spacy.load(tmp_path / "saved"), text) == expected
    dumped = pickle.dumps(nlp.get_pipe("pii_patterns"))
    assert b"presidio_analyzer" not in dumped
    docs = nlp.pipe([text] * 4, n_process=2, batch_size=2)
    assert [[span.label_ for span in doc.spans["pii"]] for doc in docs] == [
        ["ID_NUM", "CODENAME"]
    ] * 4


def test_a_pipeline_saved_before_there_was_a_registry_is_loaded(tmp_path: Path) -> None:
    make_nlp(["email"]).to_disk(tmp_path)
    config = (tmp_path / "config.cfg").read_text("utf8")
    assert "registry = null\n" in config
    (tmp_path / "config.cfg").write_text(config.replace("registry = null\n", ""), "utf8")
    assert found(spacy.load(tmp_path), "ola@example.org") == [("EMAIL_ADDRESS", "ola@example.org")]
