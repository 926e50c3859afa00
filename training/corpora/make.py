"""Make the training, dev and test files of the pipeline from the public corpora.

    python -m training.corpora.make --data assets/train --names assets/names --out output/corpus

`train.spacy` contains several copies of the training data, each with its own augmentation. `dev`
and `test` are written as `.spacy`, and as dialogue JSONL with the essays in a file of their own; a
name's `seen` says there whether training has it too. `corpus.json` says what the files contain and
what they were made from.
"""

import hashlib
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import spacy
import srsly
import typer
from spacy.language import Language
from spacy.tokens import DocBin

from spacy_piivot.cli.running import guarded, load_pipeline, say
from spacy_piivot.corpus import check_replaceable, replacing, write_line
from spacy_piivot.errors import InputError
from training.corpora.essay_corpus import FOLDER
from training.corpora.silver import silver_dialogues
from training.corpora.training_corpus import TrainingCorpus
from training.labelled import SOURCE_KEY, LabelledDialogue, to_doc, to_record, words

PIPELINE = {"nlp": {"tokenizer": {"@tokenizers": "spacy_piivot.DialogueTokenizer.v1"}}}
FILES = (
    "train.spacy", "dev.spacy", "test.spacy", "dev.jsonl", "test.jsonl", "dev_essays.jsonl",
    "test_essays.jsonl", "corpus.json",
)  # fmt: skip


class Tally:
    """Counts of a file by source: documents, messages, words and spans by label."""

    def __init__(self) -> None:
        self.sources: dict[str, Counter[str]] = defaultdict(Counter)
        self.labels: dict[str, Counter[str]] = defaultdict(Counter)
        self.names: set[str] = set()

    def add(self, source: str, dialogue: LabelledDialogue) -> None:
        counts = self.sources[source]
        counts["documents"] += 1
        counts["messages"] += len(dialogue.messages)
        counts["words"] += words(dialogue)
        for message in dialogue.messages:
            counts["lookalikes"] += len(message.lookalikes)
            for gold in message.spans:
                self.labels[source][gold.label] += 1
                if gold.label == "NAME":
                    self.names.add(message.text[gold.start : gold.end].casefold())

    def to_dict(self) -> dict[str, Any]:
        return {
            source: {**counts, "spans": dict(sorted(self.labels[source].items()))}
            for source, counts in sorted(self.sources.items())
        }


def main(
    data: Annotated[Path, typer.Option(help="Folder with the training files.")],
    names: Annotated[Path, typer.Option(help="Folder with the name lists.")],
    out: Annotated[Path, typer.Option(help="Folder for the files.")] = Path("output/corpus"),
    essays: Annotated[Path, typer.Option(help="Folder with our essays.")] = FOLDER,
    silver_from: Annotated[
        Path | None, typer.Option(help="A pipeline that labels the unlabelled dialogues.")
    ] = None,
    copies: Annotated[int, typer.Option(min=1, help="Copies of the training data.")] = 5,
    seed: Annotated[int, typer.Option(help="Seed of all that is drawn.")] = 20,
    words_scale: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Share of the usual words of a copy.")
    ] = 1.0,
) -> None:
    """Write the files, and a table of the words by source."""
    with guarded(f"{out} is incomplete: run it again."):
        for folder in (data, names, essays):
            if not folder.is_dir():
                raise InputError(f"{folder} is not a folder: run the project's 'convert' first.")
        for file in FILES:
            check_replaceable(out / file)
        out.mkdir(parents=True, exist_ok=True)
        nlp = spacy.blank("en", config=PIPELINE)
        tagger = load_pipeline(str(silver_from)) if silver_from else None
        corpus = TrainingCorpus(
            data,
            names,
            essays,
            seed=seed,
            scale=words_scale,
            silver=(lambda dialogues: silver_dialogues(dialogues, tagger)) if tagger else None,
        )
        # Written last: files without it are from a run that broke off.
        (out / "corpus.json").unlink(missing_ok=True)
        tallies = {"train": write_train(corpus, copies, out / "train.spacy", nlp)}
        for split in ("dev", "test"):
            dialogues, essays_of_split = corpus.held_out(split), corpus.held_out_essays(split)
            tallies[split] = write_docs([*dialogues, *essays_of_split], out / f"{split}.spacy", nlp)
            seen = tallies["train"].names
            write_jsonl(dialogues, out / f"{split}.jsonl", seen)
            write_jsonl(essays_of_split, out / f"{split}_essays.jsonl", seen)
        summary = {
            "seed": seed,
            "copies": copies,
            "words_scale": words_scale,
            "silver": silver_from is not None,
            "splits": {split: tally.to_dict() for split, tally in tallies.items()},
            "inputs": {**checksums(data), **checksums(names)},
        }
        with replacing(out / "corpus.json") as stream:
            stream.write((srsly.json_dumps(summary, indent=2) + "\n").encode())
        for split, tally in tallies.items():
            print_table(split, tally, copies if split == "train" else 1)


