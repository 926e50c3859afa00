"""Nothing leaves the machine: what onnxruntime would send of itself is switched off before it runs.

From 1.29 on onnxruntime reports to its maker unless it is told not to: it looks a host up, and
keeps a device id and a database of events in the user's cache folder. It decides while it is
imported, for as long as the process lives, so `spacy_piivot` calls this before all else.
"""

import os
import sys
import warnings
from importlib import import_module
from typing import Any

VARIABLE = "ORT_DISABLE_TELEMETRY"
# What onnxruntime takes for a yes, in any case; anything else leaves its reports on.
_YES = frozenset({"1", "true", "yes", "on"})


class TelemetryWarning(RuntimeWarning):
    """onnxruntime was imported before anybody could switch its reports off."""


def switch_off_telemetry() -> None:
    """Have onnxruntime report nothing, whatever the environment says.

    Processes that this one starts inherit it. Warns if onnxruntime was imported without it: what
    it has begun then cannot be stopped.
    """
    if os.environ.get(VARIABLE, "").strip().casefold() in _YES:
        return
    os.environ[VARIABLE] = "1"
    if "onnxruntime" in sys.modules:
        warnings.warn(
            "onnxruntime was imported before spacy_piivot, with its telemetry on: this process "
            "may report its version, hardware and use to its maker. No text is in that. Import "
            f"spacy_piivot first, or set {VARIABLE}=1 in the environment of the process.",
            TelemetryWarning,
            stacklevel=3,
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
