"""/anonymize and /deanonymize answer as Presidio's service does, and offer our surrogates."""

import base64
from typing import Any

import pytest
import served
from presidio_anonymizer import AnonymizerEngine
from presidio_anonymizer.entities import RecognizerResult
from served import Ask
from spacy.language import Language

from spacy_piivot.presidio import SurrogateOperator
from spacy_piivot.serve.anonymizing import Anonymizing

TEXT = "hello world, my name is Jane Doe. My number is: 034453334"
PERSON = {"start": 24, "end": 32, "score": 0.8, "entity_type": "PERSON"}
PHONE = {"start": 48, "end": 57, "score": 0.95, "entity_type": "PHONE_NUMBER"}
DEFAULT = {"DEFAULT": {"type": "replace", "new_value": "ANONYMIZED"}}
MASK = {"type": "mask", "masking_char": "*", "chars_to_mask": 4, "from_end": True}


def asked(**fields: Any) -> dict[str, Any]:
    return {"text": TEXT, "analyzer_results": [PERSON, PHONE], **fields}


def test_the_published_bodies(ask: Ask) -> None:
    operators = {"PERSON": {"type": "redact"}, "PHONE_NUMBER": DEFAULT["DEFAULT"]}
    status, said = ask("/anonymize", asked(anonymizers=operators))
    assert status == 200
    assert said == {
        "text": "hello world, my name is . My number is: ANONYMIZED",
        "items": [
            {
                "start": 40, "end": 50, "entity_type": "PHONE_NUMBER", "text": "ANONYMIZED",
                "operator": "replace", "score": 0.95,
            },
            {
                "start": 24, "end": 24, "entity_type": "PERSON", "text": "",
                "operator": "redact", "score": 0.8,
            },
        ],
    }  # fmt: skip
    names = [
        {**PERSON, "entity_type": "NAME"},
        {**PERSON, "end": 28, "entity_type": "FIRST_NAME"},
        {**PERSON, "start": 29, "score": 0.6, "entity_type": "LAST_NAME"},
        PHONE,
    ]
    _, said = ask(
        "/anonymize",
        asked(anonymizers={**DEFAULT, "PHONE_NUMBER": MASK}, analyzer_results=names),
    )
    assert said["text"] == "hello world, my name is ANONYMIZED. My number is: 03445****"
    _, said = ask("/anonymize", asked(anonymizers=DEFAULT, analyzer_results=[]))
    assert said == {"text": TEXT, "items": []}


def test_without_anonymizers_it_is_presidios_default(ask: Ask) -> None:
    for nothing in ({}, {"anonymizers": None}, {"anonymizers": {}}):
        _, said = ask("/anonymize", asked(**nothing))
        assert said["text"] == "hello world, my name is <PERSON>. My number is: <PHONE_NUMBER>"
    _, said = ask("/anonymize", asked(anonymizers={"PERSON": {"type": "redact"}}))
    assert said["text"] == "hello world, my name is . My number is: <PHONE_NUMBER>"


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        (asked(text=""), 422, "Invalid analyzer result"),
        ({"text": TEXT}, 422, "Invalid input, request must contain analyzer results"),
        ({}, 400, "Invalid request json"),
        (asked(anonymizers={"DEFAULT": {"type": "custom"}}), 400, "not supported"),
        (asked(anonymizers={"DEFAULT": {"type": "none"}}), 422, "Invalid operator class 'none'."),
        (asked(anonymizers={"DEFAULT": {"type": "surrogate_ahds"}}), 422, "Invalid operator class"),
        (asked(anonymizers={"DEFAULT": {}}), 422, "operator_name"),
        (asked(anonymizers={"DEFAULT": {"type": "mask"}}), 422, "Expected parameter"),
        (asked(anonymizers={"DEFAULT": {"type": "encrypt"}}), 422, "Expected parameter key"),
        (asked(anonymizers={"DEFAULT": {"type": "encrypt", "key": "short"}}), 422, "128, 192"),
        (asked(analyzer_results=[{**PERSON, "start": 40}]), 422, "must be smaller"),
        (asked(analyzer_results=[{**PERSON, "start": "24"}]), 422, "start"),
        (asked(analyzer_results=[{**PERSON, "start": -1}]), 422, "must be positive"),
        (asked(analyzer_results=[{"start": 24, "end": 32}]), 422, "must contain"),
        (asked(analyzer_results=["PERSON"]), 400, "list of objects"),
        (asked(analyzer_results={"start": 24}), 400, "must be a list"),
        (asked(anonymizers=[]), 400, "'anonymizers' must be"),
        (asked(anonymizers={"DEFAULT": "replace"}), 400, "'anonymizers' must be"),
        (asked(text={"a": 1}), 400, "'text' must be"),
        (asked(text=["a", "b"], analyzer_results=[[]]), 400, "one list of results for each text"),
        (asked(text=["a"], analyzer_results=[{}]), 400, "list of objects"),
        (asked(analyzer_results=[{**PERSON, "entity_type": 5}]), 400, "'entity_type'"),
        (asked(analyzer_results=[{**PERSON, "entity_type": ["A"]}]), 400, "'entity_type'"),
        (asked(analyzer_results=[{**PERSON, "score": "high"}]), 400, "'score'"),
        (asked(anonymizers={"DEFAULT": {"type": "surrogate", "id": 5}}), 400, "'id'"),
        (asked(anonymizers={"DEFAULT": {"type": "surrogate", "id": ""}}), 400, "'id'"),
        (asked(anonymizers={"DEFAULT": {"type": "surrogate", "id": ["a"]}}), 400, "'id'"),
    ],
)
def test_what_cannot_be_used(ask: Ask, body: Any, status: int, error: str) -> None:
    answered, said = ask("/anonymize", body)
    assert answered == status, said
    assert error in said["error"]
    assert "Jane" not in said["error"]


