"""Replaces the findings, and applies the last check before anything is released."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from spacy.language import Language
from spacy.tokens import Doc

from ..components.pipeline_roles import SURROGATOR
from ..core.policy import BY_SHAPE
from ..core.shape import shape_of
from ..core.spans import Candidate
from ..corpus import Entry, Record
from ..errors import PIIvotError
from ..release.encodable import check_encodable
from ..release.last_check import ReleaseError, release_error
from ..release.reasons import LeakReason, doc_findings, held_findings
from ..release.repair import check_and_repair
from .kept_cells import prepare_notes, with_notes
from .process import Done, Failed, process
from .reading import Report
from .set_surrogates import use_input_spans
from .surrogator import get_surrogator

# Where a Doc has the encoding in which it must be written.
ENCODING_KEY = "piivot_encoding"


class HeldForReview(PIIvotError):
    """A dialogue that its policy leaves to a person. Contains labels and counts, never text."""

    def __init__(self, held: Iterable[Candidate]) -> None:
        counts = Counter(candidate.label for candidate in held)
        listed = ", ".join(f"{count} {label}" for label, count in sorted(counts.items()))
        super().__init__(
            f"the policy leaves some findings to a person ({listed}). Replace them in the input by "
            "hand (--private-reasons says which they are), or give their label another strategy."
        )


# The errors whose reasons are known.
_EXPLAINED = frozenset({ReleaseError.__name__, HeldForReview.__name__})


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
        did not search for, and which policies the shapes of the dialogues chose.
    YIELDS (Done | Failed): The result of every entry, in order.
    """
    surrogator = get_surrogator(nlp)
    exempt: Counter[str] = Counter()
    repaired: Counter[str] = Counter()
    policies: Counter[str] = Counter()
    dialogues = 0
    # The findings in the dialogue that comes out next, which has just been checked.
    findings: tuple[LeakReason, ...] = ()

    def check(doc: Doc) -> None:
        nonlocal findings
        if held := surrogator.held(doc):
            findings = held_findings(doc, held)
            raise HeldForReview(held)
        encoding = doc.user_data.get(ENCODING_KEY)
        if encoding is None:
            checked = check_and_repair(doc, surrogator)
        else:
            checked = check_encodable(doc, surrogator, encoding)
        findings = doc_findings(doc, checked.left or checked.found)
        if checked.left:
            raise release_error(checked.left)
        exempt.update(checked.report.exempt)

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
            n_process=n_process,
            prepare=prepare,
            check=check,
            max_seconds=max_seconds,
            report=report,
        )
        for result in results:
            # A dialogue that took too long fails for that reason.
            replaced = isinstance(result, Done) or result.error.kind in _EXPLAINED
            if replaced and result.record is not None:
                texts = [message.text for message in result.record.dialogue.messages]
                policies[BY_SHAPE[shape_of(texts)]] += 1
            if findings and replaced:
                result = replace(result, findings=findings)
                if isinstance(result, Done):
                    dialogues += 1
                    repaired.update(finding.label for finding in result.findings)
            findings = ()
            yield result
    if policies and surrogator.policies.by_shape:
        counts = ", ".join(f"{name} {count}" for name, count in sorted(policies.items()))
        report(f"policy by shape: {counts} (--policy decides for all)")
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
