"""Two or more systems on the same gold: differences with paired bootstrap intervals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .bootstrap import interval, p_value, resample_weights
from .counts import ratios
from .pairing import Paired
from .scoring import (
    Evaluation,
    Options,
    Source,
    make_options,
    name_of,
    pair_sources,
    score,
)
from .tally import Tally, tally

_BY_LABEL = ("recall", "f1")


@dataclass(frozen=True, slots=True)
class Comparison:
    """What `compare` found out.

    result (Mapping[str, Any]): All figures, ready for JSON; no text of the data.
    evaluations (Mapping[str, Evaluation]): The systems, each by itself.
    """

    result: Mapping[str, Any]
    evaluations: Mapping[str, Evaluation] = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """The figures for JSON."""
        return dict(self.result)


def compare(
    gold: Source,
    systems: Mapping[str, Source] | Sequence[Source],
    *,
    options: Options | None = None,
    **settings: Any,
) -> Comparison:
    """Score several systems on one gold file, and the difference of every two of them.

    gold (Source): What `evaluate` takes.
    systems (Union[Mapping[str, Source], Sequence[Source]]): Two or more systems' spans, by name;
        files are called by their names.
    options (Optional[Options]): How to score.
    **settings: Fields of `Options`, instead of it.
    RETURNS (Comparison): `differences` holds, for every two systems a and b, a - b with its
        interval and a two-sided p-value. The same resamples of dialogues serve all systems.
    RAISES (InputError, RecordError): As `evaluate` does; if there are fewer than two systems.
    """
    options = make_options(options, settings)
    named = systems if isinstance(systems, Mapping) else _named(systems)
    if len(named) < 2:
        raise InputError("A comparison needs two systems or more.")
    paired = _same_dialogues(gold, named, options)
    evaluations = {
        name: score(one, options, name_of(gold, "gold"), name) for name, one in paired.items()
    }
    tallies = {name: tally(e.prepared.gold, e.decisions) for name, e in evaluations.items()}
    first = next(iter(evaluations.values()))
    weights = resample_weights(len(first.prepared.gold), options.bootstrap, options.seed)
    differences, by_label = [], []
    for a, b in combinations(named, 2):
        of_two = {"a": a, "b": b}
        overall = _differences(_summed(tallies[a]), _summed(tallies[b]), weights, options)
        differences.append({**of_two, **overall})
        labels = sorted({*tallies[a].keys, *tallies[b].keys})
        rows = {
            label: _differences(
                _column(tallies[a], label), _column(tallies[b], label), weights, options
            )
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


def _named(systems: Sequence[Source]) -> dict[str, Source]:
    names = [name_of(system, f"system {n}") for n, system in enumerate(systems, 1)]
    if len(set(names)) < len(names):  # files of one name in several folders
        names = [str(system) for system in systems]
    if len(set(names)) < len(names):
        raise InputError("A system is given twice: compare different files.")
    return dict(zip(names, systems, strict=True))


def _same_dialogues(
    gold: Source, systems: Mapping[str, Source], options: Options
) -> dict[str, Paired]:
    """Pair each system; span files may each add dialogues that the gold has no span in."""
    paired = {name: pair_sources(gold, system, options) for name, system in systems.items()}
    ids = {name: [g.id for g, _ in one.dialogues] for name, one in paired.items()}
    union = frozenset(id for some in ids.values() for id in some)
    if all(len(some) == len(union) for some in ids.values()):
        return paired
    options = replace(options, documents=union)
    return {name: pair_sources(gold, system, options) for name, system in systems.items()}


def _notes(by_system: Mapping[str, Sequence[str]]) -> list[str]:
    """What is true of all systems once, and the rest with the system's name before it."""
    common = [n for n in next(iter(by_system.values())) if all(n in s for s in by_system.values())]
    own = [
        f"{name}: {note}"
        for name, notes in by_system.items()
        for note in notes
        if note not in common
    ]
    return [*common, *own]


def _summed(counted: Tally) -> NDArray:
    return counted.counts.sum(axis=1)


def _column(counted: Tally, label: str) -> NDArray:
    if label not in counted.keys:
        return np.zeros((len(counted.counts), 3), dtype=np.int64)
    return counted.counts[:, list(counted.keys).index(label)]


def _differences(
    a: NDArray, b: NDArray, weights: NDArray[np.int32], options: Options
) -> dict[str, Any]:
    """Differences of one pair of counts, each of shape (dialogues, 3)."""

    def values(counts: NDArray) -> dict[str, NDArray]:
        return ratios(counts[..., 0], counts[..., 1], counts[..., 2], options.f_betas)

    here = {name: values(counts.sum(axis=0)) for name, counts in (("a", a), ("b", b))}
    drawn = weights.astype(np.float64)
    resampled = {name: values(drawn @ counts) for name, counts in (("a", a), ("b", b))}
    result = {}
    for metric in here["a"]:
        difference = float(here["a"][metric] - here["b"][metric])
        differences = resampled["a"][metric] - resampled["b"][metric]
        bounds = interval(differences)
        result[metric] = {
            "difference": None if np.isnan(difference) else difference,
            "interval": list(bounds) if bounds else None,
            "p": p_value(differences),
        }
    return result
