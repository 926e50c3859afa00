import asyncio
import json
import logging
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from stand_in_server import Model, Reply, StandInServer, said

from spacy_piivot.llm.connection import Connection
from spacy_piivot.llm.requests import Answer, ChatMessage, NoAnswer, Request
from spacy_piivot.llm.session import Session
from spacy_piivot.llm.usage import Tally, Usage

pytest.importorskip("openai")

SECRET = "Zephyrine Quackenbush"
SCHEMA = {"type": "object", "properties": {}, "additionalProperties": False}


def request(text: str = SECRET, **more: Any) -> Request:
    messages = [ChatMessage("system", "s"), ChatMessage("user", text)]
    return Request(**{"model": "m", "messages": messages, "max_tokens": 8, **more})


@contextmanager
def session(server: StandInServer | None, **settings: Any) -> Iterator[Session]:
    url = server.base_url if server else "http://127.0.0.1:9/v1"
    made = Session(Connection(**{"base_url": url, "max_retries": 3, **settings}), None)
    try:
        yield made
    finally:
        made.close()


def read(answer: Answer) -> Any:
    return answer.text


def ask(asked: Session, *requests: Request, reader: Callable[[Answer], Any] = read) -> list[Any]:
    """Answers, or the reasons why there are none."""

    async def one(question: Request) -> Any:
        try:
            return await asked.ask(question, reader, Tally())
        except NoAnswer as error:
            return error.reason

    async def all_of_them() -> list[Any]:
        return list(await asyncio.gather(*map(one, requests)))

    return asked.submit(all_of_them()).result()


def reply_once(first: Reply, later: str = "T") -> Model:
    replies: Iterator[Reply] = iter([first])
    return lambda body: next(replies, Reply(later))


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
    questions = [request(f"question {number}") for number in range(60)]
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
        assert len(server.requests) > 75


def test_no_more_are_under_way_than_allowed() -> None:
    model = lambda body: Reply("T", delay=0.02)  # noqa: E731
    with StandInServer(model) as server, session(server, max_concurrency=4) as asked:
        assert ask(asked, *(request(str(i)) for i in range(24))) == ["T"] * 24
        assert 1 < server.peak <= 4


def test_a_budget_stops_cleanly() -> None:
    questions = [request(str(number)) for number in range(10)]
    with (
        StandInServer(lambda body: "T") as server,
        session(server, budget={"requests": 4}) as asked,
    ):
        said = ask(asked, *questions)
        assert (said.count("T"), said.count("over_budget")) == (4, 6)
        assert len(server.requests) == 4


def test_a_budget_is_spent_before_questions_are_refused() -> None:
    questions = [request(f"question {number}") for number in range(20)]
    with StandInServer(lambda body: Reply("T", delay=0.02)) as server:
        with session(server) as asked:
            ask(asked, *questions)
            needed = asked.run.usage.tokens
        # An attempt needs the most that it can use to be left.
        with session(server, budget={"tokens": needed + 300}) as asked:
            assert ask(asked, *questions) == ["T"] * 20


@pytest.mark.usefixtures("no_pauses")
@pytest.mark.parametrize(
    "reply",
    [Reply(status=429), Reply(status=500), Reply(drop=True), Reply("T", delay=0.5)],
    ids=str,
)
def test_attempts_that_fail_count_for_the_budget(reply: Reply) -> None:
    with (
        StandInServer(lambda body: reply) as server,
        session(server, budget={"requests": 3}, timeout=0.2 if reply.delay else 30) as asked,
    ):
        assert ask(asked, request()) == ["over_budget"]
        assert ask(asked, request("more")) == ["over_budget"]
        assert len(server.requests) == asked.run.usage.requests == 3


def test_what_ran_into_the_time_out_counts_with_all_it_may_have_used() -> None:
    with (
        StandInServer(lambda body: Reply("T", delay=0.5)) as server,
        session(server, timeout=0.2, max_retries=0, budget={"tokens": 450}) as asked,
    ):
        said = ask(asked, *(request(str(number)) for number in range(10)))
        assert set(said) == {"timeout", "over_budget"}
        assert 300 < asked.run.usage.tokens <= 450
        assert asked.run.usage.requests == len(server.requests)


