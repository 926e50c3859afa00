import json
from typing import Any

import pytest
from asking import SCHEMA, SECRET, ask, request, session
from stand_in_server import Reply, StandInServer


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
