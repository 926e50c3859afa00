"""Measure what an attacker finds under each surrogate strategy if a detector misses names.

    python benchmarks/strategies.py gold.jsonl [--missed 0.05] [--markov-p 0.5]

A random share of the gold names in dialogue JSONL is missed, and the rest are replaced. The release
is attacked with single occurrences and the parrot. Unlike a real release it is not checked: the
last check would find a missed mention if the same name was replaced elsewhere in its dialogue.
"""

import random
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import spacy
import typer

from spacy_piivot.cli.running import guarded
from spacy_piivot.core.dialogue import dialogue_to_doc, doc_to_dialogue
from spacy_piivot.core.spans import get_candidates, set_candidates
from spacy_piivot.corpus import Record
from spacy_piivot.evaluation.attack.hypotheses import Hypotheses
from spacy_piivot.evaluation.attack.outliers import outlier_attack
from spacy_piivot.evaluation.attack.parrot import parrot_attack
from spacy_piivot.evaluation.attack.released import ReleasedDialogue, released_dialogues
from spacy_piivot.evaluation.readers.dialogue_files import read_records
from spacy_piivot.evaluation.readers.reading import read_annotations
from spacy_piivot.lang import ENGLISH
from spacy_piivot.runs.edits import message_edits
from spacy_piivot.runs.input_spans import set_input_spans

KEY = b"a key for measuring, not a secret one"
STRATEGIES = ("consistent", "markov", "random")


def main(gold: Path, missed: float = 0.05, markov_p: float = 0.5, seed: int = 0) -> None:
    """Print what each attack finds under each strategy."""
    with guarded():
        typer.echo("strategy    attack       flagged  found  leaks  precision  recall")
        for strategy in STRATEGIES:
            dialogues = _release(gold, strategy, missed, markov_p, seed)
            for name, found in (
                ("outliers", outlier_attack(dialogues, known=True)),
                ("parrot", parrot_attack(dialogues, known=True, seed=seed)),
            ):
                typer.echo(f"{strategy:<11} {name:<11} {_figures(found)}")


def _release(
    gold: Path, strategy: str, missed: float, markov_p: float, seed: int
) -> list[ReleasedDialogue]:
    nlp = spacy.blank("en")
    config = {"strategies": {"NAME": strategy}, "markov_p": markov_p}
    nlp.add_pipe("hips_surrogator", config=config).set_key(KEY)  # type: ignore[attr-defined]
    chance = random.Random(seed)
    records = []
    edits = {}
    for record in read_records(gold):
        doc = dialogue_to_doc(record.dialogue, nlp)
        set_input_spans(doc, record, ENGLISH)
        found = get_candidates(doc)
        set_candidates(doc, [c for c in found if c.label != "NAME" or chance.random() >= missed])
        released = doc_to_dialogue(nlp(doc))
        records.append(Record(released, None, {}))
        edits[released.id] = [
            {"message": number, **asdict(edit)}
            for number, own in enumerate(message_edits(doc))
            for edit in own
        ]
    return released_dialogues(records, edits, read_annotations(gold))


def _figures(found: Hypotheses) -> str:
    return "  ".join(_columns(found))


def _columns(found: Hypotheses) -> Iterator[str]:
    for count, width in ((found.flagged, 8), (found.found, 5), (found.leaks, 5)):
        yield f"{count:>{width}}"
    for share, width in ((found.precision, 9), (found.recall, 6)):
        yield f"{share or 0.0:>{width}.3f}"


if __name__ == "__main__":
    typer.run(main)
