"""Shows dialogues before and after on a page, for the person who decides whether to share."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import jinja2
from spacy.language import Language

from ..core.dialogue import Dialogue
from ..corpus import PRIVATE, Entry, InputFile, Record, check_apart, check_replaceable, replacing
from ..errors import InputError, RecordError
from ..pages.styles import inline_styles
from ..release.last_check import SPEAKER
from ..release.reasons import EXPLANATIONS, LeakReason, Reasons, read_reasons
from .automatic import processes_for
from .finished import Finished
from .llm_tally import LLMTally
from .reading import InputReading, Summary
from .replacing import replace_and_finish
from .results import Failed, Kept
from .shuffling import prepare_shuffle

TEMPLATE = "report.html.jinja"
REPLACED, KEPT, REPAIRED, LEAK = "replaced", "kept", "repaired", "leak"
_LAST_WORD, _LONG_WORD = re.compile(r"\S+\Z"), 24
# The page's style sheets, in the order of the cascade.
STYLES = ("colours", "rows", "report")


@dataclass(frozen=True, slots=True)
class ShownSpan:
    """A span that was replaced, kept, repaired or leaks, in one side of a message.

    note (str): Why it was repaired or leaks.
    """

    start: int
    end: int
    label: str
    role: str = ""
    score: float | None = None
    kind: str = REPLACED
    note: str = ""


@dataclass(frozen=True, slots=True)
class ShownText:
    """A stretch of text; one with a label is a span, with the values of `ShownSpan`."""

    text: str
    label: str = ""
    role: str = ""
    score: float | None = None
    kind: str = ""
    note: str = ""

    @property
    def last_word(self) -> int:
        """Where the word starts that stays on a line with the label; the end if it is too long."""
        found = _LAST_WORD.search(self.text)
        return found.start() if found and len(found[0]) <= _LONG_WORD else len(self.text)


@dataclass(slots=True)
class Count:
    """How many spans of a label were replaced and how many were kept."""

    replaced: int = 0
    kept: int = 0


@dataclass(slots=True)
class Totals:
    """The counts made while the page is written."""

    summary: Summary = field(default_factory=Summary)
    failures: list[Failed] = field(default_factory=list)
    counts: dict[str, Count] = field(default_factory=dict)
    llm_tally: LLMTally = field(default_factory=LLMTally)


def show(
    source: Path,
    output: Path,
    nlp: Language,
    *,
    reading: InputReading | None = None,
    spans_from_input: bool = False,
    reasons: Path | None = None,
) -> Summary:
    """Write a page with every dialogue before and after. It contains the originals.

    Places that the last check repaired are marked, with the reason, and so are its findings in
    dialogues that it held back.

    source (Path): A `.jsonl`, `.csv`, `.txt` or (essays) `.json` file, or a folder of them.
    output (Path): The HTML file to write; only its owner can read it.
    nlp (Language): A pipeline with `hips_surrogator`.
    reading (InputReading | None): How the input is read.
    spans_from_input (bool): Whether to use the input's spans instead of detecting any.
    reasons (Path | None): The `private_reasons` that `deidentify` wrote for the same input: only
        the dialogues in it are shown, with its reasons.
    RETURNS (Summary): How many dialogues were de-identified, and how many failed.
    RAISES (InputError): If the input or the arguments cannot be used. (WorkerDied): If a
        worker process was killed. In both cases nothing is written.
    """
    reading = reading or InputReading()
    inputs = reading.open(source)
    check_apart(inputs, output)
    check_replaceable(output)
    if reasons is not None and output.resolve() == reasons.resolve():
        raise InputError(f"{output}: contains the reasons. Give another name.")
    listed = None if reasons is None else _Listed(read_reasons(reasons))
    output.parent.mkdir(parents=True, exist_ok=True)
    totals = Totals()
    n_process = processes_for(reading, nlp, inputs)
    prepare_shuffle(
        nlp,
        reading.entries(inputs),
        n_process=n_process,
        spans_from_input=spans_from_input,
    )
    with replacing(output, mode=PRIVATE) as stream:
        entries = reading.entries(inputs)
        results = replace_and_finish(
            nlp,
            entries if listed is None else listed.only(entries),
            n_process=n_process,
            spans_from_input=spans_from_input,
            report=reading.report,
        )
        results = reading.track(results if listed is None else listed.explained(results), inputs)
        for piece in render(_dialogues(results, totals, reading), totals):
            stream.write(piece.encode())
    reading.finish()
    if listed is not None and listed.left:
        reading.report(f"not in the input: {len(listed.left)} of the dialogues in the reasons")
    totals.llm_tally.write(reading.report)
    return totals.summary


def render(dialogues: Iterable[Mapping[str, Any]], totals: Totals) -> Iterator[str]:
    """The page, piece by piece, while the dialogues are processed.

    dialogues (Iterable[Mapping[str, Any]]): The dialogues as `as_shown` makes them.
    totals (Totals): The counts, shown after all dialogues.
    YIELDS (str): A piece of HTML.
    """
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("spacy_piivot", "pages"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
    )
    return environment.get_template(TEMPLATE).generate(
        dialogues=dialogues,
        styles=inline_styles(*STYLES),
        summary=totals.summary,
        failures=totals.failures,
        counts=totals.counts,
    )


def as_shown(result: Kept[Finished], counts: dict[str, Count]) -> dict[str, Any]:
    """A dialogue as the page shows it.

    result (Kept[Finished]): A de-identified dialogue.
    counts (dict[str, Count]): Where to count its spans.
    RETURNS (dict[str, Any]): File, id, and the two sides of every message.
    """
    original, finished = result.record.dialogue, result.value
    found = by_message(finished.findings)
    messages = []
    for number, (before, after, edits, kept) in enumerate(
        zip(
            original.messages,
            finished.messages,
            finished.edits,
            finished.unreplaced,
            strict=True,
        )
    ):
        for edit in edits:
            counts.setdefault(edit.label, Count()).replaced += 1
        for candidate in kept:
            counts.setdefault(candidate.label, Count()).kept += 1
        old: list[ShownSpan] = []
        new: list[ShownSpan] = []
        for e in edits:
            own = [f for f in found[number] if f.start < e.end and e.start < f.end]
            kind, note = (REPAIRED, explain(own[0])) if own else (REPLACED, "")
            span = ShownSpan(e.start, e.end, e.label, e.role, e.score, kind, note)
            old.append(span)
            new.append(replace(span, start=e.new_start, end=e.new_end))
        for c in kept:
            shift = sum(
                (e.new_end - e.new_start) - (e.end - e.start) for e in edits if e.end <= c.start
            )
            span = ShownSpan(c.start, c.end, c.label, c.role, c.score, KEPT)
            old.append(span)
            new.append(replace(span, start=c.start + shift, end=c.end + shift))
        messages.append(
            {
                "before": {
                    "speaker": before.speaker,
                    "parts": _parts(before.text, old),
                    "note": "",
                },
                "after": {"speaker": after.speaker, "parts": _parts(after.text, new), "note": ""},
                "renamed": before.speaker != after.speaker,
            }
        )
    return _shown(result.file, original, messages)


def as_held_back(record: Record, failed: Failed) -> dict[str, Any]:
    """A dialogue that the last check held back, as the page shows it: only the original.

    record (Record): The dialogue.
    failed (Failed): Its result, with findings.
    RETURNS (dict[str, Any]): File, id, error class, and the messages with the findings.
    """
    found = by_message(failed.findings)
    messages = []
    for number, message in enumerate(record.dialogue.messages):
        spans: list[ShownSpan] = []
        for f in sorted(found[number], key=lambda f: (f.start, -f.end)):
            if f.why != SPEAKER and (not spans or spans[-1].end <= f.start):
                spans.append(ShownSpan(f.start, f.end, f.label, kind=LEAK, note=explain(f)))
        notes = [explain(f) for f in found[number] if f.why == SPEAKER]
        before = {
            "speaker": message.speaker,
            "parts": _parts(message.text, spans),
            "note": "".join(notes[:1]),
        }
        messages.append({"before": before, "after": None, "renamed": False})
    return _shown(failed.file, record.dialogue, messages, failed.error.kind)


def by_message(findings: Iterable[LeakReason]) -> dict[int, list[LeakReason]]:
    """Findings by the number of their message."""
    found: dict[int, list[LeakReason]] = defaultdict(list)
    for finding in findings:
        found[finding.message].append(finding)
    return found


def explain(finding: LeakReason) -> str:
    """Why a place was repaired or leaks, in words."""
    known = finding.replaced
    where = "" if known.message is None else f" in message {known.message}"
    return f"{EXPLANATIONS[finding.why]} ({known.label}, {known.source}{where})"


class _Listed:
    """The dialogues in a file of reasons.

    left (dict[tuple, Reasons]): Those that have not occurred in the input yet.
    """

    def __init__(self, reasons: Iterable[Reasons]) -> None:
        self.left = {(one.file, one.line, one.id): one for one in reasons}
        self._reasons = dict(self.left)

    def only(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """The entries that are listed."""
        for entry in entries:
            if self.left.pop(_place(entry.file, entry.item), None) is not None:
                yield entry

    def explained(
        self, results: Iterable[Kept[Finished] | Failed]
    ) -> Iterator[Kept[Finished] | Failed]:
        """Results with the listed findings."""
        for result in results:
            item = result.error if isinstance(result, Failed) else result.record
            findings = self._reasons[_place(result.file, item)].findings
            if isinstance(result, Failed):
                yield replace(result, findings=findings)
            else:
                yield replace(result, value=replace(result.value, findings=findings))


def _place(file: InputFile, item: Record | RecordError) -> tuple[str, int | None, str | None]:
    id = item.id if isinstance(item, RecordError) else item.dialogue.id
    return file.name.as_posix(), item.line, id


def _dialogues(
    results: Iterable[Kept[Finished] | Failed], totals: Totals, reading: InputReading
) -> Iterator[dict[str, Any]]:
    for result in results:
        if isinstance(result, Failed):
            totals.summary.quarantined += 1
            totals.failures.append(result)
            reading.report(f"{result.file.name}: {result.error}")
            if result.findings and result.record is not None:
                yield as_held_back(result.record, result)
        else:
            totals.summary.done += 1
            totals.llm_tally.add(result.value.llm)
            yield as_shown(result, totals.counts)


def _shown(
    file: InputFile, original: Dialogue, messages: Sequence[Mapping[str, Any]], error: str = ""
) -> dict[str, Any]:
    return {
        "file": file.name,
        "id": original.id,
        "messages": messages,
        "error": error,
        "nameless": not any(message.speaker for message in original.messages),
    }


def _parts(text: str, spans: Iterable[ShownSpan]) -> list[ShownText]:
    parts: list[ShownText] = []
    position = 0
    for s in sorted(spans, key=lambda span: (span.start, span.end)):
        parts.append(ShownText(text[position : s.start]))
        parts.append(ShownText(text[s.start : s.end], s.label, s.role, s.score, s.kind, s.note))
        position = s.end
    parts.append(ShownText(text[position:]))
    return parts
