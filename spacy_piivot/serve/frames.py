"""How requests and answers pass between the server and its workers: lengths, then bytes."""

import struct
from asyncio import StreamReader
from collections.abc import Sequence
from typing import BinaryIO

from .answers import Answer, refusal
from .engine import Job

# The most bytes of an answer: the server keeps it until it is read.
LARGEST = 64_000_000
_COUNT = struct.Struct("!I")
_JOB = struct.Struct("!BI")
_ANSWER = struct.Struct("!HII")


def pack_lot(lot: Sequence[Job]) -> bytes:
    """Requests as bytes."""
    parts = [_COUNT.pack(len(lot))]
    for job in lot:
        path = job.path.encode()
        parts += [_JOB.pack(len(path), len(job.body)), path, job.body]
    return b"".join(parts)


def read_lot(stream: BinaryIO) -> list[Job]:
    """Read requests.

    stream (BinaryIO): Where from.
    RETURNS (list[Job]): The requests; empty at the end of the stream.
    """
    start = stream.read(_COUNT.size)
    if len(start) < _COUNT.size:
        return []
    lot = []
    for _ in range(_COUNT.unpack(start)[0]):
        length, size = _JOB.unpack(stream.read(_JOB.size))
        path = stream.read(length).decode()
        lot.append(Job(path, stream.read(size)))
    return lot


def write_answer(stream: BinaryIO, answer: Answer) -> None:
    """Write an answer, or that it is too large: a short request can ask for a very long one."""
    if len(answer.body) > LARGEST:
        hint = f"The answer would have more than {LARGEST} bytes. Ask for less at once."
        answer = refusal(413, hint)
    problem = answer.problem.encode("utf8", "replace")
    stream.write(_ANSWER.pack(answer.status, len(problem), len(answer.body)))
    stream.write(problem)
    stream.write(answer.body)
    stream.flush()


async def read_answer(reader: StreamReader) -> Answer:
    """Read an answer.

    reader (StreamReader): Where from.
    RETURNS (Answer): The answer.
    RAISES (IncompleteReadError): At the end of the stream.
    """
    status, length, size = _ANSWER.unpack(await reader.readexactly(_ANSWER.size))
    problem = (await reader.readexactly(length)).decode()
    return Answer(status, await reader.readexactly(size), problem)
