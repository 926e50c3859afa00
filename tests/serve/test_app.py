"""The paths, their limits, and what is written of a request."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import served
from starlette.testclient import TestClient

from spacy_piivot.serve.answers import Answer, answer, refusal
from spacy_piivot.serve.app import BY_LANGUAGE, LISTS, PATHS, WORKING, Limits
from spacy_piivot.serve.engine import Job
from spacy_piivot.serve.openapi import document

SECRET = "Zorblatt"
JSON = {"Content-Type": "application/json"}


def echo(job: Job) -> Answer:
    return answer({"path": job.path, "size": len(job.body)})


@pytest.fixture(scope="module")
def quick() -> TestClient:
    """The application before workers that only count."""
    facts = {"/recognizers": {"en": ["A"], "de": ["B"]}, "/anonymizers": ["mask"]}
    return served.client(served.Inline(echo, facts), limits=Limits(body=1000))


def test_the_whole_service_answers(http: TestClient) -> None:
    found = http.post("/analyze", json={"text": "I am Odile Zorblatt", "language": "en"}).json()
    assert [one["entity_type"] for one in found] == ["PERSON"]
    asked = {"text": "I am Odile Zorblatt", "analyzer_results": found}
    assert http.post("/anonymize", json=asked).json()["text"] == "I am <PERSON>"
    assert http.get("/recognizers?language=en").json() == ["PIIvotRecognizer"]
    assert http.get("/recognizers").json() == ["PIIvotRecognizer"]
    entities = http.get("/supportedentities?language=en").json()
    assert {"PERSON", "PHONE_NUMBER", "EMAIL_ADDRESS", "LOCATION", "DATE_TIME"} <= {*entities}
    assert http.get("/supportedentities?unknown=input").json() == entities
    wrong = http.get("/supportedentities?language=he")
    assert wrong.status_code == 500
    assert wrong.json() == {"error": "No matching recognizers were found to serve the request."}
    assert "surrogate" in http.get("/anonymizers").json()
    assert "decrypt" in http.get("/deanonymizers").json()
    assert http.get("/health").text == "spacy-piivot service is up"


@pytest.mark.parametrize("path", WORKING)
def test_a_path_that_works_wants_a_post_with_json(path: str, quick: TestClient) -> None:
    assert quick.post(path, json={"a": 1}).json()["path"] == path
    for method in ("GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"):
        said = quick.request(method, path)
        assert said.status_code == 405
        assert said.headers["allow"] == "POST"
    for headers in ({}, {"Content-Type": "text/plain"}, {**JSON, "Content-Encoding": "gzip"}):
        assert quick.post(path, content=b"{}", headers=headers).status_code == 415
    good = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert quick.post(path, content=b"{}", headers=good).status_code == 200


@pytest.mark.parametrize("path", [*BY_LANGUAGE, *LISTS, "/health", "/openapi.json", "/"])
def test_the_other_paths_want_a_get(path: str, quick: TestClient) -> None:
    assert quick.get(path).status_code == 200
    head = quick.head(path)
    assert (head.status_code, head.content) == (200, b"")
    assert quick.post(path, json={}).status_code == 405


@pytest.mark.parametrize("host", ["x/deidentify?", f"{SECRET}/{'x' * 300}?", "[::1", "x#", ""])
def test_the_header_host_does_not_choose_the_path(host: str, quick: TestClient) -> None:
    said = quick.post("/analyze", json={}, headers={"Host": host})
    assert (said.status_code, said.json()["path"]) == (200, "/analyze")
    assert quick.get("/recognizers?language=de", headers={"Host": host}).json() == ["B"]
    assert quick.get("/anonymizers", headers={"Host": host}).json() == ["mask"]


def test_unknown_paths_are_not_repeated(quick: TestClient) -> None:
    for path in (f"/{SECRET}", f"/analyze/{SECRET}", "/analyze/", f"/..%2f{SECRET}", "/%00"):
        said = quick.get(path)
        assert said.status_code == 404
        assert SECRET not in said.text


def test_languages(quick: TestClient) -> None:
    assert quick.get("/recognizers").json() == ["A", "B"]
    assert quick.get("/recognizers?language=de").json() == ["B"]
    said = quick.get(f"/recognizers?language={SECRET}")
    assert said.status_code == 500
    assert SECRET not in said.text


def test_a_huge_body_is_refused_whether_or_not_it_says_so(quick: TestClient) -> None:
    assert quick.post("/analyze", content=b"x" * 1000, headers=JSON).json()["size"] == 1000
    said = quick.post("/analyze", content=b"x" * 1001, headers=JSON)
    assert said.status_code == 413
    assert "more than 1000 bytes" in said.json()["error"]

    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 100

    assert quick.post("/analyze", content=pieces(), headers=JSON).status_code == 413


def test_more_requests_than_may_run_are_told_to_come_back() -> None:
    crowd = served.client(served.Inline(echo), limits=Limits(requests=0))
    said = crowd.post("/analyze", json={})
    assert said.status_code == 503
    assert said.headers["retry-after"] == "1"
    assert said.json() == {"error": "The service is busy. Try again later."}
    assert crowd.get("/health").status_code == 200


def test_a_place_is_given_back(quick: TestClient) -> None:
    one = served.client(served.Inline(echo), limits=Limits(requests=1, body=1000))
    for content in (b"{}", b"x" * 2000, b"{}"):
        assert one.post("/analyze", content=content, headers=JSON).status_code in (200, 413)
    assert one.post("/analyze", json={}).status_code == 200


def test_without_a_worker_it_is_not_healthy() -> None:
    workers = served.Inline(lambda job: refusal(503, "The service is busy. Try again later."))
    workers.is_ready = False
    client = served.client(workers)
    assert client.get("/health").status_code == 503
    assert client.post("/analyze", json={}).headers["retry-after"] == "1"


def test_an_error_says_nothing_of_the_text() -> None:
    def fail(job: Job) -> Answer:
        raise ValueError(job.body.decode())

    said: list[str] = []
    log: list[str] = []
    client = served.client(served.Inline(fail), said=said, log=log)
    answered = client.post(f"/analyze?q={SECRET}", json={"text": SECRET})
    assert answered.status_code == 500
    assert answered.json() == {"error": "Internal server error"}
    assert "ValueError at" in " ".join(said)
    assert SECRET not in " ".join([*said, *log])


def test_the_log_has_no_text() -> None:
    log: list[str] = []
    client = served.client(served.Inline(echo), log=log)
    client.post(f"/analyze?text={SECRET}", json={"text": SECRET, "correlation_id": SECRET})
    client.get(f"/{SECRET}", headers={"User-Agent": SECRET, "Referer": f"http://x/{SECRET}"})
    client.request(SECRET.upper(), "/analyze")
    assert SECRET.lower() not in " ".join(log).lower()
    shapes = [re.sub(r"\d+ ms$", "N ms", re.sub(r"^\S+Z ", "", line)) for line in log]
    assert shapes == [
        "POST /analyze 200 N ms",
        "GET (unknown path) 404 N ms",
        "(other) /analyze 405 N ms",
    ]


def test_answers_are_not_stored_and_not_guessed(quick: TestClient) -> None:
    for said in (quick.get("/health"), quick.get("/nothing"), quick.post("/analyze", json={})):
        assert said.headers["cache-control"] == "no-store"
        assert said.headers["x-content-type-options"] == "nosniff"


def test_the_description_has_every_path_and_every_reference(quick: TestClient) -> None:
    described: dict[str, Any] = quick.get("/openapi.json").json()
    assert described["openapi"].startswith("3.0")
    assert {*described["paths"]} == PATHS - {"/", "/openapi.json"}
    for path, methods in described["paths"].items():
        assert list(methods) == ["post" if path in WORKING else "get"]

    def references(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                yield value["$ref"]
            value = list(value.values())
        if isinstance(value, list):
            for one in value:
                yield from references(one)

    for reference in references(described):
        found: Any = described
        for step in reference.removeprefix("#/").split("/"):
            found = found[step]


def test_the_examples_of_the_description_can_be_asked(http: TestClient) -> None:
    for path, methods in document()["paths"].items():
        content = methods.get("post", {}).get("requestBody", {}).get("content", {})
        for name, example in content.get("application/json", {}).get("examples", {}).items():
            said = http.post(path, json=example["value"])
            assert said.status_code == 200, (path, name, said.text)
