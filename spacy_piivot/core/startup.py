"""Loading a pipeline without what it does not need.

At every pipeline that is made, spaCy imports all packages that offer components, and Presidio's
analyzer offers one. It takes as long to import as spaCy itself, and we need it for the first e-mail
address at the earliest.
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
# Held while stand-ins are in place: who imports Presidio then would get them.
_lock = RLock()


@contextmanager
def without_presidio() -> Iterator[None]:
    """Let spaCy look at Presidio's component without importing Presidio.

    An entry point whose module is imported already is read from it: for the time being these are
    empty stand-ins. Presidio's component is there as ever with the next pipeline that spaCy makes.
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
    """Import a module of Presidio's analyzer, while no other thread loads a pipeline without it.

    name (str): Its name in the package, such as "predefined_recognizers".
    RETURNS (ModuleType): The module.
    """
    with _lock:
        return import_module(f"{PACKAGE}.{name}")
