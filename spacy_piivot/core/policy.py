"""Policies: what a release does with each label, and with names, places and URLs by their role.

A policy is a TOML file: one of `data/policies/`, where the shipped ones explain every line, or a
project's own.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, get_args

from ..errors import InputError
from .labels import CANONICAL, CITED, INDIRECT, REPLACEABLE, ROLES
from .shape import Shape

Strategy = Literal["replace", "consistent", "markov", "random", "shuffle", "mask", "hold", "keep"]
STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)
# "replace" is another name of "consistent".
CONSISTENT, REPLACE, SHUFFLE, MASK, HOLD, KEEP = (
    "consistent", "replace", "shuffle", "mask", "hold", "keep",
)  # fmt: skip
# The strategies that make surrogates.
MAKING = frozenset({CONSISTENT, "markov", "random"})

# Chooses a policy for each document by its shape.
AUTO = "auto"
TUTORING, ESSAY = "tutoring", "essay"
BY_SHAPE: Mapping[Shape, str] = {"dialogue": TUTORING, "essay": ESSAY}

# A name without a role, and a URL without one.
DOUBTFUL, PERSONAL = "doubtful", "personal"
# A public figure of our list, and a character of a book, whose names are nobody's in the document.
FAMOUS, FICTION = "famous", "fiction"
_NAMES = (*ROLES, DOUBTFUL, FAMOUS, FICTION)
_URLS = (CITED, PERSONAL)
# A country, a province or a continent, and any other place.
WIDE, NARROW = "wide", "narrow"
_PLACES = (WIDE, NARROW)
_BY_ROLE = (REPLACE, MASK, HOLD, KEEP)
_TABLES: Mapping[str, tuple[str, ...]] = {
    "labels": CANONICAL,
    "names": _NAMES,
    "places": _PLACES,
    "urls": _URLS,
}
_SUFFIX = ".toml"
_FOLDER = Path(str(files("spacy_piivot") / "data" / "policies"))


@dataclass(frozen=True, slots=True)
class Policy:
    """What a release does with each finding.

    name (str): Its name, or that of its file.
    labels (Mapping[str, str]): The strategy of every canonical label.
    names (Mapping[str, str]): By the role of a name, also `DOUBTFUL`, `FAMOUS` and `FICTION`:
        "replace" for the strategy of its label, "mask", "hold" or "keep".
    places (Mapping[str, str]): The same by the kind of a LOCATION: `WIDE` or `NARROW`.
    urls (Mapping[str, str]): The same by the role of a URL: `CITED` or `PERSONAL`.
    """

    name: str
    labels: Mapping[str, str]
    names: Mapping[str, str]
    places: Mapping[str, str]
    urls: Mapping[str, str]

    def strategy(self, label: str, role: str = "") -> str:
        """The strategy for a finding.

        label (str): Its label.
        role (str): Its role, if it is a name or a URL, or the kind of a place; "" for none. For a
            name also `FAMOUS` or `FICTION`.
        RETURNS (str): "consistent", "markov", "random", "shuffle", "mask", "hold" or "keep";
            "mask" for a label that is not canonical.
        """
        own = self.labels.get(label, MASK)
        by_role = REPLACE
        if label == "NAME":
            by_role = self.names[role if role in _NAMES else DOUBTFUL]
        elif label == "LOCATION":
            by_role = self.places[role if role == WIDE else NARROW]
        elif label == "URL":
            by_role = self.urls[role if role == CITED else PERSONAL]
        return own if by_role == REPLACE or own == KEEP else by_role

    def has(self, strategy: str) -> bool:
        """Whether any label or role has a strategy."""
        tables = (self.labels, self.names, self.places, self.urls)
        return any(strategy in table.values() for table in tables)

    def changed(
        self, strategies: Mapping[str, str], keep_roles: Iterable[str] | None = None
    ) -> "Policy":
        """The policy with other strategies for some labels, and with other roles of names kept.

        strategies (Mapping[str, str]): The strategies by label that differ. That of LOCATION is
            for every place.
        keep_roles (Iterable[str] | None): The only roles of names to keep; None for the policy's.
        RETURNS (Policy): The policy with these changes.
        """
        names = self.names
        if keep_roles is not None:
            kept = frozenset(keep_roles)
            names = {role: KEEP if role in kept else REPLACE for role in _NAMES}
        labels = {**self.labels, **{label: _full(one) for label, one in strategies.items()}}
        places = dict.fromkeys(_PLACES, REPLACE) if "LOCATION" in strategies else self.places
        return replace(self, labels=labels, names=names, places=places)

    def to_dict(self) -> dict[str, Any]:
        """Its tables as JSON values."""
        return {
            "labels": dict(self.labels),
            "names": dict(self.names),
            "places": dict(self.places),
            "urls": dict(self.urls),
        }


class BadPolicy(InputError):
    def __init__(self, source: str, problem: str) -> None:
        super().__init__(f"policy {source}: {problem}")


def shipped_policies() -> list[str]:
    """The names of the policies shipped with the package."""
    return sorted(path.stem for path in _FOLDER.glob(f"*{_SUFFIX}"))


def load_policy(policy: str | Path) -> Policy:
    """Load a policy.

    policy (str | Path): The name of a shipped policy, or the path of a TOML file.
    RETURNS (Policy): The policy, complete.
    RAISES (BadPolicy): If there is none, or it has an unknown label, role or strategy.
    """
    if isinstance(policy, str) and policy in shipped_policies():
        return _shipped(policy)
    return _complete(str(policy), _read(Path(policy), ()))


@cache
def _shipped(name: str) -> Policy:
    return _complete(name, _read(_FOLDER / f"{name}{_SUFFIX}", ()))


def _complete(name: str, tables: Mapping[str, Mapping[str, str]]) -> Policy:
    default = {label: CONSISTENT if label in REPLACEABLE else MASK for label in CANONICAL}
    labels = {label: _full(strategy) for label, strategy in tables["labels"].items()}
    return Policy(
        name,
        {**default, **labels},
        {**dict.fromkeys(_NAMES, REPLACE), **tables["names"]},
        {**dict.fromkeys(_PLACES, REPLACE), **tables["places"]},
        {**dict.fromkeys(_URLS, REPLACE), **tables["urls"]},
    )


def _full(strategy: str) -> str:
    return CONSISTENT if strategy == REPLACE else strategy


def _read(path: Path, extending: tuple[Path, ...]) -> dict[str, dict[str, str]]:
    """The tables of a policy file, added to those of the policy that it extends."""
    source = _name(path)
    if path.resolve() in extending:
        raise BadPolicy(source, "it extends itself, directly or by way of others. Remove one.")
    data = _parse(path, source)
    known = {"extends", "description", *_TABLES}
    if unknown := sorted(data.keys() - known):
        raise BadPolicy(source, f"there is no {unknown[0]!r}. Use {_list(known)}.")
    tables: dict[str, dict[str, str]] = {table: {} for table in _TABLES}
    if "extends" in data:
        base = data["extends"]
        if not isinstance(base, str):
            raise BadPolicy(source, "extends must be the name or the file of one policy.")
        tables = _read(_path_of(base, path), (*extending, path.resolve()))
    for table, keys in _TABLES.items():
        tables[table] = {**tables[table], **_checked(data.get(table, {}), table, keys, source)}
    return tables


def _parse(path: Path, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf8"))
    except FileNotFoundError:
        problem = (
            f"there is no such policy. Use {_list(shipped_policies())}, or the path of a TOML file."
        )
    except OSError as error:
        problem = f"it cannot be read ({error.strerror})."
    except UnicodeDecodeError:
        problem = "it is not UTF-8 text."
    except tomllib.TOMLDecodeError as error:
        problem = f"it is not TOML: {error}."
    raise BadPolicy(source, problem)


def _path_of(base: str, path: Path) -> Path:
    """The file of the policy that a policy extends: a shipped one, or relative to its folder."""
    shipped = base in shipped_policies()
    return _FOLDER / f"{base}{_SUFFIX}" if shipped else path.parent / base


def _checked(given: Any, table: str, keys: tuple[str, ...], source: str) -> Mapping[str, str]:
    if not isinstance(given, dict):
        raise BadPolicy(source, f"{table} must be a table: [{table}].")
    for key, strategy in given.items():
        if key not in keys:
            raise BadPolicy(source, f"[{table}] has no {key!r}. Use {_list(keys)}.")
        allowed = possible_strategies(key) if table == "labels" else _BY_ROLE
        if strategy not in allowed:
            raise BadPolicy(
                source, f"[{table}] {key} cannot be {strategy!r}. Use {_list(allowed)}."
            )
    return given


def possible_strategies(label: str) -> list[str]:
    """The strategies that a canonical label can have."""
    return [
        strategy
        for strategy in STRATEGIES
        if (strategy != SHUFFLE or label in INDIRECT)
        and (strategy not in (*MAKING, REPLACE) or label in REPLACEABLE)
    ]


def _name(path: Path) -> str:
    return repr(path.stem if path.parent == _FOLDER else str(path))


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
