"""A page with the dialogues before and after, for the person who decides whether to share."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jinja2
from spacy.language import Language

from ..corpus import PRIVATE, check_apart, check_replaceable, replacing
from ..dialogue import doc_to_dialogue, message_candidates
from ..labels import CANONICAL
from .edits import message_edits
from .llm_tally import LLMTally
from .process import Done, Failed
from .reading import Reading, Summary
from .replacing import replace_pii
from .shuffling import prepare_shuffle

TEMPLATE = "report.html.jinja"
REPLACED, KEPT = "replaced", "kept"
_Span = tuple[int, int, str, float, str]
HUES: Mapping[str, int] = {label: position * 137 % 360 for position, label in enumerate(CANONICAL)}


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of text; one with a label is a span that was replaced or kept."""

    text: str
    label: str = ""
    score: float = 0.0
    kind: str = ""


@dataclass(slots=True)
class Count:
    """How many spans of a label were replaced, and how many kept."""

    replaced: int = 0
    kept: int = 0


@dataclass(slots=True)
class Totals:
    """What is counted while the page is written."""

    summary: Summary = field(default_factory=Summary)
    failures: list[Failed] = field(default_factory=list)
    counts: dict[str, Count] = field(default_factory=dict)
    asked: LLMTally = field(default_factory=LLMTally)


def show(
    source: Path,
    output: Path,
    nlp: Language,
    *,
    reading: Reading | None = None,
    spans_from_input: bool = False,
) -> Summary:
    """Write a page with every dialogue before and after. It holds the originals.

    source (Path): A `.jsonl`, `.csv` or `.txt` file, or a folder of them.
    output (Path): The HTML file to write; only its owner can read it.
    nlp (Language): A pipeline with `hips_surrogator`.
    reading (Optional[Reading]): How the input is read.
    spans_from_input (bool): Whether to take the spans in the input and detect nothing.
    RETURNS (Summary): How many dialogues were de-identified, and how many failed.
    RAISES (InputError): If the input or the arguments cannot be used. (WorkerDied): If a
        worker process was killed. After either nothing appears.
    """
    reading = reading or Reading()
    inputs = reading.open(source)
    check_apart(inputs, output)
    check_replaceable(output)
    output.parent.mkdir(parents=True, exist_ok=True)
    totals = Totals()
    prepare_shuffle(
        nlp,
        reading.entries(inputs),
        n_process=reading.n_process,
        spans_from_input=spans_from_input,
    )
    with replacing(output, mode=PRIVATE) as stream:
        results = replace_pii(
            nlp,
            reading.entries(inputs),
            n_process=reading.n_process,
            spans_from_input=spans_from_input,
            report=reading.report,
        )
        results = reading.track(results, inputs)
        for piece in render(_dialogues(results, totals, reading), totals):
            stream.write(piece.encode())
    reading.finish()
    totals.asked.tell(reading.report)
    return totals.summary


def render(dialogues: Iterable[Mapping[str, Any]], totals: Totals) -> Iterator[str]:
    """The page, piece by piece, while the dialogues are processed.

    dialogues (Iterable[Mapping[str, Any]]): What `as_shown` gives, one at a time.
    totals (Totals): What is shown once they all are.
    YIELDS (str): A piece of HTML.
    """
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("spacy_piivot", "data"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
    )
    return environment.get_template(TEMPLATE).generate(
        dialogues=dialogues,
        hues=HUES,
        summary=totals.summary,
        failures=totals.failures,
        counts=totals.counts,
    )


def as_shown(result: Done, counts: dict[str, Count]) -> dict[str, Any]:
    """A dialogue as the page shows it.

    result (Done): A dialogue that went through the pipeline.
    counts (Dict[str, Count]): Where to count its spans.
    RETURNS (Dict[str, Any]): File, id, and the two sides of every message.
    """
    original = result.record.dialogue
    messages = []
    for before, after, edits, candidates in zip(
        original.messages,
        doc_to_dialogue(result.doc).messages,
        message_edits(result.doc),
        message_candidates(result.doc),
        strict=True,
    ):
        kept = [
            candidate
            for candidate in candidates
            if not any(edit.start < candidate.end and candidate.start < edit.end for edit in edits)
        ]
        for edit in edits:
            counts.setdefault(edit.label, Count()).replaced += 1
        for candidate in kept:
            counts.setdefault(candidate.label, Count()).kept += 1
        old = [(e.start, e.end, e.label, e.score, REPLACED) for e in edits]
        new = [(e.new_start, e.new_end, e.label, e.score, REPLACED) for e in edits]
        for c in kept:
            shift = sum(
                (e.new_end - e.new_start) - (e.end - e.start) for e in edits if e.end <= c.start
            )
            old.append((c.start, c.end, c.label, c.score, KEPT))
            new.append((c.start + shift, c.end + shift, c.label, c.score, KEPT))
        messages.append(
            {
                "before": {"speaker": before.speaker, "parts": _parts(before.text, old)},
                "after": {"speaker": after.speaker, "parts": _parts(after.text, new)},
                "renamed": before.speaker != after.speaker,
            }
        )
    return {"file": result.file.name, "id": original.id, "messages": messages}


def _dialogues(
    results: Iterable[Done | Failed], totals: Totals, reading: Reading
) -> Iterator[dict[str, Any]]:
    for result in results:
        if isinstance(result, Failed):
            totals.summary.quarantined += 1
            totals.failures.append(result)
            reading.report(f"{result.file.name}: {result.error}")
        else:
            totals.summary.done += 1
            totals.asked.see(result.doc)
            yield as_shown(result, totals.counts)


def _parts(text: str, spans: list[_Span]) -> list[Part]:
    parts: list[Part] = []
    position = 0
    for start, end, label, score, kind in sorted(spans):
        parts.append(Part(text[position:start]))
        parts.append(Part(text[start:end], label, score, kind))
        position = end
    parts.append(Part(text[position:]))
    return parts
