import sys
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

import pandas
import pytest
from forked import forked
from presidio_analyzer import AnalyzerEngine, BatchAnalyzerEngine
from presidio_analyzer import RecognizerResult as Found
from presidio_anonymizer import AnonymizerEngine, BatchAnonymizerEngine
from presidio_anonymizer.entities import (
    ConflictResolutionStrategy,
    InvalidParamError,
    OperatorConfig,
    RecognizerResult,
)
from presidio_structured import PandasAnalysisBuilder, StructuredAnalysis, StructuredEngine
from shared_pipelines import blank_english
from spacy.language import Language

import spacy_piivot
from spacy_piivot.core.dialogue import (
    Dialogue,
    Message,
    dialogue_to_doc,
    message_candidates,
    released_texts,
)
from spacy_piivot.errors import InputError, PIIvotError
from spacy_piivot.presidio import PIIvotRecognizer, SurrogateOperator
from spacy_piivot.presidio.results import to_result

TEXTS = [
    "hi, I am Amara Okoye and this is Mateo Lindqvist",
    "Amara: is 4/12 the same as 1/3? my mail is amara.okoye@example.org",
    "",
    "Mateo, call 212-555-0147. Mateo's sister Amara is called AMARA too",
]


@pytest.fixture
def engine() -> AnonymizerEngine:
    engine = AnonymizerEngine()
    engine.add_anonymizer(SurrogateOperator)
    return engine


@pytest.fixture(scope="module")
def nlp(keyed_nlp: Language) -> Language:
    return keyed_nlp


def anonymized(engine: AnonymizerEngine, text: str, results: list[Any], **options: Any) -> str:
    operators = SurrogateOperator.for_text(text, results, **options)
    return engine.anonymize(text, results, operators, **options).text


def by_hand(text: str, *parts: tuple[str, str]) -> list[RecognizerResult]:
    return [
        RecognizerResult(entity, text.index(part), text.index(part) + len(part), 0.8)
        for part, entity in parts
    ]


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_gets_the_surrogates_of_the_component(
    text: str, analyzer: AnalyzerEngine, engine: AnonymizerEngine, nlp: Language
) -> None:
    results = analyzer.analyze(text, language="en")
    expected = nlp(text)._.piivot_text
    assert anonymized(engine, text, results) == expected
    assert "Amara" not in expected


def test_a_batch_gets_the_surrogates_of_a_dialogue(engine: AnonymizerEngine, nlp: Language) -> None:
    dialogue = Dialogue("d1", [Message("tutor", text) for text in TEXTS])
    doc = nlp(dialogue_to_doc(dialogue, nlp))
    recognizer = PIIvotRecognizer()
    results = [
        [to_result(candidate, recognizer) for candidate in some] for some in message_candidates(doc)
    ]
    assert sum(map(len, results)) > 6
    operators = SurrogateOperator.for_texts(TEXTS, results, id="d1")
    texts = BatchAnonymizerEngine(engine).anonymize_list(TEXTS, results, operators=operators)
    assert texts == released_texts(doc)
    assert texts[0] != TEXTS[0]


def test_one_original_has_one_surrogate_in_a_batch(
    analyzer: AnalyzerEngine, engine: AnonymizerEngine
) -> None:
    results = BatchAnalyzerEngine(analyzer).analyze_iterator(TEXTS, language="en", batch_size=2)
    operators = SurrogateOperator.for_texts(TEXTS, results)
    texts = BatchAnonymizerEngine(engine).anonymize_list(TEXTS, results, operators=operators)
    given = texts[0].split(" I am ")[1].split()[0]
    assert texts[1].startswith(f"{given}: is 4/12")
    assert f"sister {given} is called {given.upper()} too" in texts[3]


