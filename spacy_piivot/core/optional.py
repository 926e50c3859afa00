"""Imports optional packages when they are needed."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from ..errors import InputError


def require(module: str, extra: str) -> ModuleType:
    """Import a module of an optional package.

    module (str): The module's full name.
    extra (str): The extra of spacy-piivot that installs its package.
    RETURNS (ModuleType): The module.
    RAISES (InputError): If the package is not installed; the message names the extra.
    """
    package = module.partition(".")[0]
    if find_spec(package) is None:
        raise InputError(f'This needs {package}: pip install "spacy-piivot[{extra}]"')
    return import_module(module)
