"""Measure how many names, e-mail addresses and telephone numbers in unusual spellings stay.

    python benchmarks/evasion.py [--model PATH] [--markdown OUT.md] [--json OUT.json]

Every name occurs once, in one message between two without names, so that no roster, speaker or
other mention helps (except for initials, which follow the name). It stays if any of its letters or
digits is in the de-identified text. A second table shows the cost: ordinary words in the same
spellings, and mathematics with the same signs, that are wrongly replaced.

`--development` uses the names and sentences that the rules were developed on; we report figures for
the others.
"""

import json
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import spacy
import typer
from spacy.language import Language

import spacy_piivot
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc

if not __package__:  # run by its path
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.evasion_material import DEVELOPMENT, HELD_OUT, MATHEMATICS, Material
from benchmarks.spellings import CLOSE, OPEN, Spelling, email_kinds, name_kinds, phone_kinds

GOAL = 12


class Try(NamedTuple):
    """One dialogue: its messages, and the position of the name in the second."""

    messages: list[str]
    start: int
    end: int


class Row(NamedTuple):
    """A row of the report: the kind, how many stayed (or were hit), and the total."""

    group: str
    kind: str
    found: int
    tries: int


def main(
    model: Annotated[
        str | None, typer.Option(help="A pipeline; the shipped one by default")
    ] = None,
    development: Annotated[
        bool, typer.Option(help="Use the names and sentences that the rules were developed on")
    ] = False,
    markdown: Annotated[Path | None, typer.Option(help="Write the tables here")] = None,
    json_path: Annotated[Path | None, typer.Option("--json", help="Write the figures here")] = None,
) -> None:
    """Print how many are left in the text, and how many words and formulas are replaced."""
    nlp = spacy.load(model) if model else spacy_piivot.load()
    material = DEVELOPMENT if development else HELD_OUT
    left = list(stayed(nlp, material))
    hit = list(cost(nlp, material))
    report = tables(left, hit)
    typer.echo(report)
    if markdown:
        markdown.write_text(report, "utf8")
    if json_path:
        figures = {"left": [row._asdict() for row in left], "hit": [row._asdict() for row in hit]}
        json_path.write_text(json.dumps(figures, indent=2, ensure_ascii=False), "utf8")


def stayed(nlp: Language, material: Material) -> Iterator[Row]:
    """What is left in the text, one row per spelling."""
    groups = (
        ("name", name_kinds, material.names, material.sentences),
        ("phone", phone_kinds, material.phones, material.phone_sentences),
        ("e-mail", email_kinds, material.emails, material.email_sentences),
    )
    for group, kinds, values, sentences in groups:
        for kind, spellings in kinds(material.emoji).items():
            tries = list(spelled(values, spellings, sentences))
            count = sum(not covered for covered in edited(nlp, tries, all))
            yield Row(group, kind, count, len(tries))
    spoken = [sentence for sentence in material.initials if sentence.endswith("{}")]
    for kind, mark, sentences in (
        ("`K.` where Kofi is known", ".", material.initials),
        ("`K!` where Kofi is known", "!", spoken),
    ):
        tries = list(initials(material.names, sentences, mark))
        yield Row("initial", kind, sum(not c for c in edited(nlp, tries, all)), len(tries))


def cost(nlp: Language, material: Material) -> Iterator[Row]:
    """What is replaced although it is not PII, one row per spelling."""
    for kind, spellings in name_kinds(material.emoji).items():
        tries = list(spelled(material.words, spellings, material.word_sentences))
        yield Row("word", kind, sum(edited(nlp, tries, any)), len(tries))
    tries = [lesson(OPEN + text + CLOSE) for text in MATHEMATICS]
    yield Row("mathematics", "formulas, code, chat", sum(edited(nlp, tries, any)), len(tries))


def spelled(
    values: Iterable[str], spellings: Sequence[Spelling], sentences: Sequence[str]
) -> Iterator[Try]:
    """Each value in each sentence, with the spellings in turn."""
    number = 0
    for value in values:
        for sentence in sentences:
            spelling = spellings[number % len(spellings)]
            number += 1
            yield lesson(sentence.format(spelling(value)))


def initials(names: Iterable[str], sentences: Sequence[str], mark: str) -> Iterator[Try]:
    """The initial of each name in each sentence, after a message with the name."""
    for name in names:
        for sentence in sentences:
            text = sentence.format(f"{OPEN}{name[0]}{CLOSE}{mark}")
            yield lesson(text, f"{name}, what did you get for number 4?")


def lesson(text: str, first: str = "Let's look at number 4.") -> Try:
    """A dialogue around a message in which a name is marked."""
    start = text.index(OPEN)
    end = text.index(CLOSE) - 1
    message = text.replace(OPEN, "").replace(CLOSE, "")
    return Try([first, message, "ok what is 2x+3=11"], start, end)


def edited(
    nlp: Language, tries: Sequence[Try], how: Callable[[Iterable[bool]], bool]
) -> Iterator[bool]:
    """Whether all or any letters and digits of the marked text are replaced, for each try."""
    speakers = "TST"
    docs = nlp.pipe(
        dialogue_to_doc(
            Dialogue(
                f"{number}",
                [Message(who, text) for who, text in zip(speakers, one.messages, strict=True)],
            ),
            nlp,
        )
        for number, one in enumerate(tries)
    )
    for one, doc in zip(tries, docs, strict=True):
        offset = len(one.messages[0]) + 1
        replaced = {at for edit in doc._.piivot_edits for at in range(edit["start"], edit["end"])}
        message = one.messages[1]
        yield how(
            offset + at in replaced
            for at in range(one.start, one.end)
            if unicodedata.category(message[at])[0] in "LN" or message[at].isalnum()
        ) and bool(replaced)


def tables(left: Sequence[Row], hit: Sequence[Row]) -> str:
    """Both tables as Markdown."""
    lines = [
        "| what | spelling | left | of | of 12 |",
        "| --- | --- | --- | --- | --- |",
        *map(line, left),
        "",
        "| what | spelling | hit | of | of 12 |",
        "| --- | --- | --- | --- | --- |",
        *map(line, hit),
    ]
    return "\n".join(lines) + "\n"


def line(row: Row) -> str:
    kind = re.sub(r"\|", r"\\|", row.kind)
    share = row.found / row.tries * GOAL
    return f"| {row.group} | {kind} | {row.found} | {row.tries} | {share:.1f} |"


if __name__ == "__main__":
    typer.run(main)
