import asyncio
import sqlite3
import threading
from typing import Any

import pytest
from asking import SCHEMA, SECRET, ask, request, session
from stand_in_server import Reply, StandInServer, said

from spacy_piivot.llm.requests import Answer, NoAnswer


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
