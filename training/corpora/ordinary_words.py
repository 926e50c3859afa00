"""Count the ordinary words of educational English, for the lists in `spacy_piivot/lang/en/`.

A word is ordinary if it occurs in lower case

- in at least `--messages` messages of at least two of the training corpora, or in at least
  `--alone` messages of one corpus (without CIMA, half of which is Italian);
- in most of its uses that do not begin a sentence;
- and never labelled as a name.

Given names need `--names` times as many lower-case uses as capitalised ones inside a
sentence. An inflected form of an ordinary word needs only one use in lower case.

A counted word that is also on a list of given names or surnames is written to
`names_that_are_words.txt`, any other to `ordinary_words.txt`; words written by hand stay
where they are. Only the part below a file's marker line is rewritten. Give training data
only, never data that the project is measured on.

    python -m training.corpora.ordinary_words assets/train assets/names
"""

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from spacy_piivot.cli.running import guarded
from spacy_piivot.core.folding import fold
from spacy_piivot.corpus.jsonl import read_jsonl
from spacy_piivot.errors import RecordError
from spacy_piivot.evaluation import read_annotations

DATA = Path("spacy_piivot/lang/en")
WORDS_FILE = "ordinary_words.txt"
NAMES_FILE = "names_that_are_words.txt"
MARKER = "# Part 2: counted by training/corpora/ordinary_words.py; not edited by hand."
CORPORA = {
    "amber.jsonl": "amber",
    "aqua.jsonl": "aqua",
    "bridge.jsonl": "bridge",
    "gsm8k.jsonl": "gsm8k",
    "mathdial.jsonl": "mathdial",
    "ncte.jsonl": "ncte",
    "svamp.jsonl": "svamp",
    "synthetic_chat.jsonl": "synthetic",
    "synthetic_classroom.jsonl": "synthetic",
}
LABELLED = ("gold_train.jsonl", "synthetic_chat.jsonl", "synthetic_classroom.jsonl")

# Words, except in addresses, in handles and glued to a number.
WORD = re.compile(r"(?<![\w@/'’.-])[^\W\d_]+(?:['’][^\W\d_]+)*(?![\w@/'’-])")
INSIDE_SENTENCE = re.compile(r"[a-z,;]\s\Z")
SUFFIXES = ("'s", "s", "es", "ed", "d", "ing", "er", "r", "ers", "rs", "ly")


def main(
    train: Annotated[Path, typer.Argument(help="Folder of the training corpora (JSONL).")],
    name_lists: Annotated[Path, typer.Argument(help="Folder of the lists of names.")],
    output: Annotated[Path, typer.Option(help="Folder of the word lists.")] = DATA,
    messages: Annotated[int, typer.Option(help="Messages, in two corpora.")] = 2,
    alone: Annotated[int, typer.Option(help="Messages, in one corpus.")] = 4,
    names: Annotated[float, typer.Option(help="Lower to upper case, for given names.")] = 8.0,
) -> None:
    """Write the counted words below the markers of both lists."""
    with guarded():
        lower: Counter[str] = Counter()
        upper: Counter[str] = Counter()
        corpora: dict[str, set[str]] = defaultdict(set)
        for file, corpus in CORPORA.items():
            for text in texts(train / file):
                for word in {m.group() for m in WORD.finditer(text) if m.group().islower()}:
                    lower[fold(word)] += 1
                    corpora[fold(word)].add(corpus)
                upper.update({fold(word) for word in capitalised(text)})
        given = {fold(name) for name in lines_of(name_lists / "us_first_names.txt")}
        labelled = lower_case_names(train)

        def is_ordinary(word: str) -> bool:
            if len(word) < 2 or word in labelled or not word.isascii():
                return False
            factor = names if word in given else 2.0
            enough = lower[word] >= (messages if len(corpora[word]) > 1 else alone)
            return enough and lower[word] >= factor * upper[word]

        counted = {word for word in lower if is_ordinary(word)}
        heads = {file: hand_written(output / file) for file in (WORDS_FILE, NAMES_FILE)}
        by_hand = {line for head in heads.values() for line in head if not line.startswith("#")}
        stems = counted | by_hand
        counted |= {
            word
            for word in lower
            if word not in given
            and word not in labelled
            and lower[word] > upper[word]
            and any(word.endswith(end) and is_stem(word, end, stems) for end in SUFFIXES)
        }
        counted -= by_hand
        called = counted & listed_names(name_lists)
        for file, words in ((WORDS_FILE, counted - called), (NAMES_FILE, called)):
            lines = [*heads[file], MARKER, *sorted(words)]
            (output / file).write_text("\n".join(lines) + "\n", "utf8")
            typer.echo(f"{file}: {len(heads[file])} lines by hand, {len(words)} counted", err=True)


def lines_of(path: Path) -> list[str]:
    return [line.strip() for line in path.read_text("utf8").splitlines()]


def listed_names(folder: Path) -> set[str]:
    """The folded parts of all given names and surnames on the lists."""
    names = [*lines_of(folder / "us_first_names.txt"), *lines_of(folder / "us_surnames.txt")]
    for file in ("forenames_by_country.csv", "surnames_by_country.csv"):
        with (folder / file).open(encoding="utf-8-sig", newline="") as lines:
            for row in csv.DictReader(lines):
                names += [row["Localized Name"], row["Romanized Name"]]
    return {fold(part) for name in names for part in name.replace(",", " ").split()}


def texts(path: Path) -> Iterator[str]:
    """The messages of a corpus.

    path (Path): Dialogue JSONL.
    YIELDS (str): The text of a message.
    RAISES (RecordError): If a line cannot be used.
    """
    for item in read_jsonl(path):
        if isinstance(item, RecordError):
            raise RecordError(item.kind, f"{item.hint} ({path})", line=item.line, id=item.id)
        yield from (message.text for message in item.dialogue.messages)


def capitalised(text: str) -> Iterator[str]:
    """Words that are capitalised but do not begin a sentence."""
    for match in WORD.finditer(text):
        word = match.group()
        if word[0].isupper() and word[1:].islower():
            before = text[max(0, match.start() - 2) : match.start()]
            if INSIDE_SENTENCE.search(before):
                yield word


def lower_case_names(train: Path) -> set[str]:
    """The parts of labelled names that are in lower case."""
    found: set[str] = set()
    for file in LABELLED:
        for dialogue in read_annotations(train / file):
            for span in dialogue.spans():
                if span.label == "NAME" and span.text:
                    found.update(fold(word) for word in span.text.split() if word.islower())
    return found


def is_stem(word: str, ending: str, stems: set[str]) -> bool:
    stem = word.removesuffix(ending)
    if len(stem) < 3:
        return False
    doubled = stem[:-1] if stem[-1] == stem[-2] else stem
    return not stems.isdisjoint({stem, stem + "e", doubled, stem.removesuffix("i") + "y"})


def hand_written(path: Path) -> list[str]:
    """The lines above the marker."""
    lines = path.read_text("utf8").splitlines()
    return lines[: lines.index(MARKER)] if MARKER in lines else lines


if __name__ == "__main__":
    typer.run(main)
