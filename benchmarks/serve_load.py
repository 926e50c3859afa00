"""Measure `spacy-piivot serve` under load: times of answers, errors and memory.

    python -m benchmarks.serve_load --clients 50 --minutes 5 [--workers N] [--json OUT.json]

Starts the server in processes of its own, and the clients in this one. Each client has one
connection, and sends its next request when it has the answer to the last: a message to /analyze
three times of five, its findings to /anonymize, and a dialogue to /deidentify. All texts are
synthetic and different. Every second one more client asks /health. The clients use processor time
too, on the same cores.
"""

import asyncio
import json
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

FIRST = ("Odile", "Tariq", "Wanjiru", "Soren", "Marisol", "Kenta", "Ines", "Bogdan", "Aroha")
LAST = ("Ferrand", "Haddad", "Mwangi", "Lindqvist", "Quintero", "Sato", "Barros", "Ilic")
TURNS = (
    "hi {name}, can you read question {n} for me?",
    "i got {n}/12 but {other} got 3:45, is that the same as 1/3?",
    "so 2x + 3 = {n}, what do we do first {name}?",
    "subtract 3 from both sides, then mark the point ({n}, 4) on the line",
    "my mail is {mail} and my number is 212-555-{n:04}",
)
HEADERS = "Host: 127.0.0.1\r\nContent-Type: application/json\r\n"


@dataclass
class Seen:
    """What the clients saw.

    seconds (dict[str, list[float]]): The time of each answer, by path.
    statuses (Counter[tuple[str, int]]): How often a path had a status; 0 for no answer.
    memory (list[dict[str, float]]): The memory in megabytes at each minute.
    """

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: "Counter[tuple[str, int]]" = field(default_factory=Counter)
    memory: list[dict[str, float]] = field(default_factory=list)


def main(
    clients: Annotated[int, typer.Option(help="How many clients.")] = 50,
    minutes: Annotated[float, typer.Option(help="How long.")] = 5.0,
    workers: Annotated[int, typer.Option(help="How many workers the server has.")] = 2,
    only: Annotated[str | None, typer.Option(help="Ask only this path.")] = None,
    json_path: Annotated[Path | None, typer.Option("--json", help="Where to write all.")] = None,
) -> None:
    """Run the server and the clients, and print a table."""
    result = asyncio.run(measure(clients, minutes * 60, workers, only))
    if json_path:
        json_path.write_text(json.dumps(result, indent=1) + "\n")
    for path, row in result["paths"].items():
        print(f"| {path} | " + " | ".join(f"{value:g}" for value in row.values()) + " |")
    print(json.dumps({key: value for key, value in result.items() if key != "paths"}))
    if result["errors"]:
        raise typer.Exit(1)


async def measure(clients: int, seconds: float, workers: int, only: str | None) -> dict[str, Any]:
    """Run the server under load, and stop it while requests are running.

    clients (int): How many clients.
    seconds (float): How long.
    workers (int): How many workers the server has.
    only (str | None): The only path to ask; None for the mixture.
    RETURNS (dict[str, Any]): The figures.
    """
    with tempfile.TemporaryDirectory() as folder:
        key = Path(folder, "key")
        key.write_text("a key for measuring, not a secret one")
        server = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "spacy_piivot", "serve", "--port", "0",
            "--workers", str(workers), "--key-file", str(key), "--no-access-log",
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert server.stdout is not None
        address = (await server.stdout.readline()).decode()
        port = int(address.rsplit(":", 1)[1].rstrip("/\n"))
        seen = Seen()
        end = time.monotonic() + seconds
        async with asyncio.TaskGroup() as group:
            for number in range(clients):
                group.create_task(client(number, port, end, seen, only))
            group.create_task(probe(port, end, seen))
            group.create_task(watch(server.pid, end, seen))
        seconds_used = processor_seconds(server.pid)
        server.terminate()
        status = await server.wait()
    paths = {path: row(times, seconds) for path, times in sorted(seen.seconds.items())}
    wrong = {f"{path} {code}": n for (path, code), n in seen.statuses.items() if code != 200}
    return {
        "paths": paths,
        "requests": sum(seen.statuses.values()),
        "errors": sum(wrong.values()),
        "statuses": wrong,
        "processor_ms_a_request": round(1000 * seconds_used / sum(seen.statuses.values()), 1),
        "memory_mb": seen.memory,
        "exit_status": status,
        "cores": len(os.sched_getaffinity(0)),
        "load_average": os.getloadavg(),
    }


