"""Replaces the findings, and applies the last check before anything is released."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from spacy.language import Language
from spacy.tokens import Doc

from ..components.hips_surrogator import HipsSurrogator
from ..components.pipeline_roles import SURROGATOR
from ..corpus import Entry, Record
from ..release.encodable import check_encodable
from ..release.last_check import release_error
from ..release.reasons import LeakReason, doc_findings, held_findings
from ..release.repair import check_and_repair
from .finished import Finished, finish
from .kept_cells import prepare_notes, with_notes
from .process import process
from .reading import Report
from .release_tally import HeldForReview, ReleaseTally, is_replaced
from .results import Done, Failed, Kept
from .set_surrogates import use_input_spans
from .spread import spread, spread_docs
from .surrogator import get_surrogator

# Where a Doc has the encoding in which it must be written.
ENCODING_KEY = "piivot_encoding"


def replace_pii(
    nlp: Language,
    entries: Iterable[Entry],
    *,
    n_process: int = 1,
    spans_from_input: bool = False,
    max_seconds: float | None = None,
    report: Report = lambda line: None,
) -> Iterator[Done | Failed]:
    """De-identify dialogues. Leaks that the last check finds are repaired, or the dialogue fails.

    nlp (Language): A pipeline with `hips_surrogator`.
    entries (Iterable[Entry]): The entries that were read.
    n_process (int): How many processes to use. Docs are then packed and sent: use
        `replace_and_finish` for a run that does not need them.
    spans_from_input (bool): Whether to use the input's spans instead of detecting any.
    max_seconds (float | None): How long a dialogue may take before it fails as "TooSlow".
    report (Callable[[str], None]): Called at the end with what the last check repaired or
        did not search for, and which policies the shapes of the dialogues chose.
    YIELDS (Done | Failed): The result of every entry, in order.
    """
    tally = ReleaseTally(spans_from_input, get_surrogator(nlp).policies.by_shape)
    run = partial(replace_each, nlp, spans_from_input=spans_from_input, max_seconds=max_seconds)
    if n_process == 1:
        results = run(entries, report=report)
    else:
        results = spread_docs(nlp, run, entries, n_process=n_process)
    for result in results:
        tally.add(result)
        yield result
    tally.write(report)


def replace_and_finish(
    nlp: Language,
    entries: Iterable[Entry],
    *,
    n_process: int = 1,
    spans_from_input: bool = False,
    max_seconds: float | None = None,
    report: Report = lambda line: None,
) -> Iterator[Kept[Finished] | Failed]:
    """De-identify dialogues as `replace_pii` does, and keep what a run writes instead of Docs.

    YIELDS (Kept[Finished] | Failed): The result of every entry, in order.
    """
    surrogator = get_surrogator(nlp)
    tally = ReleaseTally(spans_from_input, surrogator.policies.by_shape)
    run = partial(replace_each, nlp, spans_from_input=spans_from_input, max_seconds=max_seconds)
    if n_process == 1:
        run = partial(run, report=report)
    keep = partial(finish, lexicon=surrogator.lexicon)
    for result in spread(nlp, run, keep, entries, n_process=n_process):
        tally.add(result)
        yield result
    tally.write(report)


def replace_each(
    nlp: Language,
    entries: Iterable[Entry],
    *,
    spans_from_input: bool = False,
    max_seconds: float | None = None,
    report: Report = lambda line: None,
) -> Iterator[Done | Failed]:
    """De-identify dialogues in this process, without a report at the end.

    nlp (Language): A pipeline with `hips_surrogator`.
    entries (Iterable[Entry]): The entries that were read.
    spans_from_input (bool): As for `replace_pii`.
    max_seconds (float | None): As for `replace_pii`.
    report (Callable[[str], None]): Called with a line if a dialogue cannot be interrupted here.
    YIELDS (Done | Failed): The result of every entry, in order.
    """
    surrogator = get_surrogator(nlp)
    check = _LastCheck(surrogator)

    def prepare(doc: Doc, record: Record) -> None:
        if record.encoding is not None:
            doc.user_data[ENCODING_KEY] = record.encoding
        if spans_from_input:
            use_input_spans(doc, record, surrogator=surrogator)
        else:
            prepare_notes(doc, record)

    enabled = [SURROGATOR] if spans_from_input else nlp.pipe_names
    with nlp.select_pipes(enable=enabled):
        results = process(
            nlp,
            with_notes(entries),
            prepare=prepare,
            check=check,
            max_seconds=max_seconds,
            report=report,
        )
        for result in results:
            findings, exempt = check.take()
            # A dialogue that took too long fails for that reason.
            if findings and is_replaced(result):
                result = replace(result, findings=findings)
            yield replace(result, exempt=exempt) if isinstance(result, Done) else result


class _LastCheck:
    """The last check of each Doc; remembers what it found until the result comes out."""

    def __init__(self, surrogator: HipsSurrogator) -> None:
        self._surrogator = surrogator
        self._found: tuple[LeakReason, ...] = ()
        self._exempt: Mapping[str, int] = {}

    def __call__(self, doc: Doc) -> None:
        if held := self._surrogator.held(doc):
            self._found = held_findings(doc, held)
            raise HeldForReview(held)
        encoding = doc.user_data.get(ENCODING_KEY)
        if encoding is None:
            checked = check_and_repair(doc, self._surrogator)
        else:
            checked = check_encodable(doc, self._surrogator, encoding)
        self._found = doc_findings(doc, checked.left or checked.found)
        if checked.left:
            raise release_error(checked.left)
        self._exempt = checked.report.exempt

    def take(self) -> tuple[tuple[LeakReason, ...], Mapping[str, int]]:
        """What it found in the Doc that was just checked, and what it did not search for."""
        taken = self._found, self._exempt
        self._found, self._exempt = (), {}
        return taken
