"""Count wrong extents of names next to possessives, places, quotes and words.

    python benchmarks/name_extents.py [--model PATH] [--set reported]

Prints one line per kind: the turns in which the findings are not exactly the name and the place,
with their labels and extents, out of all turns.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import spacy
import typer
from spacy.language import Language

import spacy_piivot
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import get_candidates

FILE = Path(__file__).with_suffix(".toml")
Expected = list[tuple[str, str]]


def main(
    model: Annotated[
        str | None, typer.Option(help="A pipeline; the shipped one by default")
    ] = None,
    which: Annotated[str, typer.Option("--set", help="developed or reported")] = "reported",
) -> None:
    """Print the wrong turns of each kind."""
    nlp = spacy.load(model) if model else spacy_piivot.load()
    nlp.disable_pipe("hips_surrogator")
    data = tomllib.loads(FILE.read_text("utf8"))
    for kind, templates in data["templates"].items():
        turns = [turn for template in templates for turn in fill(template, data[which])]
        wrong = sum(found(nlp, text) != expected for text, expected in turns)
        print(f"{kind:<16} {wrong:>4} of {len(turns)}")


def found(nlp: Language, text: str) -> Expected:
    """The findings in a turn between two turns of a lesson, by label and extent."""
    turns = [Message("", turn) for turn in ("ok", text, "what is 2x+3")]
    doc = nlp(dialogue_to_doc(Dialogue("", turns), nlp))
    return sorted((one.label, one.cut(doc.text)) for one in get_candidates(doc))


def fill(template: str, names: dict[str, Any]) -> Iterator[tuple[str, Expected]]:
    """A template with every name, and the expected findings."""
    given, places = names["given"].split(), names["places"].split()
    if "{s}" in template:
        for name in map(str.lower, names["in_s"].split()):
            yield template.format(s=name), [("NAME", name)]
    elif "{F}" in template or "{f}" in template:
        for name in names["full"]:
            right = name if "{F}" in template else name.lower()
            yield template.format(F=name, f=name.lower()), [("NAME", right)]
    elif "{P}" in template:
        for name, place in zip(given, places, strict=False):
            yield template.format(N=name, P=place), [("LOCATION", place), ("NAME", name)]
    else:
        for name in given:
            right = name if "{N}" in template else name.lower()
            yield template.format(N=name, n=name.lower()), [("NAME", right)]


if __name__ == "__main__":
    typer.run(main)
