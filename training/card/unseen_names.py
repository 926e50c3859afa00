"""Measure the recall of names that training never saw, and of those that it saw.

    python -m training.card.unseen_names output/corpus/test.jsonl output/report/test.jsonl

The dev and test files of `training.corpora.make` say for every name whether the training split has
the same name, in any case.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import srsly
import typer

from spacy_piivot.cli.running import guarded
from spacy_piivot.corpus.jsonl import read_jsonl
from spacy_piivot.errors import InputError, RecordError
from spacy_piivot.evaluation.core.counts import Counts
from spacy_piivot.evaluation.readers.jsonl_files import annotate
from spacy_piivot.lang import ENGLISH

NAME = "NAME"
SEEN, UNSEEN = "seen", "unseen"


def main(
    gold: Annotated[Path, typer.Argument(help="dev.jsonl or test.jsonl of training.corpora.make")],
    predicted: Annotated[Path, typer.Argument(help="Output of detect for the same dialogues")],
    json: Annotated[Path | None, typer.Option(help="File for the figures")] = None,
) -> None:
    """Print the recall of seen and unseen names, exact and by overlap."""
    with guarded():
        figures = recall_by_surface(records(gold), records(predicted))
        for key, row in figures.items():
            typer.echo(
                f"{key:<8} {row['gold']:>5} names  found exactly {row['strict']:.3f}  "
                f"touched {row['overlap']:.3f}"
            )
        if json:
            srsly.write_json(json, figures)


def records(path: Path) -> dict[str, dict[str, Any]]:
    """The dialogues of a file by id, as plain JSON, because `AnnotatedSpan` has no `seen`.

    path (Path): Dialogue JSONL with spans.
    RETURNS (dict[str, dict[str, Any]]): The JSON objects.
    RAISES (RecordError): If a line cannot be used.
    """
    found = {}
    try:
        for item in read_jsonl(path):
            if isinstance(item, RecordError):
                raise item
            annotate(item, ENGLISH)
            found[item.dialogue.id] = item.source
    except RecordError as error:
        hint = f"{error.hint} ({path})"
        raise RecordError(error.kind, hint, line=error.line, id=error.id) from None
    return found


def recall_by_surface(
    gold: dict[str, dict[str, Any]], predicted: dict[str, dict[str, Any]]
) -> dict[str, dict[str, float]]:
    """Recall of names by whether training saw them.

    gold (dict[str, dict[str, Any]]): Dialogues by id, with `seen` in the spans of names.
    predicted (dict[str, dict[str, Any]]): The same dialogues with the spans that were found.
    RETURNS (dict[str, dict[str, float]]): For "seen" and "unseen", the number of gold names, the
        share found with exact extent and label, and the share that any span touches.
    RAISES (InputError): If a dialogue was not predicted or its texts differ, or if gold has no
        `seen`.
    """
    strict = {SEEN: Counts(), UNSEEN: Counts()}
    overlap = {SEEN: Counts(), UNSEEN: Counts()}
    for id, record in gold.items():
        if id not in predicted:
            raise InputError(f"dialogue {id}: not in the predictions")
        if _texts(record) != _texts(predicted[id]):
            raise InputError(f"dialogue {id}: its texts differ in the predictions")
        for span, found in _names(record, predicted[id]):
            if "seen" not in span:
                raise InputError(
                    f"dialogue {id}: a name has no 'seen': give gold of training.corpora.make"
                )
            key = SEEN if span["seen"] else UNSEEN
            exact = any(
                (o["start"], o["end"], o["label"]) == (span["start"], span["end"], NAME)
                for o in found
            )
            touched = any(o["start"] < span["end"] and span["start"] < o["end"] for o in found)
            strict[key] += Counts(tp=int(exact), fn=int(not exact))
            overlap[key] += Counts(tp=int(touched), fn=int(not touched))
    return {
        key: {
            "gold": strict[key].tp + strict[key].fn,
            "strict": strict[key].recall,
            "overlap": overlap[key].recall,
        }
        for key in (SEEN, UNSEEN)
    }


def _names(
    record: dict[str, Any], predicted: dict[str, Any]
) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Every gold name with the spans that were found in its message."""
    for message, other in zip(record["messages"], predicted["messages"], strict=True):
        for span in message.get("spans") or ():
            if span["label"] == NAME:
                yield span, other.get("spans") or []


def _texts(record: dict[str, Any]) -> list[str]:
    return [message["text"] for message in record["messages"]]


if __name__ == "__main__":
    typer.run(main)
