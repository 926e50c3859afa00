"""Keeps an ONNX encoder and its tokenizer through saving, copying, pickling and forking."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any, cast

import numpy
import srsly
from thinc.api import Shim
from thinc.types import Floats3d

from ..core.machine import own_processors
from ..core.offline import import_onnxruntime
from ..errors import PIIvotError

INPUT_IDS, ATTENTION_MASK, VECTORS = "input_ids", "attention_mask", "last_hidden_state"
# An output of quantised models: whether the processor sums products of 8-bit integers exactly.
EXACT_PRODUCTS = "exact_products"
PROVIDERS = ["CPUExecutionProvider"]
# Keys of the exported model's metadata.
MAX_WORDPIECES, PAD_ID = "piivot_max_wordpieces", "piivot_pad_id"
# Whether the model takes one text at a time.
ALONE = "piivot_alone"


class NoOnnxEncoder(PIIvotError):
    def __init__(self) -> None:
        super().__init__(
            "The ONNX encoder is empty: load an exported pipeline, or train a "
            "transformer pipeline (configs/transformer.cfg) and export it."
        )


class OnnxShim(Shim):
    """An ONNX encoder and its tokenizer's JSON, which are opened at their first use.

    threads (int | None): How many batches are encoded in parallel. If None, the number of
        cores, or one in a worker process.
    """

    def __init__(self, threads: int | None = None) -> None:
        super().__init__(None)
        self.threads = threads
        self.onnx = b""
        self.tokenizer_json = ""
        self._session: Any = None
        self._tokenizer: Any = None
        self._process = 0
        self._running: list[None] = []  # one for each batch that a thread is encoding

    def set_encoder(self, onnx: bytes, tokenizer_json: str) -> None:
        """onnx (bytes): The model. tokenizer_json (str): The result of `Tokenizer.to_str`."""
        self.onnx, self.tokenizer_json = onnx, tokenizer_json
        self._session = self._tokenizer = None

    @property
    def session(self) -> Any:
        if self._process != os.getpid():
            # A forked process shares its parent's, with the memory, unless it was in use then.
            if self._running or not _survives_a_fork(self._session):
                self._session = None
            self._running = []
            self._process = os.getpid()
        if self._session is None:
            self._session = self._opened_session()
        return self._session

    @property
    def tokenizer(self) -> Any:
        if self._tokenizer is None:
            if not self.tokenizer_json:
                raise NoOnnxEncoder
            tokenizers = import_module("tokenizers")
            self._tokenizer = tokenizers.Tokenizer.from_str(self.tokenizer_json)
        return self._tokenizer

    @property
    def workers(self) -> int:
        """How many batches are encoded in parallel."""
        return self.threads or own_processors()

    @property
    def width(self) -> int:
        """The length of a vector."""
        return next(
            output.shape[-1] for output in self.session.get_outputs() if output.name == VECTORS
        )

    @property
    def max_wordpieces(self) -> int:
        """The most wordpieces that the model accepts, with those of the frame."""
        return int(self._metadata.get(MAX_WORDPIECES, 512))

    def frame(self) -> tuple[list[int], list[int]]:
        """The wordpieces that the tokenizer adds before and after every text."""
        encoding = self.tokenizer.encode("a")
        own = [at for at, special in enumerate(encoding.special_tokens_mask) if not special]
        return encoding.ids[: own[0]], encoding.ids[own[-1] + 1 :]

    def encode(self, text: str) -> tuple[list[int], list[tuple[int, int]]]:
        """The wordpieces of a text, without a frame, and their character offsets."""
        encoding = self.tokenizer.encode(text, add_special_tokens=False)
        return encoding.ids, encoding.offsets

    def run_all(self, batches: Sequence[list[list[int]]]) -> Iterator[Floats3d]:
        """Encode batches in parallel, one thread each: faster than several threads per batch.

        batches (Sequence[list[list[int]]]): Framed wordpieces.
        YIELDS (Floats3d): The result of `run` for each batch, in order.
        """
        workers = min(self.workers, len(batches))
        if workers < 2:
            yield from map(self.run, batches)
            return
        _ = self.session  # opened once, before the threads use it
        with ThreadPoolExecutor(workers) as pool:
            yield from pool.map(self.run, batches)

    def run(self, batch: list[list[int]]) -> Floats3d:
        """batch (list[list[int]]): Framed wordpieces. RETURNS (Floats3d): A vector for each,
        including padding."""
        shape = (len(batch), max(map(len, batch)))
        if len(batch) > 1 and ALONE in self._metadata:
            vectors = numpy.zeros((*shape, self.width), dtype="float32")
            for row, wordpieces in enumerate(batch):
                vectors[row, : len(wordpieces)] = self.run([wordpieces])[0]
            return cast(Floats3d, vectors)
        ids = numpy.full(shape, int(self._metadata.get(PAD_ID, 0)), dtype="int64")
        mask = numpy.zeros(shape, dtype="int64")
        for row, wordpieces in enumerate(batch):
            ids[row, : len(wordpieces)] = wordpieces
            mask[row, : len(wordpieces)] = 1
        session = self.session
        self._running.append(None)
        try:
            return session.run([VECTORS], {INPUT_IDS: ids, ATTENTION_MASK: mask})[0]
        finally:
            self._running.pop()

    def finish_update(self, optimizer: Any) -> None:
        """Do nothing: there are no weights to update."""

    def to_device(self, device_type: str, device_id: int) -> None:
        """Do nothing: onnxruntime chooses the device."""

    def to_bytes(self) -> bytes:
        return srsly.msgpack_dumps({"onnx": self.onnx, "tokenizer": self.tokenizer_json})

    def from_bytes(self, data: bytes) -> "OnnxShim":
        content = srsly.msgpack_loads(data)
        self.set_encoder(content["onnx"], content["tokenizer"])
        return self

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_session": None, "_tokenizer": None, "_running": []}

    @property
    def _metadata(self) -> dict[str, str]:
        return self.session.get_modelmeta().custom_metadata_map

    def _opened_session(self) -> Any:
        if not self.onnx:
            raise NoOnnxEncoder
        session = self._session_with()
        if EXACT_PRODUCTS not in {output.name for output in session.get_outputs()}:
            return session
        one = numpy.ones((1, 1), dtype="int64")
        (exact,) = session.run([EXACT_PRODUCTS], {INPUT_IDS: one, ATTENTION_MASK: one})
        # x86 without VNNI, where exact products need a slower mode.
        return session if exact else self._session_with({"session.x64quantprecision": "1"})

    def _session_with(self, entries: dict[str, str] | None = None) -> Any:
        onnxruntime = import_onnxruntime()
        options = onnxruntime.SessionOptions()
        # Without threads of its own, it can be shared with a forked process.
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        for key, value in (entries or {}).items():
            options.add_session_config_entry(key, value)
        return onnxruntime.InferenceSession(self.onnx, options, providers=PROVIDERS)


def _survives_a_fork(session: Any) -> bool:
    """Whether a session has no threads of its own, and nothing on another device."""
    if session is None or session.get_providers() != PROVIDERS:
        return False
    return session.get_session_options().intra_op_num_threads == 1
