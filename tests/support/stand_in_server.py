"""A local server with the OpenAI API, whose model is a function that you give.

It can answer wrongly, slowly, not at all, or with anything that a broken server sends.
"""

import json
import math
import re
import socket
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain
from typing import Any

JOB_ID, BATCH_ID = "ftjob-1", "batch_1"


@dataclass
class Reply:
    """A reply of the server.

    text: The model's answer.
    padding: How many spaces follow it.
    status, headers: Of the HTTP response.
    delay: Seconds to wait before it.
    drop: Whether to break off the connection instead.
    raw: The whole body, instead of a completion.
    chunks: A body without a length, sent in these pieces until the other side hangs up.
    usage: Whether to count tokens.
    """

    text: str | None = ""
    padding: int = 0
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    finish_reason: str = "stop"
    refusal: str | None = None
    delay: float = 0.0
    drop: bool = False
    raw: bytes | None = None
    chunks: Iterable[bytes] | None = None
    usage: bool = True


Model = Callable[[dict[str, Any]], str | Reply]


def count_tokens(text: str) -> int:
    return max(1, len(re.findall(r"\w{1,4}|[^\w\s]", text)))


def tokens_of(text: str) -> list[str]:
    return re.findall(r"\s*\w{1,4}|\s*[^\w\s]|\s+", text)


def said(body: dict[str, Any]) -> str:
    """The user's message in a request."""
    return body["messages"][-1]["content"]


def entity(body: dict[str, Any]) -> str:
    """The text in double brackets."""
    return re.search(r"\[\[(.*?)\]\]", said(body))[1]


