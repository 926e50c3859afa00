"""Who is refused, and what no answer and no line of the server says."""

import json

import pytest

from spacy_piivot.review.server.security import HEADERS

ACT = {"kind": "accept", "dialogue": 0, "span": 1, "version": 0}
SECRET = "Zorblatt"


def post(door, path="/api/act", body=None, **headers):
    sent = {
        "X-Review-Token": door.csrf,
        **{name.replace("_", "-"): v for name, v in headers.items()},
    }
    return door.client.post(path, json=ACT if body is None else body, headers=sent)


def test_the_address_lets_in_once(stranger) -> None:
    assert stranger.client.get("/").status_code == 403
    address = stranger.gate.address
    first = stranger.client.get(address, follow_redirects=False)
    assert (first.status_code, first.headers["location"]) == (303, "/")
    assert stranger.client.get("/").status_code == 200
    stranger.client.cookies.clear()
    assert stranger.client.get(address).status_code == 403
    assert stranger.client.get("/").status_code == 403


def test_who_was_let_in_may_open_the_address_again(stranger) -> None:
    address = stranger.gate.address
    assert stranger.client.get(address).status_code == 200
    response = stranger.client.get(address, follow_redirects=False)
    assert (response.status_code, response.headers["location"]) == (303, "/")
    assert "set-cookie" not in response.headers


def test_a_wrong_token_lets_nobody_in_and_spoils_nothing(stranger) -> None:
    for token in ("", "x", stranger.gate.address[-43:-1], "ü"):
        assert stranger.client.get("/", params={"token": token}).status_code == 403
    assert stranger.client.get(stranger.gate.address).status_code == 200


def test_the_cookie_is_for_this_server_alone(stranger) -> None:
    said = stranger.client.get(stranger.gate.address, follow_redirects=False).headers["set-cookie"]
    name, _, rest = said.partition("=")
    value, *attributes = (part.strip().lower() for part in rest.split(";"))
    assert name == "spacy_piivot_review_8123"
    assert len(value) > 40
    assert {"httponly", "samesite=strict", "path=/"} <= set(attributes)
    assert not any(one.startswith(("domain", "max-age", "expires")) for one in attributes)


def test_a_wrong_cookie_opens_nothing(door) -> None:
    door.client.cookies.set(door.gate.cookie, "x" * 43, domain="127.0.0.1", path="/")
    door.client.cookies = {door.gate.cookie: "x" * 43}
    for path in ("/", "/d/0", "/api/queue", "/api/d/0", "/out/log.jsonl"):
        assert door.client.get(path).status_code == 403


@pytest.mark.parametrize(
    "host", ["example.org", "127.0.0.1", "127.0.0.1:9", "evil.localhost:8123", "", "[::1]:9"]
)
def test_another_host_is_refused(door, host: str) -> None:
    """Else a page of another name could have that name point here (DNS rebinding)."""
    assert door.client.get("/", headers={"Host": host}).status_code == 403
    assert SECRET not in door.client.get("/api/d/0", headers={"Host": host}).text


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8123", "localhost:8123", "LOCALHOST:8123", "[::1]:8123"]
)
def test_our_own_names_are_not(door, host: str) -> None:
    cookie = f"{door.gate.cookie}={door.client.cookies[door.gate.cookie]}"
    assert door.client.get("/", headers={"Host": host, "Cookie": cookie}).status_code == 200


@pytest.mark.parametrize(
    "origin",
    [
        "https://example.org",
        "null",
        "http://127.0.0.1:9",
        "https://127.0.0.1:8123",
        "http://127.0.0.1",
    ],
)
def test_another_origin_changes_and_reads_nothing(door, origin: str) -> None:
    assert post(door, Origin=origin).status_code == 403
    assert door.client.get("/api/d/0", headers={"Origin": origin}).status_code == 403
    assert door.desk.dialogues[0].spans[1].status == "open"
    assert post(door, Origin="http://127.0.0.1:8123").status_code == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_another_page_embeds_or_fetches_is_refused(door, site: str) -> None:
    headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors"}
    assert door.client.get("/api/d/0", headers=headers).status_code == 403
    assert post(door, **{"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate"}).status_code == 403
    # A link that somebody follows, as from the terminal.
    headers["Sec-Fetch-Mode"] = "navigate"
    assert door.client.get("/", headers=headers).status_code == 200


def test_a_change_carries_the_token_of_the_page(door) -> None:
    for token in ("", "x", door.csrf[:-1], door.client.cookies[door.gate.cookie]):
        assert post(door, **{"X-Review-Token": token}).status_code == 403
    response = door.client.post("/api/act", json=ACT)
    assert response.status_code == 403
    assert door.desk.dialogues[0].spans[1].status == "open"


def test_a_form_of_another_page_is_not_json(door) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        response = door.client.post(
            "/api/act",
            content=json.dumps(ACT),
            headers={"Content-Type": kind, "X-Review-Token": door.csrf},
        )
        assert response.status_code == 400


def test_a_large_body_is_refused_unread(door) -> None:
    assert post(door, body={"note": "x" * 1_000_001}).status_code == 400


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(door, method: str) -> None:
    assert door.client.request(method, "/api/act").status_code == 405


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py", "/static/..%2fapp.py", "/static/%2e%2e/app.py", "/static//etc/passwd",
        "/static/..%5c..%5capp.py", "/static/templates/../../app.py", "/static/%00", "/static/",
        "/static", "/../../../etc/passwd", "/d/../static/../app.py",
    ],
)  # fmt: skip
def test_no_path_leads_out_of_the_static_files(door, path: str) -> None:
    response = door.client.get(path)
    assert response.status_code in (403, 404, 405)
    assert "import" not in response.text


@pytest.mark.parametrize(
    "path", ["/", "/d/0", "/wrap-up", "/api/d/0", "/static/desk.css", "/nowhere", "/labels.css"]
)
def test_every_answer_has_the_headers_of_safety(door, path: str) -> None:
    response = door.client.get(path)
    for name, value in HEADERS:
        assert response.headers[name] == value
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert response.headers["Cache-Control"] == "no-store"


def test_a_refusal_has_them_too(stranger) -> None:
    response = stranger.client.get("/")
    assert response.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert stranger.client.get("/", headers={"Host": "x"}).headers["Cache-Control"] == "no-store"


def test_an_error_says_where_it_was_and_quotes_nothing(door, capfd, monkeypatch, caplog) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError(SECRET)

    monkeypatch.setattr(door.desk, "dialogue", fail)
    for path in ("/api/d/0", "/d/0"):
        response = door.client.get(path)
        assert response.status_code == 500
        assert "RuntimeError at " in response.json()["error"]
        assert SECRET not in response.text
    assert len(door.said) == 2
    seen = "".join((*door.said, *capfd.readouterr(), caplog.text))
    assert SECRET not in seen
