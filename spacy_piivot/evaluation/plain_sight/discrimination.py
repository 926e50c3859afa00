"""Tries to tell surrogates from originals, and measures how well the two agree."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...core.optional import require
from ...errors import InputError
from .agreement import Agreement, agreement_of
from .bootstrapped_auc import Auc, auc_of, paired_share
from .classifiers import MODELS, Items, Model, Rows, cross_validated, fold_of_groups, folds
from .name_lists import INSTALL, NameLists, name_lists
from .shuffled import shuffled
from .units import IN_CONTEXT, UNITS, items_of
from .versions import BothVersions, Version

RUNS = 4
# Fewer dialogues than this give intervals that say nothing.
LEAST_DIALOGUES = 20


@dataclass(frozen=True, slots=True)
class Telling:
    """How well one classifier tells surrogates from originals.

    unit (str): What it tells apart: one of `UNITS`, or the two versions of one sentence.
    model (str): The classifier; see `MODELS`.
    released (Auc): For the surrogates.
    control (Auc | None): For names of other dialogues in place of surrogates.
    """

    unit: str
    model: str
    released: Auc
    control: Auc | None = None


@dataclass(frozen=True, slots=True)
class Discrimination:
    """The result of `discriminate`, without any text.

    dialogues (int): How many dialogues have a replaced name.
    mentions (int): How many mentions of names were replaced.
    tellings (Sequence[Telling]): What classifiers tell; empty if they were not asked for.
    agreement (Agreement): How well surrogates agree with originals.
    control (Agreement | None): How well names of other dialogues do.
    notes (Sequence[str]): What was not measured.
    """

    dialogues: int
    mentions: int
    tellings: Sequence[Telling]
    agreement: Agreement
    control: Agreement | None = None
    notes: Sequence[str] = field(default_factory=tuple)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "dialogues": self.dialogues,
            "mentions": self.mentions,
            "classifiers": [
                {
                    "unit": one.unit,
                    "model": one.model,
                    **one.released.to_dict(),
                    "control": one.control and one.control.to_dict(),
                }
                for one in self.tellings
            ],
            "agreement": self.agreement.to_dict(),
            "control_agreement": self.control and self.control.to_dict(),
            "notes": list(self.notes),
        }


def discriminate(
    dialogues: Sequence[BothVersions],
    *,
    runs: int = RUNS,
    control: bool = True,
    resamples: int = 1000,
    seed: int = 0,
    lists: NameLists | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Discrimination:
    """Try to tell the surrogates of a release from originals, and measure how well they agree.

    In each run a random half of the dialogues is read as released, the rest as they were; every
    second run reads the other halves. Classifiers are trained on four fifths of the dialogues and
    score the rest.

    dialogues (Sequence[BothVersions]): The dialogues before and after.
    runs (int): How many random halves; 0 for the agreement only.
    control (bool): Whether the same is measured with names of other dialogues for surrogates.
    resamples (int): How often dialogues are resampled for intervals; 0 for none.
    seed (int): The seed of all draws.
    lists (NameLists | None): What is known of names; None for all lists that are installed.
    progress (Callable): Is told what is being measured.
    RETURNS (Discrimination): The figures.
    RAISES (InputError): If scikit-learn is missing, or there is too little to measure.
    """
    if runs:
        require("sklearn", "evaluation")
    named = [one for one in dialogues if any(r.is_name for m in one.messages for r in m.replaced)]
    numbers = {group: at for at, group in enumerate(dict.fromkeys(one.group for one in named))}
    if runs and len(numbers) < LEAST_DIALOGUES:
        raise InputError(
            f"{len(numbers)} dialogues have a replaced name. Give at least {LEAST_DIALOGUES} "
            "(excerpts and copies of one dialogue count once), or --runs 0 for the agreement only."
        )
    if not named:
        raise InputError("no dialogue has a replaced name: is this the release of these originals?")
    progress("reading lists of names")
    lists = name_lists() if lists is None else lists
    before = [one.original() for one in named]
    after = [one.released() for one in named]
    groups = [numbers[one.group] for one in named]
    fold_of = fold_of_groups(len(numbers), seed)
    other = shuffled(before, fold_of[groups].tolist(), lists, seed) if control else None
    tellings: list[Telling] = []
    if runs:
        found = _tell(before, after, groups, runs, resamples, seed, lists, progress)
        chance: Mapping[tuple[str, str], Auc] = {}
        if other is not None:
            progress("the control, with names of other dialogues")
            chance = _tell(before, other, groups, runs, resamples, seed, lists, progress)
        tellings = [Telling(*key, auc, chance.get(key)) for key, auc in found.items()]
    progress("agreement")
    notes = []
    if lists.missing:
        notes.append(
            f"not installed: {', '.join(lists.missing)}; the measures that need them are empty, "
            f"and classifiers know less of names: {INSTALL}"
        )
    return Discrimination(
        len(named),
        sum(len(version.names()) for version in before),
        tellings,
        agreement_of(before, after, lists),
        None if other is None else agreement_of(before, other, lists),
        notes,
    )


def _tell(
    before: Sequence[Version],
    after: Sequence[Version],
    groups: Sequence[int],
    runs: int,
    resamples: int,
    seed: int,
    lists: NameLists,
    progress: Callable[[str], None],
) -> dict[tuple[str, str], Auc]:
    items = items_of(before, after, groups, lists)
    count = max(groups) + 1
    options = {"resamples": resamples, "seed": seed}
    found = {}
    for unit in UNITS:
        if unit not in items:
            continue
        for name, model in MODELS.items():
            progress(f"{unit}: {name}")
            scored = [
                list(cross_validated(items[unit], rows, model, seed))
                for rows in _halves(items[unit], count, runs, seed)
            ]
            found[unit, name] = auc_of(scored, count, **options)
    for name, model in MODELS.items():
        progress(f"the same sentence: {name}")
        pairs = list(_pairs(items[IN_CONTEXT], model, seed))
        found["two versions of one sentence", name] = paired_share(pairs, count, **options)
    return found


def _halves(items: Items, groups: int, runs: int, seed: int) -> Iterator[Rows]:
    """Yield the rows of each run: half of the dialogues as released, half as they were."""
    half = np.zeros(groups, dtype=bool)
    for run in range(runs):
        if run % 2:
            half = ~half
        else:
            order = np.random.default_rng((seed, run)).permutation(groups)
            half = order < groups // 2
        yield np.flatnonzero(items.positive == half[items.groups])


def _pairs(items: Items, model: Model, seed: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield by how much each surrogate scores higher than its original in the same place."""
    size = len(items.positive) // 2
    for train, test in folds(items, np.arange(size), seed):
        if len(train) and len(test):
            scores = model(items, np.concatenate([train, train + size]),
                           np.concatenate([test, test + size]))  # fmt: skip
            yield scores[len(test) :] - scores[: len(test)], items.groups[test]
