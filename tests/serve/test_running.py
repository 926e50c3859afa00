"""The service in processes of its own, as people run it."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from spacy.language import Language

from spacy_piivot.cli.running import load_releasing_pipeline
from spacy_piivot.cli.serve import make_engine
from spacy_piivot.errors import InputError
from spacy_piivot.serve import running
from spacy_piivot.serve.answers import Answer
from spacy_piivot.serve.engine import DEIDENTIFY, Engine, Job
from spacy_piivot.serve.pool import Pool
from spacy_piivot.serve.running import check_access
from spacy_piivot.serve.worker import Maker

SECRET = "Zorblatt"
_SERVE = (sys.executable, "-m", "spacy_piivot", "serve")
KEY = "a test key of more than sixteen bytes"
TOKEN = "a-token-of-a-test-long-enough"
DIALOGUE = {
    "id": "one",
    "messages": [
        {"speaker": "tutor", "text": f"Hi Odile {SECRET}, is 4/12 the same as 1/3?"},
        {"speaker": "Odile", "text": f"my mail is odile.{SECRET.lower()}@example.org"},
    ],
}

ENDLESS = {
    "name": "endless",
    "supported_language": "en",
    "supported_entity": "ENDLESS",
    "patterns": [{"name": "a", "regex": r"(?:(?:a|a|aa)+)+$", "score": 0.5}],
}


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "desk.example", ""])
def test_who_listens_for_others_needs_a_token(host: str) -> None:
    with pytest.raises(InputError, match="--token-file"):
        check_access(host, None)
    check_access(host, TOKEN)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_this_computer_needs_none(host: str) -> None:
    check_access(host, None)


class Serving:
    """A service that runs.

    process (Popen[str]): Its process.
    address (str): Its address.
    """

    def __init__(
        self, folder: Path, *options: str, unread: bool = False, **environment: str
    ) -> None:
        key = folder / "key"
        key.write_text(KEY)
        self.errors = folder / "stderr"
        reading, writing = os.pipe()
        with self.errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [*_SERVE, "--port", "0", "--key-file", str(key), *options],
                stdout=subprocess.PIPE,
                stderr=writing if unread else errors,
                text=True,
                env={**os.environ, **environment},
            )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        os.close(reading)
        os.close(writing)

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Send a signal; returns the exit status and what was written to stderr."""
        self.process.send_signal(number)
        return self.process.wait(60), self.errors.read_text("utf8")

    def children(self) -> list[int]:
        """Its workers."""
        pid = self.process.pid
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextmanager
def serving(
    folder: Path, *options: str, unread: bool = False, **environment: str
) -> Iterator[Serving]:
    service = Serving(folder, *options, unread=unread, **environment)
    try:
        yield service
    finally:
        service.process.kill()
        service.process.wait()


