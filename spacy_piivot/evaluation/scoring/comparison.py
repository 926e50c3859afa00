"""Compares two or more systems on the same gold, with paired bootstrap intervals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError
from ..core.annotations import AnnotatedDialogue
from ..core.bootstrap import interval, p_value, resample_weights
from ..core.counts import ratios
from ..core.options import Options, make_options
from ..core.pairing import Paired
from ..core.tally import Tally, tally
from ..readers.sources import GoldSide, Source, name_of, pair_sides, read_gold, read_predicted
from .evaluation import Evaluation, score

_BY_LABEL = ("recall", "f1")


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of `compare`.

    result (Mapping[str, Any]): All figures, ready for JSON, without text of the data.
    evaluations (Mapping[str, Evaluation]): The evaluation of each system.
    """

    result: Mapping[str, Any]
    evaluations: Mapping[str, Evaluation] = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the figures for JSON."""
        return dict(self.result)


def compare(
    gold: Source,
    systems: Mapping[str, Source] | Sequence[Source],
    *,
    options: Options | None = None,
    **settings: Any,
) -> Comparison:
    """Score several systems on one gold file, and the differences of each pair of systems.

    gold (Source): The gold, as in `evaluate`.
    systems (Mapping[str, Source] | Sequence[Source]): The spans of two or more systems, by name;
        a sequence of files is named by the files.
    options (Options | None): How to score.
    **settings: Fields of `Options`, instead of it.
    RETURNS (Comparison): `differences` has, for each pair of systems a and b, a - b with its
        interval and a two-sided p-value. All systems share the same resamples of dialogues.
    RAISES (InputError, RecordError): As `evaluate` does; if there are fewer than two systems.
    """
    options = make_options(options, settings)
    named = systems if isinstance(systems, Mapping) else _name_systems(systems)
    if len(named) < 2:
        raise InputError("A comparison needs two or more systems.")
    side = read_gold(gold, options)
    found = {name: read_predicted(system, side, options) for name, system in named.items()}
    paired = _same_dialogues(side, found, options)
    evaluations = {
        name: score(one, options, name_of(gold, "gold"), name) for name, one in paired.items()
    }
    first = next(iter(evaluations.values()))
    weights = resample_weights(len(first.prepared.gold), options.bootstrap, options.seed)
    counted = {
        name: _Counted.of(tally(e.prepared.gold, e.decisions), weights)
        for name, e in evaluations.items()
    }
    differences, by_label = [], []
    for a, b in combinations(named, 2):
        of_two = {"a": a, "b": b}
        overall = _differences(counted[a].overall(), counted[b].overall(), options)
        differences.append({**of_two, **overall})
        labels = sorted({*counted[a].labels, *counted[b].labels})
        rows = {
            label: _differences(counted[a].label(label), counted[b].label(label), options)
            for label in labels
        }
        shown = {
            label: {metric: row[metric] for metric in _BY_LABEL} for label, row in rows.items()
        }
        by_label.append({**of_two, "labels": shown})
    result = {
        "gold": first.result["gold"],
        "matching": options.matching,
        "scheme": first.result["scheme"],
        "bootstrap": options.bootstrap,
        "seed": options.seed,
        "systems": {name: evaluation.to_dict() for name, evaluation in evaluations.items()},
        "differences": differences,
        "by_label": by_label,
        "notes": _notes({name: e.result["notes"] for name, e in evaluations.items()}),
    }
    return Comparison(result, evaluations)


def _name_systems(systems: Sequence[Source]) -> dict[str, Source]:
    names = [name_of(system, f"system {n}") for n, system in enumerate(systems, 1)]
    if len(set(names)) < len(names):  # files with the same name in several folders
        names = [str(system) for system in systems]
    if len(set(names)) < len(names):
        raise InputError("A system is given twice: compare different files.")
    return dict(zip(names, systems, strict=True))


def _same_dialogues(
    gold: GoldSide, systems: Mapping[str, Sequence[AnnotatedDialogue]], options: Options
) -> dict[str, Paired]:
    """Pair each system on the same dialogues: span files may add ones without gold spans."""
    paired = {name: pair_sides(gold, system, options) for name, system in systems.items()}
    ids = {name: [g.id for g, _ in one.dialogues] for name, one in paired.items()}
    union = frozenset(id for own in ids.values() for id in own)
    if all(len(own) == len(union) for own in ids.values()):
        return paired
    gold = gold._replace(documents=union)
    return {name: pair_sides(gold, system, options) for name, system in systems.items()}


def _notes(by_system: Mapping[str, Sequence[str]]) -> list[str]:
    """List notes on all systems once, and the others after the system's name."""
    common = [n for n in next(iter(by_system.values())) if all(n in s for s in by_system.values())]
    own = [
        f"{name}: {note}"
        for name, notes in by_system.items()
        for note in notes
        if note not in common
    ]
    return [*common, *own]


class _Counted(NamedTuple):
    """One system's counts, in total and in each resample.

    labels (Sequence[str]): The labels.
    counts (ndarray): Shape (labels, 3).
    resampled (ndarray): Shape (resamples, labels, 3).
    """

    labels: Sequence[str]
    counts: NDArray
    resampled: NDArray

    @classmethod
    def of(cls, counted: Tally, weights: NDArray[np.int32]) -> "_Counted":
        return cls(counted.keys, counted.counts.sum(axis=0), counted.resampled(weights))

    def overall(self) -> tuple[NDArray, NDArray]:
        """Sum the counts of all labels."""
        return self.counts.sum(axis=0), self.resampled.sum(axis=1)

    def label(self, label: str) -> tuple[NDArray, NDArray]:
        """Return the counts of one label, zeros if neither the system nor its gold has it."""
        if label not in self.labels:
            return np.zeros(3), np.zeros((len(self.resampled), 3))
        column = list(self.labels).index(label)
        return self.counts[column], self.resampled[:, column]


def _differences(
    a: tuple[NDArray, NDArray], b: tuple[NDArray, NDArray], options: Options
) -> dict[str, Any]:
    """Compute the differences of two systems' scores from their counts in `_Counted`."""

    def values(counts: NDArray) -> dict[str, NDArray]:
        return ratios(counts[..., 0], counts[..., 1], counts[..., 2], options.f_betas)

    (here_a, resampled_a), (here_b, resampled_b) = (tuple(map(values, counts)) for counts in (a, b))
    result = {}
    for metric in here_a:
        difference = float(here_a[metric] - here_b[metric])
        differences = resampled_a[metric] - resampled_b[metric]
        bounds = interval(differences)
        result[metric] = {
            "difference": None if np.isnan(difference) else difference,
            "interval": list(bounds) if bounds else None,
            "p": p_value(differences),
        }
    return result
