"""The command `spacy-piivot`."""

import typer

from .deidentify import deidentify_command
from .detect import detect_command
from .show import show_command

app = typer.Typer(
    name="spacy-piivot",
    help="Find potential PII in educational dialogue and replace it with surrogates.",
    epilog="Exit status: 0 all done, 1 some dialogues quarantined, 2 unusable input or arguments, "
    "3 the run broke off and nothing was published.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    # Its tracebacks show local variables, hence texts.
    pretty_exceptions_enable=False,
)
app.command("deidentify")(deidentify_command)
app.command("detect")(detect_command)
app.command("show")(show_command)
