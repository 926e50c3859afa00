"""Store the hand labels of public dialogues without the dialogues.

`strip` makes the committed stand-off file; `rebuild` puts the texts of the converted corpora back.
The rebuilt file is byte for byte the labelled one.

    python -m training.corpora.gold strip GOLD.jsonl --sources assets/train \\
        -o corpus/gold_train_labels.jsonl
    python -m training.corpora.gold rebuild corpus/gold_train_labels.jsonl \\
        --sources assets/train -o assets/train/gold_train.jsonl
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from spacy_piivot.cli.running import guarded, say
from spacy_piivot.corpus import check_replaceable, replacing, write_line
from spacy_piivot.corpus.standoff import (
    add_texts,
    read_dialogues,
    read_sources,
    read_standoff,
    strip_texts,
)
from spacy_piivot.errors import InputError

# Tracebacks of typer would show local variables, and so texts.
app = typer.Typer(help=__doc__, add_completion=False, pretty_exceptions_enable=False)

Folder = Annotated[Path, typer.Option("--sources", help="Folder of the converted corpora.")]
Output = Annotated[Path, typer.Option("--output", "-o", help="The file to write.")]


@app.command()
def strip(
    gold: Annotated[Path, typer.Argument(help="Labelled dialogues (JSONL).")],
    sources: Folder,
    output: Output,
) -> None:
    """Write the labels without texts and speakers."""
    with guarded():
        labelled = list(read_dialogues(gold))
        # If a dialogue has no corpus, `strip_texts` raises.
        names = {name for dialogue in labelled if isinstance(name := dialogue.get("corpus"), str)}
        write(strip_texts(labelled, read_sources(sources, names)), output, gold, sources, names)


@app.command()
def rebuild(
    labels: Annotated[Path, typer.Argument(help="Stand-off labels (JSONL).")],
    sources: Folder,
    output: Output,
) -> None:
    """Write the labelled dialogues with the texts of the sources."""
    with guarded():
        records = list(read_standoff(labels))
        names = {record["source"] for record in records}
        write(add_texts(records, read_sources(sources, names)), output, labels, sources, names)


def write(
    records: Iterable[dict[str, Any]], output: Path, labels: Path, sources: Path, names: set[str]
) -> None:
    """Write all records or, if one cannot be used, nothing."""
    read = [labels, *(sources / f"{name}.jsonl" for name in names)]
    if output.resolve() in {path.resolve() for path in read}:
        raise InputError(f"{output}: the output must not be one of the inputs.")
    check_replaceable(output)
    output.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with replacing(output) as stream:
        for record in records:
            write_line(stream, record)
            written += 1
    say(f"{written:,} dialogues written")


if __name__ == "__main__":
    app()
