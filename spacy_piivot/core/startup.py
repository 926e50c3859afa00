"""Loads pipelines without importing Presidio before it is needed.

For each new pipeline, spaCy imports all packages that offer components, and Presidio's analyzer
offers one. It takes as long to import as spaCy itself, and is not needed before the first e-mail
address.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import entry_points
from threading import RLock
from types import ModuleType
from typing import Any

PACKAGE = "presidio_analyzer"
GROUP = "spacy_factories"
# Held while stand-ins are in place: an import of Presidio would get them.
_lock = RLock()


@contextmanager
def without_presidio() -> Iterator[None]:
    """Let spaCy look up its components without importing Presidio.

    spaCy reads an entry point from a module that is already imported, so empty stand-ins take
    the place of Presidio's modules meanwhile. The next pipeline has Presidio's component as usual.
    """
    with _lock:
        stand_ins: dict[str, ModuleType] = {}
        if PACKAGE not in sys.modules:
            for point in entry_points(group=GROUP):
                if point.module.partition(".")[0] == PACKAGE:
                    stand_in = stand_ins.setdefault(point.module, ModuleType(point.module))
                    setattr(stand_in, point.attr, None)
        sys.modules.update(stand_ins)
        try:
            yield
        finally:
            for name, stand_in in stand_ins.items():
                if sys.modules.get(name) is stand_in:
                    del sys.modules[name]


def presidio_module(name: str) -> Any:
    """Import a module of Presidio's analyzer, once no thread is loading a pipeline without it.

    name (str): Its name in the package, such as "predefined_recognizers".
    RETURNS (ModuleType): The module.
    """
    with _lock:
        return import_module(f"{PACKAGE}.{name}")
