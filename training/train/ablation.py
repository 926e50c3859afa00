"""Measure what each part of a pipeline contributes, by scoring the dev split without it.

    python -m training.train.ablation output/light/en_piivot_light output/corpus/dev.jsonl \\
        --markdown output/report/ablation.md
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, Any
from unittest.mock import patch

import srsly
import typer
from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.architectures import tags
from spacy_piivot.cli.running import guarded, load_pipeline
from spacy_piivot.components import known_names, potential_pii_ner
from spacy_piivot.components.known_names import KnownNames
from spacy_piivot.components.pipeline_roles import without_surrogates
from spacy_piivot.core import spans
from spacy_piivot.core.spans import PII, Candidate
from spacy_piivot.corpus import check_replaceable
from spacy_piivot.evaluation import evaluate
from spacy_piivot.evaluation.readers.dialogue_corpus import DialogueCorpus
from spacy_piivot.evaluation.report.sections import NOTHING
from spacy_piivot.kinds.names import parsing
from spacy_piivot.kinds.names.find import mentions
from spacy_piivot.kinds.names.find.positions import Cover
from spacy_piivot.lang import Lexicon
from spacy_piivot.lang.titles import Titles

PATTERNS, TAGGER, NAMES = "pii_patterns", "potential_pii_ner", "known_names"
MATHEMATICS = "math_segmenter"
DEFAULT_THRESHOLD = 0.5
SHARES = ("leaked", "clean", "lookalikes", "roles")
COLUMNS = ("precision", "recall", "f1", "f5")
# The original function, which two of the changes call.
_runs = tags._runs

Change = Callable[[Language], AbstractContextManager[None]]


def main(
    pipeline: Annotated[Path, typer.Argument(help="The whole, calibrated pipeline")],
    gold: Annotated[Path, typer.Argument(help="Labelled dialogues: the dev split")],
    markdown: Annotated[Path | None, typer.Option(help="File for the table")] = None,
    json: Annotated[Path | None, typer.Option(help="File for the figures")] = None,
) -> None:
    """Score the whole pipeline, and the pipeline without each part."""
    with guarded():
        check_replaceable(markdown, json)
        rows = {}
        for name, change in CHANGES.items():
            rows[name] = figures(gold, read(gold, str(pipeline), change))
            typer.echo(_line(name, rows[name]))
        if json:
            srsly.write_json(json, rows)
        if markdown:
            lines = [
                "| | precision | recall | F1 | F5 | leaked | clean messages touched | lookalikes | "
                "roles right |",
                "|---|" + "---:|" * 8,
                *map(_line, rows, rows.values()),
            ]
            markdown.write_text("\n".join(lines) + "\n", "utf8")


def read(gold: Path, pipeline: str | None, change: Change) -> list[Doc]:
    """The dialogues with the findings of a changed pipeline.

    gold (Path): The labelled dialogues.
    pipeline (str | None): The pipeline's folder, loaded again; None for the shipped one.
    change (Change): Excludes a part.
    RETURNS (list[Doc]): The dialogues.
    """
    nlp = load_pipeline(pipeline)
    nlp.select_pipes(disable=without_surrogates(nlp))
    corpus = DialogueCorpus(gold, PII, canonical=True)
    with change(nlp):
        return list(nlp.pipe(example.predicted for example in corpus(nlp)))


def figures(gold: Path, docs: list[Doc]) -> dict[str, float | None]:
    """Strict scores, the share of characters leaked, and shares of false alarms.

    gold (Path): The labelled dialogues.
    docs (list[Doc]): The same dialogues with the spans that were found.
    RETURNS (dict[str, float | None]): Shares between 0 and 1; None if there is nothing to count.
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
        **{name: share["share"] if share else None for name, share in shares.items()},
    }


def _line(name: str, row: dict[str, float | None]) -> str:
    cells = [_cell(row[key], ".3f") for key in COLUMNS]
    cells += [_cell(row[key], ".1%") for key in SHARES]
    return f"| {name} | {' | '.join(cells)} |"


def _cell(value: float | None, format: str) -> str:
    return NOTHING if value is None else f"{value:{format}}"


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
    """Replace one step of a component while the dialogues are read."""

    @contextmanager
    def change(nlp: Language) -> Iterator[None]:
        with patch.object(owner, name, value):
            yield

    return change


def _all(*changes: Change) -> Change:
    @contextmanager
    def change(nlp: Language) -> Iterator[None]:
        with ExitStack() as stack:
            for one in changes:
                stack.enter_context(one(nlp))
            yield

    return change


def _nothing(*arguments: Any, **settings: Any) -> None:
    return None


def _always(*arguments: Any, **settings: Any) -> bool:
    return True


def _never(*arguments: Any, **settings: Any) -> bool:
    return False


def _titled_extent(text: str, lexicon: Lexicon) -> tuple[int, int]:
    """The extent of a name as the tagger finds it, including its title."""
    with patch.object(lexicon.part(Titles), "titles", frozenset()):
        return parsing.name_extent(text, lexicon)


def _single_tokens(doc: Doc, *arguments: Any) -> Iterator[tuple[int, int]]:
    """Every token of a run separately."""
    for first, last in _runs(doc, *arguments):
        yield from ((i, i + 1) for i in range(first, last) if not doc[i].is_space)


def _unbridged_runs(doc: Doc, *arguments: Any) -> Iterator[tuple[int, int]]:
    """The pieces of a run between tokens of white space."""
    for first, last in _runs(doc, *arguments):
        start = first
        for i in range(first, last):
            if doc[i].is_space:
                if start < i:
                    yield start, i
                start = i + 1
        yield start, last


def _best(doc: Doc, ranked: list[Candidate]) -> list[Candidate]:
    """The best of overlapping findings, unchanged."""
    kept: list[Candidate] = []
    for candidate in ranked:
        if not any(map(candidate.overlaps, kept)):
            kept.append(candidate)
    return kept


CHANGES: dict[str, Change] = {
    "whole pipeline": _whole,
    "tagger alone, all thresholds 0.5": _tagger_at_default,
    "tagger alone, calibrated": _only_tagger,
    "without pii_patterns": _without(PATTERNS),
    "without known_names": _without(NAMES),
    "without cues for names": _with(NAMES, cues=False),
    "without further mentions": _with(NAMES, propagate=False),
    "with further mentions inside other findings": _replaced(Cover, "hides", _never),
    "with further mentions that are words, variables or terms": _all(
        _replaced(mentions, "stands_as_name", _always),
        _replaced(mentions, "is_variable", _never),
        _replaced(known_names, "is_term", _never),
    ),
    "without rejecting ordinary words": _replaced(KnownNames, "_reject", _nothing),
    "without dropping titles": _replaced(tags, "name_extent", _titled_extent),
    "without dropping glued greetings and plural endings": _replaced(KnownNames, "_trim", _nothing),
    "without completing full names": _replaced(KnownNames, "_complete", _nothing),
    "without splitting adjacent names": _replaced(KnownNames, "_split", _nothing),
    "without merging neighbouring tokens": _replaced(tags, "_runs", _single_tokens),
    "without merging across white space": _replaced(tags, "_runs", _unbridged_runs),
    "without merging overlapping findings": _replaced(spans, "resolve_overlaps", _best),
    "without rejecting operands": _replaced(potential_pii_ner, "_is_operand", _never),
    "without math_segmenter": _without(MATHEMATICS),
    "with rules alone for roles": _replaced(
        potential_pii_ner, "with_roles", lambda doc, found, *arguments: list(found)
    ),
}


if __name__ == "__main__":
    typer.run(main)
