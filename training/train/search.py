"""The greedy search of Zent et al. (2025), A.2: makes one choice after another on the dev split.

    python -m training.train.search --train output/corpus/train.spacy \\
        --dev output/corpus/dev.spacy --out output/search \\
        --max-words 60000 --batch-words 400 --dev-docs 100

Four stages: the backbone, the optimiser, real data alone or with synthetic, and the windows. In
each, every value is tried with every learning rate and tagging scheme; the run with the best strict
F1 (then recall) is kept. Later stages have their first value until their turn. Finished runs are
lines of OUT/runs.jsonl: another call continues where the last one was interrupted. OUT/table.md
shows them.
"""

import gc
import hashlib
import math
import tempfile
import time
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import spacy
import typer
from spacy.util import load_config
from thinc.api import Config

from spacy_piivot.cli.running import guarded, say
from spacy_piivot.corpus import replacing
from spacy_piivot.errors import InputError
from training.train.runs import COMPONENT, NEVER, score_pipeline, train_pipeline
from training.train.search_corpora import Corpora
from training.train.search_runs import (
    CPU,
    OPTIMIZERS,
    STAGES,
    WINDOWS,
    Finished,
    Settings,
    Space,
    Stage,
    stages,
)

COLUMNS = (
    "stage", "backbone", "optimiser", "data", "windows", "learn rate", "scheme", "precision",
    "recall", "F1", "F5", "words/s in training", "words/s in prediction", "minutes",
)  # fmt: skip


