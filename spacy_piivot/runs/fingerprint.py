"""Fingerprints that identify a run by its key, pipeline, options and input."""

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any

from spacy.language import Language

from .. import __version__
from ..corpus import Inputs, InputWatch


def run_fingerprint(
    nlp: Language,
    inputs: Inputs,
    options: Mapping[str, Any],
    key: bytes,
    watch: InputWatch | None = None,
) -> str:
    """A digest that shows whether a journal belongs to a run, and nothing else.

    nlp (Language): The pipeline with its weights.
    inputs (Inputs): The input.
    options (Mapping[str, Any]): Everything else that the result depends on, as JSON values.
    key (bytes): The key of the surrogates. The digest is an HMAC under it, so that nobody
        without it can test guesses of the input.
    watch (InputWatch | None): Watches the input; it stores the digests of the files from now on.
    RETURNS (str): Hexadecimal digits.
    """
    parts = {
        "version": __version__,
        "pipeline": _weights(nlp),
        "vectors": _vectors(nlp),
        "input": _contents(inputs, watch or InputWatch(inputs)),
        "options": options,
    }
    content = json.dumps(parts, sort_keys=True).encode()
    return hmac.new(key, content, hashlib.sha256).hexdigest()


def input_fingerprint(inputs: Inputs, options: Mapping[str, Any]) -> str:
    """A digest that shows whether a journal that contains the texts belongs to a run.

    inputs (Inputs): The input.
    options (Mapping[str, Any]): Everything else that the result depends on, as JSON values.
    RETURNS (str): Hexadecimal digits.
    """
    parts = {
        "version": __version__,
        "input": _contents(inputs, InputWatch(inputs)),
        "options": options,
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def pipeline_digest(nlp: Language) -> str:
    """A digest that shows whether two runs used the same pipeline.

    nlp (Language): The pipeline with its weights.
    RETURNS (str): Hexadecimal digits.
    """
    return hashlib.sha256(f"{_weights(nlp)} {_vectors(nlp)}".encode()).hexdigest()


def _weights(nlp: Language) -> str:
    return hashlib.sha256(nlp.to_bytes(exclude=["vocab"])).hexdigest()


def _vectors(nlp: Language) -> str:
    return hashlib.sha256(nlp.vocab.vectors.to_bytes(exclude=["strings"])).hexdigest()


def _contents(inputs: Inputs, watch: InputWatch) -> list[list[str]]:
    digests = zip(inputs.files, watch.digests, strict=True)
    return [[file.name.as_posix(), digest] for file, digest in digests]
