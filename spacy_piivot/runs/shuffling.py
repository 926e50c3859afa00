"""Collects the values of a whole corpus, which shuffling needs before anything is replaced."""

from collections.abc import Iterable
from functools import partial

from spacy.language import Language

from ..components.hips_surrogator import HipsSurrogator
from ..components.pipeline_roles import without_surrogates
from ..corpus import Entry
from ..surrogates.shuffle import shuffle_values
from .process import process
from .results import Done, Kept
from .set_surrogates import use_input_spans
from .spread import spread
from .surrogator import get_surrogator


def prepare_shuffle(
    nlp: Language,
    entries: Iterable[Entry],
    *,
    n_process: int = 1,
    spans_from_input: bool = False,
    max_seconds: float | None = None,
) -> None:
    """Shuffle the values of labels with the strategy "shuffle", and give them to the surrogator.

    Without such a label nothing is done. The values of the whole corpus are held in memory.

    nlp (Language): A pipeline with `hips_surrogator`.
    entries (Iterable[Entry]): The entries that were read.
    n_process (int): How many processes to use.
    spans_from_input (bool): Whether to use the input's spans instead of detecting any.
    max_seconds (float | None): How long a dialogue may take; if it takes longer, its values are
        not used.
    """
    surrogator = get_surrogator(nlp)
    surrogator.shuffled = {}
    if not surrogator.policies.shuffles:
        return
    prepare = partial(use_input_spans, surrogator=surrogator) if spans_from_input else None
    found: set[tuple[str, str, str]] = set()
    disabled = nlp.pipe_names if spans_from_input else without_surrogates(nlp)
    with nlp.select_pipes(disable=disabled):
        run = partial(process, nlp, prepare=prepare, max_seconds=max_seconds)
        keep = partial(_to_shuffle, surrogator=surrogator)
        for result in spread(nlp, run, keep, entries, n_process=n_process):
            if isinstance(result, Kept):
                found.update(result.value)
    surrogator.shuffled = shuffle_values(found, surrogator.key)


def _to_shuffle(done: Done, surrogator: HipsSurrogator) -> set[tuple[str, str, str]]:
    return set(surrogator.to_shuffle(done.doc))