def row(times: Sequence[float], seconds: float) -> dict[str, float]:
    """The figures of a path: how many a second, and milliseconds."""
    cuts = statistics.quantiles(times, n=100) if len(times) > 1 else [*times] * 99
    figures = {"a second": len(times) / seconds}
    figures |= {f"p{n}": cuts[n - 1] * 1000 for n in (50, 95, 99)}
    return {name: round(value, 1) for name, value in {**figures, "most": max(times) * 1000}.items()}


async def client(number: int, port: int, end: float, seen: Seen, only: str | None) -> None:
    """Ask until the end, one request after another on one connection."""
    draw = random.Random(number)
    connection: Any = await asyncio.open_connection("127.0.0.1", port)
    count = 0
    while time.monotonic() < end:
        count += 1
        for path, body in requests(draw, f"{number}-{count}", only):
            started = time.monotonic()
            try:
                status, answer = await ask(connection, path, body)
            except (OSError, asyncio.IncompleteReadError):
                status, answer = 0, b""
                connection = await asyncio.open_connection("127.0.0.1", port)
            seen.statuses[path, status] += 1
            seen.seconds[path].append(time.monotonic() - started)
            if path == "/analyze" and status == 200 and only is None and draw.random() < 0.34:
                found = {"text": body["text"], "analyzer_results": json.loads(answer)}
                found["anonymizers"] = {"DEFAULT": {"type": "surrogate"}}
                started = time.monotonic()
                status, _ = await ask(connection, "/anonymize", found)
                seen.statuses["/anonymize", status] += 1
                seen.seconds["/anonymize"].append(time.monotonic() - started)
    connection[1].close()


def requests(draw: random.Random, id: str, only: str | None) -> list[tuple[str, dict[str, Any]]]:
    """Three messages for /analyze and a dialogue of eight for /deidentify."""
    asked: list[tuple[str, dict[str, Any]]] = [
        ("/analyze", {"text": turn(draw), "language": "en"}) for _ in range(3)
    ]
    messages = [{"speaker": "AB"[n % 2], "text": turn(draw)} for n in range(8)]
    asked.append(("/deidentify", {"id": id, "messages": messages}))
    return [one for one in asked if only in (None, one[0])]


def turn(draw: random.Random) -> str:
    """A synthetic message."""
    names = [f"{draw.choice(FIRST)} {draw.choice(LAST)}" for _ in range(2)]
    n = draw.randrange(10_000)
    mail = f"{names[0].replace(' ', '.').lower()}{n}@example.org"
    return draw.choice(TURNS).format(name=names[0], other=names[1], mail=mail, n=n)


async def ask(connection: Any, path: str, body: dict[str, Any] | None) -> tuple[int, bytes]:
    """Send a request on a connection that stays open; returns the status and the body."""
    reader, writer = connection
    data = b"" if body is None else json.dumps(body).encode()
    method = "GET" if body is None else "POST"
    port = writer.get_extra_info("peername")[1]
    headers = HEADERS.replace("127.0.0.1", f"127.0.0.1:{port}")
    head = f"{method} {path} HTTP/1.1\r\n{headers}Content-Length: {len(data)}\r\n\r\n"
    writer.write(head.encode() + data)
    answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    length = re.search(r"content-length: (\d+)", answer)
    assert length is not None
    return int(answer.split(" ", 2)[1]), await reader.readexactly(int(length[1]))


async def probe(port: int, end: float, seen: Seen) -> None:
    """Ask /health every second, on a connection of its own."""
    connection = await asyncio.open_connection("127.0.0.1", port)
    while time.monotonic() < end:
        started = time.monotonic()
        status, _ = await ask(connection, "/health", None)
        seen.statuses["/health", status] += 1
        seen.seconds["/health"].append(time.monotonic() - started)
        await asyncio.sleep(1)


async def watch(pid: int, end: float, seen: Seen) -> None:
    """Note the memory at the start, at each minute and at the end."""
    while True:
        seen.memory.append(memory_of(pid))
        left = end - time.monotonic()
        if left <= 0:
            return
        await asyncio.sleep(min(60, left))


def family(pid: int) -> list[int]:
    """A process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


def processor_seconds(pid: int) -> float:
    """The processor time of a process and its children so far."""
    ticks = 0
    for one in family(pid):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> dict[str, float]:
    """The memory of a process and its children in megabytes: resident of each, and shared once."""
    figures: dict[str, float] = {"all_pss": 0}
    for number, one in enumerate(family(pid)):
        rollup = Path(f"/proc/{one}/smaps_rollup").read_text()
        sizes = dict(re.findall(r"^(Rss|Pss): +(\d+) kB", rollup, re.MULTILINE))
        figures["server" if number == 0 else f"worker {number}"] = round(int(sizes["Rss"]) / 1024)
        figures["all_pss"] = round(figures["all_pss"] + int(sizes["Pss"]) / 1024)
    return figures


if __name__ == "__main__":
    typer.run(main)
