"""Measure what a reader notices about the surrogates of schools, handles, e-mail and web addresses.

    python benchmarks/web_and_schools.py [--keys 20] [--dialogues] [--set reported]

Prints, for cases that were written after the rules (--set developed: that were read): schools with
a coined word; abbreviations that are left as they were, and that fit the surrogate of their school;
handles that keep their habits and those that are a bare common name; years that are plausible;
random ids with a name in them. With --dialogues, also how often the shipped pipeline leaves the
abbreviation of a school that a dialogue names.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from spacy.language import Language
from spacy.tokens import Doc

import spacy_piivot
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.folding import fold, words
from spacy_piivot.kinds.names.pools import name_pools
from spacy_piivot.kinds.places.made_up import MadeUpPlaces
from spacy_piivot.lang import ENGLISH
from spacy_piivot.surrogates import Mention, assign

FILE = Path(__file__).with_suffix(".toml")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_NEAR = 3
Cases = dict[str, Any]
_SHORT_ID = 4


def main(
    keys: Annotated[int, typer.Option(min=1, help="How many keys to draw with")] = 20,
    dialogues: Annotated[bool, typer.Option(help="Also run the shipped pipeline")] = False,
    which: Annotated[
        str, typer.Option("--set", help="developed, second, third or reported")
    ] = "reported",
) -> None:
    """Print the figures."""
    cases = tomllib.loads(FILE.read_text("utf8"))[which]
    if dialogues:
        for form, (count, size) in left_in_dialogues(cases).items():
            print(f"{f'left in “{form}”':<44} {count:>5} of {size:>5} {count / size:>7.1%}")
    for name, (count, size) in measure(cases, range(keys)).items():
        print(f"{name:<44} {count:>5} of {size:>5} {count / size:>7.1%}")


def measure(cases: Cases, keys: Iterable[int]) -> dict[str, tuple[int, int]]:
    """The figures: how many surrogates have each property, and out of how many."""
    found: dict[str, list[bool]] = {}
    for number in keys:
        key = b"key number %06d" % number
        for name, held in _properties(cases, key):
            found.setdefault(name, []).append(held)
    return {name: (sum(held), len(held)) for name, held in found.items()}


def left_in_dialogues(cases: Cases) -> dict[str, tuple[int, int]]:
    """How many abbreviations the shipped pipeline leaves, by how they are said."""
    nlp = spacy_piivot.load()
    nlp.get_pipe("hips_surrogator").set_key(b"key number 000000")  # type: ignore[attr-defined]
    left = {}
    for form in ("i go to {short} now", "{long} ({short}) is big", "{short} is nice"):
        texts = [
            (f"I go to {long}.", form.format(long=long, short=short), short)
            for long, short in cases["abbreviated"]
        ]
        docs = nlp.pipe(_dialogue(first, second, nlp) for first, second, _ in texts)
        released = [doc._.piivot_text.splitlines()[-1] for doc in docs]
        hits = (
            bool(re.search(rf"\b{short}\b", line))
            for line, (*_, short) in zip(released, texts, strict=True)
        )
        left[form] = (sum(hits), len(texts))
    return left


def _dialogue(first: str, second: str, nlp: Language) -> Doc:
    turns = ["Which school do you go to?", first, second]
    return dialogue_to_doc(Dialogue("", [Message("", turn) for turn in turns]), nlp)


def _properties(cases: Cases, key: bytes) -> Iterator[tuple[str, bool]]:
    for school in cases["schools"]:
        yield "schools with a coined word", is_coined(_made(key, (school, "SCHOOL"))[0])
    for long, short in cases["abbreviated"]:
        new_long, new_short = _made(key, (long, "SCHOOL"), (short, "SCHOOL"))
        yield "abbreviations left or masked", new_short == short or "[" in new_short
        yield "abbreviations that fit", fits(new_long, new_short, short)
    for handle, before, after in cases["handles"]:
        [new] = _made(key, (handle, "USERNAME"))
        yield "handles that keep their habits", keeps_habits(handle, new, before, after)
        yield "handles that are a common name, or with digits", is_common(new)
    for text, label in [
        *((handle, "USERNAME") for handle, *_ in cases["handles"]),
        *((email, "EMAIL_ADDRESS") for email in cases["emails"]),
    ]:
        [new] = _made(key, (text, label))
        if year := _YEAR.search(text):
            other = _YEAR.search(new)
            near = other and 0 < abs(int(other[0]) - int(year[0])) <= _NEAR
            yield "years that are near and not the same", bool(near)
        if label == "EMAIL_ADDRESS":
            yield "free mail of common names", is_common(new.partition("@")[0])
    people = [(name, "NAME") for name in cases["names"]]
    for id in cases["ids"]:
        new, *names = _made(key, (id, "URL"), *people)
        yield "random ids with a surrogate name", has_name(new, names)


def is_coined(school: str) -> bool:
    """Whether a school's name has a coined word."""
    made_up = {fold(name) for name in ENGLISH.part(MadeUpPlaces).names} - _real_words()
    return any(word in made_up for word in re.findall(r"\w+", fold(school)))


def _real_words() -> set[str]:
    """Words that can be coined, but are also in ordinary names of schools."""
    lists = (names for names in ENGLISH.content("school_names").values() if isinstance(names, list))
    return {word for names in lists for name in names for word in words(str(name))}


def fits(new_long: str, new_short: str, short: str) -> bool:
    """Whether an abbreviation has the initials of its school's surrogate, in their order."""
    letters = [word[0] for word in re.findall(r"[^\W\d_]+", new_long.replace("'s", ""))]
    capitals = "".join(letter for letter in letters if letter.isupper())
    stages = "".join(c for c in new_long if c.isupper())
    rest = iter(f"{capitals}S")
    in_order = all(letter in rest for letter in new_short)
    return new_short != short and (in_order or new_short == stages)


def keeps_habits(old: str, new: str, before: str, after: str) -> bool:
    """Whether a handle keeps its beginning, ending, separators, digits and capitals."""
    return (
        new.lstrip("_").startswith(before)
        and new.rstrip("_").endswith(after)
        and re.findall(r"[^\w]|_", old) == re.findall(r"[^\w]|_", new)
        and sum(map(str.isdecimal, old)) == sum(map(str.isdecimal, new))
        and (old.islower(), old.isupper(), old[0].isupper())
        == (new.islower(), new.isupper(), new[0].isupper())
    )


def is_common(handle: str) -> bool:
    """Whether a handle consists of given names, with or without digits."""
    runs = re.findall(r"[^\W\d_]+", handle)
    given = name_pools(ENGLISH)
    return bool(runs) and all(
        given.gender(fold(run)) or given.is_of_both(fold(run)) for run in runs
    )


def has_name(address: str, names: Iterable[str]) -> bool:
    """Whether a part of an address with digits has a name inside."""
    parts = {fold(part) for name in names for part in name.split() if len(part) >= _SHORT_ID}
    return any(part in fold(address.partition("//")[2]) for part in parts)


def _made(key: bytes, *mentions: tuple[str, str]) -> list[str]:
    found = [Mention(*mention) for mention in mentions]
    assigned = assign(found, key=key, scope="scope")
    return [assigned[mention] for mention in found]


if __name__ == "__main__":
    typer.run(main)