def test_a_key_decides_and_a_component_of_ones_own_is_used(
    analyzer: AnalyzerEngine, engine: AnonymizerEngine, nlp: Language
) -> None:
    text = TEXTS[0]
    results = analyzer.analyze(text, language="en")
    own = spacy_piivot.load().get_pipe("hips_surrogator")
    own.key = b"another key of 16 bytes"
    operators = SurrogateOperator.for_text(text, results, surrogator=own)
    other = engine.anonymize(text, results, operators).text
    assert other != anonymized(engine, text, results)
    masking: Any = blank_english().add_pipe(
        "hips_surrogator", config={"strategies": {"NAME": "mask"}, "spans_key": "found"}
    )
    operators = SurrogateOperator.for_text(text, results, surrogator=masking)
    assert engine.anonymize(text, results, operators).text == ("hi, I am [NAME] and this is [NAME]")


def test_the_key_of_the_environment_is_read_each_time_and_a_random_one_drawn_once(
    engine: AnonymizerEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, results = TEXTS[0], by_hand(TEXTS[0], ("Amara Okoye", "PERSON"))
    first = anonymized(engine, text, results)
    monkeypatch.setenv("SPACY_PIIVOT_KEY", "another key of 16 bytes")
    assert anonymized(engine, text, results) != first
    monkeypatch.delenv("SPACY_PIIVOT_KEY")
    drawn = anonymized(engine, text, results)
    assert anonymized(engine, text, results) == drawn != first


def test_results_of_other_recognizers_are_replaced_too(engine: AnonymizerEngine) -> None:
    text = "Wren Halloway of Oakley, nino QQ123456C, locker 12, born 2011-03-04"
    results = by_hand(
        text,
        ("Wren Halloway", "PERSON"),
        ("Oakley", "LOCATION"),
        ("QQ123456C", "UK_NINO"),
        ("locker 12", "LOCKER"),
        ("2011-03-04", "DATE_TIME"),
    )
    new = anonymized(engine, text, results)
    for original in ("Wren", "Halloway", "Oakley", "QQ123456C", "locker 12", "2011-03-04"):
        assert original not in new
    assert "[LOCKER]" in new
    assert "[UK_NINO]" not in new


def test_the_order_of_results_does_not_matter(engine: AnonymizerEngine) -> None:
    text = "Wren Halloway, Ines Wren and Halloway met wren"
    parts = ["Wren Halloway", "Ines Wren", "Halloway met"[:8], "wren"]
    results = by_hand(text, *((part, "PERSON") for part in parts))
    forward = anonymized(engine, text, results)
    assert anonymized(engine, text, results[::-1]) == forward
    assert "wren" not in forward.casefold()


def test_two_people_whom_presidio_joins_keep_their_own_surrogates(
    engine: AnonymizerEngine,
) -> None:
    text = "Anna Bob and Anna"
    results = [
        RecognizerResult("PERSON", start, end, 0.9) for start, end in ((0, 4), (5, 8), (13, 17))
    ]
    joined = anonymized(engine, text, results)
    assert joined == anonymized(engine, text, results, merge_entities_with_spaces=False)
    first, second, _, last = joined.split()
    assert first == last != second
    assert {"Anna", "Bob"}.isdisjoint(joined.split())


@pytest.mark.parametrize("strategy", list(ConflictResolutionStrategy))
def test_results_that_overlap_leave_nothing(
    engine: AnonymizerEngine, strategy: ConflictResolutionStrategy
) -> None:
    text = "x Wren Halloway Street y Wren Halloway z"
    results = [
        RecognizerResult("PERSON", 2, 15, 0.9),
        RecognizerResult("LOCATION", 7, 22, 0.8),
        RecognizerResult("PERSON", 2, 6, 0.5),
        RecognizerResult("PERSON", 25, 38, 0.9),
    ]
    new = anonymized(engine, text, results, conflict_resolution=strategy)
    assert "Wren" not in new
    assert "Halloway" not in new
    assert new.startswith("x ")
    assert new.endswith(" z")


def test_what_the_component_keeps_is_kept(engine: AnonymizerEngine) -> None:
    text = "tomorrow at Acme Ltd, im 12"
    results = by_hand(text, ("tomorrow", "DATE_TIME"), ("Acme Ltd", "ORGANIZATION"), ("12", "AGE"))
    assert anonymized(engine, text, results) == text


def test_what_is_kept_in_one_role_is_replaced_in_another(
    engine: AnonymizerEngine, analyzer: AnalyzerEngine
) -> None:
    text = "Use Fermat here. I am Fermat."
    results = [
        Found("PERSON", 4, 10, 0.9, recognition_metadata={"piivot_role": "math_term"}),
        Found("PERSON", 22, 28, 0.9),
    ]
    assert anonymized(engine, text, results[:1]) == text
    assert "Fermat" not in anonymized(engine, text, results)


def test_params_without_surrogates_are_refused(engine: AnonymizerEngine) -> None:
    results = by_hand(TEXTS[0], ("Amara Okoye", "PERSON"))
    with pytest.raises(InvalidParamError, match=r"SurrogateOperator\.for_text"):
        engine.anonymize(TEXTS[0], results, {"DEFAULT": OperatorConfig("surrogate")})


def test_another_text_is_refused_without_quoting_it(engine: AnonymizerEngine) -> None:
    operators = SurrogateOperator.for_text(TEXTS[0], by_hand(TEXTS[0], ("Amara Okoye", "PERSON")))
    with pytest.raises(PIIvotError, match="'PERSON' has no surrogate") as caught:
        engine.anonymize("im Wren", by_hand("im Wren", ("Wren", "PERSON")), operators)
    assert "Wren" not in str(caught.value)


def test_one_operator_beside_others(engine: AnonymizerEngine) -> None:
    text = TEXTS[1]
    results = by_hand(text, ("Amara", "PERSON"), ("amara.okoye@example.org", "EMAIL_ADDRESS"))
    surrogate = SurrogateOperator.for_text(text, results)["DEFAULT"]
    operators = {"PERSON": surrogate, "DEFAULT": OperatorConfig("replace", {"new_value": "#"})}
    new = engine.anonymize(text, results, operators).text
    assert new.endswith("my mail is #")
    assert "Amara" not in new


def test_dictionaries_with_lists_and_dictionaries(
    engine: AnonymizerEngine, analyzer: AnalyzerEngine
) -> None:
    data = {
        "student": "Amara Okoye",
        "messages": ["hi, I am Amara Okoye", 12, "3:45"],
        "parent": {"name": "Ifeoma Okoye", "id": None},
    }
    results = list(BatchAnalyzerEngine(analyzer).analyze_dict(data, language="en"))
    operators = SurrogateOperator.for_dict(results)
    new: Any = BatchAnonymizerEngine(engine).anonymize_dict(results, operators=operators)
    given, family = new["student"].split()
    assert new["messages"] == [f"hi, I am {given} {family}", "12", "3:45"]
    assert new["parent"]["name"].split()[1] == family
    assert new["parent"]["id"] is None
    assert "Okoye" not in str(new)


def test_the_column_of_a_table(analyzer: AnalyzerEngine) -> None:
    table = pandas.DataFrame(
        {
            "student": ["Amara Okoye", "Mateo Lindqvist", "Amara Okoye", None],
            "mail": ["amara.okoye@example.org", "mateo@example.org", "", "ola@example.org"],
            "score": [3, 4, 5, 6],
        }
    )
    builder = PandasAnalysisBuilder(analyzer)
    analysis = builder.generate_analysis(table[["student", "mail"]].dropna().reset_index(drop=True))
    assert analysis.entity_mapping == {"student": "PERSON", "mail": "EMAIL_ADDRESS"}
    operators = SurrogateOperator.for_columns(table, analysis.entity_mapping)
    new = StructuredEngine().anonymize(table.copy(), analysis, operators)
    students = list(new["student"])
    assert students[0] == students[2] != students[1]
    assert students[3] == ""
    assert new["mail"][0].split("@")[0] == students[0].lower().replace(" ", ".")
    assert new["mail"][2] == ""
    assert not {"Amara", "Okoye", "Mateo"} & {word for name in students for word in name.split()}
    assert list(new["score"]) == [3, 4, 5, 6]


@pytest.mark.parametrize(
    ("table", "advice"),
    [
        (pandas.DataFrame({"id": [10234, 10235]}), "astype"),
        (pandas.DataFrame({"id": [10234.0, None]}), "Int64"),
        (pandas.DataFrame({"id": ["10234", "10235"]}, dtype="category"), "astype"),
        (pandas.DataFrame({"id": ["10234", "10235"]}, index=[0, 0]), "reset_index"),
    ],
)
def test_a_column_that_cannot_take_texts_is_refused_before_anything_is_replaced(
    table: pandas.DataFrame, advice: str
) -> None:
    with pytest.raises(InputError, match=advice) as caught:
        SurrogateOperator.for_columns(table, {"id": "ID"})
    assert "10234" not in str(caught.value)


def test_a_cell_that_was_not_there_is_refused() -> None:
    table = pandas.DataFrame({"student": ["Amara Okoye"]})
    analysis = StructuredAnalysis(entity_mapping={"student": "PERSON"})
    operators = SurrogateOperator.for_columns(table, analysis.entity_mapping)
    with pytest.raises(PIIvotError, match="has no surrogate"):
        StructuredEngine().anonymize(pandas.DataFrame({"student": ["Wren"]}), analysis, operators)


def test_a_thousand_texts_have_no_two_people_in_one() -> None:
    names = [f"{first} {last}" for first in FIRST for last in LAST]
    texts = [f"im {name}" for name in names]
    results = [by_hand(text, (name, "PERSON")) for text, name in zip(texts, names, strict=True)]
    params = SurrogateOperator.for_texts(texts, results)["DEFAULT"].params
    surrogates = params["surrogates"]["PERSON"]
    assert set(surrogates) == set(names)
    assert len(set(surrogates.values())) == len(names)


FIRST = "Wren Ines Bogdan Kenta Marisol Soren Wanjiru Tariq Odile Amara".split()
LAST = "Halloway Okoye Lindqvist Ferrand Adeyemi Tamura Novak Petrov Silva Khan".split()


def test_a_failure_quotes_nothing_and_keeps_nothing_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    component: Any = blank_english().add_pipe("hips_surrogator")

    def fail(doc: Any) -> None:
        raise KeyError(doc.text)

    monkeypatch.setattr(component, "annotate", fail)
    component.set_error_handler(lambda *args: None)
    results = by_hand(TEXTS[0], ("Amara Okoye", "PERSON"))
    with pytest.raises(PIIvotError, match="No surrogates were made") as caught:
        SurrogateOperator.for_text(TEXTS[0], results, surrogator=component)
    assert "Amara" not in str(caught.value)


def test_without_the_anonymizer_the_extra_is_named(tmp_path: Path) -> None:
    real = PathFinder.find_spec

    def hidden(name: str, *rest: Any) -> Any:
        return None if name.startswith("presidio_anonymizer") else real(name, *rest)

    def ask() -> None:
        for name in [*sys.modules]:
            if name.startswith(("presidio_anonymizer", "spacy_piivot.presidio")):
                del sys.modules[name]
        PathFinder.find_spec = hidden  # type: ignore[assignment]
        package = import_module("spacy_piivot.presidio")
        try:
            package.SurrogateOperator  # noqa: B018
        except ValueError as error:
            (tmp_path / "said").write_text(str(error))

    child = forked(ask)
    child.join()
    assert child.exitcode == 0
    assert 'pip install "spacy-piivot[presidio]"' in (tmp_path / "said").read_text()


def test_a_long_text_has_the_policy_of_an_essay_here_too(
    engine: AnonymizerEngine, nlp: Language
) -> None:
    text = "I work for Okoye Foods, and so does Amara Okoye. " + "We wrote and read. " * 30
    results = by_hand(text, ("Amara Okoye", "PERSON"), ("Okoye Foods", "EMPLOYER"))

    def released(text: str, surrogator: Any) -> str:
        operators = SurrogateOperator.for_text(text, results, surrogator=surrogator)
        return engine.anonymize(text, results, operators).text

    default = nlp.get_pipe("hips_surrogator")
    new = released(text, default)
    assert not any(gone in new for gone in ("Okoye Foods", "[EMPLOYER]", "Amara"))
    assert "[EMPLOYER]" in released(text[:48], default)
    own = blank_english().add_pipe("hips_surrogator", config={"policy": "crapii"})
    assert "[EMPLOYER]" in released(text, own)
