"""`spacy-piivot review`: opens the review desk, at which a person decides what is replaced."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from ..core.optional import require
from ..draws.key import KEY_VARIABLE
from ..errors import InputError
from . import options
from .running import guarded, load_releasing_pipeline, make_reading, say

_GOES_ON = "Everything decided so far is kept; the same command goes on from here."


def review_command(
    source: options.Input,
    state: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="The folder that keeps the review. It contains the originals; only you can read "
            "it. Default: INPUT.review beside the input.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="What the Release button writes, as JSONL: a file, or a folder for several. "
            "Default: INPUT.released.jsonl beside the input.",
        ),
    ] = None,
    ids: options.Ids = "keep",
    reviewer: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="A short name for your decisions, which the log contains. Two reviewers decide "
            "separately; adjudicated is the one who settles their disagreements.",
        ),
    ] = "reviewer",
    audit: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Draw messages at random for the audit, until the sample has N. Its page shows "
            "them unmarked, to estimate what is left.",
        ),
    ] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port of the page; 0 for any that is free.")
    ] = 0,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only print the address; open no browser.")
    ] = False,
    host: Annotated[
        str,
        typer.Option(
            metavar="HOST",
            help="The address or name of this computer by which others open the page. Needs "
            "--password-file. The connection is not encrypted.",
        ),
    ] = "127.0.0.1",
    password_file: Annotated[
        Path | None,
        typer.Option(help="A file with the password that lets other reviewers in."),
    ] = None,
    model: options.Model = None,
    key_file: options.KeyFile = None,
    roster: options.RosterFile = None,
    n_process: options.Processes = 1,
    max_seconds: options.MaxSeconds = None,
    allow: options.AllowFile = None,
    text_column: options.TextColumn = None,
    speaker_column: options.SpeakerColumn = None,
    dialogue_column: options.DialogueColumn = None,
    encoding: options.Encoding = None,
    sheet: options.Sheet = None,
    exclude: options.Exclude = None,
    group_column: options.GroupColumn = None,
    scope: options.Scope = None,
    policy: options.PolicyName = None,
    strategy: options.Strategies = None,
    markov_p: options.MarkovP = None,
) -> None:
    """Review a corpus in the browser, dialogue by dialogue, and release it.

    Prints one address, which opens the page once, in one browser of this computer. The first start
    reads the whole input; later ones go on where you stopped. Ctrl-C ends it.
    """
    with guarded(_GOES_ON) as interrupts:
        for package in ("starlette", "uvicorn"):
            require(package, "review")
        # They need the extra.
        from ..review.server.app import make_app
        from ..review.server.security import Gate, check_host, check_reviewer
        from ..web.serving import listen, serve

        check_reviewer(reviewer)
        password = read_password(password_file) if password_file else None
        check_host(host, password is not None)
        bound = listen(host, port)
        from ..review.desk import Desk
        from ..review.importing import import_corpus
        from ..review.store import Store

        reading = make_reading(
            text_column,
            speaker_column,
            dialogue_column,
            roster,
            n_process,
            interrupts,
            group_column,
            max_seconds,
            encoding=encoding,
            sheet=sheet,
            exclude=exclude,
        )
        nlp = load_releasing_pipeline(
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
        folder = state or source.with_name(f"{source.name}.review")
        with bound, Store.open(folder, create=True) as store:
            summary = import_corpus(store, source, nlp, reading=reading)
            if summary.quarantined:
                say(f"{summary.quarantined} dialogues failed: the queue shows which.")
            desk = Desk(store, nlp)
            if audit is not None:
                say(f"{desk.audit_draw(audit)} messages drawn for the audit")
            gate = Gate(reviewer, host, bound.getsockname()[1], password)
            app = make_app(desk, gate, output=output or released_name(source), ids=ids, report=say)
            if password is not None:
                say("The connection is not encrypted: use it in a network that you trust.")
            serve(app, bound, lambda: _announce(gate.address, not no_browser))
        say(f"Stopped. {_GOES_ON}")


def read_password(path: Path) -> str:
    """Read the password that lets other reviewers in.

    path (Path): The file; white space around the password is dropped.
    RETURNS (str): The password.
    RAISES (InputError): If it cannot be read, or is too short.
    """
    try:
        password = path.read_text("utf8").strip()
    except (OSError, UnicodeDecodeError):
        raise InputError(f"{path}: the password cannot be read.") from None
    if len(password) < 8:
        raise InputError(f"{path}: the password needs at least 8 characters.")
    return password


def released_name(source: Path) -> Path:
    """What is released where nothing else was given: "chat.released.jsonl" of "chat.csv"."""
    if source.is_dir():
        return source.with_name(f"{source.name}.released")
    return source.with_name(f"{source.stem}.released.jsonl")


def open_browser(address: str) -> None:
    """Open an address in the browser, which must not write to our stdout nor end with us."""
    nowhere = subprocess.DEVNULL
    subprocess.Popen(
        [sys.executable, "-m", "webbrowser", address],
        stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True,
    )  # fmt: skip


def _announce(address: str, open_it: bool) -> None:
    print(address, flush=True)
    if open_it and _has_display():
        open_browser(address)


def _has_display() -> bool:
    """Whether a browser has a window; one in the terminal would take it over."""
    shown = ("DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in shown)
