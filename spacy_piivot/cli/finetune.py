"""`spacy-piivot finetune`: makes training files for language models, and runs their jobs."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from ..corpus import PRIVATE, check_replaceable, replacing
from ..errors import InputError
from ..llm.jobs import Job, Jobs
from ..llm.usage import usage_line
from ..llm.verdicts import FALSE, TRUE
from ..runs.finetune import TrainingFile, prepare_batch, prepare_detector, prepare_verifier
from . import llm_options as options
from .evaluation_options import EVALUATION_STATUS
from .running import guarded, say

Kind = Literal["detector", "verifier", "batch"]
JobId = Annotated[str, typer.Argument(metavar="ID", help="The id that `submit` printed.")]

finetune_app = typer.Typer(
    help="Write training files for language models, and submit, poll and fetch their jobs.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


@finetune_app.command("prepare", epilog=EVALUATION_STATUS)
@options.connecting("model", "max_concurrency", "max_requests", "max_cost", "price")
def prepare_command(
    kind: Annotated[
        Kind,
        typer.Argument(
            help="detector: copies with marks. verifier: T or F on a detector's spans. batch: the "
            "prompts of a prepared file, as requests."
        ),
    ],
    gold: Annotated[
        Path,
        typer.Argument(
            metavar="GOLD",
            help="Dialogue JSONL with gold spans; for a batch, the prepared file.",
        ),
    ],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="OUT.jsonl", help="The JSONL file to write."),
    ],
    connect: options.Connect,
    predicted: Annotated[
        Path | None,
        typer.Argument(metavar="[PRED]", help="For a verifier: GOLD with a detector's spans."),
    ] = None,
    reasoning: Annotated[
        bool,
        typer.Option("--reasoning", help="For a verifier: have a model reason about each span."),
    ] = False,
    context_tokens: Annotated[
        int, typer.Option(min=0, help="For a verifier: tokens of context on each side.")
    ] = 20,
) -> None:
    """Write a training file, or the requests of a batch. It contains the original texts.

    After Shen et al. (2025), 3.2 and 3.3. A reasoning is requested up to six times; if none reaches
    the right verdict, the record says that in doubt the answer is T.
    """  # fmt: skip
    with guarded():
        if (predicted is None) == (kind == "verifier"):
            raise InputError("Give PRED for a verifier, and only for a verifier.")
        if kind == "detector":
            prepared = prepare_detector(gold, output)
        elif kind == "batch":
            prepared = prepare_batch(gold, output, model=connect().model)
        else:
            assert predicted is not None
            prepared = prepare_verifier(
                gold,
                predicted,
                output,
                reasoning=reasoning,
                connection=connect(),
                context_tokens=context_tokens,
                progress=reasoning and sys.stderr.isatty(),
            )
        _report(prepared, kind, reasoning)


@finetune_app.command("submit", epilog=EVALUATION_STATUS)
@options.connecting("model")
def submit_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file that `prepare` wrote.")],
    connect: options.Connect,
    suffix: Annotated[
        str | None, typer.Option(help="A part of the fine-tuned model's name.")
    ] = None,
) -> None:
    """Send a file, start its job and print the job's id. The texts leave this machine."""
    with guarded("The job may have been started."):
        typer.echo(Jobs(connect()).submit(file, suffix).id)


@finetune_app.command("status", epilog=EVALUATION_STATUS)
@options.connecting()
def status_command(
    id: JobId,
    connect: options.Connect,
) -> None:
    """Print the status of a job."""
    with guarded():
        job = Jobs(connect()).status(id)
        typer.echo(_line(job))


@finetune_app.command("fetch", epilog=EVALUATION_STATUS)
@options.connecting()
def fetch_command(
    id: JobId,
    connect: options.Connect,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="OUT", help="The file to write.")
    ],
) -> None:
    """Write the result of a job: a batch's answers, or the name of the fine-tuned model."""
    with guarded():
        check_replaceable(output)
        content = Jobs(connect()).fetch(id)
        with replacing(output, mode=PRIVATE) as stream:
            stream.write(content)


def _line(job: Job) -> str:
    parts = [job.status]
    if job.model:
        parts.append(f"model {job.model}")
    if job.trained_tokens:
        parts.append(f"{job.trained_tokens:,} tokens trained")
    return ", ".join(parts)


def _report(prepared: TrainingFile, kind: Kind, reasoning: bool) -> None:
    line = f"{prepared.records} records"
    if kind == "verifier":
        line += f": {prepared.verdicts[TRUE]} T, {prepared.verdicts[FALSE]} F"
    if reasoning:
        line += f"; {prepared.defaults} default to T; {usage_line(prepared.usage)}"
    say(line)