class StandInServer:
    """The server, on a port of this machine while the block runs.

    model: Maps a request's body to an answer.
    schema, logprobs: Features of the endpoint.
    """

    def __init__(self, model: Model, *, schema: int | None = 200, logprobs: bool = True) -> None:
        self.model = model
        self.schema = schema
        self.logprobs = logprobs
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.files: dict[str, bytes] = {}
        self.jobs: list[dict[str, Any]] = []
        self.polls = 0
        self.output: str | None = "file-out"
        self.peak = self.active = 0
        self.lock = threading.Lock()

    def __enter__(self) -> "StandInServer":
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Header and body are sent together: two small packets would wait for each other.
            wbufsize = -1
            disable_nagle_algorithm = True

            def log_message(self, *arguments: Any) -> None:
                pass

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer._handle(self, body)

            def do_GET(self) -> None:
                outer._handle(self, b"")

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 256

            def handle_error(self, *arguments: Any) -> None:
                pass

        self._server = Server(("127.0.0.1", 0), Handler)
        self.base_url = f"http://127.0.0.1:{self._server.server_port}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        return self

    def __exit__(self, *arguments: Any) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _handle(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        path = handler.path.partition("?")[0]
        if path == "/v1/chat/completions":
            self._complete(handler, json.loads(body))
        elif path == "/v1/files":
            name = f"file-{len(self.files) + 1}"
            self.files[name] = body
            _send_json(
                handler,
                {
                    "id": name,
                    "object": "file",
                    "filename": "f",
                    "bytes": 1,
                    "created_at": 1,
                    "purpose": "fine-tune",
                    "status": "processed",
                },
            )
        elif path.startswith("/v1/files/") and path.endswith("/content"):
            _send(handler, 200, self.files[path.split("/")[3]])
        elif path in ("/v1/fine_tuning/jobs", "/v1/batches"):
            job = json.loads(body)
            self.jobs.append(job)
            batch = path.endswith("batches")
            _send_json(handler, self._batch() if batch else self._job())
        elif path.startswith("/v1/fine_tuning/jobs/") and path.endswith(JOB_ID):
            self.polls += 1
            _send_json(handler, self._job())
        elif path == f"/v1/batches/{BATCH_ID}":
            self.polls += 1
            _send_json(handler, self._batch())
        else:
            _send_json(handler, {"error": {"message": "no such thing"}}, 404)

    def _job(self) -> dict[str, Any]:
        done = self.polls > 1
        return {
            "id": JOB_ID, "object": "fine_tuning.job", "created_at": 1, "model": "gpt-4o-mini",
            "fine_tuned_model": "ft:gpt-4o-mini:own" if done else None,
            "status": "succeeded" if done else "running", "organization_id": "o", "seed": 1,
            "result_files": ["file-1"] if done else [], "hyperparameters": {},
            "training_file": "file-1", "trained_tokens": 1234 if done else None,
        }  # fmt: skip

    def _batch(self) -> dict[str, Any]:
        done = self.polls > 1
        if done and "file-out" not in self.files:
            lines = _uploaded(next(iter(self.files.values())))
            answers = [
                {"custom_id": line["custom_id"], "error": None,
                 "response": {"status_code": 200, "body": self._body(line["body"], Reply(
                     self.model(line["body"])))}}
                for line in lines
            ]  # fmt: skip
            self.files["file-out"] = b"\n".join(json.dumps(a).encode() for a in answers)
        return {
            "id": BATCH_ID, "object": "batch", "created_at": 1, "completion_window": "24h",
            "endpoint": "/v1/chat/completions", "input_file_id": "file-1",
            "status": "completed" if done else "in_progress",
            "output_file_id": self.output if done else None,
            "request_counts": {"total": 2, "completed": 2 if done else 1, "failed": 0},
        }  # fmt: skip

    def _complete(self, handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        with self.lock:
            self.requests.append(body)
            self.headers.append(dict(handler.headers))
            self.active += 1
            self.peak = max(self.peak, self.active)
        try:
            if body.get("response_format") and self.schema != 200:
                _send_json(handler, {"error": {"message": f"no: {said(body)}"}}, self.schema)
                return
            if body.get("logprobs") and not self.logprobs:
                _send_json(handler, {"error": {"message": f"no: {said(body)}"}}, 400)
                return
            reply = self.model(body)
            reply = reply if isinstance(reply, Reply) else Reply(reply)
            time.sleep(reply.delay)
            if reply.drop:
                handler.close_connection = True
                handler.connection.shutdown(socket.SHUT_RDWR)
            elif reply.chunks is not None:
                _send_chunks(handler, reply.status, reply.chunks, reply.headers)
            elif reply.raw is not None:
                _send(handler, reply.status, reply.raw, reply.headers)
            elif reply.status != 200:
                # Real servers quote requests in their errors.
                error = {"error": {"message": said(body), "type": "x", "code": "y"}}
                _send_json(handler, error, reply.status, reply.headers)
            else:
                _send_json(handler, self._body(body, reply), 200, reply.headers)
        finally:
            with self.lock:
                self.active -= 1

    def _body(self, body: dict[str, Any], reply: Reply) -> dict[str, Any]:
        text = (reply.text or "") + " " * reply.padding
        choice: dict[str, Any] = {
            "index": 0,
            "finish_reason": reply.finish_reason,
            "message": {
                "role": "assistant",
                "content": text if reply.text is not None else None,
                "refusal": reply.refusal,
            },
            "logprobs": None,
        }
        if body.get("logprobs"):
            choice["logprobs"] = {
                "content": [
                    {"token": token, "logprob": math.log(0.9), "bytes": None, "top_logprobs": []}
                    for token in tokens_of(text)
                ],
                "refusal": None,
            }
        completion = {
            "id": "c", "object": "chat.completion", "created": 1, "model": body["model"],
            "choices": [choice],
        }  # fmt: skip
        if reply.usage:
            asked = sum(count_tokens(message["content"]) for message in body["messages"])
            counts = {"prompt_tokens": asked, "completion_tokens": count_tokens(text)}
            completion["usage"] = {**counts, "total_tokens": sum(counts.values())}
        return completion


def _uploaded(multipart: bytes) -> list[dict[str, Any]]:
    """The JSONL lines in an uploaded form."""
    return [json.loads(line) for line in multipart.split(b"\n") if line.startswith(b'{"')]


def _send_json(
    handler: BaseHTTPRequestHandler,
    body: Any,
    status: int = 200,
    headers: dict[str, str] | None = None,
) -> None:
    _send(handler, status, json.dumps(body).encode(), headers)


def _send_chunks(
    handler: BaseHTTPRequestHandler, status: int, chunks: Iterable[bytes], headers: dict[str, str]
) -> None:
    handler.send_response(status)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Transfer-Encoding", "chunked")
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.end_headers()
    for chunk in chain(chunks, [b""]):
        handler.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
        handler.wfile.flush()


def _send(
    handler: BaseHTTPRequestHandler,
    status: int,
    body: bytes,
    headers: dict[str, str] | None = None,
) -> None:
    handler.send_response(status)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(body)))
    for name, value in (headers or {}).items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(body)
    handler.wfile.flush()
