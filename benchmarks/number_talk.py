"""Count how often numbers of a lesson are taken for PII, and how often real PII numbers are found.

    python benchmarks/number_talk.py [--model PATH] [--set reported] [--lessons FILE]

Prints one line per kind: messages in which a telephone number, an identifier or a date is found,
out of all. Every message is in its own short lesson. With --lessons (JSONL of dialogues, may be
gzipped) it counts the findings there, by label and form; no text is printed.
"""

import gzip
import json
import random
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import spacy
import typer
from spacy.language import Language
from spacy.tokens import Doc

import spacy_piivot
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import get_candidates
from spacy_piivot.kinds.numbers.rows import is_counting, numbers_in
from spacy_piivot.patterns.quantities import quantity_around

FILE = Path(__file__).with_suffix(".toml")
LABELS = frozenset(
    "PHONE_NUMBER ID_NUM DATE DATE_OF_BIRTH US_SSN US_BANK_NUMBER US_DRIVER_LICENSE US_PASSPORT "
    "CREDIT_CARD IP_ADDRESS".split()
)
TIMES = 12
_WORDS = "one two three four five six seven eight nine ten eleven twelve".split()
_SPOKEN = "oh one two three four five six seven eight nine".split()


def main(
    model: Annotated[
        str | None, typer.Option(help="A pipeline; the shipped one by default")
    ] = None,
    which: Annotated[str, typer.Option("--set", help="developed or reported")] = "reported",
    lessons: Annotated[Path | None, typer.Option(help="Count in these dialogues instead")] = None,
) -> None:
    """Print the findings."""
    nlp = spacy.load(model) if model else spacy_piivot.load()
    nlp.disable_pipe("hips_surrogator")
    if lessons:
        for (label, form), count in sorted(found_in(nlp, lessons).items()):
            print(f"{label:<20} {form:<12} {count:>5}")
        return
    for owner, kinds in tomllib.loads(FILE.read_text("utf8")).items():
        for kind, sets in kinds.items():
            hit, size = hits(nlp, sets[which], kind)
            print(f"{owner:<10} {kind:<22} {hit:>4} of {size}")


def hits(nlp: Language, templates: list[str], kind: str) -> tuple[int, int]:
    """How many messages of a kind have findings, and how many there are."""
    draw = random.Random(kind)
    texts = [fill(template, draw) for template in templates for _ in range(TIMES)]
    docs = nlp.pipe(lesson(text, nlp) for text in texts)
    return sum(any(c.label in LABELS for c in get_candidates(doc)) for doc in docs), len(texts)


def lesson(text: str, nlp: Language) -> Doc:
    """A message between two messages of a lesson."""
    turns = ["Let's look at number 4.", text, "ok what is 2x+3=11"]
    return dialogue_to_doc(Dialogue("", [Message("", turn) for turn in turns]), nlp)


def fill(template: str, draw: random.Random) -> str:
    """A template with drawn numbers in place of the braces."""
    for field, make in FIELDS.items():
        while (slot := "{" + field + "}") in template:
            template = template.replace(slot, make(draw), 1)
    return template


def found_in(nlp: Language, path: Path) -> Counter[tuple[str, str]]:
    """The number of findings in dialogues, by label and form."""
    found: Counter[tuple[str, str]] = Counter()
    for doc in nlp.pipe(read(path, nlp)):
        text = doc.text
        for candidate in get_candidates(doc):
            if candidate.label in LABELS:
                found[candidate.label, form(text, candidate.start, candidate.end)] += 1
    return found


def read(path: Path, nlp: Language) -> Iterator[Doc]:
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
        for line in lines:
            record = json.loads(line)
            turns = [Message(one.get("speaker", ""), one["text"]) for one in record["messages"]]
            yield dialogue_to_doc(Dialogue(record["id"], turns), nlp)


def form(text: str, start: int, end: int) -> str:
    """The form of a finding: a kind of quantity, counting, digits, letters."""
    found = text[start:end]
    if quantity := quantity_around(text, start, end):
        return str(quantity)
    if is_counting([number.value for number in numbers_in(found)]):
        return "counting"
    return "digits" if any(map(str.isdigit, found)) else "words"


def _decimal(draw: random.Random) -> str:
    return f"{draw.randrange(10)}.{draw.randrange(10**9, 10**12)}"


def _steps(draw: random.Random) -> str:
    first, step, size = (
        draw.randrange(1, 9),
        draw.choice((2, 3, 4, 5, 10, 25)),
        draw.randrange(4, 9),
    )
    return ", ".join(str(first * step + step * turn) for turn in range(size))


def _words(draw: random.Random) -> str:
    first = draw.randrange(4)
    return draw.choice((" ", ", ", "-")).join(_WORDS[first : first + draw.randrange(4, 9)])


def _mixed(draw: random.Random) -> str:
    first = draw.randrange(3)
    row = range(first, first + draw.randrange(5, 9))
    return " ".join(draw.choice((_WORDS[number], str(number + 1))) for number in row)


def _ssn(draw: random.Random) -> str:
    return f"{draw.randrange(100, 999)}-{draw.randrange(10, 99)}-{draw.randrange(1000, 9999)}"


def _phone(draw: random.Random) -> str:
    return f"{draw.randrange(201, 989)}-{draw.randrange(200, 999)}-{draw.randrange(1000, 9999)}"


def _spoken_phone(draw: random.Random) -> str:
    return " ".join(_SPOKEN[draw.randrange(10)] for _ in range(10))


def _short(draw: random.Random) -> str:
    more, less = draw.randrange(100, 999), draw.randrange(10, 99)
    return f"{more}-{less}={more - less}"


def _fraction(draw: random.Random) -> str:
    return f"{draw.randrange(1, 12)}/{draw.choice((4, 5, 6, 8, 9, 10, 12))}"


def _day(draw: random.Random) -> str:
    return f"{draw.randrange(1, 12)}/{draw.randrange(13, 28)}"


def _digits(draw: random.Random) -> str:
    row = sorted(draw.sample(range(30), draw.randrange(5, 9)))
    return " ".join(map(str, row))


FIELDS: dict[str, Callable[[random.Random], str]] = {
    "decimal": _decimal,
    "steps": _steps,
    "words": _words,
    "mixed": _mixed,
    "ssn": _ssn,
    "phone": _phone,
    "spoken_phone": _spoken_phone,
    "short": _short,
    "fraction": _fraction,
    "ratio": lambda draw: f"{draw.randrange(1, 20)}:{draw.randrange(1, 20)}",
    "time": lambda draw: f"{draw.randrange(1, 12)}:{draw.randrange(10, 59)}",
    "money": lambda draw: f"${draw.randrange(1, 99)}.{draw.randrange(10, 99)}",
    "digits": _digits,
    "glued": lambda draw: "0123456789"[draw.randrange(2) : draw.randrange(5, 10)],
    "section": lambda draw: ".".join(str(draw.randrange(1, 9)) for _ in range(4)),
    "stamp": lambda draw: f"2020-{draw.randrange(10, 12)}-{draw.randrange(10, 28)} 00:00:00",
    "mark": lambda draw: f"{draw.randrange(1, 4000):06d}",
    "year": lambda draw: str(draw.randrange(1990, 2020)),
    "day": _day,
    "id": lambda draw: str(draw.randrange(10**7, 10**8)),
    "n": lambda draw: str(draw.randrange(2, 40)),
}


if __name__ == "__main__":
    typer.run(main)
