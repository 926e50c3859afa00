"""`spacy-piivot audit`: has a language model judge transcripts that arrive redacted."""

from pathlib import Path
from typing import Annotated

import typer

from ..lang import ENGLISH
from ..llm.auditing import VERDICTS
from ..llm.usage import usage_line
from ..runs.audit import MISSED, audit
from . import llm_options, options
from .running import SOME_QUARANTINED, guarded, make_reading, say


@llm_options.connecting("model", "max_concurrency", "max_requests", "max_cost", "price")
def audit_command(
    source: options.Input,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="OUT", help="The folder to write.")
    ],
    connect: llm_options.Connect,
    prompt_path: llm_options.PromptPath = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue an interrupted run.")] = False,
    text_column: options.TextColumn = None,
    speaker_column: options.SpeakerColumn = None,
    dialogue_column: options.DialogueColumn = None,
    encoding: options.Encoding = None,
    exclude: options.Exclude = None,
) -> None:
    """Judge the placeholders of an earlier redaction, and fill them.

    For transcripts with placeholders such as `<PERSON>`. OUT gets table.csv (every placeholder:
    PII, Not PII or Uncertain; and missed PII), dialogues.jsonl (filled, with gold spans) and
    doccano.jsonl (for people to correct; `postlabel OUT/dialogues.jsonl` joins their export). All
    three are private. Exit status 1 if some placeholders could not be judged.
    """
    with guarded("The same command with --resume continues from here.") as interrupts:
        reading = make_reading(
            text_column,
            speaker_column,
            dialogue_column,
            None,
            1,
            interrupts,
            encoding=encoding,
            exclude=exclude,
        )
        summary = audit(
            source,
            output,
            connection=connect(),
            prompt_path=prompt_path,
            reading=reading,
            resume=resume,
            lexicon=ENGLISH,
        )
        counts = ", ".join(f"{summary.verdicts[v]} {v}" for v in (*VERDICTS, MISSED))
        say(f"{summary.dialogues} dialogues audited: {counts}")
        say(usage_line(summary.usage))
        if summary.reasons:
            reasons = ", ".join(
                f"{count} {name}" for name, count in sorted(summary.reasons.items())
            )
            say(f"not judged: {reasons}")
        if summary.reasons or reading.skipped:
            raise typer.Exit(SOME_QUARANTINED)
