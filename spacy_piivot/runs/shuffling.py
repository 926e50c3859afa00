"""The pass over a whole corpus that shuffling needs before anything is replaced."""

from collections.abc import Iterable
from functools import partial

from spacy.language import Language

from ..components.pipeline_roles import without_surrogates
from ..corpus import Entry
from ..surrogates.shuffle import shuffle_values
from .input_spans import set_input_spans
from .process import Done, process
from .replacing import get_surrogator


def prepare_shuffle(
    nlp: Language,
    entries: Iterable[Entry],
    *,
    n_process: int = 1,
    spans_from_input: bool = False,
    max_seconds: float | None = None,
) -> None:
    """Find the values of the labels with the strategy "shuffle", and tell the surrogator.

    Nothing is done where no label has it. The values of the whole corpus are in memory then.

    nlp (Language): A pipeline with `hips_surrogator`.
    entries (Iterable[Entry]): What was read.
    n_process (int): How many processes to use.
    spans_from_input (bool): Whether to take the spans in the input and detect nothing.
    max_seconds (float | None): How long a dialogue may take; it gives no value otherwise.
    """
    surrogator = get_surrogator(nlp)
    surrogator.shuffled = {}
    if "shuffle" not in surrogator.strategies.values():
        return
    prepare = partial(set_input_spans, lexicon=surrogator.lexicon) if spans_from_input else None
    found: set[tuple[str, str, str]] = set()
    disabled = nlp.pipe_names if spans_from_input else without_surrogates(nlp)
    with nlp.select_pipes(disable=disabled):
        for result in process(
            nlp, entries, n_process=n_process, prepare=prepare, max_seconds=max_seconds
        ):
            if isinstance(result, Done):
                found.update(surrogator.to_shuffle(result.doc))
    surrogator.shuffled = shuffle_values(found, surrogator.key)
