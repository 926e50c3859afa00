"""Measure what is replaced in essays, and what should be.

    python benchmarks/essays.py --json OUT.json --markdown OUT.md
    python benchmarks/essays.py --parts own --split dev --baseline presidio-default:en_core_web_sm

The parts:
- `filled`: 200 essays of learners of English (ELLIPSE) whose slots are filled with names, cities
  and schools of 14 regions, from the split that no training data is made of.
- `alarms`: the 200 essays there without slots.
- `own`: essays of this project that nobody reads for tuning.
- `crapii`: ten essays of CRAPII, scored as in its competition.
- `fairness`: true-positive rates of the filled names by region and gender.

Figures only, never a text; the same for the same seed.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

if not __package__:  # run by its path
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks import essay_parts as parts
from benchmarks.essay_filling import fill, read_slots
from benchmarks.essay_names import Names
from benchmarks.essay_systems import System, load_baseline, load_ours
from benchmarks.essay_tables import essays_report
from benchmarks.guard import DATA
from spacy_piivot.cli.running import guarded, say
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.readers.reading import read_annotations
from spacy_piivot.evaluation.report.rendering import to_markdown
from spacy_piivot.evaluation.report.writing import write_json, write_text
from training.corpora.essay_corpus import split_of_essay
from training.corpora.essays import read_essays
from training.splits import SPLITS

PARTS = ("filled", "alarms", "own", "crapii", "fairness")


@dataclass(frozen=True, slots=True)
class Material:
    """What is measured on.

    ellipse (Path): Essays with slots, dialogue JSONL.
    crapii (Path): Essays of CRAPII, in the competition's JSON.
    essays (Path): The folder of this project's essays.
    names (Path): The folder with the lists of names.
    split (str): Which of this project's essays are scored.
    copies (int): How often slots are filled.
    seed (int): The seed of names and resamples.
    """

    ellipse: Path
    crapii: Path
    essays: Path
    names: Path
    split: str
    copies: int
    seed: int


def measure(
    systems: Sequence[System], material: Material, chosen: Sequence[str] = PARTS
) -> dict[str, Any]:
    """Measure systems on essays.

    systems (Sequence[System]): The systems.
    material (Material): What they are measured on.
    chosen (Sequence[str]): The parts, of `PARTS`.
    RETURNS (dict[str, Any]): Plain values for JSON: `settings`, and `parts` by part and system.
    RAISES (InputError): If a file cannot be used.
    """
    figures: dict[str, dict[str, Any]] = {part: {} for part in PARTS if part in chosen}
    for system in systems:
        for part, result in _measure(system, material, chosen):
            figures[part][system.name] = result
    settings = {
        "seed": material.seed,
        "copies": material.copies,
        "split": material.split,
        "systems": [system.name for system in systems],
    }
    return {"settings": settings, "parts": figures}


def _measure(
    system: System, material: Material, chosen: Sequence[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    seed = material.seed
    if {"filled", "alarms", "fairness"} & set(chosen):
        essays = read_slots(material.ellipse)
    if {"filled", "fairness"} & set(chosen):
        gold = fill(
            [essay for essay in essays if essay.slots],
            Names(material.names),
            copies=material.copies,
            seed=seed,
        )
        say(f"{system.name}: {len(gold)} filled essays")
        outcomes = system.read(gold)
        if "filled" in chosen:
            yield "filled", parts.filled(gold, outcomes, seed=seed)
        if "fairness" in chosen:
            yield "fairness", parts.equality(gold, outcomes, seed=seed)
    if "alarms" in chosen:
        without = parts.slotless(essays)
        say(f"{system.name}: {len(without)} essays without slots")
        yield "alarms", parts.alarms(system.read(without))
    if "own" in chosen:
        own = [e for e in read_essays(material.essays) if split_of_essay(e.id) == material.split]
        if not own:
            raise InputError(f"{material.essays}: no essay is in the split {material.split!r}.")
        say(f"{system.name}: {len(own)} essays of this project")
        outcomes = system.read([parts.as_gold(essay) for essay in own])
        yield "own", {"split": material.split, **parts.own(own, outcomes, seed=seed)}
    if "crapii" in chosen:
        outcomes = system.read(read_annotations(material.crapii))
        yield "crapii", parts.crapii(material.crapii, outcomes, seed=seed)


def main(
    ellipse: Annotated[Path, typer.Option(help="Essays with slots to fill")] = (
        DATA / "eval" / "essays_ellipse_slots.jsonl"
    ),
    crapii: Annotated[Path, typer.Option(help="Essays in the competition's JSON")] = (
        DATA / "eval" / "crapii_10_essays.json"
    ),
    essays: Annotated[Path, typer.Option(help="The folder of this project's essays")] = Path(
        "corpus/essays"
    ),
    names: Annotated[Path, typer.Option(help="The folder with the lists of names")] = (
        DATA / "names"
    ),
    model: Annotated[
        str | None, typer.Option(help="A pipeline; the shipped one by default")
    ] = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(help="A policy of releases; may be repeated. The pipeline's own by default"),
    ] = None,
    baseline: Annotated[
        list[str] | None,
        typer.Option(help="A system to measure beside ours, SYSTEM:MODEL; may be repeated"),
    ] = None,
    chosen: Annotated[
        list[str] | None,
        typer.Option("--parts", help=f"Parts, with commas: {', '.join(PARTS)}; all by default"),
    ] = None,
    split: Annotated[
        str, typer.Option(help="Which of this project's essays to score: test, dev or train")
    ] = "test",
    copies: Annotated[int, typer.Option(min=1, help="How often slots are filled")] = 3,
    seed: Annotated[int, typer.Option(min=0, help="The seed of names and resamples")] = 0,
    json: Annotated[Path | None, typer.Option(help="Write the figures here")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write the tables here")] = None,
) -> None:
    """Measure, and print the tables."""
    with guarded():
        which = check_parts(chosen)
        if split not in SPLITS:
            raise InputError(f"--split: there is no {split!r}. Use one of: {', '.join(SPLITS)}.")
        material = Material(ellipse, crapii, essays, names, split, copies, seed)
        policies: Sequence[str | None] = policy or [None]
        systems = [load_ours(model, one) for one in policies]
        systems += [load_baseline(spec) for spec in baseline or []]
        report = measure(systems, material, which)
        tables = to_markdown(essays_report(report))
        if json is not None:
            write_json(json, report)
        if markdown is not None:
            write_text(markdown, tables)
        print(tables)


def check_parts(given: Sequence[str] | None) -> Sequence[str]:
    """The parts that an option names, in the order of `PARTS`.

    given (Sequence[str] | None): The values of the option, each of parts with commas.
    RETURNS (Sequence[str]): The parts; all if none is given.
    RAISES (InputError): If one is unknown.
    """
    named = {part.strip() for value in given or () for part in value.split(",")}
    if unknown := sorted(named - set(PARTS)):
        raise InputError(f"--parts: there is no {unknown[0]!r}. Use: {', '.join(PARTS)}.")
    return [part for part in PARTS if part in named or not named]


if __name__ == "__main__":
    typer.run(main)