def count_bytes(body: dict[str, Any]) -> Reply:
    """A model whose tokens are bytes, and that uses up what it may."""
    read = len("".join(message["content"] for message in body["messages"]).encode())
    read += len(json.dumps(body.get("response_format", "")))
    usage = {"prompt_tokens": read, "completion_tokens": body["max_tokens"]}
    choice = {"finish_reason": "stop", "message": {"content": "T"}}
    return Reply(raw=json.dumps({"choices": [choice], "usage": usage}).encode())


def test_a_budget_of_tokens_is_kept_where_a_token_is_a_byte() -> None:
    questions = [
        request("你好 学生, " * 20, schema=SCHEMA if number % 2 else None) for number in range(20)
    ]
    with StandInServer(count_bytes) as server, session(server, budget={"tokens": 5000}) as asked:
        assert set(ask(asked, *questions)) == {"T", "over_budget"}
        assert 3000 < asked.run.usage.tokens <= 5000


def test_what_a_server_does_not_count_is_estimated() -> None:
    with StandInServer(lambda body: Reply("T", usage=False)) as server, session(server) as asked:
        ask(asked, request())
        assert len(SECRET) < asked.run.usage.input_tokens < 1000
        assert asked.run.usage.output_tokens == 8


@pytest.mark.usefixtures("no_pauses")
@pytest.mark.parametrize(
    ("schema", "logprobs", "sent"),
    [
        (200, True, {"response_format", "logprobs"}), (400, True, {"logprobs"}),
        (500, True, {"logprobs"}), (200, False, {"response_format"}), (422, False, set()),
    ],
)  # fmt: skip
def test_what_an_endpoint_cannot_do_is_found_out_once(
    schema: int, logprobs: bool, sent: set[str]
) -> None:
    with (
        StandInServer(lambda body: "{}", schema=schema, logprobs=logprobs) as server,
        session(server) as asked,
    ):
        questions = [request(str(i), schema=SCHEMA, logprobs=True) for i in range(5)]
        assert ask(asked, *questions) == ["{}"] * 5
        assert all({"response_format", "logprobs"} & set(b) == sent for b in server.requests[-4:])
        tried = len(server.requests)
        assert ask(asked, request("more", schema=SCHEMA, logprobs=True)) == ["{}"]
        assert len(server.requests) == tried + 1
        assert asked.run.usage.requests == tried + 1


def wanting(number: int) -> Request:
    return request(f"question {number}", schema=SCHEMA, logprobs=True)


def test_what_waits_for_a_slow_server_to_say_what_it_can_do_is_not_sent() -> None:
    with (
        StandInServer(lambda body: Reply("{}", delay=0.5)) as server,
        session(server, timeout=0.2, max_retries=0) as asked,
    ):
        said = ask(asked, *map(wanting, range(8)))
        assert (said.count("timeout"), said.count("unreachable")) == (3, 5)
        assert len(server.requests) == 3


@pytest.mark.usefixtures("no_pauses")
@pytest.mark.parametrize(
    ("status", "max_retries", "sent"),
    [(429, 0, 1), (429, 1, 2), (429, 4, 5), (503, 4, 5), (401, 4, 1), (500, 0, 4), (400, 4, 4),
     (None, 0, 1), (None, 2, 3), (None, 4, 5)],
)  # fmt: skip
def test_finding_out_what_an_endpoint_can_do_takes_neither_more_nor_fewer_retries(
    status: int | None, max_retries: int, sent: int
) -> None:
    reply = Reply(status=status) if status else Reply(drop=True)
    with (
        StandInServer(lambda body: reply) as server,
        session(server, max_retries=max_retries) as asked,
    ):
        ask(asked, wanting(0))
        assert len(server.requests) == sent


@pytest.mark.usefixtures("no_pauses")
def test_an_outage_at_the_start_takes_nothing_optional_away() -> None:
    count = iter(range(100))
    model = lambda body: Reply("{}", status=500 if next(count) < 3 else 200)  # noqa: E731
    with StandInServer(model) as server, session(server, max_retries=8) as asked:
        for number in range(3):
            [(text, tokens)] = ask(asked, wanting(number), reader=lambda a: (a.text, a.tokens))
            assert (text, bool(tokens)) == ("{}", True)
        assert {"response_format", "logprobs"} <= set(server.requests[-1])


