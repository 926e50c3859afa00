"""Compare the cost per character of long and short texts, for 80 repeated fragments.

    python benchmarks/long_texts.py [--fragment "1-"]

Prints a line for each stage that costs more than 1.5 times its share, and the most expensive one.
Above some ten thousand characters, allocating memory costs time too. Work that grows with the
square of the text would cost 16 times its share.
"""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Annotated

import typer
from spacy.language import Language
from spacy.tokens import Doc

import spacy_piivot
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.kinds.registry import recognizers
from spacy_piivot.patterns.recognizer import Finding, Recognizer, cues_of, plain_text
from spacy_piivot.release.last_check import ReleaseError, check_release

SHORT, LONG = 8_000, 128_000
ALLOWED = 1.5
# Stages that take fewer seconds for the long text are not judged.
FLOOR = 0.2
ROSTER = ["Maria Lopez", "Kofi", "Sam O'Neil"]
KEY = b"a key for measuring, long enough"

FRAGMENTS = (
    "AaBb", "1-", "1/", "a@", "http://", "a.b", "(", "St. ", "12 Main ", "@a", "x=1 ", "Ms. ",
    "é", "😊", "k-", "\\text{", "1,", "born ", "0", " ", "\n", "-", "'s", "www.", "+1 ", "a", "Ab ",
    "1 ", "1.", "1:", ":", "_", "a_", "#", "a#1", "/", "a/", "?", "!", ".", "..,", "@", "a@b.c ",
    "<p>", "**", "$", "+", "x^2+", "12-", "twenty-", "grade ", "my name is ", "Kofi ",
    "Maria Lopez ", "O'", "\u00a0", "\u200b", "[", "{", "%20", "1st ", "May 1 ", "1/2/",
    "Lincoln School ", "PS 1", "id ", "at ", "dot ", "my insta is ", "中", "A. ", "a;", "&amp;",
    "a=b&", '"', "~a", "1\n", "Kofi\n", "Oak St", "PO Box ", ", TX",
)  # fmt: skip

Stage = tuple[str, Callable[[], object]]


def main(
    fragment: Annotated[
        list[str] | None, typer.Option(help="Run only this fragment; may be repeated")
    ] = None,
) -> None:
    """Print the stages that cost more than their share in a long text."""
    nlp = spacy_piivot.load()
    nlp.get_pipe("hips_surrogator").key = KEY  # type: ignore[attr-defined]
    warm_up(nlp)
    dearest = (0.0, "nothing took long enough")
    for one in fragment or FRAGMENTS:
        for name, share in shares(nlp, one):
            dearest = max(dearest, (share, f"{name}, {one!r}"))
            if share > ALLOWED:
                typer.echo(f"{share:5.2f}  {name:<24} {one!r}")
    typer.echo(f"the dearest: {dearest[0]:.2f} times its share ({dearest[1]})")


def shares(nlp: Language, fragment: str) -> Iterator[tuple[str, float]]:
    """The cost per character in the long text as a multiple of the short one, by stage.

    nlp (Language): The pipeline; its surrogator needs a key.
    fragment (str): The repeated fragment.
    YIELDS (tuple[str, float]): A stage that took at least `FLOOR` seconds, and its ratio.
    """
    short, long = (stages(nlp, repeated(fragment, length)) for length in (SHORT, LONG))
    for (name, few), (_, many) in zip(short, long, strict=True):
        expected, spent = seconds(few, 2) * LONG / SHORT, seconds(many, 1)
        if spent <= FLOOR:
            continue
        if spent > ALLOWED * expected:  # something else may have run at the same time
            expected, spent = (
                max(seconds(few, 5) * LONG / SHORT, expected),
                min(spent, seconds(many, 2)),
            )
        yield name, spent / expected


def warm_up(nlp: Language) -> None:
    """Load everything that is loaded at first use."""
    nlp("Maria Lopez: 612-555-0123, maria@example.com, 12 Main Street, Ohio")


def stages(nlp: Language, text: str) -> Iterator[Stage]:
    """The stages that a text goes through, each ready to be run repeatedly."""
    plain = plain_text(text)
    cues = cues_of(plain)
    woken = {name: found for name, found in recognizers().items() if found.may_match(cues)}
    for name, recognizer in woken.items():

        def find(recognizer: Recognizer = recognizer) -> list[Finding]:
            return list(recognizer.find(plain, ""))

        yield name, find
    yield "tokenizer", lambda: nlp.make_doc(text)
    made = dialogue_to_doc(Dialogue("d", [Message("Maria Lopez", text)], roster=ROSTER), nlp)
    for name, component in nlp.pipeline:
        if name == "potential_pii_ner":  # it has no patterns, and takes most of the time
            continue
        before = made.to_bytes()

        def run(component: Callable[[Doc], Doc] = component, before: bytes = before) -> Doc:
            return component(Doc(nlp.vocab).from_bytes(before))

        yield name, run
        made = component(made)

    def check() -> None:
        with suppress(ReleaseError):  # some repeated fragments may still be there
            check_release(made)

    yield "check_release", check


def seconds(work: Callable[[], object], times: int) -> float:
    """The least processor time of several runs."""
    best = float("inf")
    gc.collect()
    gc.disable()
    try:
        for _ in range(times):
            started = time.process_time()
            work()
            best = min(best, time.process_time() - started)
    finally:
        gc.enable()
    return best


def repeated(fragment: str, length: int) -> str:
    """A repeated fragment, cut to a length."""
    return (fragment * (length // len(fragment) + 1))[:length]


if __name__ == "__main__":
    typer.run(main)
