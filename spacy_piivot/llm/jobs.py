"""Submits, polls and fetches fine-tuning and batch jobs at an OpenAI-compatible endpoint."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ..core.optional import require
from ..errors import InputError
from .client import EXTRA
from .connection import Connection

T = TypeVar("T")

BATCH_PREFIX = "batch"
BATCH_URL = "/v1/chat/completions"
WINDOW = "24h"
DONE = frozenset({"succeeded", "completed"})
ENDED = DONE | {"failed", "cancelled", "expired"}


class Job(NamedTuple):
    """A job, as the endpoint describes it.

    id (str): Its id.
    status (str): The endpoint's word for its status.
    model (str): The fine-tuned model, once it exists.
    trained_tokens (int): The number of tokens it was trained on, once known.
    result (str): The file with the results, once it exists.
    """

    id: str
    status: str
    model: str = ""
    trained_tokens: int = 0
    result: str = ""

    @property
    def is_batch(self) -> bool:
        return self.id.startswith(BATCH_PREFIX)


class Jobs:
    """The jobs at an endpoint.

    connection (Connection): The connection to the endpoint.
    RAISES (InputError): If the server is not allowed, or the `openai` package is missing.
    """

    def __init__(self, connection: Connection) -> None:
        self._openai = require("openai", EXTRA)
        self._model = connection.model
        endpoint = connection.endpoint()
        self._sdk = self._openai.OpenAI(
            base_url=endpoint.base_url,
            api_key=connection.api_key() or "none",
            max_retries=connection.max_retries,
            timeout=connection.timeout,
            http_client=self._openai.DefaultHttpxClient(
                follow_redirects=False, trust_env=not endpoint.loopback
            ),
        )

    def submit(self, path: Path, suffix: str | None = None) -> Job:
        """Upload a file and start its job: a batch, or fine-tuning of the connection's model.

        path (Path): Records for fine-tuning, or requests of a batch.
        suffix (str | None): A part of the fine-tuned model's name.
        RETURNS (Job): The job.
        RAISES (InputError): If the file is neither, or the endpoint does not accept it.
        """
        is_batch = holds_batch(path)
        # A repetition after a time-out could start a second job unnoticed.
        once = self._sdk.with_options(max_retries=0)

        def work() -> Job:
            with path.open("rb") as stream:
                # The file's own name could reveal whose data it is.
                content = (f"{'batch' if is_batch else 'training'}.jsonl", stream)
                purpose = "batch" if is_batch else "fine-tune"
                file = self._sdk.files.create(file=content, purpose=purpose)
            if is_batch:
                return _batch(
                    once.batches.create(
                        input_file_id=file.id, endpoint=BATCH_URL, completion_window=WINDOW
                    )
                )
            named = {"suffix": suffix} if suffix else {}
            return _tuning(
                once.fine_tuning.jobs.create(training_file=file.id, model=self._model, **named)
            )

        return self._attempt(
            work, " The job may have started all the same: check at the endpoint first."
        )

    def status(self, id: str) -> Job:
        """The status of a job.

        id (str): Its id.
        RETURNS (Job): The job.
        RAISES (InputError): If the request fails.
        """
        if id.startswith(BATCH_PREFIX):
            return self._attempt(lambda: _batch(self._sdk.batches.retrieve(id)))
        return self._attempt(lambda: _tuning(self._sdk.fine_tuning.jobs.retrieve(id)))

    def fetch(self, id: str) -> bytes:
        """The result of a job.

        id (str): Its id.
        RETURNS (bytes): The answers of a batch as JSONL, or one JSON object for fine-tuning.
        RAISES (InputError): If it is not done, has no result, or the request fails.
        """
        job = self.status(id)
        if job.status not in DONE:
            raise InputError(f"The job {id} is not done: {job.status}.")
        if not job.is_batch:
            return json.dumps(job._asdict(), indent=2).encode() + b"\n"
        if not job.result:
            raise InputError(f"The job {id} is done, but none of its requests was answered.")
        return self._attempt(lambda: self._sdk.files.content(job.result).read())

    def _attempt(self, work: Callable[[], T], advice: str = "") -> T:
        problem = ""
        try:
            return work()
        except self._openai.APIStatusError as error:
            problem, advice = f"status {error.status_code}", ""
        except (self._openai.OpenAIError, AttributeError, TypeError, ValueError) as error:
            problem = type(error).__name__
        # Raised outside the handlers: the endpoint's response may quote the data.
        raise InputError(f"The endpoint did not accept the request ({problem}).{advice}")


def holds_batch(path: Path) -> bool:
    """Whether a file contains requests of a batch rather than records for fine-tuning.

    path (Path): JSONL.
    RETURNS (bool): Judged from its first line.
    RAISES (InputError): If it is neither.
    """
    if not path.is_file():
        raise InputError(f"{path}: no such file.")
    with path.open("rb") as stream:
        line = stream.readline()
    try:
        first = json.loads(line)
    except ValueError:
        first = None
    match first:
        case {"custom_id": str(), "body": dict()}:
            return True
        case {"messages": [{"role": str()}, *_]}:
            return False
    raise InputError(
        f"{path}: contains neither records for fine-tuning nor requests of a batch. Give one of "
        "the two."
    )


def _tuning(job: Any) -> Job:
    tokens = job.trained_tokens if isinstance(job.trained_tokens, int) else 0
    return Job(str(job.id), str(job.status), str(job.fine_tuned_model or ""), tokens)


def _batch(job: Any) -> Job:
    return Job(str(job.id), str(job.status), result=str(job.output_file_id or ""))
