"""Replacing what is found, with the last check before anything is released."""

from collections.abc import Iterable, Iterator
from typing import Any

from spacy.language import Language

from ..corpus import Entry
from ..errors import InputError
from ..release import check_release
from .input_spans import set_input_spans
from .process import Done, Failed, process

SURROGATOR = "hips_surrogator"


def get_surrogator(nlp: Language) -> Any:
    """The component that replaces.

    nlp (Language): The pipeline.
    RETURNS (Any): Its `hips_surrogator`.
    RAISES (InputError): If it has none, or it is disabled.
    """
    if SURROGATOR not in nlp.pipe_names:
        raise InputError(f"The pipeline has no {SURROGATOR!r}, so it cannot replace anything.")
    return nlp.get_pipe(SURROGATOR)


def replace_pii(
    nlp: Language,
    entries: Iterable[Entry],
    *,
    n_process: int = 1,
    spans_from_input: bool = False,
) -> Iterator[Done | Failed]:
    """De-identify dialogues; one that must not be released fails.

    nlp (Language): A pipeline with `hips_surrogator`.
    entries (Iterable[Entry]): What was read.
    n_process (int): How many processes to use.
    spans_from_input (bool): Whether to take the spans in the input and detect nothing.
    YIELDS (Union[Done, Failed]): What became of every entry, in order.
    """
    if not spans_from_input:
        yield from process(nlp, entries, n_process=n_process, check=check_release)
        return
    with nlp.select_pipes(enable=[SURROGATOR]):
        yield from process(
            nlp, entries, n_process=n_process, prepare=set_input_spans, check=check_release
        )
