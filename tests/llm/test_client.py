import logging
import socket
import threading
from typing import Any

import pytest
from asking import SCHEMA, SECRET, ask, read, reply_once, request, session
from stand_in_server import Reply, StandInServer, said

from spacy_piivot.llm.connection import Connection
from spacy_piivot.llm.requests import NoAnswer
from spacy_piivot.llm.session import Session
from spacy_piivot.llm.usage import Usage, UsageTally


def test_a_question_is_sent_as_it_should() -> None:
    with StandInServer(lambda body: "T") as server, session(server) as asked:
        assert ask(asked, request(), request(sample=2, temperature=0.7)) == ["T", "T"]
        first, second = sorted(server.requests, key=lambda body: body["seed"])
        assert first["temperature"] == 0
        assert first["top_p"] == 1
        assert (first["seed"], second["seed"]) == (0, 2)
        assert second["temperature"] == 0.7
        assert first["max_tokens"] == 8
        assert "response_format" not in first
        assert "logprobs" not in first
        assert "secret" not in str(server.headers)
        assert asked.run.usage.requests == 2
        assert asked.run.usage.input_tokens > 0


@pytest.mark.usefixtures("no_pauses")
@pytest.mark.parametrize(
    "first",
    [Reply(status=status) for status in (408, 409, 429, 500, 502, 503)]
    + [Reply(drop=True), Reply(status=429, headers={"Retry-After": "0.01"})],
    ids=str,
)
def test_what_failed_is_asked_again(first: Reply) -> None:
    with StandInServer(reply_once(first)) as server, session(server) as asked:
        assert ask(asked, request()) == ["T"]
        assert len(server.requests) == 2
        assert asked.run.usage.requests == 2


def test_retry_after_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    waited = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("openai._base_client.anyio.sleep", sleep)
    first = Reply(status=429, headers={"Retry-After": "7"})
    with StandInServer(reply_once(first)) as server, session(server) as asked:
        assert ask(asked, request()) == ["T"]
    assert waited == [7.0]


@pytest.mark.usefixtures("no_pauses")
def test_a_server_that_wants_a_long_pause_is_not_asked_earlier() -> None:
    reply = Reply(status=429, headers={"Retry-After": "300"})
    with StandInServer(lambda body: reply) as server, session(server) as asked:
        assert ask(asked, request()) == ["rate_limit"]
        assert len(server.requests) == 1


@pytest.mark.usefixtures("no_pauses")
@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply(status=429), "rate_limit"), (Reply(status=500), "server_error"),
        (Reply(status=401), "rejected"), (Reply(status=404), "rejected"),
        (Reply(status=307, headers={"Location": "http://example.org/"}), "rejected"),
        (Reply(drop=True), "unreachable"), (Reply(delay=1.0), "timeout"),
        (Reply("F", finish_reason="length"), "truncated"),
        (Reply("F", finish_reason="error"), "unparsable"),
        (Reply("F", finish_reason="abort"), "unparsable"),
        (Reply(raw=b'{"choices": [{"message": {"content": "F"}, "finish_reason": []}]}'),
        "unparsable"),
        (Reply(raw=b'{"error": {"message": "x"}, "choices": [{"message": {"content": "F"}}]}'),
        "server_error"),
        (Reply(None, refusal="I must not"), "refusal"),
        (Reply("F", finish_reason="content_filter"), "refusal"),
        (Reply(raw=b'{"choices": [{"message": {"content": "F", "refusal": ["x"]}}]}'), "refusal"),
        (Reply(None), "unparsable"), (Reply(raw=b"<html>"), "unparsable"),
        (Reply("T", padding=300), "unparsable"),
        (Reply(raw=b'{"choices": []}'), "unparsable"),
        (Reply(raw=b'{"choices": "T"}'), "unparsable"),
        (Reply(raw=b'{"choices": [{}]}'), "unparsable"), (Reply(raw=b""), "unparsable"),
        (Reply(raw=b"[]"), "unparsable"), (Reply(raw=b'{"choices": [{"message": {"content": 3}}]}'),
        "unparsable"),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_answer_has_a_reason(reply: Reply, reason: str) -> None:
    with (
        StandInServer(lambda body: reply) as server,
        session(server, timeout=0.3 if reply.delay else 30, max_retries=1) as asked,
    ):
        assert ask(asked, request()) == [reason]


@pytest.mark.usefixtures("no_pauses")
def test_a_redirection_is_not_followed() -> None:
    with StandInServer(lambda body: "F") as other:
        there = Reply(status=307, headers={"Location": f"{other.base_url}/chat/completions"})
        with StandInServer(lambda body: there) as server, session(server) as asked:
            assert ask(asked, request()) == ["rejected"]
        assert other.requests == []