def make_config(
    path: Path, settings: Settings, corpora: Corpora, *, seed: int, batch_words: int | None = None
) -> Config:
    """The config of a run.

    path (Path): The config of its backbone.
    settings (Settings): The run's settings.
    corpora (Corpora): The Docs that it is trained on.
    seed (int): Seed of the weights and of the order of the Docs.
    batch_words (int | None): The size of a batch; None for the config's.
    RETURNS (Config): The config; its schedule ends with the Docs.
    """
    subset = corpora.train(settings.data)
    config = load_config(path)
    training = config["training"]
    schedule = training["optimizer"]["learn_rate"]
    size = batch_words or training["batcher"]["size"]
    updates = max(training["max_epochs"] * subset.tokens // size, 2)
    windows = f"components.{COMPONENT}.model.tok2vec"
    changes: dict[str, Any] = {
        "system.seed": seed,
        "paths.train": str(subset.path),
        "paths.dev": str(corpora.probe),
        f"components.{COMPONENT}.scheme": settings.scheme,
        "training.eval_frequency": NEVER,
        "training.batcher.size": size,
        "training.optimizer.learn_rate.initial_rate": settings.learn_rate,
        "training.optimizer.learn_rate.total_steps": updates,
        "training.optimizer.learn_rate.warmup_steps": min(schedule["warmup_steps"], updates // 10),
    }
    for key, value in OPTIMIZERS[settings.optimizer].items():
        changes[f"training.optimizer.{key}"] = value
    for key, value in WINDOWS[settings.windows].items():
        changes[f"{windows}.{key}"] = value
    if settings.backbone != CPU:
        changes["paths.encoder"] = settings.backbone
    return load_config(path, overrides=changes)


def run(config: Config, words: int, dev: Path) -> dict[str, float]:
    """Make a run.

    config (Config): Its config.
    words (int): The number of words it is trained on.
    dev (Path): The Docs to score on.
    RETURNS (dict[str, float]): Scores, speeds and minutes.
    """
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        trained = train_pipeline(config, Path(folder))
        scores = score_pipeline(spacy.load(trained.folder), dev)
    gc.collect()
    result = scores.to_dict()
    return {
        **{name: result[name] for name in ("precision", "recall", "f1", "f5")},
        "train_words_per_second": round(words / max(trained.seconds, 1e-6), 1),
        "predict_words_per_second": round(result["words_per_second"], 1),
        "minutes": round((time.monotonic() - started) / 60, 2),
    }


def format_table(found: Iterable[Stage], finished: Finished) -> str:
    """All finished runs as Markdown, the best of each finished stage in bold."""
    rows = []
    for number, stage in enumerate(found, 1):
        for settings in stage.runs:
            result = finished.get(settings)
            if result is None:
                continue
            cells = [
                f"{number} {stage.name}", settings.backbone, settings.optimizer, settings.data,
                settings.windows, f"{settings.learn_rate:g}", settings.scheme,
                *(f"{result[name]:.3f}" for name in ("precision", "recall", "f1", "f5")),
                f"{result['train_words_per_second']:,.0f}",
                f"{result['predict_words_per_second']:,.0f}", f"{result['minutes']:.1f}",
            ]  # fmt: skip
            if settings == stage.best:
                cells = [f"**{cell}**" for cell in cells]
            rows.append(cells)
    figures = len(COLUMNS) - 7
    lines = [
        "Strict scores on the dev split: exact characters and label; organisations are a "
        "distractor. Bold: the best run of its stage by F1, then recall. The next stage starts "
        "from it.\n",
        f"| {' | '.join(COLUMNS)} |",
        f"|{'---|' * 7}{'---:|' * figures}",
        *(f"| {' | '.join(cells)} |" for cells in rows),
    ]
    return "\n".join(lines) + "\n"


def print_plan(space: Space, finished: Finished) -> None:
    """Print the runs; for stages that depend on results, only their number."""
    settings = Settings(space.backbones[0])
    for stage in stages(space, finished):
        for settings in stage.runs:
            state = "finished" if finished.get(settings) else "to run"
            typer.echo(f"{stage.name:<10} {state:<9} {settings}")
        known, settings = stage.name, stage.best or stage.runs[0]
    for name in STAGES[STAGES.index(known) + 1 :]:
        runs = space.runs(name, settings)
        same = sum(getattr(run, name) == getattr(settings, name) for run in runs)
        typer.echo(
            f"{name:<10} {len(runs)} runs from the best of the stage before, about "
            f"{len(runs) - same} of them new"
        )


def main(
    train: Annotated[Path, typer.Option(help="Training Docs.")] = Path("output/corpus/train.spacy"),
    dev: Annotated[Path, typer.Option(help="Dev Docs.")] = Path("output/corpus/dev.spacy"),
    out: Annotated[Path, typer.Option(help="Folder for runs and table.")] = Path("output/search"),
    configs: Annotated[Path, typer.Option(help="Folder with transformer.cfg and cpu.cfg.")] = Path(
        "configs"
    ),
    backbones: Annotated[
        str, typer.Option(help="Folders, models on the hub, or 'cpu', separated by commas.")
    ] = "assets/encoder,cpu",
    learn_rates: Annotated[
        str, typer.Option(help="Learning rates for encoders.")
    ] = "0.0001,0.0002,0.0005",
    cpu_learn_rates: Annotated[
        str, typer.Option(help="Learning rates for 'cpu'.")
    ] = "0.0005,0.0015,0.003",
    schemes: Annotated[str, typer.Option(help="Tagging schemes.")] = "io,iob2",
    max_words: Annotated[
        int | None, typer.Option(min=1, help="The most training words of a run.")
    ] = None,
    batch_words: Annotated[
        int | None, typer.Option(min=1, help="Words per batch; fewer for short runs.")
    ] = None,
    dev_docs: Annotated[int | None, typer.Option(min=1, help="The most dev Docs.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of every run.")] = 20,
    plan: Annotated[bool, typer.Option("--plan", help="Print the runs and stop.")] = False,
) -> None:
    """Make the runs that are not finished yet, and write the table."""
    with guarded(f"Finished runs are kept in {out}: the same command continues from there."):
        space = Space(
            _words(backbones),
            _rates(learn_rates, "--learn-rates"),
            _rates(cpu_learn_rates, "--cpu-learn-rates"),
            _words(schemes),
        )
        _check(space, train, dev)
        files = {
            backbone: configs / ("cpu.cfg" if backbone == CPU else "transformer.cfg")
            for backbone in space.backbones
        }
        common = {
            "max_words": max_words,
            "batch_words": batch_words,
            "dev_docs": dev_docs,
            "seed": seed,
            "inputs": _checksum([train, dev, *sorted(set(files.values())), *_encoders(space)]),
        }
        finished = Finished(out / "runs.jsonl", common)
        if plan:
            print_plan(space, finished)
            return
        corpora = Corpora(train, dev, out / "corpus", max_words, dev_docs)
        out.mkdir(parents=True, exist_ok=True)
        for stage in stages(space, finished):
            for number, settings in enumerate(stage.runs, 1):
                if finished.get(settings) is None:
                    say(f"{stage.name} {number}/{len(stage.runs)}: {settings}")
                    path = files[settings.backbone]
                    config = make_config(
                        path, settings, corpora, seed=seed, batch_words=batch_words
                    )
                    words = config["training"]["max_epochs"] * corpora.train(settings.data).words
                    finished.add(settings, run(config, words, corpora.dev))
                _write_table(out / "table.md", format_table(stages(space, finished), finished))
        typer.echo((out / "table.md").read_text("utf8"))


def _encoders(space: Space) -> list[Path]:
    """The files of local backbones: if their weights change, it is another search."""
    folders = sorted(Path(backbone) for backbone in space.backbones if Path(backbone).is_dir())
    return [path for folder in folders for path in sorted(folder.iterdir()) if path.is_file()]


def _write_table(path: Path, table: str) -> None:
    with replacing(path) as stream:
        stream.write(table.encode())


def _words(option: str) -> list[str]:
    return list(dict.fromkeys(option.replace(",", " ").split()))


def _rates(option: str, name: str) -> list[float]:
    rates: list[float] = []
    try:
        rates.extend(map(float, _words(option)))
    except ValueError:
        rates.append(0.0)
    if not all(0 < rate < math.inf for rate in rates):
        raise InputError(f"{name}: give positive numbers separated by commas.")
    return rates


def _check(space: Space, *paths: Path) -> None:
    if not all(asdict(space).values()):
        raise InputError("Give at least one backbone, learning rate and scheme.")
    if unknown := set(space.schemes) - {"io", "iob2"}:
        raise InputError(f"--schemes: unknown: {', '.join(sorted(unknown))}. Use io and iob2.")
    for path in paths:
        if not path.is_file():
            raise InputError(
                f"{path}: no such file. Make it with 'python -m training.corpora.make'."
            )
    for backbone in map(Path, space.backbones):
        # Otherwise it would be requested as a model from the hub.
        if backbone.parts[:1] and Path(backbone.parts[0]).is_dir() and not backbone.is_dir():
            raise InputError(
                f"{backbone}: no such folder. Make it with "
                "'python -m training.export.fetch_encoder'."
            )


def _checksum(paths: Iterable[Path]) -> str:
    """The checksum of the files that decide the results of the runs."""
    digest = hashlib.sha256()
    for path in paths:
        if not path.is_file():
            raise InputError(f"{path}: no such file.")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    typer.run(main)
