"""Measures how equally the names of all groups are found (Shen et al., 2025, 3.5, Tables 9, 10).

Equality of opportunity: the true-positive rate should not depend on the group that a name points
to. The group is guessed from the name, or known if a name-swap test drew the name.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ...core.labels import NOT_PRIVATE
from ...errors import InputError
from ..core.annotations import AnnotatedDialogue, AnnotatedSpan
from ..core.bootstrap import resample_weights
from ..core.matching import match_all
from ..core.options import Options, make_options
from ..core.schemes import PreparedSpans, name_label, prepare
from ..readers.sources import Source, name_of, pair_sources
from ..report.rendering import to_markdown
from ..report.sections import Report
from .demographics import demographics_of
from .rates import GroupTable, group_table
from .tables import table_dict, table_section

LEAST = 10
GUESSED = ("gender", "country", "region", "subregion")
SWAPPED = ("gender", "region", "subregion")
# In a name-swap test, these are compared over the same dialogues.
PAIRED = ("region and gender", "subregion and gender")
_GUESSED = (
    "Groups are guessed from the spelling of names: gender by the first name, country by the "
    "family name (the one where it is most common, by our lists). They say nothing about the "
    "persons."
)
_DRAWN = "Names were drawn for each group: nothing is guessed."
_TESTED = (
    "U is Mann-Whitney's, of the group against all others; it assumes that names are independent, "
    "which those of one dialogue are not."
)
_COPIES = "All copies of a dialogue are resampled together."


@dataclass(frozen=True, slots=True)
class Fairness:
    """The result of `fairness`, without any names.

    gold (str): The name of the gold.
    predicted (str): The name of the system.
    matching (str): The matching by which a name counts as found.
    scheme (str): The scheme of the labels.
    least (int): The number of names a group needs to count in the gap.
    names (int): The number of gold names.
    detected (int): How many of them were found.
    guessed (bool): Whether groups were guessed from names, not drawn by a name-swap test.
    tables (Sequence[GroupTable]): One table per attribute.
    paired (Sequence[GroupTable]): For a name-swap test: region and subregion by gender, over the
        dialogues that have a copy in every group.
    paired_dialogues (int): The number of originals of these dialogues.
    notes (Sequence[str]): Notes for the user on what was excluded.
    """

    gold: str
    predicted: str
    matching: str
    scheme: str
    least: int
    names: int
    detected: int
    guessed: bool
    tables: Sequence[GroupTable]
    paired: Sequence[GroupTable] = ()
    paired_dialogues: int = 0
    notes: Sequence[str] = field(default_factory=tuple)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON: tables by attribute, groups by name."""
        return {
            "gold": self.gold,
            "predicted": self.predicted,
            "matching": self.matching,
            "scheme": self.scheme,
            "least": self.least,
            "names": self.names,
            "detected": self.detected,
            "guessed": self.guessed,
            "tables": {table.attribute: table_dict(table) for table in self.tables},
            "paired": {table.attribute: table_dict(table) for table in self.paired},
            "paired_dialogues": self.paired_dialogues,
            "notes": list(self.notes),
        }

    def report(self) -> Report:
        """Make a report of the tables, for Markdown or HTML."""
        same = f"The {self.paired_dialogues:,} dialogues that have a copy in every group."
        return Report(
            f"Fairness of {self.predicted} on {self.gold}",
            f"Matching: {self.matching}. Scheme: {self.scheme}. {self.names:,} names, "
            f"{self.detected:,} found. {_GUESSED if self.guessed else _DRAWN} Intervals cover 95% "
            f"of the bootstrap resamples of dialogues. {_TESTED if self.guessed else _COPIES} "
            f"Groups of fewer than {self.least} names are marked * and do not count in the gap. "
            "The gap is between the best and the worst group, which are chosen by their rates: "
            "chance alone causes a gap. Names of public figures, of cited authors and in "
            "mathematical terms are excluded.",
            [
                *(table_section(table, "") for table in self.tables),
                *(table_section(table, same) for table in self.paired),
            ],
            self.notes,
        )

    def to_markdown(self) -> str:
        """Render the tables as Markdown."""
        return to_markdown(self.report())


class _Name(NamedTuple):
    """One gold name: the original of its dialogue, whether it was found, and its groups."""

    source: str
    detected: bool
    attributes: Mapping[str, str]


