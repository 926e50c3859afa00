"""`spacy-piivot red-team`: instructions hidden in the text, tried on a verifier."""

import sys

import typer

from ..components.connection_config import MODEL
from ..evaluation.report.rendering import to_markdown, to_text
from ..evaluation.report.writing import write_json, write_text
from ..llm.usage import usage_line
from ..runs.red_team import red_team
from . import llm_options
from .evaluation_options import JsonFile, MarkdownFile
from .running import SOME_QUARANTINED, guarded, say


def red_team_command(
    model: llm_options.Model = MODEL,
    base_url: llm_options.BaseUrl = None,
    api_key_env: llm_options.ApiKeyEnv = None,
    remote_ok: llm_options.RemoteOk = False,
    reasoning: llm_options.Reasoning = False,
    batched: llm_options.Batched = False,
    prompt_path: llm_options.PromptPath = None,
    cache_dir: llm_options.CacheDir = None,
    max_concurrency: llm_options.Concurrency = 8,
    price: llm_options.Price = None,
    json: JsonFile = None,
    markdown: MarkdownFile = None,
) -> None:
    """Count the verdicts that an instruction hidden in a pupil's words turns round.

    The texts and the people in them are invented. Exit status 1 if a label that must never be
    ruled out was, or if the model gave no verdict on a text without an instruction.
    """
    with guarded():
        llm_options.make_connection(base_url, api_key_env, remote_ok)
        result = red_team(
            {
                "model": model,
                "base_url": base_url,
                "api_key_env": api_key_env,
                "remote_ok": remote_ok,
                "reasoning": reasoning,
                "batched": batched,
                "prompt_path": prompt_path,
                "cache_dir": cache_dir,
                "max_concurrency": max_concurrency,
                "prices": llm_options.make_prices(model, price),
            },
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
