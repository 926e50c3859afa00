"""Replacing what is found, with the last check before anything is released."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from ..corpus import Entry
from ..detecting import SURROGATOR
from ..errors import InputError
from ..release import check_release
from .input_spans import set_input_spans
from .process import Done, Failed, process
from .reading import Report


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
    max_seconds: float | None = None,
    report: Report = lambda line: None,
) -> Iterator[Done | Failed]:
    """De-identify dialogues; one that must not be released fails.

    nlp (Language): A pipeline with `hips_surrogator`.
    entries (Iterable[Entry]): What was read.
    n_process (int): How many processes to use.
    spans_from_input (bool): Whether to take the spans in the input and detect nothing.
    max_seconds (Optional[float]): How long a dialogue may take before it fails as "TooSlow".
    report (Callable[[str], None]): Told in the end what the last check let pass.
    YIELDS (Union[Done, Failed]): What became of every entry, in order.
    """
    surrogator = get_surrogator(nlp)
    exempt: Counter[str] = Counter()

    def check(doc: Doc) -> None:
        checked = check_release(doc, spans_key=surrogator.spans_key, allow=surrogator.allow)
        exempt.update(checked.exempt)

    prepare = set_input_spans if spans_from_input else None
    enabled = [SURROGATOR] if spans_from_input else nlp.pipe_names
    with nlp.select_pipes(enable=enabled):
        yield from process(
            nlp,
            entries,
            n_process=n_process,
            prepare=prepare,
            check=check,
            max_seconds=max_seconds,
            report=report,
        )
    if exempt:
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(exempt.items()))
        report(
            "replaced, but not searched for by the last check, since the same stands in ordinary "
            f"text too: {counts}"
        )