def test_a_proxy_is_not_used_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    with StandInServer(lambda body: "T") as server, session(server) as asked:
        assert ask(asked, request()) == ["T"]


@pytest.mark.usefixtures("no_pauses")
def test_a_server_that_never_ends_its_answer_is_given_up() -> None:
    """The SDK's time-out is one between two packets."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        stop = threading.Event()

        def drip() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n")
                while not stop.wait(0.02):
                    try:
                        connection.sendall(b" ")
                    except OSError:
                        return

        thread = threading.Thread(target=drip)
        thread.start()
        url = f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        asked = Session(Connection(base_url=url, timeout=0.3, max_retries=0), None)
        assert ask(asked, request()) == ["timeout"]
        asked.close()
        stop.set()
        thread.join()


@pytest.mark.usefixtures("no_pauses")
@pytest.mark.parametrize(
    ("reply", "reason"),
    [(Reply(drop=True), "unreachable")]
    + [(Reply(status=status), "server_error") for status in (502, 503, 504)],
    ids=str,
)
def test_where_nobody_answers_the_rest_is_not_waited_for(reply: Reply, reason: str) -> None:
    with (
        StandInServer(lambda body: reply) as server,
        session(server, max_retries=1, max_concurrency=1) as asked,
    ):
        said = ask(asked, *(request(str(i)) for i in range(20)))
        assert said == [reason] * 3 + ["unreachable"] * 17
        assert len(server.requests) == 6  # three questions, two attempts at each
        assert asked.run.usage.requests == 6


def test_where_there_is_no_server_nothing_breaks() -> None:
    with session(None, max_retries=0) as asked:
        assert ask(asked, request()) == ["unreachable"]
        assert asked.run.usage == Usage()


@pytest.mark.usefixtures("no_pauses")
def test_a_flaky_server_gives_the_answers_of_a_sound_one() -> None:
    questions = [request(f"question {number}") for number in range(30)]
    with StandInServer(lambda body: said(body)[-1]) as server, session(server) as asked:
        sound = ask(asked, *questions)
    count = iter(range(10**6))
    lock = threading.Lock()
    failures = [Reply(status=429), Reply(status=500), Reply(drop=True)]

    def flaky(body: dict[str, Any]) -> str | Reply:
        with lock:
            number = next(count)
        return failures[number % 3] if number % 10 in (0, 3, 7) else said(body)[-1]

    with StandInServer(flaky) as server, session(server, max_retries=8) as asked:
        assert ask(asked, *questions) == sound
        assert len(server.requests) > 37


def test_no_more_are_under_way_than_allowed() -> None:
    model = lambda body: Reply("T", delay=0.02)  # noqa: E731
    with StandInServer(model) as server, session(server, max_concurrency=4) as asked:
        assert ask(asked, *(request(str(i)) for i in range(24))) == ["T"] * 24
        assert 1 < server.peak <= 4


def test_probabilities_come_with_their_tokens() -> None:
    with StandInServer(lambda body: "hello there") as server, session(server) as asked:
        [tokens] = ask(asked, request(logprobs=True), reader=lambda answer: list(answer.tokens))
        assert "".join(token for token, _ in tokens) == "hello there"
        assert all(logprob < 0 for _, logprob in tokens)


@pytest.mark.parametrize("logprob", ["NaN", "Infinity", "5", "1" + "0" * 400, "-1e400", '"x"'])
def test_a_probability_that_cannot_be_is_none(logprob: str) -> None:
    tokens = f'{{"content": [{{"token": "T", "logprob": {logprob}}}]}}'
    raw = f'{{"choices": [{{"message": {{"content": "T"}}, "logprobs": {tokens}}}]}}'
    with StandInServer(lambda body: Reply(raw=raw.encode())) as server, session(server) as asked:
        assert ask(asked, request(logprobs=True), reader=lambda a: list(a.tokens)) == [[]]


@pytest.mark.usefixtures("no_pauses")
@pytest.mark.parametrize(
    "reply",
    [Reply("T"), Reply(status=400), Reply(status=500), Reply(drop=True), Reply(raw=b"<html>")],
    ids=str,
)
def test_logs_and_errors_hold_no_text(reply: Reply, caplog: pytest.LogCaptureFixture) -> None:
    with (
        caplog.at_level(logging.DEBUG),
        StandInServer(lambda body: reply) as server,
        session(server, max_retries=1) as asked,
    ):
        for name in list(logging.root.manager.loggerDict):
            logging.getLogger(name).setLevel(logging.NOTSET)
        failure = ""
        try:
            asked.submit(asked.ask(request(schema=SCHEMA), read, UsageTally())).result()
        except NoAnswer as error:
            failure = repr(error) + repr(error.__cause__) + repr(error.__context__)
    assert "Quackenbush" not in caplog.text + failure
    assert SECRET not in repr(request())