def is_running(pid: int) -> bool:
    """Whether a process is there, and not only waits to be collected."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def sockets_of(pid: int) -> list[str]:
    """The Internet sockets of a process: local and remote address and state."""
    numbers = set()
    for file in Path(f"/proc/{pid}/fd").iterdir():
        try:
            numbers |= {*re.findall(r"socket:\[(\d+)\]", os.readlink(file))}
        except FileNotFoundError:
            continue
    found = []
    for kind in ("tcp", "tcp6", "udp", "udp6"):
        for line in Path(f"/proc/{pid}/net/{kind}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[9] in numbers:
                found.append(f"{kind} {fields[3]}")
    return found


@pytest.mark.slow
def test_what_it_says_and_opens_and_how_it_ends(tmp_path: Path, keyed_nlp: Language) -> None:
    surrogator: Any = keyed_nlp.get_pipe("hips_surrogator")
    surrogator.key = KEY.encode()
    with serving(tmp_path, "--workers", "2") as service:
        assert sockets_of(service.process.pid) == ["tcp 0A"]  # it listens
        children = service.children()
        assert len(children) == 2
        assert [sockets_of(child) for child in children] == [[], []]
        with httpx.Client(base_url=service.address) as client:
            for options in ({}, {"policy": "essay", "scope": "corpus"}, {"policy": "nothing"}):
                body = {"dialogues": [DIALOGUE], **options}
                said = client.post("/deidentify", json=body)
                [own] = Engine(keyed_nlp).answers([Job(DEIDENTIFY, json.dumps(body).encode())])
                assert (said.status_code, said.content) == (own.status, own.body)
            client.get(f"/{SECRET}?q={SECRET}", headers={"User-Agent": SECRET})
            client.post("/analyze", content=f'{{"{SECRET}'.encode())
            client.post("/analyze", json={"text": SECRET, "language": SECRET})
            client.post("/anonymize", json={"text": SECRET, "analyzer_results": [{SECRET: SECRET}]})
            # One connection for all: none was closed after an answer.
            assert sorted(sockets_of(service.process.pid)) == ["tcp 01", "tcp 0A"]
        status, written = service.stop()
        assert status == 0
        assert SECRET.lower() not in written.lower()
        assert "Odile" not in written
        lines = written.splitlines()
        assert lines[-1] == "Stopped."
        assert sum(" POST /deidentify 200 " in line for line in lines) == 2
        assert sum(" GET (unknown path) 404 " in line for line in lines) == 1
        for child in children:
            assert not Path(f"/proc/{child}").exists()


@pytest.mark.slow
def test_a_running_request_is_finished_and_no_new_one_begun(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "1") as service:
        texts = [f"I am Odile {SECRET}, it is {n}/12" for n in range(300)]
        said: list[httpx.Response] = []

        def ask() -> None:
            body = {"text": texts, "language": "en"}
            said.append(httpx.post(f"{service.address}analyze", json=body, timeout=120))

        thread = threading.Thread(target=ask)
        thread.start()
        time.sleep(0.5)
        started = time.monotonic()
        assert httpx.get(f"{service.address}health").status_code == 200
        assert time.monotonic() - started < 0.5  # it does not wait for the request
        service.process.send_signal(signal.SIGTERM)
        # Whoever stops all its processes does not end the request, either.
        for child in service.children():
            os.kill(child, signal.SIGTERM)
        time.sleep(0.5)
        port = int(service.address.rsplit(":", 1)[1].rstrip("/"))
        with pytest.raises(OSError):  # noqa: PT011
            socket.create_connection(("127.0.0.1", port), 1)
        thread.join(120)
        assert service.process.wait(60) == 0
        assert said[0].status_code == 200
        assert len(said[0].json()) == 300


@pytest.mark.slow
def test_a_request_that_lasts_too_long_is_given_up_when_it_stops(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "1", "--stop-seconds", "1") as service:
        body = {"text": [f"I am Odile {SECRET} {n}" for n in range(3000)], "language": "en"}
        failed: list[int] = []

        def ask() -> None:
            try:
                failed.append(
                    httpx.post(f"{service.address}analyze", json=body, timeout=60).status_code
                )
            except httpx.HTTPError:
                failed.append(0)

        thread = threading.Thread(target=ask)
        thread.start()
        time.sleep(0.7)
        started = time.monotonic()
        status, written = service.stop()
        assert time.monotonic() - started < 10
        assert status == 0
        thread.join(20)
        assert failed[0] in (0, 500, 503)
        assert SECRET not in written


@pytest.mark.slow
def test_an_expression_that_never_ends_costs_one_request(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "1", "--max-seconds", "3") as service:
        url = f"{service.address}analyze"
        body = {"text": "a" * 60 + "!", "language": "en", "ad_hoc_recognizers": [ENDLESS]}
        assert httpx.post(url, json=body, timeout=60).status_code == 504
        good = {"text": "I am Odile", "language": "en"}
        assert httpx.post(url, json=good, timeout=60).status_code == 200


@pytest.mark.slow
def test_a_worker_ends_with_its_server_and_leaves_no_memory_on_the_disk(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "1") as service:
        [child] = service.children()
        for process in (service.process.pid, child):
            limits = Path(f"/proc/{process}/limits").read_text()
            assert re.search(r"^Max core file size +0 +0 ", limits, re.MULTILINE)
        assert Path(f"/proc/{child}/oom_score_adj").read_text().strip() == "1000"
        evil = {"text": "a" * 60 + "!", "language": "en", "ad_hoc_recognizers": [ENDLESS]}
        with suppress(httpx.TimeoutException):
            httpx.post(f"{service.address}analyze", json=evil, timeout=1)
        service.process.kill()
        service.process.wait()
        deadline = time.monotonic() + 10
        while is_running(child) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not is_running(child)


@pytest.mark.slow
def test_it_goes_on_when_nobody_reads_its_lines(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "1", "--max-seconds", "3", unread=True) as service:
        url = f"{service.address}analyze"
        good = {"text": "I am Odile", "language": "en"}
        evil = {"text": "a" * 60 + "!", "language": "en", "ad_hoc_recognizers": [ENDLESS]}
        for body, status in ((good, 200), (evil, 504), (good, 200)):
            assert httpx.post(url, json=body, timeout=60).status_code == status


def test_lines_that_cannot_be_written_are_left_out() -> None:
    def fail(line: str) -> None:
        raise BrokenPipeError

    running._unfailing(fail)("a line")
    lines: list[str] = []
    running._unfailing(lines.append)("a line")
    assert lines == ["a line"]


@pytest.mark.slow
def test_workers_that_are_not_forked_answer_the_same(keyed_nlp: Language) -> None:
    surrogator: Any = keyed_nlp.get_pipe("hips_surrogator")
    surrogator.key = KEY.encode()
    load = partial(load_releasing_pipeline, None, None, None)
    job = Job(DEIDENTIFY, json.dumps(DIALOGUE).encode())

    async def ask() -> Answer:
        make = partial(make_engine, load, KEY.encode(), "replace")
        pool = Pool(Maker(make, "spawn"), 1, 60, lambda line: None)
        await pool.open()
        try:
            return await pool.run(job)
        finally:
            await pool.close()

    assert [asyncio.run(ask())] == list(Engine(keyed_nlp).answers([job]))


@pytest.mark.slow
def test_the_token_of_the_environment_is_needed(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "1", SPACY_PIIVOT_TOKEN=TOKEN) as service:
        body = {"text": "I am Odile", "language": "en"}
        url = f"{service.address}analyze"
        assert httpx.post(url, json=body).status_code == 401
        headers = {"Authorization": f"Bearer {TOKEN}"}
        assert httpx.post(url, json=body, headers=headers).status_code == 200
        arguments = Path(f"/proc/{service.process.pid}/cmdline").read_bytes()
        assert TOKEN.encode() not in arguments
        assert KEY.encode() not in arguments
        status, written = service.stop(signal.SIGINT)
        assert status == 0
        assert TOKEN not in written
