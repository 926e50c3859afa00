"""Count the people of small dialogues who are split, and the pairs who are merged.

    python benchmarks/who_is_who.py [--set reported] [--wrong]

The cases are in `who_is_who/`: in each the names are given, so only who is who is measured. A case
begins with what is expected ("join" for one person in several forms, "apart" for several people)
and its kind; `[Alex 1]` is a name of person 1. Prints one line per kind.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer
from spacy.language import Language

from spacy_piivot.components.planning import plan_edits
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate, add_candidates, ensure_groups
from spacy_piivot.lang import ENGLISH
from spacy_piivot.surrogates import who_is_who

FOLDER = Path(__file__).with_suffix("")
_MARKED = re.compile(r"\[(?P<name>[^\]]+) (?P<person>\d+)\]")


@dataclass(slots=True)
class Case:
    """A small dialogue in which it is known who is who.

    expected (str): "join" or "apart".
    kind (str): What makes it hard.
    messages (list[Message]): The messages, without the marks.
    names (list[list[tuple[int, int]]]): The extents of the names in each message.
    people (dict[str, set[str]]): The persons of each name, as written.
    """

    expected: str
    kind: str
    roster: list[str] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    names: list[list[tuple[int, int]]] = field(default_factory=list)
    people: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))


def main(
    which: Annotated[str, typer.Option("--set", help="developed or reported")] = "reported",
    wrong: Annotated[bool, typer.Option(help="Print the wrong cases")] = False,
) -> None:
    """Print the cases with split and with merged people, by kind."""
    nlp = Language()
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for case in read_cases(which):
        split, merged = score(case, nlp)
        for key in (f"{case.expected} {case.kind}", f"{case.expected}, all"):
            for place, value in enumerate((1, split > 0, merged > 0)):
                counts[key][place] += value
        if wrong and (split or merged):
            lines = " | ".join(f"{one.speaker}: {one.text}" for one in case.messages)
            print(f"  {case.expected} {case.kind}: {case.roster} {lines}")
    for key, (cases, split, merged) in sorted(counts.items()):
        print(f"{key:<18} {cases:>3} cases, {split:>3} with a split, {merged:>3} with a merge")


def read_cases(which: str) -> Iterator[Case]:
    """The cases of a set: "developed", which was read while the rules were made, or "reported"."""
    lines = (FOLDER / f"{which}.txt").read_text("utf8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#"))
    for block in text.strip().split("\n\n"):
        head, *rest = block.split("\n")
        expected, kind = head.split()
        case = Case(expected, kind)
        for line in rest:
            before, after = line.split(": ", 1)
            if before == "roster":
                _unmark(after, case)
                case.roster = [found["name"] for found in _MARKED.finditer(after)]
                continue
            speaker, _ = _unmark(before, case)
            plain, extents = _unmark(after, case)
            case.messages.append(Message(speaker, plain))
            case.names.append(extents)
        yield case


def score(case: Case, nlp: Language) -> tuple[int, int]:
    """Count the persons of a case who are split, and the pairs who are merged."""
    doc = dialogue_to_doc(Dialogue("", case.messages, roster=case.roster), nlp)
    ensure_groups(doc, "pii")
    found = []
    start = 0
    for message, names in zip(case.messages, case.names, strict=True):
        found += [Candidate(start + a, start + b, "NAME", 1.0, "gold") for a, b in names]
        start += len(message.text) + 1
    add_candidates(doc, found)
    planned = plan_edits(doc, doc.text, "pii", lambda candidate, text: "surrogate", ENGLISH)
    people = who_is_who(
        [one.mention for one in planned],
        speakers=[message.speaker for message in case.messages],
        roster=case.roster,
    )
    resolved: dict[str, set[str]] = defaultdict(set)
    for person in people:
        for written in person["names"] + person["speakers"] + person["roster"]:
            resolved[written].add(person["id"])
    by_person: dict[str, set[str]] = defaultdict(set)
    by_id: dict[str, set[str]] = defaultdict(set)
    for written, gold in case.people.items():
        for number in gold:
            by_person[number] |= resolved[written]
            for id in resolved[written]:
                by_id[id].add(number)
    split = sum(len(ids) > 1 for ids in by_person.values())
    merged = sum(len(gold) * (len(gold) - 1) // 2 for gold in by_id.values())
    return split, merged


def _unmark(text: str, case: Case) -> tuple[str, list[tuple[int, int]]]:
    """A text without its marks, and the extents of the names in it."""
    pieces, extents = [], []
    at = length = 0
    for found in _MARKED.finditer(text):
        before = text[at : found.start()]
        name = found["name"]
        case.people[name].add(found["person"])
        pieces += [before, name]
        length += len(before) + len(name)
        extents.append((length - len(name), length))
        at = found.end()
    return "".join([*pieces, text[at:]]), extents


if __name__ == "__main__":
    typer.run(main)
