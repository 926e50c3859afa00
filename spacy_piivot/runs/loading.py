"""Loads the pipeline of a run, with its key and its settings."""

from collections.abc import Mapping, Sequence

import spacy
from spacy.language import Language

from .. import load
from ..errors import InputError
from .surrogator import get_surrogator


def load_pipeline(model: str | None) -> Language:
    """The pipeline to use.

    model (str | None): A path or an installed package; None for the shipped one.
    RETURNS (Language): The pipeline.
    RAISES (InputError): If it cannot be loaded.
    """
    if model is None:
        return load()
    try:
        return spacy.load(model)
    except Exception as error:
        problem = type(error).__name__
    raise InputError(
        f"{model}: cannot be loaded ({problem}). Give the folder of a spaCy pipeline, or "
        "the name of one that is installed."
    )


def load_releasing_pipeline(
    model: str | None,
    key: bytes | None,
    *,
    allow: Sequence[str] = (),
    scope: str | None = None,
    policy: str | None = None,
    strategies: Mapping[str, str] | None = None,
    markov_p: float | None = None,
) -> Language:
    """The pipeline to use, with the key, the terms, the policy and the strategies of this run.

    model (str | None): A path or an installed package; None for the shipped one.
    key (bytes | None): The secret key; None for the environment's or a random one.
    allow (Sequence[str]): Terms that are never replaced.
    scope (str | None): Which dialogues share surrogates; None for the pipeline's setting.
    policy (str | None): The name or the file of a policy; None for the pipeline's setting.
    strategies (Mapping[str, str] | None): Strategies by label that differ from the policy's.
    markov_p (float | None): The probability that "markov" draws a new surrogate; None for the
        pipeline's setting.
    RETURNS (Language): The pipeline.
    RAISES (InputError): If it cannot be loaded, or cannot replace.
    """
    nlp = load_pipeline(model)
    surrogator = get_surrogator(nlp)
    if key is not None:
        surrogator.key = key
    if allow:
        surrogator.allow = [*surrogator.allow, *allow]
    if scope is not None:
        surrogator.scope = scope
    if policy is not None:
        surrogator.policy = policy
    if strategies:
        surrogator.strategies = {**surrogator.strategies, **strategies}
    if markov_p is not None:
        surrogator.markov_p = markov_p
    return nlp
