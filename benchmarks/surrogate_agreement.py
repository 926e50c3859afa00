"""Measure how surrogates agree with originals whose names come from a list of others.

    python benchmarks/surrogate_agreement.py [--names 25] [--json FILE]

The names of the name-swap test are those that surrogates are drawn from. These are of persons in
the English Wikipedia (package `name2nat`): of each heritage a given name of one person with the
family name of another, and given names alone. Each is in a dialogue of its own, with a pronoun in
the next sentence where the sex of the given name is known. Prints one line per heritage and kind of
name.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from spacy_piivot.cli.running import guarded
from spacy_piivot.core.dialogue import Dialogue, Message
from spacy_piivot.core.folding import words
from spacy_piivot.corpus import Record
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.attack.released import released_dialogues
from spacy_piivot.evaluation.plain_sight.agreement import Agreement, agreement_of
from spacy_piivot.evaluation.plain_sight.name_lists import (
    INSTALL,
    NameLists,
    known_persons,
    name_lists,
)
from spacy_piivot.evaluation.plain_sight.versions import both_versions, originals_of
from spacy_piivot.evaluation.report.writing import write_json
from spacy_piivot.kinds.names.pools import name_key
from spacy_piivot.runs.measured_release import measured_release

# Peoples whose family names are written last, by heritage.
PEOPLES: Mapping[str, Sequence[str]] = {
    "English": ("American",),
    "Hispanic and Portuguese": ("Mexican", "Colombian", "Brazilian"),
    "Eastern European": ("Russian", "Czech", "Ukrainian"),
    "Arabic and Persian": ("Egyptian", "Iranian", "Moroccan", "Iraqi"),
    "South Asian": ("Indian", "Pakistani", "Bangladeshi"),
    "East Asian": ("Japanese",),
    "South-East Asian": ("Indonesian", "Thai", "Filipino"),
    "African": ("Nigerian", "Ghanaian", "Kenyan", "Ugandan"),
    "Pacific": ("Samoan", "Tongan"),
}
_PRONOUNS = {"female": "she", "male": "he", "": "nobody", None: "nobody"}
_SURE = 0.8
_ROW = "{:<24} {:<6} {:>14} {:>14} {:>14} {:>14} {:>14} {:>14}"


def main(
    names: Annotated[int, typer.Option(help="How many names of each kind and heritage.")] = 25,
    seed: Annotated[int, typer.Option(help="The seed of names and key.")] = 0,
    json: Annotated[Path | None, typer.Option(help="Write the figures here.")] = None,
) -> None:
    """Print one line per heritage and kind of name."""
    with guarded():
        lists = name_lists()
        if lists.missing:
            raise InputError(f"{', '.join(lists.missing)}: not installed. {INSTALL}")
        figures: dict[str, dict[str, object]] = {}
        titles = ("likeliest region", "not another's", "sex", "opposite sex", "new clash",
                  "frequency x10")  # fmt: skip
        print(_ROW.format("heritage", "name", *titles))
        persons = known_persons()
        for heritage, peoples in PEOPLES.items():
            own = [name.split() for name, people in persons if people in peoples]
            for kind, chosen in drawn(heritage, own, lists, names, Random(seed)).items():
                found = measured(chosen, lists, seed)
                figures[f"{heritage}: {kind}"] = found.to_dict()
                print(_line(heritage, kind, found))
        if json is not None:
            write_json(json, figures)


def drawn(
    heritage: str, persons: Sequence[list[str]], lists: NameLists, count: int, random: Random
) -> dict[str, list[str]]:
    """Draw names that surely are of a heritage.

    heritage (str): The heritage.
    persons (Sequence[list[str]]): The names, in words, of persons of this heritage.
    lists (NameLists): What is known of names.
    count (int): How many names of each kind.
    random (Random): Draws them, by frequency.
    RETURNS (dict[str, list[str]]): Names of two words, and given names alone.
    """
    whole = [name for name in persons if len(name) == 2 and all(map(str.isalpha, name))]
    chosen: dict[str, list[str]] = {"two": [], "given": []}
    for _ in range(200 * count):
        given, family = random.choice(whole)[0], random.choice(whole)[1]
        for kind, name in (("two", f"{given} {family}"), ("given", given)):
            keys = [name_key(word) for word in words(name)]
            sure = lists.heritages(keys).get(heritage, 0.0) >= _SURE
            if sure and len(chosen[kind]) < count and name not in chosen[kind]:
                chosen[kind].append(name)
    return chosen


def measured(names: Sequence[str], lists: NameLists, seed: int) -> Agreement:
    """Replace names, each in its own dialogue, and compare them with their surrogates."""
    records = list(_records(names, lists))
    after, edits = measured_release(records, seed=seed)
    dialogues = map(both_versions, released_dialogues(after, edits, originals_of(records)))
    both = [(one.original(), one.released()) for one in dialogues]
    return agreement_of([old for old, _ in both], [new for _, new in both], lists)


def _records(names: Sequence[str], lists: NameLists) -> Iterator[Record]:
    for number, name in enumerate(names):
        given = name.split()[0]
        pronoun = _PRONOUNS[lists.sex(name_key(given))]
        before = f"{number + 2} times 4 is what? Please ask "
        text = f"{before}{name}. I think {pronoun} has the answer."
        span = {"start": len(before), "end": len(before) + len(name), "label": "NAME",
                "role": "participant"}  # fmt: skip
        message = {"speaker": "TUTOR", "text": text, "spans": [span]}
        dialogue = Dialogue(f"n{number}", [Message("TUTOR", text)])
        yield Record(dialogue, None, {"id": f"n{number}", "messages": [message]})


def _line(heritage: str, kind: str, found: Agreement) -> str:
    key = "family or two names" if kind == "two" else "one given name"
    region, other = found.region.get(key), found.other_region.get(key)
    clash = found.clashes.get("new")
    shares = [
        (region.count, region.of) if region else (0, 0),
        (other.of - other.count, other.of) if other else (0, 0),
        (found.sex.count, found.sex.of),
        (found.opposite.count, found.opposite.of),
        (clash.count, clash.of) if clash else (0, 0),
        (found.bands.count, found.bands.of),
    ]
    return _ROW.format(heritage, kind, *(f"{count} of {of}" for count, of in shares))


if __name__ == "__main__":
    typer.run(main)
