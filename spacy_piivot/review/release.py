"""Releases a reviewed corpus, by the path that `deidentify --spans-from-input` takes."""

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import spacy
from spacy.language import Language

from .. import __version__
from ..corpus import PRIVATE, Roster, replacing
from ..errors import InputError
from ..runs.deidentify import deidentify
from ..runs.fingerprint import pipeline_digest
from ..runs.names import IdMode, ReleaseNames
from ..runs.reading import InputReading, Processes, Summary
from ..runs.replacing import get_surrogator
from .adjudication import undecided
from .agreement import release_pass
from .corrected import files_of, jsonl_name, write_corrected
from .log import append, policy_of
from .release_counts import (
    count_outcome,
    count_statuses,
    held_back,
    release_order,
    spans_by_dialogue,
)
from .released_files import released_files
from .store import StateError, Store

# A folder in the state folder, for originals that a release needs while it runs.
_PREFIX = ".release-"


class Unfinished(StateError):
    """Dialogues that nobody has finished."""

    def __init__(self, left: int, dialogues: int) -> None:
        super().__init__(
            f"{left} of {dialogues} dialogues are not finished. Finish them, or release with what "
            "the machine found in them: then the certificate says how many."
        )


class NothingToRelease(StateError):
    """No dialogue can be in a release."""

    def __init__(self, failed: int) -> None:
        super().__init__(
            f"There is nothing to release: the input has {failed} dialogues, and the pipeline "
            "failed on all of them. The queue shows why."
            if failed
            else "There is nothing to release: the input has no dialogues."
        )


class Undecided(StateError):
    """Disagreements that the adjudicator has not decided."""

    def __init__(self, left: int) -> None:
        super().__init__(
            f"{left} disagreements are not decided. Decide them on the page /disagreements first."
        )


def release(
    store: Store,
    nlp: Language,
    output: Path,
    *,
    reviewer: str | None = None,
    unfinished: bool = False,
    ids: IdMode = "keep",
    n_process: Processes = 1,
    report: Callable[[str], None] = lambda line: None,
) -> Summary:
    """Release the corrected corpus with the same checks and quarantine as `deidentify`.

    The release is JSONL: one file, or for an input of several files a folder of them.

    store (Store): The state.
    nlp (Language): The releasing pipeline, with the key.
    output (Path): The file or folder to write.
    reviewer (str | None): Whose pass is released; None for `release_pass`.
    unfinished (bool): Whether dialogues that are not finished are released too.
    ids (str): What to do with ids and file names; see `deidentify`.
    n_process (int | str): How many processes to use, or "auto".
    report (Callable[[str], None]): Called with lines about the run.
    RETURNS (Summary): How many dialogues were released, and how many were held back.
    RAISES (NoPassChosen, Undecided, Unfinished, NothingToRelease): If the review does not allow it.
        (InputError): If the output cannot be written. Nothing is published then.
    """
    if output.resolve().is_relative_to(store.folder.resolve()):
        raise InputError(f"{output}: the release must not be in the state folder. Choose another.")
    policy = policy_of(nlp)
    with _private_folder(store) as folder:
        with store.mutex:
            chosen = release_pass(store) if reviewer is None else reviewer
            looked = looked_at(store, chosen)
            if left := undecided(store):
                raise Undecided(left)
            if not unfinished and looked["finished"] < looked["dialogues"]:
                raise Unfinished(looked["dialogues"] - looked["finished"], looked["dialogues"])
            if not looked["dialogues"]:
                raise NothingToRelease(looked["failed"])
            source = write_source(store, chosen, folder)
            roster = _roster(store)
            spans = spans_by_dialogue(store, chosen)
        summary = deidentify(
            source,
            output,
            nlp,
            reading=InputReading(roster=roster, n_process=n_process, report=report),
            spans_from_input=True,
            ids=ids,
            private_edits=folder / "edits.jsonl",
        )
        order = release_order(store, source, ReleaseNames(ids, get_surrogator(nlp).key))
        held = held_back(order, output)
        told = {
            "pass": chosen,
            "dialogues": {"released": summary.done, "held_back": summary.quarantined, **looked},
            "held_back": sorted(held),
            "failed": failed_dialogues(store),
            "spans": count_outcome(spans, folder / "edits.jsonl", order, held),
            "statuses": count_statuses(spans),
            "ids": ids,
            "version": __version__,
            "spacy": spacy.__version__,
            "model": {"name": nlp.meta.get("name", ""), "version": nlp.meta.get("version", "")},
            "pipeline": pipeline_digest(nlp),
            "files": [one.to_log() for one in released_files(output)],
        }
        entry = append(store, chosen, "release", told, policy)
        report(
            f"released; the log's last checksum is {entry.hash}. Note it: `certify --log-checksum` "
            "then shows that no entry was taken away."
        )
        return summary


def looked_at(store: Store, reviewer: str) -> dict[str, int]:
    """How many dialogues were looked at.

    store (Store): The state.
    reviewer (str): The pass that is released.
    RETURNS (dict[str, int]): "dialogues" (without those on which the pipeline failed), "failed",
        "finished" in this pass, "begun" (by anybody, but not finished in this pass) and "never".
    """
    failed = len(failed_dialogues(store))
    dialogues = store.value("SELECT count(*) FROM dialogue") - failed
    rows = store.all(
        "SELECT dialogue, max(finished AND pass = ?) FROM reviewed "
        "JOIN dialogue ON number = dialogue WHERE error = '' GROUP BY dialogue",
        [reviewer],
    )
    finished = sum(done for _, done in rows)
    return {
        "dialogues": dialogues,
        "failed": failed,
        "finished": finished,
        "begun": len(rows) - finished,
        "never": dialogues - len(rows),
    }


def failed_dialogues(store: Store) -> list[int]:
    """The numbers of the dialogues on which the pipeline failed."""
    rows = store.all("SELECT number FROM dialogue WHERE error != '' ORDER BY number")
    return [number for (number,) in rows]


def remove_leftovers(store: Store) -> None:
    """Remove the originals that a release has left which was killed.

    store (Store): The state; no release of it is running.
    """
    for left in store.folder.glob(f"{_PREFIX}*"):
        shutil.rmtree(left)


@contextmanager
def _private_folder(store: Store) -> Iterator[Path]:
    """A folder in the state folder, which is always removed, also what a killed run left."""
    remove_leftovers(store)
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=store.folder))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def write_source(store: Store, reviewer: str, folder: Path) -> Path:
    """Write the corrected corpus: one file, or a folder with one for each of the input's."""
    names = files_of(store)
    several = len(names) > 1
    root = folder / "corrected" if several else folder
    for name in names:
        path = root / (jsonl_name(name, names) if several else "corrected.jsonl")
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path, mode=PRIVATE) as stream:
            write_corrected(store, reviewer, stream, name)
    return root if several else root / "corrected.jsonl"


def _roster(store: Store) -> Roster:
    rows = store.all("SELECT id, roster FROM dialogue WHERE error = ''")
    return Roster([], {row["id"]: names for row in rows if (names := json.loads(row["roster"]))})
