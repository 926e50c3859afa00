"""Time `llm_verifier` with a slow server and many concurrent questions.

    python benchmarks/llm_concurrency.py [--latency 0.2] [--concurrency 32] [--dialogues 320]

The server is a separate process on this machine. The ideal is the time of the answers alone.
"""

import math
import multiprocessing
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import spacy
import typer

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate, set_candidates

TESTS = Path(__file__).parent.parent / "tests" / "support"


def main(latency: float = 0.2, concurrency: int = 32, dialogues: int = 320) -> None:
    """Print the times."""
    here, there = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(there, latency))
    server.start()
    nlp = spacy.blank("en")
    connection = {"base_url": here.recv(), "max_concurrency": concurrency}
    nlp.add_pipe("llm_verifier", config={"connection": connection})
    docs = []
    for number in range(dialogues + concurrency):
        message = Message("tutor", f"Hi Ada, what is {number} + 4?")
        doc = dialogue_to_doc(Dialogue(str(number), [message]), nlp)
        set_candidates(doc, [Candidate(3, 6, "NAME", 0.5, "benchmark")])
        docs.append(doc)
    list(nlp.pipe(docs[:concurrency]))  # opens the connections
    start = time.perf_counter()
    list(nlp.pipe(docs[concurrency:], batch_size=2 * concurrency))
    taken = time.perf_counter() - start
    here.send("stop")
    server.join()
    ideal = math.ceil(dialogues / concurrency) * latency
    typer.echo(
        f"{dialogues} questions, {concurrency} at once, {latency:.1f} s each: {taken:.2f} s, "
        f"{taken / ideal:.2f} times the ideal {ideal:.2f} s"
    )


def serve(connection: Connection, latency: float) -> None:
    """Run the server until told to stop."""
    sys.path.insert(0, str(TESTS))
    from stand_in_server import Reply, StandInServer  # type: ignore[import-not-found]

    def model(body: dict[str, Any]) -> Any:
        return Reply("T", delay=latency)

    with StandInServer(model) as server:
        connection.send(server.base_url)
        connection.recv()


if __name__ == "__main__":
    typer.run(main)
