"""A server that sends more than an answer can be, packed or not, with a length or without."""

import asyncio
import gzip
import tracemalloc
import zlib
from collections.abc import AsyncIterator, Iterator
from itertools import count
from typing import Any

import pytest
from stand_in_server import Model, Reply, StandInServer

from spacy_piivot.llm.bodies import MOST_BYTES, read_body
from spacy_piivot.llm.connection import Connection
from spacy_piivot.llm.requests import Answer, ChatMessage, NoAnswer, Request
from spacy_piivot.llm.session import Session
from spacy_piivot.llm.usage import UsageTally

pytest.importorskip("openai")

REQUEST = Request("m", [ChatMessage("user", "q")], max_tokens=8)
JSON = b'{"choices": [{"message": {"content": "T"}, "finish_reason": "stop"}], "x": "%s"}'
SHORT = JSON % b""


def ask(model: Model, **settings: Any) -> tuple[str, int, float]:
    """The answer or why there is none, how often the server was asked, and for how much."""

    async def one(asked: Session) -> str:
        def read(answer: Answer) -> str:
            return answer.text

        try:
            return await asked.ask(REQUEST, read, UsageTally())
        except NoAnswer as error:
            return error.reason

    with StandInServer(model) as server:
        options = {"base_url": server.base_url, "max_retries": 2, **settings}
        asked = Session(Connection(**options), None)
        try:
            said = asked.submit(one(asked)).result()
            return said, len(server.requests), asked.run.usage.output_tokens
        finally:
            asked.close()


def filled(size: int) -> bytes:
    """A right answer of this many bytes."""
    return JSON % (b" " * (size - len(SHORT)))


def forever() -> Iterator[bytes]:
    yield filled(MOST_BYTES)
    for _ in count():
        yield b" " * 65_536


def bomb(format: int, megabytes: int = 200) -> bytes:
    """A body without an end. Its blocks are the same but for the first one's header."""
    packer = zlib.compressobj(9, wbits=format)
    first, block = (
        packer.compress(b" " * 1_000_000) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2)
    )
    return first + block * (megabytes - 1)


GZIP, DEFLATE = 31, 15


@pytest.mark.parametrize(
    "reply",
    [
        Reply(raw=filled(MOST_BYTES)),
        Reply(chunks=[filled(MOST_BYTES)[:9], filled(MOST_BYTES)[9:]]),
        Reply(raw=gzip.compress(filled(MOST_BYTES)), headers={"Content-Encoding": "gzip"}),
        Reply(raw=zlib.compress(SHORT), headers={"Content-Encoding": "deflate"}),
        Reply(chunks=[gzip.compress(SHORT)], headers={"Content-Encoding": "gzip"}),
    ],
    ids=["plain", "chunked", "gzip", "deflate", "chunked gzip"],
)
def test_a_long_answer_is_read(reply: Reply) -> None:
    assert ask(lambda body: reply)[:2] == ("T", 1)


@pytest.mark.parametrize(
    "reply",
    [
        Reply(raw=filled(MOST_BYTES + 1)),
        Reply(chunks=[filled(MOST_BYTES), b" "]),
        Reply(raw=gzip.compress(filled(MOST_BYTES + 1)), headers={"Content-Encoding": "gzip"}),
    ],
    ids=["plain", "chunked", "gzip"],
)
def test_a_byte_more_is_a_failure_that_is_not_repeated(reply: Reply) -> None:
    # Whatever the model did is counted at its most.
    assert ask(lambda body: reply) == ("unparsable", 1, 8)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Reply(chunks=forever()),
        lambda: Reply(raw=bomb(GZIP), headers={"Content-Encoding": "gzip"}),
        lambda: Reply(raw=bomb(DEFLATE), headers={"Content-Encoding": "deflate"}),
        lambda: Reply(raw=gzip.compress(bomb(GZIP)), headers={"Content-Encoding": "gzip, gzip"}),
    ],
    ids=["endless", "gzip", "deflate", "gzip in gzip"],
)
def test_what_would_fill_the_memory_does_not(make: Any) -> None:
    reply = make()
    ask(lambda body: "T")  # whatever is imported on the way is not counted
    tracemalloc.start()
    try:
        assert ask(lambda body: reply)[0] == "unparsable"
        assert tracemalloc.get_traced_memory()[1] < 20 * MOST_BYTES
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("status", [200, 500])
def test_where_a_piece_may_unpack_to_any_length_no_packed_body_is_read(status: int) -> None:
    httpx = pytest.importorskip("httpx")

    async def read(content: bytes, encoding: str) -> Any:
        async def pieces() -> AsyncIterator[bytes]:
            yield content

        def reply(request: Any) -> Any:
            return httpx.Response(status, headers={"Content-Encoding": encoding}, content=pieces())

        async with httpx.AsyncClient(transport=httpx.MockTransport(reply)) as client:
            opened = await client.send(client.build_request("GET", "http://x"), stream=True)
            return await read_body(httpx, opened)

    assert asyncio.run(read(SHORT, "identity")).content == SHORT
    packed = asyncio.run(read(gzip.compress(SHORT), "GZip"))
    assert packed is None if status == 200 else packed.content == b""


@pytest.mark.usefixtures("no_pauses")
def test_a_long_complaint_is_one_all_the_same() -> None:
    replies = iter([Reply(status=500, chunks=forever()), Reply(raw=SHORT)])
    assert ask(lambda body: next(replies))[:2] == ("T", 2)
    long = Reply(status=401, raw=b" " * (MOST_BYTES + 1))
    assert ask(lambda body: long)[:2] == ("rejected", 1)


def test_a_server_is_asked_not_to_pack() -> None:
    with StandInServer(lambda body: "T") as server:
        asked = Session(Connection(base_url=server.base_url), None)
        asked.submit(asked.ask(REQUEST, lambda answer: answer.text, UsageTally())).result()
        asked.close()
        assert server.headers[0]["Accept-Encoding"] == "identity"
