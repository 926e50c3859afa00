"""A real Doccano on loopback, for external tests: its server, its task queue, and its HTTP API."""

import json
import os
import secrets
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx

# What Doccano 1.8.4 says it runs with allows newer packages that it does not run with.
PACKAGES = ("doccano==1.8.4", "marshmallow<4", "numpy<2", "setuptools<81")
USER = "annotator"


def install(folder: Path) -> Path:
    """The folder of the programs of a Doccano: that in SPACY_PIIVOT_DOCCANO, or a new one."""
    if known := os.environ.get("SPACY_PIIVOT_DOCCANO"):
        return Path(known)
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    subprocess.run([folder / "bin/pip", "install", "--quiet", *PACKAGES], check=True)
    return folder / "bin"


@contextmanager
def running(programs: Path, home: Path) -> Iterator["Doccano"]:
    """Start a Doccano with an empty database, and stop it afterwards."""
    home.mkdir()
    password = secrets.token_hex(8)
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "DOCCANO_HOME": str(home),
        "STANDALONE": "True",
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "DATABASE_URL": f"sqlite:///{home}/db.sqlite3",
        "MEDIA_ROOT": str(home / "media"),
        "SECRET_KEY": secrets.token_hex(16),
    }
    backend = next(programs.parent.glob("lib/python*/site-packages/backend"))

    def start(*command: str, wait: bool = True) -> subprocess.Popen[bytes]:
        with (home / "log").open("ab") as log:
            process = subprocess.Popen(
                [programs / command[0], *command[1:]],
                env=environment,
                cwd=backend,
                stdout=log,
                stderr=log,
            )
        if wait and process.wait():
            raise RuntimeError(f"doccano {command[1]} failed: see {home / 'log'}")
        return process

    start("doccano", "init")
    start("doccano", "createuser", "--username", USER, "--password", password)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with ExitStack() as stack:
        # `doccano webserver` would listen on every address of the machine.
        server = ("gunicorn", "--bind", f"127.0.0.1:{port}", "--timeout", "120", "config.wsgi")
        for command in (server, ("doccano", "task", "--concurrency", "1")):
            process = start(*command, wait=False)
            stack.callback(process.wait)
            stack.callback(process.terminate)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}/v1/", timeout=60) as client:
            yield Doccano(client, password)


class Doccano:
    """What a person does in Doccano's pages, through its API."""

    def __init__(self, client: httpx.Client, password: str) -> None:
        self.client = client
        _until(lambda: _answers(client))
        self.post("auth/login/", {"username": USER, "password": password})

    def new_project(self, **settings: Any) -> int:
        """Create a project of sequence labelling, with its own settings off."""
        project = {
            "name": "prelabelled",
            "description": "made-up dialogues",
            "project_type": "SequenceLabeling",
            "resourcetype": "SequenceLabelingProject",
            "guideline": "",
            "random_order": False,
            "collaborative_annotation": False,
            "single_class_classification": False,
            "allow_overlapping": False,
            "grapheme_mode": False,
            "use_relation": False,
            "tags": [],
            **settings,
        }
        return int(self.post("projects", project)["id"])

    def upload(self, project: int, file: Path) -> None:
        """Import a file as JSONL."""
        answer = self.client.post(
            "fp/process/",
            files={"filepond": (file.name, file.read_bytes())},
            headers=self._headers(),
        )
        answer.raise_for_status()
        task = self.post(
            f"projects/{project}/upload",
            {
                "format": "JSONL",
                "task": "SequenceLabeling",
                "uploadIds": [answer.text],
                "encoding": "utf_8",
                "column_data": "text",
                "column_label": "label",
            },
        )
        status = _until(lambda: self._finished(task["task_id"]))
        assert not status.get("error"), status

    def examples(self, project: int) -> list[dict[str, Any]]:
        """The examples, in the order of their import."""
        found = self.get(f"projects/{project}/examples", limit=1000)["results"]
        return sorted(found, key=lambda one: one["id"])

    def spans(self, project: int, example: int) -> list[dict[str, Any]]:
        """The spans of an example."""
        return self.get(f"projects/{project}/examples/{example}/spans")

    def label(self, project: int, example: int, start: int, end: int, label: str) -> None:
        """Mark a span as a person does with the mouse."""
        types = {one["text"]: one["id"] for one in self.get(f"projects/{project}/span-types")}
        if label not in types:
            made = {"text": label, "background_color": "#209CEE", "text_color": "#ffffff"}
            types[label] = self.post(f"projects/{project}/span-types", made)["id"]
        span = {"start_offset": start, "end_offset": end, "label": types[label]}
        self.post(f"projects/{project}/examples/{example}/spans", span)

    def remove(self, project: int, example: int, span: int) -> None:
        """Remove a span."""
        path = f"projects/{project}/examples/{example}/spans/{span}"
        self.client.delete(path, headers=self._headers()).raise_for_status()

    def export(self, project: int) -> bytes:
        """Export all examples as JSONL, out of the archive that Doccano makes."""
        path = f"projects/{project}/download"
        task = self.post(path, {"format": "JSONL", "exportApproved": False})["task_id"]

        def archive() -> bytes | None:
            answer = self.client.get(path, params={"taskId": task})
            answer.raise_for_status()
            return answer.content if answer.content[:2] == b"PK" else None

        with zipfile.ZipFile(BytesIO(_until(archive))) as files:
            (name,) = files.namelist()
            return files.read(name)

    def get(self, path: str, **query: Any) -> Any:
        answer = self.client.get(path, params=query)
        answer.raise_for_status()
        return answer.json()

    def post(self, path: str, content: dict[str, Any]) -> Any:
        answer = self.client.post(path, json=content, headers=self._headers())
        assert answer.is_success, (path, answer.status_code, answer.text[:500])
        return json.loads(answer.text or "null")

    def _finished(self, task: str) -> Any:
        status = self.get(f"tasks/status/{task}")
        return status if status["ready"] else None

    def _headers(self) -> dict[str, str]:
        token = self.client.cookies.get("csrftoken")
        return {"X-CSRFToken": token} if token else {}


def _answers(client: httpx.Client) -> bool:
    try:
        return client.get("me").status_code < 500
    except httpx.TransportError:
        return False


def _until(found: Callable[[], Any], seconds: float = 120) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if result := found():
            return result
        time.sleep(0.3)
    raise TimeoutError("Doccano did not answer in time")
