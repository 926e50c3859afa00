"""Switches off onnxruntime's telemetry before onnxruntime is imported.

From version 1.29 on, onnxruntime reports to its maker unless this is switched off: it looks up a
host, and stores a device id and a database of events in the user's cache folder. It decides this
at import, once per process, so `spacy_piivot` calls this module first.
"""

import os
import sys
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

VARIABLE = "ORT_DISABLE_TELEMETRY"
# Values that onnxruntime takes for yes, in any case; others leave its reports on.
_YES = frozenset({"1", "true", "yes", "on"})
# The environment that a process was started with, on systems that provide it.
_STARTED_WITH = Path("/proc/self/environ")
_seen = False


class TelemetryWarning(RuntimeWarning):
    """onnxruntime was imported before its reports could be switched off."""


def switch_off_telemetry() -> None:
    """Switch off the reports of onnxruntime, whatever the environment says.

    Processes that this one starts inherit the setting. Warns if onnxruntime was imported before
    this package, unless the process was started with the variable: set later, it may have come
    too late, and reports that onnxruntime has begun cannot be stopped.
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
            "too late: it may report its version, your hardware and its use to its maker. The "
            f"reports contain no text. Import spacy_piivot first, or set {VARIABLE}=1 in the "
            "environment that the process is started with.",
            TelemetryWarning,
            stacklevel=3,
        )


def _is_yes(value: str) -> bool:
    return value.strip().casefold() in _YES


def _was_off_at_the_start() -> bool:
    """Whether the process was started with the variable; False if the system doesn't tell."""
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
    """Import onnxruntime with its telemetry off. The package imports it only here.

    module (str): Its name, or that of a module in it.
    RETURNS (ModuleType): The module.
    """
    switch_off_telemetry()
    # On Windows the variable has no effect: there, events are collected until this call.
    import_module("onnxruntime").disable_telemetry_events()
    return import_module(module)
