"""`spacy-piivot serve`: answers Presidio's clients, and de-identifies dialogues, over HTTP."""

import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from spacy.language import Language

from ..core.optional import require
from ..draws.key import KEY_VARIABLE, random_key
from ..errors import InputError
from ..runs.surrogator import get_surrogator
from . import options
from .running import BROKEN, guarded, load_releasing_pipeline, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..serve.engine import Engine

TOKEN_VARIABLE = "SPACY_PIIVOT_TOKEN"
_SHORTEST_TOKEN = 16
_PACKAGES = ("starlette", "uvicorn", "h11", "presidio_anonymizer")


def serve_command(
    host: Annotated[
        str,
        typer.Option(
            metavar="HOST",
            help="The address to listen on; 0.0.0.0 for all. One that other computers can reach "
            "needs a token. The connection is not encrypted.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0 for any that is free.")
    ] = 3000,
    token_file: Annotated[
        Path | None,
        typer.Option(
            help="A file with the token that requests must carry. Without it, SPACY_PIIVOT_TOKEN "
            "is used, if it is set."
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="How many processes read texts. Default: one for each core."),
    ] = None,
    max_seconds: Annotated[
        float,
        typer.Option(
            min=0.1,
            metavar="N",
            help="How many seconds a request may wait for a worker, and how many it may take "
            "there.",
        ),
    ] = 60.0,
    max_bytes: Annotated[
        int, typer.Option(min=1_000, metavar="N", help="The largest body of a request.")
    ] = 1_000_000,
    max_requests: Annotated[
        int,
        typer.Option(
            min=1, metavar="N", help="How many requests may run or wait; more get the status 503."
        ),
    ] = 128,
    stop_seconds: Annotated[
        int,
        typer.Option(
            min=0, metavar="N", help="How long running requests may take after Ctrl-C or SIGTERM."
        ),
    ] = 30,
    anonymize_with: Annotated[
        Literal["replace", "surrogate"],
        typer.Option(
            help="What /anonymize does where a request names no anonymizer: Presidio's replace, "
            "which writes the entity's name, or surrogate."
        ),
    ] = "replace",
    access_log: Annotated[
        bool, typer.Option(help="Write a line for each request to stderr, without any text.")
    ] = True,
    model: options.Model = None,
    key_file: options.KeyFile = None,
    allow: options.AllowFile = None,
    scope: options.Scope = None,
    policy: options.PolicyName = None,
    strategy: options.Strategies = None,
    markov_p: options.MarkovP = None,
) -> None:
    """Answer over HTTP as Presidio's analyzer and anonymizer do, and de-identify dialogues.

    Prints its address, which shows what can be asked. Ctrl-C or SIGTERM ends it, after the
    running requests.
    """
    with guarded("Running requests were given up.") as interrupts:
        for package in _PACKAGES:
            require(package, "serve")
        # They need the extra.
        from ..serve.app import Limits
        from ..serve.running import check_access, run_service
        from ..web.serving import listen

        token = read_token(token_file)
        check_access(host, token)
        bound = listen(host, port)
        load = partial(
            load_releasing_pipeline,
            model,
            key_file,
            allow,
            scope=scope,
            policy=policy,
            strategies=strategy,
            markov_p=markov_p,
        )
        if key_file is None and KEY_VARIABLE not in os.environ:
            say("Without --key-file, the surrogates are others whenever you start again.")
        make: Callable[[], Engine] = partial(make_engine, load, random_key(), anonymize_with)

        def ready(address: str) -> None:
            if interrupts.seen():
                raise KeyboardInterrupt  # it was dropped in a destructor while the pipeline loaded
            print(address, flush=True)

        with bound:
            is_started = run_service(
                make,
                bound,
                host=host,
                token=token,
                workers=workers or usable_cores(),
                seconds=max_seconds,
                limits=Limits(body=max_bytes, requests=max_requests),
                grace=stop_seconds,
                ready=ready,
                report=say,
                log=say if access_log else None,
            )
        if not is_started:
            raise typer.Exit(BROKEN)
        say("Stopped.")


def make_engine(
    load: "Callable[[], Language]", key: bytes, default: Literal["replace", "surrogate"]
) -> "Engine":
    """Make the engine of the workers.

    load (Callable[[], Language]): Loads the pipeline.
    key (bytes): The key to use if the pipeline has none: all workers must have the same.
    default (str): What /anonymize does where a request names no anonymizer.
    RETURNS (Engine): The engine.
    """
    from ..serve.engine import Engine

    nlp = load()
    surrogator = get_surrogator(nlp)
    if not surrogator.key_is_given:
        surrogator.key = key
    return Engine(nlp, default)


def read_token(path: Path | None) -> str | None:
    """Read the token that requests must carry.

    path (Path | None): A file; None for the environment variable SPACY_PIIVOT_TOKEN.
    RETURNS (str | None): The token without white space around it; None if there is none.
    RAISES (InputError): If it cannot be read, is too short, or cannot stand in a header.
    """
    source = str(path) if path else TOKEN_VARIABLE
    try:
        token = path.read_text("utf8") if path else os.environ.get(TOKEN_VARIABLE)
    except (OSError, UnicodeDecodeError):
        raise InputError(f"{source}: the token cannot be read.") from None
    if token is None:
        return None
    token = token.strip()
    if len(token) < _SHORTEST_TOKEN or not (token.isascii() and token.isprintable()):
        raise InputError(
            f"{source}: the token needs at least {_SHORTEST_TOKEN} ASCII characters that cannot be "
            "guessed, for example the output of: "
            "python -c 'import secrets; print(secrets.token_urlsafe(32))'"
        )
    return token


def usable_cores() -> int:
    """How many cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
