"""Defines the arguments and options that the commands share."""

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from ..corpus import SUFFIXES
from ..runs.names import IdMode

EXIT_STATUS = (
    "Exit status: 0 all done, 1 some dialogues quarantined or some files of a folder skipped, "
    "2 unusable input, output or arguments, 3 the run failed or the input changed, 130 interrupted."
)

AUTO = "auto"

Input = Annotated[
    Path,
    typer.Argument(
        metavar="INPUT",
        help=f"A file ({', '.join(SUFFIXES)}), or a folder of them.",
    ),
]
Model = Annotated[
    str | None,
    typer.Option(help="A spaCy pipeline to use instead of the shipped one."),
]
KeyFile = Annotated[
    Path | None,
    typer.Option(
        help="A file with the secret key. The same key gives the same surrogates. Without it, "
        "SPACY_PIIVOT_KEY is used, or a new random key."
    ),
]
Ids = Annotated[
    IdMode,
    typer.Option(
        help="What to do with ids and file names: keep them, number them (the files of a folder in "
        "a keyed order), or replace them with a keyed digest (hmac)."
    ),
]
VaultKeyFile = Annotated[
    Path | None,
    typer.Option(help="A file with the vault's secret key, which should not be used elsewhere."),
]
RosterFile = Annotated[
    Path | None,
    typer.Option(
        "--roster",
        help="The participants: CSV dialogue,name,role, or one name per line for all dialogues.",
    ),
]
AllowFile = Annotated[
    Path | None, typer.Option("--allow", help="Terms that are never replaced, one per line.")
]


def _processes(value: Any) -> Any:
    if str(value) == AUTO:
        return AUTO
    if str(value).isdecimal() and int(value) >= 1:
        return int(value)
    raise typer.BadParameter(f"{value!r} is neither a number of processes, from 1, nor {AUTO!r}.")


Processes = Annotated[
    Any,
    typer.Option(
        parser=_processes,
        metavar="N|auto",
        help="How many processes to use; auto: as many as processors, memory and input allow.",
    ),
]
MaxSeconds = Annotated[
    float | None,
    typer.Option(
        min=0.001,
        metavar="N",
        help="Hold back, as TooSlow, a dialogue that takes longer than N seconds.",
    ),
]
SpansFromInput = Annotated[
    bool,
    typer.Option(
        "--spans-from-input",
        help="Use the spans in the messages, and surrogates set in them, instead of detecting any.",
    ),
]
TextColumn = Annotated[
    str | None,
    typer.Option(
        help="Tables: the column of the message's text (default: text, full_text, or a name such "
        "as message or content, which is said)."
    ),
]
SpeakerColumn = Annotated[
    str | None,
    typer.Option(
        help="Tables: the column of the speaker (default: speaker, or a name such as sender or "
        "role, if there is one)."
    ),
]
DialogueColumn = Annotated[
    str | None,
    typer.Option(
        help="Tables: the column of the dialogue's id (default: dialogue, document, essay_id, a "
        "name such as session or conversation, or id if there is no speaker; without it a file is "
        "one dialogue)."
    ),
]
GroupColumn = Annotated[
    str | None,
    typer.Option(
        help="Tables: the column of the dialogue's group (default: group, if there is one). "
        "It is not released."
    ),
]
Transcript = Annotated[
    Literal["none", "zoom", "teams", "otter", "plain"] | None,
    typer.Option(
        help="What .txt files are: one message each (none), or exports of Zoom, Teams or Otter, or "
        'plain transcripts with lines like "Name: text" (default: what they certainly are).'
    ),
]
Pictures = Annotated[
    Literal["drop", "keep"],
    typer.Option(help="What happens to the pictures of documents, which nobody checks."),
]
KeepColumn = Annotated[
    list[str] | None,
    typer.Option(
        "--keep-column",
        metavar="NAME",
        help="A further column of tables, or field of JSON, to keep. It is checked as texts are. "
        "Can be given several times.",
    ),
]
Encoding = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Tables: the encoding of the text, such as cp1252 (default: UTF-8, or what the file "
        "shows, which is said). The result has it too.",
    ),
]
Sheet = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Excel workbooks: the name or number of the sheet (default: the first that is shown).",
    ),
]
Exclude = Annotated[
    list[str] | None,
    typer.Option(
        metavar="PATTERN",
        help="Files of a folder to leave out: a name, or a pattern with stars. Can be given "
        "several times.",
    ),
]
Scope = Annotated[
    Literal["document", "group", "corpus"] | None,
    typer.Option(
        help="Which dialogues share surrogates: none (document), those of a group, or all (corpus)."
    ),
]
PolicyName = Annotated[
    str | None,
    typer.Option(
        "--policy",
        metavar="NAME",
        help="What happens to each label, and to names and URLs by their role: tutoring, essay, "
        "crapii, or a TOML file of your own. Without it (auto), essay for one long message, else "
        "tutoring.",
    ),
]
Strategies = Annotated[
    list[str] | None,
    typer.Option(
        "--strategy",
        metavar="LABEL=STRATEGY",
        help="What to do with a label, instead of what the policy says: consistent, markov, "
        "random, mask, keep, hold or shuffle. Can be given several times.",
    ),
]
MarkovP = Annotated[
    float | None,
    typer.Option(min=0, max=1, help="How often markov draws a new surrogate at a mention."),
]
AnchorThreshold = Annotated[
    float, typer.Option(help="Messages with a higher math density are mathematics.")
]
SimilarityThreshold = Annotated[
    float, typer.Option(help="Neighbours with a higher similarity to the segment join it.")
]
Embedder = Annotated[
    Literal["static", "minilm"],
    typer.Option(help="The model that compares messages; minilm needs torch and all-MiniLM-L6-v2."),
]
