"""The statement on a release for a data-protection officer: from the log and the files alone."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import jinja2

from .. import __version__
from ..core.labels import BY_NAME
from ..errors import InputError, PIIvotError
from .bounds import CONFIDENCE
from .log import check
from .model import ADJUDICATED, LogEntry
from .recount import count_audit, count_passes, last_agreement, people
from .released_files import ReleasedFile, same_files

TEMPLATE = "certificate.html.jinja"
# So many checksums are on the page; of more files it has one checksum of all.
MOST_FILES = 12


class BrokenLog(PIIvotError):
    """The log was changed after it was written."""

    def __init__(self, position: int) -> None:
        super().__init__(
            f"entry {position} of the log was changed, or does not follow the one before it: "
            "nothing is certified. Restore the state folder from a copy."
        )


class ShortLog(PIIvotError):
    """Entries are missing at the end of the log."""

    def __init__(self) -> None:
        super().__init__(
            "no entry of the log has the noted checksum: entries were taken away at its end, or it "
            "is the log of another review. Nothing is certified. Restore the state folder from a "
            "copy."
        )


class NoSuchRelease(PIIvotError):
    """The files are not those of any release in the log."""

    def __init__(self, releases: int) -> None:
        super().__init__(
            "the files are not those of any release in the log "
            f"({releases} are in it): they were changed, or made with another state. Release "
            "again, and certify that release."
        )


def certify(
    log: Sequence[LogEntry],
    files: Sequence[ReleasedFile],
    attack: Mapping[str, Any] | None = None,
    noted: str | None = None,
) -> dict[str, Any]:
    """Make the statement on a release.

    log (Sequence[LogEntry]): The whole log of the review.
    files (Sequence[ReleasedFile]): The files of the release.
    attack (Mapping[str, Any] | None): What `spacy-piivot attack --json` wrote about the release.
    noted (str | None): A checksum that was the log's last at some time; it must still be in it.
    RETURNS (dict[str, Any]): The statement as JSON, without any text, id or key.
    RAISES (BrokenLog, ShortLog): If the log was changed, or was cut. (NoSuchRelease): If the log
        has no release of these files. (InputError): If the attack's figures are not what the
        command writes.
    """
    position = check(log)
    if position is not None:
        raise BrokenLog(position)
    if noted and all(entry.hash != noted.strip().lower() for entry in log):
        raise ShortLog
    releases = [entry for entry in log if entry.do == "release"]
    found = [entry for entry in releases if same_files(files, entry.what["files"])]
    if not found:
        raise NoSuchRelease(len(releases))
    release = found[-1]
    before = [entry for entry in log if entry.n < release.n]
    passes = count_passes(before, release.what["failed"])
    imported = next(entry for entry in before if entry.do == "import")
    return {
        "made_with": __version__,
        "released_at": release.time,
        "imported_at": imported.time,
        "policy": release.policy,
        "search": dict(imported.what),
        "policy_at_import": imported.policy,
        "release": {key: value for key, value in release.what.items() if key != "files"},
        "reviewers": people(passes),
        "passes": {name: own.to_dict() for name, own in passes.items()},
        "agreement": last_agreement(before),
        "audit": count_audit(log, release),
        "attack": None if attack is None else attack_figures(attack),
        "files": [{"name": one.name, **one.to_log()} for one in files],
        "log": {
            "entries": len(log),
            "head": log[-1].hash,
            "release_entry": release.n,
            "release_hash": release.hash,
        },
        "confidence": CONFIDENCE,
    }


def attack_figures(found: Mapping[str, Any]) -> dict[str, Any]:
    """The figures of an attack that the statement quotes.

    found (Mapping[str, Any]): What `spacy-piivot attack --json` wrote.
    RETURNS (dict[str, Any]): "dialogues", "labels_known", and of each attack how many suspected
        leaks it had and, where the gold was given, how many leaks there are and how many it found.
    RAISES (InputError): If it is something else.
    """
    try:
        return {
            "dialogues": int(found["dialogues"]),
            "labels_known": bool(found["labels_known"]),
            "attacks": {
                name: {key: found[name][key] for key in ("flagged", "leaks_found", "leaks")}
                for name in ("outliers", "parrot")
            },
        }
    except (KeyError, TypeError, ValueError):
        pass
    raise InputError(
        "The attack's figures must be the file that `spacy-piivot attack --json` wrote."
    )


def render(statement: Mapping[str, Any]) -> str:
    """Render a statement as a page of HTML that needs nothing else, to be read or printed.

    statement (Mapping[str, Any]): What `certify` returns.
    RETURNS (str): HTML.
    """
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("spacy_piivot", "review"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "count": lambda number: f"{number:,}",
        "percent": _percent,
        "share": lambda value: "–" if value is None else f"{value:.2f}",
        "label": _label,
        "day": lambda time: time[:10],
        "listed": _listed,
        "plural": lambda number, one, many=None: one if number == 1 else many or f"{one}s",
    }
    return environment.get_template(TEMPLATE).render(
        **statement, adjudicated=ADJUDICATED, most_files=MOST_FILES
    )


def _percent(value: float | None) -> str:
    """A share in percent, rounded up: a bound must not look better than it is."""
    if value is None:
        return "–"
    if value == 0:
        return "0%"
    digits = 1 if value >= 0.001 else 2
    step = 10.0**-digits
    rounded = -(-round(value * 100, 9) // step) * step
    return f"{rounded:.{digits}f}%"


def _label(name: str) -> str:
    """A label in plain words."""
    words = name.replace("_", " ").lower() if name in BY_NAME else name
    return {"id num": "ID number", "url": "URL", "nrp": "nationality, religion or politics",
            "org": "organisation", "ip address": "IP address"}.get(words, words)  # fmt: skip


def _listed(words: Sequence[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def read_attack(path: Path) -> Any:
    """Read the figures of an attack.

    path (Path): What `spacy-piivot attack --json` wrote.
    RETURNS (Any): The JSON value.
    RAISES (InputError): If it cannot be read.
    """
    try:
        return json.loads(path.read_text("utf8"))
    except OSError as error:
        problem = error.strerror or type(error).__name__
    except ValueError:
        problem = "it is not JSON"
    raise InputError(f"{path}: cannot be read ({problem}).")
