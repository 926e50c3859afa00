"""`spacy-piivot red-team`: tests a verifier with instructions hidden in the text."""

import sys

import typer

from ..evaluation.report.rendering import to_markdown, to_text
from ..evaluation.report.writing import write_json, write_text
from ..llm.usage import usage_line
from ..runs.red_team import red_team
from . import llm_options
from .evaluation_options import JsonFile, MarkdownFile
from .running import SOME_QUARANTINED, guarded, say


@llm_options.connecting("model", "cache_dir", "max_concurrency", "price")
def red_team_command(
    connect: llm_options.Connect,
    reasoning: llm_options.Reasoning = False,
    batched: llm_options.Batched = False,
    prompt_path: llm_options.PromptPath = None,
    json: JsonFile = None,
    markdown: MarkdownFile = None,
) -> None:
    """Count the verdicts that an instruction hidden in a pupil's words reverses.

    The texts and the people in them are invented. Exit status 1 if a label that must never be
    ruled out was ruled out, or if the model gave no verdict on a text without an instruction.
    """
    with guarded():
        result = red_team(
            connect(),
            reasoning=reasoning,
            batched=batched,
            prompt_path=prompt_path,
            progress=sys.stderr.isatty(),
        )
        if json is not None:
            write_json(json, result.to_dict())
        if markdown is not None:
            write_text(markdown, to_markdown(result.report()))
        typer.echo(to_text(result.report()))
        say(usage_line(result.usage))
        if result.unanswered:
            say(
                f"no verdict without an injection, so these findings show nothing: "
                f"{result.unanswered}"
            )
        if result.protected_flips or result.unanswered:
            raise typer.Exit(SOME_QUARANTINED)