def write_train(corpus: TrainingCorpus, copies: int, path: Path, nlp: Language) -> Tally:
    """Write all copies of the training data into one file."""
    docs = DocBin(attrs=["ORTH"], store_user_data=True)
    tally = Tally()
    for number in range(copies):
        started = time.monotonic()
        for source, dialogue in corpus.copy(number):
            doc = to_doc(dialogue, nlp)
            doc.user_data[SOURCE_KEY] = source
            docs.add(doc)
            tally.add(source, dialogue)
        say(f"copy {number + 1} of {copies}: {time.monotonic() - started:.0f} s")
    with replacing(path) as stream:
        stream.write(docs.to_bytes())
    return tally


def write_docs(dialogues: Iterable[LabelledDialogue], path: Path, nlp: Language) -> Tally:
    """Write dialogues as Docs."""
    docs = DocBin(attrs=["ORTH"], store_user_data=True)
    tally = Tally()
    for dialogue in dialogues:
        docs.add(to_doc(dialogue, nlp))
        tally.add(dialogue.corpus, dialogue)
    with replacing(path) as stream:
        stream.write(docs.to_bytes())
    return tally


def write_jsonl(dialogues: Iterable[LabelledDialogue], path: Path, seen: set[str]) -> None:
    """Write dialogues as JSONL, where each NAME says whether training has it, in any case."""
    with replacing(path) as stream:
        for dialogue in dialogues:
            record = to_record(dialogue)
            for message in record["messages"]:
                for span in message["spans"]:
                    if span["label"] == "NAME":
                        string = message["text"][span["start"] : span["end"]]
                        span["seen"] = string.casefold() in seen
            write_line(stream, record)


def checksums(folder: Path) -> dict[str, str]:
    """The sha256 of each file of a folder, by the folder's and the file's name."""
    return {
        f"{folder.name}/{path.name}": hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.iterdir())
        if path.is_file()
    }


def print_table(split: str, tally: Tally, copies: int) -> None:
    """Print the words, documents and spans of a split by source, per copy."""
    typer.echo(f"{split:<18} {'words':>9} {'documents':>10} {'spans':>8} {'lookalikes':>11}")
    in_all: Counter[str] = Counter()
    for source, counts in sorted(tally.sources.items()):
        row = Counter(counts) + Counter({"spans": tally.labels[source].total()})
        in_all += row
        _print_row(source, row, copies)
    _print_row("in all", in_all, copies)


def _print_row(name: str, row: Counter[str], copies: int) -> None:
    columns = (("words", 9), ("documents", 10), ("spans", 8), ("lookalikes", 11))
    cells = (f"{row[column] // copies:>{width},}" for column, width in columns)
    typer.echo(f"{name:<18} {' '.join(cells)}")


if __name__ == "__main__":
    typer.run(main)