def test_a_result_beyond_the_text_is_an_error_whatever_replaces_it(ask: Ask) -> None:
    beyond = [{**PERSON, "start": 500, "end": 600}]
    for kind in ("replace", "surrogate"):
        operators = {"DEFAULT": {"type": kind}}
        status, said = ask("/anonymize", asked(anonymizers=operators, analyzer_results=beyond))
        assert status == 422
        assert "Invalid analyzer result" in said["error"]


def test_surrogates_are_those_of_the_operator_in_python(ask: Ask, keyed_nlp: Language) -> None:
    surrogator: Any = keyed_nlp.get_pipe("hips_surrogator")
    results = [RecognizerResult("PERSON", 24, 32, 0.8), RecognizerResult("PHONE_NUMBER", 48, 57, 1)]
    engine = AnonymizerEngine()
    engine.add_anonymizer(SurrogateOperator)
    for id in (None, "session-102"):
        made = SurrogateOperator.for_text(TEXT, results, id=id, surrogator=surrogator)
        config = {"type": "surrogate"} | ({} if id is None else {"id": id})
        status, said = ask("/anonymize", asked(anonymizers={"DEFAULT": config}))
        assert status == 200
        assert said["text"] == engine.anonymize(TEXT, results, made).text
        assert "Jane" not in said["text"]
    _, said = ask("/anonymize", asked(anonymizers={"PERSON": {"type": "surrogate"}}))
    assert said["text"].endswith("<PHONE_NUMBER>")
    assert [item["operator"] for item in said["items"]] == ["replace", "surrogate"]


def test_several_texts_share_their_surrogates(ask: Ask) -> None:
    texts = ["I am Jane Doe", "hello Jane Doe", "nobody"]
    results = [[{**PERSON, "start": 5, "end": 13}], [{**PERSON, "start": 6, "end": 14}], None]
    _, said = ask(
        "/anonymize",
        {
            "text": texts,
            "analyzer_results": results,
            "anonymizers": {"DEFAULT": {"type": "surrogate"}},
        },
    )
    first, second, third = [one["text"] for one in said]
    assert first.removeprefix("I am ") == second.removeprefix("hello ") != "Jane Doe"
    assert third == "nobody"


def test_the_service_may_have_surrogates_as_its_default(keyed_nlp: Language) -> None:
    surrogator: Any = keyed_nlp.get_pipe("hips_surrogator")
    own = Anonymizing(surrogator, "surrogate").anonymize(served.body(asked()))
    assert b"<PERSON>" not in own.body
    assert b'"operator": "surrogate"' in own.body
    named = asked(anonymizers=DEFAULT)
    assert (
        b"is ANONYMIZED" in Anonymizing(surrogator, "surrogate").anonymize(served.body(named)).body
    )


def test_what_was_encrypted_is_restored(ask: Ask) -> None:
    key = {"key": "1111111111111111"}
    operators = {"DEFAULT": {"type": "encrypt", **key}}
    _, hidden = ask("/anonymize", asked(anonymizers=operators))
    assert "Jane" not in hidden["text"]
    assert base64.urlsafe_b64decode(hidden["items"][0]["text"])
    asked_back = {
        "text": hidden["text"],
        "anonymizer_results": hidden["items"],
        "deanonymizers": {"DEFAULT": {"type": "decrypt", **key}},
    }
    status, said = ask("/deanonymize", asked_back)
    assert (status, said["text"]) == (200, TEXT)
    asked_back["deanonymizers"] = {"DEFAULT": {"type": "decrypt", "key": "invalidkey"}}
    status, said = ask("/deanonymize", asked_back)
    assert (status, said["error"]) == (
        422, "Invalid input, key must be of length 128, 192 or 256 bits",
    )  # fmt: skip
    assert ask("/deanonymize", {})[0] == 400


def test_the_published_deanonymization(ask: Ask) -> None:
    status, said = ask(
        "/deanonymize",
        {
            "text": "My name is S184CMt9Drj7QaKQ21JTrpYzghnboTF9pn/neN8JME0=",
            "deanonymizers": {"PERSON": {"type": "decrypt", "key": "WmZq4t7w!z%C&F)J"}},
            "anonymizer_results": [{"start": 11, "end": 55, "entity_type": "PERSON"}],
        },
    )
    assert (status, said["text"]) == (200, "My name is Chloë")


def test_nothing_that_calls_another_service_is_offered(engine: Any) -> None:
    assert engine.facts()["/anonymizers"] == [
        "encrypt", "hash", "keep", "mask", "redact", "replace", "surrogate",
    ]  # fmt: skip
    assert engine.facts()["/deanonymizers"] == ["decrypt", "deanonymize_keep"]
