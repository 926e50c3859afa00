"""Who may use the service."""

import pytest
import served
from starlette.testclient import TestClient

from spacy_piivot.serve.answers import Answer, answer
from spacy_piivot.serve.app import OPEN, PATHS
from spacy_piivot.serve.door import Access
from spacy_piivot.serve.engine import Job
from spacy_piivot.web.addresses import own_hosts

TOKEN = "a token of a test, long enough"


def yes(job: Job) -> Answer:
    return answer(True)


def client(access: Access) -> TestClient:
    return served.client(served.Inline(yes), access=access)


def test_without_the_token_only_the_open_paths_answer() -> None:
    guarded = client(Access(TOKEN, None, OPEN))
    for path in PATHS:
        method = (
            "POST" if path in ("/analyze", "/anonymize", "/deanonymize", "/deidentify") else "GET"
        )
        said = guarded.request(method, path, json={} if method == "POST" else None)
        assert said.status_code == (200 if path in OPEN else 401)
    assert guarded.get("/nothing").status_code == 401
    said = guarded.post("/analyze", json={})
    assert said.headers["www-authenticate"] == "Bearer"
    assert TOKEN not in said.text


@pytest.mark.parametrize(
    ("header", "status"),
    [
        (f"Bearer {TOKEN}", 200),
        (f"bearer  {TOKEN} ", 200),
        (f"Bearer {TOKEN}x", 401),
        (f"Bearer {TOKEN[:-1]}", 401),
        (f"Bearer {TOKEN.upper()}", 401),
        (f"Basic {TOKEN}", 401),
        (TOKEN, 401),
        ("Bearer", 401),
        ("Bearer ", 401),
        ("", 401),
        ("Bearer \u00e9", 401),
    ],
)
def test_the_token_must_be_right(header: str, status: int) -> None:
    headers = {"Authorization": header.encode("latin-1")}
    said = client(Access(TOKEN)).post("/analyze", json={}, headers=headers)
    assert said.status_code == status


def test_the_token_is_not_shown() -> None:
    assert TOKEN not in repr(Access(TOKEN))


def test_without_a_token_only_our_own_names_are_answered() -> None:
    here = client(Access(None, own_hosts("127.0.0.1", 3000)))
    for host in ("127.0.0.1:3000", "localhost:3000", "[::1]:3000", "LOCALHOST:3000"):
        assert here.post("/analyze", json={}, headers={"Host": host}).status_code == 200
    for host in (
        "evil.example",
        "evil.example:3000",
        "127.0.0.1",
        "127.0.0.1:80",
        "localhost.evil:3000",
    ):
        assert here.post("/analyze", json={}, headers={"Host": host}).status_code == 403


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://localhost:3000", 200),
        ("https://localhost:3000", 200),
        ("http://localhost:3001", 403),
        ("http://evil.example", 403),
        ("null", 403),
        ("file://", 403),
        ("", 403),
    ],
)
def test_pages_of_another_origin_are_refused(origin: str, status: int) -> None:
    headers = {"Host": "localhost:3000", "Origin": origin}
    for access in (Access(), Access(TOKEN)):
        own = {**headers, "Authorization": f"Bearer {TOKEN}"}
        assert client(access).post("/analyze", json={}, headers=own).status_code == status
