"""The tamper-evident log: each entry holds the hash of the one before it.

It contains numbers, labels and offsets, and no text, id, surrogate or key, so that it may be given
to somebody who must not see the corpus.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from spacy.language import Language

from ..runs.replacing import get_surrogator
from .model import LogEntry
from .store import Store

# The hash before the first entry.
NO_HASH = "0" * 64
_FIELDS = ("n", "time", "pass", "do", "what", "policy", "previous", "hash")


def now() -> str:
    """The time, UTC, ISO 8601, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def policy_of(nlp: Language) -> str:
    """The name of a pipeline's policy with a digest of all that it decides.

    nlp (Language): A pipeline with `hips_surrogator`.
    RETURNS (str): For example "auto sha256:1f0c…"; of a policy in a file only "file".
    """
    policies = get_surrogator(nlp).policies
    decided = {key: value for key, value in policies.to_dict().items() if key != "policy"}
    name = policies.policy
    shown = name if name.replace("_", "").isalnum() else "file"
    return f"{shown} sha256:{digest(decided)}"


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON of a value: sorted keys, no spaces, UTF-8."""
    content = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(content.encode()).hexdigest()


def append(
    store: Store,
    reviewer: str,
    do: str,
    what: Mapping[str, Any],
    policy: str,
    clock: Callable[[], str] = now,
) -> LogEntry:
    """Append an entry; call it in the transaction of what it tells.

    store (Store): The state.
    reviewer (str): The pass; "" for the machine.
    do (str): What was done.
    what (Mapping[str, Any]): Numbers, labels and offsets, as JSON values.
    policy (str): The policy and its digest.
    clock (Callable[[], str]): The time.
    RETURNS (LogEntry): The entry.
    """
    with store.transaction():
        last = store.one("SELECT n, entry FROM log ORDER BY n DESC LIMIT 1")
        n, previous = (last["n"], json.loads(last["entry"])["hash"]) if last else (0, NO_HASH)
        entry = LogEntry(n + 1, clock(), reviewer, do, dict(what), policy, previous, "")
        entry = replace(entry, hash=_hash(as_object(entry)))
        store.write("INSERT INTO log VALUES (?, ?)", [entry.n, _line(entry)])
        return entry


def as_object(entry: LogEntry) -> dict[str, Any]:
    """An entry as the JSON object that is exported."""
    return {
        "n": entry.n,
        "time": entry.time,
        "pass": entry.reviewer,
        "do": entry.do,
        "what": dict(entry.what),
        "policy": entry.policy,
        "previous": entry.previous,
        "hash": entry.hash,
    }


def from_object(value: Mapping[str, Any]) -> LogEntry:
    """An entry from its JSON object.

    value (Mapping[str, Any]): One line of an exported log.
    RETURNS (LogEntry): The entry.
    RAISES (ValueError): If it has other fields.
    """
    if set(value) != set(_FIELDS):
        raise ValueError(f"an entry of the log has the fields {', '.join(_FIELDS)}")
    fields = {("reviewer" if name == "pass" else name): value[name] for name in _FIELDS}
    return LogEntry(**fields)


def entries(store: Store) -> Iterator[LogEntry]:
    """The entries of a state's log, in order."""
    for row in store.pages("log", "n, entry", ["n"]):
        yield from_object(json.loads(row["entry"]))


def export(store: Store) -> Iterator[str]:
    """The log as JSON lines, each with its line feed."""
    for row in store.pages("log", "n, entry", ["n"]):
        yield row["entry"] + "\n"


def check(log: Iterable[LogEntry]) -> int | None:
    """Find the first entry that was changed, or that does not follow the one before it.

    log (Iterable[LogEntry]): The entries from the first on. That entries are missing at the end
        can only be seen by somebody who has noted the last hash.
    RETURNS (int | None): Its position, from 1; None if all are in order.
    """
    previous = NO_HASH
    for position, entry in enumerate(log, 1):
        told = {key: value for key, value in as_object(entry).items() if key != "hash"}
        if entry.n != position or entry.previous != previous or entry.hash != digest(told):
            return position
        previous = entry.hash
    return None


def last_hash(store: Store) -> str:
    """The hash of the last entry, which stands for the whole log; 64 zeros for an empty one."""
    entry = store.value("SELECT entry FROM log ORDER BY n DESC LIMIT 1")
    return NO_HASH if entry is None else json.loads(entry)["hash"]


def _hash(told: Mapping[str, Any]) -> str:
    return digest({key: value for key, value in told.items() if key != "hash"})


def _line(entry: LogEntry) -> str:
    return json.dumps(as_object(entry), ensure_ascii=False, separators=(",", ":"))
