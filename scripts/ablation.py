"""What each part of the pipeline is worth: the dev split scored with one part left out at a time.

    python scripts/ablation.py training/light/en_piivot_light training/corpus/dev.jsonl \\
        --markdown training/report/ablation.md
"""

import math
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, Any
from unittest.mock import patch

import spacy
import srsly
import typer
from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.components import potential_pii_ner
from spacy_piivot.components.known_names import KnownNames
from spacy_piivot.evaluation import evaluate
from spacy_piivot.evaluation.dialogue_corpus import DialogueCorpus
from spacy_piivot.spans import PII

PATTERNS, TAGGER, NAMES = "pii_patterns", "potential_pii_ner", "known_names"
DEFAULT_THRESHOLD = 0.5
SHARES = ("leaked", "clean", "lookalikes", "roles")
COLUMNS = ("precision", "recall", "f1", "f5")

Change = Callable[[Language], AbstractContextManager[None]]


def main(
    pipeline: Annotated[Path, typer.Argument(help="The whole, calibrated pipeline")],
    gold: Annotated[Path, typer.Argument(help="Labelled dialogues: the dev split")],
    markdown: Annotated[Path | None, typer.Option(help="Where the table goes")] = None,
    json: Annotated[Path | None, typer.Option(help="Where the figures go")] = None,
) -> None:
    """Score the pipeline whole, and without each part."""
    corpus = DialogueCorpus(gold, PII, canonical=True)
    rows = {}
    for name, change in CHANGES.items():
        nlp = spacy.load(pipeline, exclude=["hips_surrogator"])
        with change(nlp):
            docs = list(nlp.pipe(example.predicted for example in corpus(nlp)))
        rows[name] = figures(gold, docs)
        typer.echo(_line(name, rows[name]))
    if json:
        srsly.write_json(json, rows)
    if markdown:
        lines = [
            "| | precision | recall | F1 | F5 | leaked | clean messages touched | lookalikes | "
            "roles right |",
            "|---|" + "---:|" * 8,
        ]
        markdown.write_text("\n".join([*lines, *map(_line, rows, rows.values())]) + "\n", "utf8")


def figures(gold: Path, docs: list[Doc]) -> dict[str, float]:
    """Strict scores, and the shares of what leaked and of false alarms where nothing is.

    gold (Path): The labelled dialogues.
    docs (List[Doc]): The same dialogues with the spans that were found.
    RETURNS (Dict[str, float]): Shares between 0 and 1.
    """
    result: dict[str, Any] = evaluate(gold, docs, bootstrap=0).to_dict()
    shares = {
        "leaked": result["leaked"],
        "clean": result["clean_messages"],
        "lookalikes": result["lookalikes"],
        "roles": result["roles"],
    }
    return {
        **{name: result["overall"][name] for name in COLUMNS},
        **{name: share["share"] if share else math.nan for name, share in shares.items()},
    }


def _line(name: str, row: dict[str, float]) -> str:
    shares = " | ".join(f"{row[key]:.1%}" for key in SHARES)
    return f"| {name} | {' | '.join(f'{row[key]:.3f}' for key in COLUMNS)} | {shares} |"


def _whole(nlp: Language) -> AbstractContextManager[None]:
    return nullcontext()


def _without(*names: str) -> Change:
    def change(nlp: Language) -> AbstractContextManager[None]:
        nlp.select_pipes(disable=list(names))
        return nullcontext()

    return change


def _with(component: str, **settings: Any) -> Change:
    def change(nlp: Language) -> AbstractContextManager[None]:
        for name, value in settings.items():
            setattr(nlp.get_pipe(component), name, value)
        return nullcontext()

    return change


def _tagger_at_default(nlp: Language) -> AbstractContextManager[None]:
    nlp.select_pipes(enable=[TAGGER])
    settings = {"thresholds": {}, "threshold": DEFAULT_THRESHOLD, "temperature": 1.0}
    return _with(TAGGER, **settings)(nlp)


def _only_tagger(nlp: Language) -> AbstractContextManager[None]:
    nlp.select_pipes(enable=[TAGGER])
    return nullcontext()


def _replaced(owner: Any, name: str, value: Callable) -> Change:
    """One step of a component does nothing while the dialogues are read."""

    @contextmanager
    def change(nlp: Language) -> Iterator[None]:
        with patch.object(owner, name, value):
            yield

    return change


def _nothing(*arguments: Any, **settings: Any) -> None:
    return None


CHANGES: dict[str, Change] = {
    "whole pipeline": _whole,
    "tagger alone, all thresholds 0.5": _tagger_at_default,
    "tagger alone, calibrated": _only_tagger,
    "without pii_patterns": _without(PATTERNS),
    "without known_names": _without(NAMES),
    "without names said to be names": _with(NAMES, cues=False),
    "without further mentions": _with(NAMES, propagate=False),
    "without the guard of ordinary words": _replaced(KnownNames, "_reject", _nothing),
    "without dropping greetings and titles": _replaced(KnownNames, "_trim", _nothing),
    "without completing full names": _replaced(KnownNames, "_complete", _nothing),
    "without splitting adjacent names": _replaced(KnownNames, "_part", _nothing),
    "without the veto of numbers": _replaced(
        potential_pii_ner, "_is_operand", lambda *arguments: False
    ),
    "with rules alone for roles": _replaced(
        potential_pii_ner, "with_roles", lambda doc, found, *arguments: list(found)
    ),
}


if __name__ == "__main__":
    typer.run(main)