def fairness(
    gold: Source,
    predicted: Source,
    *,
    least: int = LEAST,
    options: Options | None = None,
    **settings: Any,
) -> Fairness:
    """Compare the true-positive rates of names by the group that they point to.

    gold (Source): A file or folder that `read_annotations` reads, or its result. If it contains
        copies of a name-swap test, their groups are used; otherwise they are guessed from the
        names.
    predicted (Source): The same dialogues with the system's spans; see `evaluate`.
    least (int): The number of names a group needs to count in the gap.
    options (Options | None): How to score.
    **settings: Fields of `Options`, instead of it: `matching`, `scheme`, `bootstrap`, `seed`.
    RETURNS (Fairness): Rates, differences and tests by group. Names of public figures, of
        cited authors and in mathematical terms are excluded.
    RAISES (InputError, RecordError): If a source cannot be read, the two do not match, the
        matching is by token, or nameparser or SciPy is not installed.
    """
    options = make_options(options, settings)
    if options.matching == "token":
        raise InputError(
            "Fairness counts whole names: match 'strict', 'any_label', 'overlap' or 'published'."
        )
    sides = pair_sources(gold, predicted, options)
    prepared = prepare(
        [real for real, _ in sides.dialogues],
        [found for _, found in sides.dialogues],
        options.scheme,
        own=sides.scheme,
    )
    guessed = not any(dialogue.swap for dialogue in prepared.gold)
    names = list(_names(prepared, options.matching, guessed))
    notes = [*sides.notes, *prepared.notes]
    sources = list(dict.fromkeys(map(_source, prepared.gold)))
    complete = [] if guessed else _complete_sources(prepared.gold)
    if not guessed and len(complete) < len(sources):
        notes.append(
            f"{len(sources) - len(complete):,} dialogues lack a copy in some group: excluded from "
            "the tables over the same dialogues"
        )
    return Fairness(
        gold=name_of(gold, "gold"),
        predicted=name_of(predicted, "predicted"),
        matching=options.matching,
        scheme=prepared.scheme,
        least=least,
        names=len(names),
        detected=sum(name.detected for name in names),
        guessed=guessed,
        tables=_tables(
            GUESSED if guessed else SWAPPED, names, sources, least, options, tests=guessed
        ),
        paired=_tables(() if guessed else PAIRED, names, complete, least, options, tests=False),
        paired_dialogues=len(complete),
        notes=notes,
    )


def _names(prepared: PreparedSpans, matching: str, guessed: bool) -> Iterator[_Name]:
    label = name_label(prepared.scheme)
    decisions = match_all(prepared.gold, prepared.predicted, matching)
    for dialogue, decided in zip(prepared.gold, decisions, strict=True):
        for decision in decided:
            span = decision.gold
            if span is None or span.label != label or span.role in NOT_PRIVATE:
                continue
            if guessed:
                attributes = _guess(span, dialogue, decision.message)
            else:
                attributes = _drawn(dialogue.swap)
            yield _Name(_source(dialogue), decision.outcome == "tp", attributes)


def _guess(span: AnnotatedSpan, dialogue: AnnotatedDialogue, message: int) -> Mapping[str, str]:
    text = span.text
    if text is None:
        text = (dialogue.messages[message].text or "")[span.start : span.end]
    return demographics_of(text)._asdict()


def _drawn(swap: Mapping[str, str]) -> Mapping[str, str]:
    if not swap:
        return {}
    crossed = {name: f"{swap[name.split()[0]]}, {swap['gender']}" for name in PAIRED}
    return {**swap, **crossed}


def _source(dialogue: AnnotatedDialogue) -> str:
    """Return the id of a copy's original in a name-swap test, or else its own."""
    return dialogue.swap.get("of", dialogue.id)


def _complete_sources(gold: Sequence[AnnotatedDialogue]) -> list[str]:
    """List the originals that have a copy in every group."""
    groups: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for dialogue in gold:
        if dialogue.swap:
            group = (dialogue.swap.get("subregion", ""), dialogue.swap.get("gender", ""))
            groups[_source(dialogue)].add(group)
    every = set().union(*groups.values())
    return [source for source, found in groups.items() if found == every]


def _tables(
    attributes: Sequence[str],
    names: Sequence[_Name],
    sources: Sequence[str],
    least: int,
    options: Options,
    *,
    tests: bool,
) -> list[GroupTable]:
    """Make one table per attribute, of the names in some dialogues.

    The copies of a name-swap test are not tested: Mann-Whitney's U would treat the many copies of
    one name as independent names. The intervals resample originals, with all their copies.
    """
    number = {source: position for position, source in enumerate(sources)}
    names = [name for name in names if name.source in number]
    detected = np.array([name.detected for name in names], dtype=np.int64)
    columns = np.array([number[name.source] for name in names], dtype=np.int64)
    weights = resample_weights(len(sources), options.bootstrap, options.seed)
    return [
        group_table(
            attribute,
            [name.attributes.get(attribute, "") for name in names],
            detected,
            columns,
            weights,
            least=least,
            tests=tests,
        )
        for attribute in attributes
    ]
