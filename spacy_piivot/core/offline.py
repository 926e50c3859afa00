"""Nothing leaves the machine: what onnxruntime would send of itself is switched off before it runs.

From 1.29 on onnxruntime reports to its maker unless it is told not to: it looks a host up, and
keeps a device id and a database of events in the user's cache folder. It decides while it is
imported, for as long as the process lives, so `spacy_piivot` calls this before all else.
"""

import os
import sys
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

VARIABLE = "ORT_DISABLE_TELEMETRY"
# What onnxruntime takes for a yes, in any case; anything else leaves its reports on.
_YES = frozenset({"1", "true", "yes", "on"})
# What a process was started with, where the system tells.
_STARTED_WITH = Path("/proc/self/environ")
_seen = False


class TelemetryWarning(RuntimeWarning):
    """onnxruntime was imported before anybody could switch its reports off."""


def switch_off_telemetry() -> None:
    """Have onnxruntime report nothing, whatever the environment says.

    Processes that this one starts inherit it. Warns if onnxruntime was imported before us, unless
    the process was started with the variable: set later, it may have come too late, and what
    onnxruntime has begun cannot be stopped.
    """
    global _seen
    is_first, _seen = not _seen, True
    is_off = _is_yes(os.environ.get(VARIABLE, ""))
    if not is_off:
        os.environ[VARIABLE] = "1"
    if "onnxruntime" not in sys.modules or (is_off and not is_first):
        return
    if not (is_off and _was_off_at_the_start()):
        warnings.warn(
            "onnxruntime was imported before spacy_piivot, with its telemetry on or switched off "
            "nobody knows when: this process may report its version, hardware and use to its "
            f"maker. No text is in that. Import spacy_piivot first, or set {VARIABLE}=1 in the "
            "environment that the process is started with.",
            TelemetryWarning,
            stacklevel=3,
        )


def _is_yes(value: str) -> bool:
    return value.strip().casefold() in _YES


def _was_off_at_the_start() -> bool:
    """Whether the process was started with the variable; False where the system doesn't tell."""
    try:
        started_with = _STARTED_WITH.read_bytes()
    except OSError:
        return False
    values = (entry.partition(b"=") for entry in started_with.split(b"\0"))
    return any(
        name == VARIABLE.encode() and _is_yes(value.decode("utf8", "replace"))
        for name, _, value in values
    )


def import_onnxruntime(module: str = "onnxruntime") -> Any:
    """Import onnxruntime with its telemetry off. Nothing of ours imports it in another way.

    module (str): Its name, or that of a module in it.
    RETURNS (ModuleType): The module.
    """
    switch_off_telemetry()
    # On Windows the variable has no effect: there the system collects events, until this.
    import_module("onnxruntime").disable_telemetry_events()
    return import_module(module)
