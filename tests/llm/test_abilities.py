import pytest
from asking import SCHEMA, ask, request, session, wanting
from stand_in_server import Reply, StandInServer, said


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
