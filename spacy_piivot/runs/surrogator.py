"""Finds the component of a pipeline that replaces."""

from typing import Any

from spacy.language import Language

from ..components.pipeline_roles import SURROGATOR
from ..errors import InputError


def get_surrogator(nlp: Language) -> Any:
    """The component that replaces.

    nlp (Language): The pipeline.
    RETURNS (Any): Its `hips_surrogator`.
    RAISES (InputError): If it has none, or it is disabled.
    """
    if SURROGATOR not in nlp.pipe_names:
        raise InputError(f"The pipeline has no {SURROGATOR!r}, so it cannot replace anything.")
    return nlp.get_pipe(SURROGATOR)
