"""The runs of a greedy search: what each stage tries, which runs are finished, which is best."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

from spacy_piivot.errors import InputError

CPU = "cpu"
# The values of each stage after the backbone; the search starts from the first.
OPTIMIZERS: dict[str, dict[str, Any]] = {
    "adamw": {"@optimizers": "Adam.v1", "L2_is_weight_decay": True},
    "adam": {"@optimizers": "Adam.v1", "L2_is_weight_decay": False},
    "radam": {"@optimizers": "RAdam.v1", "L2_is_weight_decay": True},
}
DATA = ("raw", "with_synthetic")
WINDOWS: dict[str, dict[str, int]] = {
    "none": {"previous": 0, "following": 0, "block_tokens": 0},
    "centred": {"previous": 1, "following": 1, "block_tokens": 0},
    "blocks": {"previous": 1, "following": 1, "block_tokens": 120},
}
STAGES = ("backbone", "optimizer", "data", "windows")


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a run: a value for each stage, learning rate and tagging scheme."""

    backbone: str
    optimizer: str = next(iter(OPTIMIZERS))
    data: str = DATA[0]
    windows: str = next(iter(WINDOWS))
    learn_rate: float = 0.0
    scheme: str = "io"

    def __str__(self) -> str:
        return " ".join(str(getattr(self, field.name)) for field in fields(self))


@dataclass(frozen=True, slots=True)
class Space:
    """The search space.

    backbones (Sequence[str]): Encoders (folders or models on the hub), or "cpu".
    learn_rates (Sequence[float]): Learning rates for encoders.
    cpu_learn_rates (Sequence[float]): Learning rates for "cpu".
    schemes (Sequence[str]): Tagging schemes.
    """

    backbones: Sequence[str]
    learn_rates: Sequence[float]
    cpu_learn_rates: Sequence[float]
    schemes: Sequence[str]

    def runs(self, stage: str, base: Settings) -> list[Settings]:
        """The runs of a stage.

        stage (str): One of `STAGES`.
        base (Settings): The choices of the stages before.
        RETURNS (list[Settings]): Every combination of value, learning rate and scheme.
        """
        values: dict[str, Iterable[str]] = {
            "backbone": self.backbones,
            "optimizer": OPTIMIZERS,
            "data": DATA,
            "windows": WINDOWS,
        }
        changed = [replace(base, **{stage: value}) for value in values[stage]]  # type: ignore[arg-type]
        return [
            replace(settings, learn_rate=rate, scheme=scheme)
            for settings in changed
            for rate in (self.cpu_learn_rates if settings.backbone == CPU else self.learn_rates)
            for scheme in self.schemes
        ]


class Finished:
    """The finished runs, each stored as a line of a file.

    path (Path): The file. A last line that was cut off in writing is dropped.
    common (Mapping[str, Any]): The values that all runs of this search share. Runs of other
        searches stay in the file and are ignored.
    RAISES (InputError): If a line is not a run.
    """

    def __init__(self, path: Path, common: Mapping[str, Any]) -> None:
        self.path = path
        self.common = dict(common)
        self._results: dict[str, dict[str, float]] = {}
        content = path.read_bytes() if path.exists() else b""
        end = content.rfind(b"\n") + 1
        if end < len(content):
            os.truncate(path, end)
        for number, line in enumerate(content[:end].splitlines(), 1):
            try:
                run = json.loads(line)
                self._results[_key(run["settings"])] = run["result"]
            except (ValueError, TypeError, KeyError):
                raise InputError(f"{path}: line {number} is not a run of a search.") from None

    def get(self, settings: Settings) -> dict[str, float] | None:
        """The result of a run; None if it is not finished."""
        return self._results.get(_key(self._all(settings)))

    def add(self, settings: Settings, result: dict[str, float]) -> None:
        """Write a finished run to the disk."""
        line = json.dumps({"settings": self._all(settings), "result": result}).encode() + b"\n"
        with self.path.open("ab") as stream:
            stream.write(line)
            stream.flush()
            os.fsync(stream.fileno())
        self._results[_key(self._all(settings))] = result

    def _all(self, settings: Settings) -> dict[str, Any]:
        return {**asdict(settings), **self.common}


def _key(settings: Mapping[str, Any]) -> str:
    return json.dumps(settings, sort_keys=True)


class Stage(NamedTuple):
    """A stage and its runs so far.

    name (str): One of `STAGES`.
    runs (Sequence[Settings]): All its runs.
    best (Settings | None): The best run; None until all are finished.
    """

    name: str
    runs: Sequence[Settings]
    best: Settings | None


def stages(space: Space, finished: Finished) -> Iterator[Stage]:
    """The stages up to the first with an unfinished run.

    space (Space): The search space.
    finished (Finished): The finished runs.
    YIELDS (Stage): The stages in order; all of them if you make the runs of each before the next.
    """
    base = Settings(space.backbones[0])
    for name in STAGES:
        runs = space.runs(name, base)
        best = find_best(runs, finished)
        yield Stage(name, runs, best)
        best = best or find_best(runs, finished)
        if best is None:
            return
        base = best


def find_best(runs: Sequence[Settings], finished: Finished) -> Settings | None:
    """The run of a stage with the best F1, then recall; None if one is not finished."""
    ranks: dict[Settings, tuple[float, float]] = {}
    for settings in runs:
        result = finished.get(settings)
        if result is None:
            return None
        ranks[settings] = result["f1"], result["recall"]
    return max(ranks, key=ranks.__getitem__)