@pytest.mark.usefixtures("no_pauses")
@pytest.mark.parametrize("status", [400, 500])
def test_an_endpoint_that_takes_nothing_is_not_asked_what_it_can_do_again(status: int) -> None:
    with (
        StandInServer(lambda body: Reply(status=status)) as server,
        session(server, max_retries=0) as asked,
    ):
        assert len(set(ask(asked, *map(wanting, range(5))))) == 1
        assert len(server.requests) == 4 + 4 * 2


def test_a_question_that_cannot_be_taken_takes_nothing_from_the_others() -> None:
    model = lambda body: Reply("{}", status=400 if said(body) == "question 0" else 200)  # noqa: E731
    with StandInServer(model) as server, session(server, max_concurrency=1) as asked:
        assert ask(asked, *map(wanting, range(4))) == ["rejected", "{}", "{}", "{}"]
        assert all({"response_format", "logprobs"} <= set(b) for b in server.requests[-3:])
    model = lambda body: Reply("{}", status=400 if len(server.requests) < 5 else 200)  # noqa: E731
    with StandInServer(model, schema=400) as server, session(server, max_concurrency=1) as asked:
        assert ask(asked, *map(wanting, range(4))) == ["rejected", "{}", "{}", "{}"]
        assert {"response_format", "logprobs"} & set(server.requests[-1]) == {"logprobs"}


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


def test_answers_are_kept_and_only_those_that_can_be_used(tmp_path: Any) -> None:
    replies = iter(["nonsense", "F", "T"])

    def verdict(answer: Answer) -> str:
        if answer.text not in "TF":
            raise NoAnswer("unparsable")
        return answer.text

    with (
        StandInServer(lambda body: next(replies)) as server,
        session(server, cache_dir=str(tmp_path)) as asked,
    ):
        assert ask(asked, request(), reader=verdict) == ["unparsable"]
        assert ask(asked, request(), reader=verdict) == ["F"]
        assert ask(asked, request(), reader=verdict) == ["F"]
        assert len(server.requests) == 2
        assert ask(asked, request(sample=1), reader=verdict) == ["T"]
        assert ask(asked, request(), request(sample=1), reader=verdict) == ["F", "T"]
        assert len(server.requests) == 3
        assert asked.run.usage.cached == 3
    for path in tmp_path.iterdir():
        assert SECRET.encode() not in path.read_bytes()


def test_a_locked_cache_holds_up_no_other_question(tmp_path: Any) -> None:
    with (
        StandInServer(lambda body: Reply("T", delay=0.2 if said(body) == "late" else 0)) as server,
        session(server, cache_dir=str(tmp_path), timeout=1.0, max_retries=0) as asked,
    ):
        other = sqlite3.connect(
            tmp_path / "answers.sqlite3", isolation_level=None, check_same_thread=False
        )
        other.execute("BEGIN IMMEDIATE")
        unlock = threading.Timer(1.6, other.close)
        unlock.start()
        assert ask(asked, request("early"), request("late")) == ["T", "T"]
        unlock.join()
        assert ask(asked, request("early"), request("late")) == ["T", "T"]
        assert len(server.requests) == 2


@pytest.mark.parametrize(
    "other",
    [
        {"model": "n"}, {"max_tokens": 9}, {"temperature": 0.1}, {"text": "x"}, {"sample": 1},
        {"schema": SCHEMA}, {"logprobs": True},
    ],
)  # fmt: skip
def test_another_question_is_another_answer(tmp_path: Any, other: dict[str, Any]) -> None:
    with (
        StandInServer(lambda body: "T") as server,
        session(server, cache_dir=str(tmp_path)) as asked,
    ):
        ask(asked, request())
        ask(asked, request(**other))
        assert len(server.requests) == 2


def test_it_works_where_a_loop_is_running() -> None:
    async def notebook() -> list[Any]:
        with StandInServer(lambda body: "T") as server, session(server) as asked:
            return ask(asked, request())

    assert asyncio.run(notebook()) == ["T"]


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
            asked.submit(asked.ask(request(schema=SCHEMA), read, Tally())).result()
        except NoAnswer as error:
            failure = repr(error) + repr(error.__cause__) + repr(error.__context__)
    assert "Quackenbush" not in caplog.text + failure
    assert SECRET not in repr(request())
