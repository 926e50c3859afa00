import multiprocessing
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from stand_in_server import Reply, StandInServer
from verified import DEAD, FOUND, TEXT, judge, make_doc, make_nlp, texts

pytest.importorskip("openai")


def test_with_a_dead_endpoint_every_span_stays_and_the_run_ends() -> None:
    nlp = make_nlp(DEAD, max_retries=2)
    nlp.add_pipe("hips_surrogator")
    docs = [make_doc(nlp, TEXT, *FOUND, id=str(number)) for number in range(20)]
    done = list(nlp.pipe(docs))
    assert [texts(doc) for doc in done] == [["Mark", "Ada", "May", "Bob"]] * 20
    assert {doc._.piivot_llm["llm_verifier"]["status"] for doc in done} == {"unreachable"}
    assert {doc._.piivot_status for doc in done} == {"ok"}
    assert not any(re.search(r"\bAda\b", doc._.piivot_text) for doc in done)


@pytest.mark.usefixtures("no_pauses")
def test_a_flaky_endpoint_gives_the_verdicts_of_a_sound_one(server: StandInServer) -> None:
    nlp = make_nlp(server.base_url)
    sound = [texts(doc) for doc in nlp.pipe(make_doc(nlp, TEXT, *FOUND) for _ in range(8))]
    lock, count = threading.Lock(), iter(range(10**6))

    def flaky(body: dict[str, Any]) -> str | Reply:
        with lock:
            number = next(count)
        failing = [Reply(status=503), Reply(drop=True), Reply(status=429)]
        return failing[number % 3] if number % 10 < 3 else judge(body)

    with StandInServer(flaky) as other:
        nlp = make_nlp(other.base_url, max_retries=8)
        docs = list(nlp.pipe(make_doc(nlp, TEXT, *FOUND) for _ in range(8)))
    assert [texts(doc) for doc in docs] == sound
    assert {doc._.piivot_llm["llm_verifier"]["status"] for doc in docs} == {"ok"}


def test_docs_are_asked_about_at_once_and_come_in_order() -> None:
    with StandInServer(lambda body: Reply(judge(body), delay=0.05)) as server:
        nlp = make_nlp(server.base_url, max_concurrency=32)
        docs = [make_doc(nlp, TEXT, *FOUND, id=str(number)) for number in range(12)]
        done = list(nlp.pipe(docs, batch_size=12))
        assert [doc.user_data["piivot_id"] for doc in done] == [str(n) for n in range(12)]
        assert server.peak > 3
        assert all(texts(doc) == ["Ada", "Bob"] for doc in done)


@pytest.mark.parametrize("batch_size", [1, 2, 5])
def test_the_batch_changes_nothing(server: StandInServer, batch_size: int) -> None:
    nlp = make_nlp(server.base_url)
    alone = [texts(nlp(make_doc(nlp, TEXT, *FOUND))) for _ in range(3)]
    docs = (make_doc(nlp, TEXT, *FOUND) for _ in range(3))
    assert [texts(doc) for doc in nlp.pipe(docs, batch_size=batch_size)] == alone


def test_reading_no_further_stops_what_is_under_way() -> None:
    with StandInServer(lambda body: Reply("T", delay=0.05)) as server:
        nlp = make_nlp(server.base_url, max_concurrency=1)
        stream = nlp.pipe((make_doc(nlp, TEXT, *FOUND) for _ in range(50)), batch_size=20)
        next(stream)
        stream.close()  # type: ignore[attr-defined]
        nlp.get_pipe("llm_verifier").close()
        assert len(server.requests) < 30


@pytest.mark.parametrize("method", ["fork", pytest.param("spawn", marks=pytest.mark.slow)])
def test_worker_processes_agree_with_one(
    server: StandInServer, method: str, tmp_path: Path
) -> None:
    nlp = make_nlp(server.base_url, cache_dir=str(tmp_path))
    docs = [make_doc(nlp, TEXT, *FOUND, id=str(number)) for number in range(6)]
    alone = [texts(nlp(make_doc(nlp, TEXT, *FOUND))) for _ in docs]
    before = multiprocessing.get_start_method()
    multiprocessing.set_start_method(method, force=True)
    try:
        done = list(nlp.pipe(docs, n_process=2, batch_size=2))
    finally:
        multiprocessing.set_start_method(before, force=True)
    assert [texts(doc) for doc in done] == alone
    assert all(doc._.piivot_llm["llm_verifier"]["cached"] == 3 for doc in done)
    # The parent's connection still works.
    assert texts(nlp(make_doc(nlp, TEXT + "!", *FOUND))) == alone[0]


def test_a_pickle_holds_no_connection(server: StandInServer) -> None:
    nlp = make_nlp(server.base_url)
    nlp(make_doc(nlp, TEXT, *FOUND))
    copy = pickle.loads(pickle.dumps(nlp.get_pipe("llm_verifier")))
    assert texts(copy(make_doc(nlp, TEXT, *FOUND))) == ["Ada", "Bob"]


KILLED = """
import os, signal, sys, threading, spacy
from verified import FOUND, TEXT, make_doc, make_nlp
nlp = make_nlp(sys.argv[1], cache_dir=sys.argv[2], max_concurrency=2)
docs = (make_doc(nlp, f"{TEXT} {n}", *FOUND, id=str(n)) for n in range(40))
for number, doc in enumerate(nlp.pipe(docs, batch_size=8)):
    if number == 10:
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
def test_a_killed_run_goes_on_from_the_cache(server: StandInServer, tmp_path: Path) -> None:
    folders = [*filter(None, sys.path)]
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, server.base_url, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(folders)},
        capture_output=True,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    asked = len(server.requests)
    nlp = make_nlp(server.base_url, cache_dir=str(tmp_path))
    docs = (make_doc(nlp, f"{TEXT} {n}", *FOUND, id=str(n)) for n in range(40))
    done = list(nlp.pipe(docs))
    assert [texts(doc) for doc in done] == [["Ada", "Bob"]] * 40
    cached = nlp.get_pipe("llm_verifier").usage.cached
    assert cached >= 30
    assert len(server.requests) - asked == 120 - cached
