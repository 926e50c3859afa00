"""Replaces the findings, and applies the last check before anything is released."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from ..components.pipeline_roles import SURROGATOR
from ..corpus import Entry
from ..errors import InputError
from ..release.last_check import ReleaseError, release_error
from ..release.reasons import LeakReason, doc_findings
from ..release.repair import check_and_repair
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
    """De-identify dialogues. Leaks that the last check finds are repaired, or the dialogue fails.

    nlp (Language): A pipeline with `hips_surrogator`.
    entries (Iterable[Entry]): The entries that were read.
    n_process (int): How many processes to use.
    spans_from_input (bool): Whether to use the input's spans instead of detecting any.
    max_seconds (float | None): How long a dialogue may take before it fails as "TooSlow".
    report (Callable[[str], None]): Called at the end with what the last check repaired or
        did not search for.
    YIELDS (Done | Failed): The result of every entry, in order.
    """
    surrogator = get_surrogator(nlp)
    exempt: Counter[str] = Counter()
    repaired: Counter[str] = Counter()
    dialogues = 0
    # The findings in the dialogue that comes out next, which has just been checked.
    findings: tuple[LeakReason, ...] = ()

    def check(doc: Doc) -> None:
        nonlocal findings
        checked = check_and_repair(doc, surrogator)
        findings = doc_findings(doc, checked.left or checked.found)
        if checked.left:
            raise release_error(checked.left)
        exempt.update(checked.report.exempt)

    prepare = partial(set_input_spans, lexicon=surrogator.lexicon) if spans_from_input else None
    enabled = [SURROGATOR] if spans_from_input else nlp.pipe_names
    with nlp.select_pipes(enable=enabled):
        results = process(
            nlp,
            entries,
            n_process=n_process,
            prepare=prepare,
            check=check,
            max_seconds=max_seconds,
            report=report,
        )
        for result in results:
            # A dialogue that took too long fails for that reason.
            if findings and (
                isinstance(result, Done) or result.error.kind == ReleaseError.__name__
            ):
                result = replace(result, findings=findings)
                if isinstance(result, Done):
                    dialogues += 1
                    repaired.update(finding.label for finding in result.findings)
            findings = ()
            yield result
    if repaired:
        counts = ", ".join(f"{count} {label}" for label, count in sorted(repaired.items()))
        missed = "that the given spans do not cover" if spans_from_input else "left in the text"
        noun = "dialogue" if dialogues == 1 else "dialogues"
        report(f"repaired by the last check in {dialogues} {noun}: {counts} {missed}")
    if exempt:
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(exempt.items()))
        report(
            "replaced, but not searched for by the last check, since the same strings also occur "
            f"in ordinary text: {counts}"
        )
