"""Reads from a saved pipeline's config the block of a component that may query a language model."""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from spacy.util import load_config

from ..errors import InputError

# A block of a config, with the registered functions whose use of it is known.
Block = tuple[str, Collection[str]]

# spaCy does not load a saved component with one of these names, and looks elsewhere for one whose
# name contains a separator: it could not forget the endpoint that the config names.
_TAKEN_NAMES = frozenset({"", "vocab", "tokenizer", "meta.json", "config.cfg"})
_SEPARATORS = frozenset("/\\.")


def saved_block(path: Path, blocks: Iterable[Block]) -> Mapping[str, Any] | None:
    """Read a component's block of the config of a saved pipeline.

    path (Path): The component's path in the pipeline's folder.
    blocks (Iterable[tuple[str, Collection[str]]]): The nested blocks that lead to it.
    RETURNS (Mapping[str, Any] | None): Its contents, empty if it is missing; None if they cannot be
        determined.
    """
    file = path.parent / "config.cfg"
    if not file.is_file():
        return None
    section = load_config(file, interpolate=True).get("components", {}).get(path.name)
    if not isinstance(section, Mapping):
        return None
    for name, functions in blocks:
        section = section.get(name, {})
        if not isinstance(section, Mapping):
            return None
        made_by = {key: value for key, value in section.items() if key.startswith("@")}
        if made_by and (set(made_by) != {"@misc"} or made_by["@misc"] not in functions):
            return None
    return section


def check_name(name: str) -> None:
    """Refuse a component name that could not be loaded safely from a saved pipeline.

    name (str): The name.
    RAISES (InputError): If it could not forget the endpoint that the saved config names.
    """
    if name in _TAKEN_NAMES or _SEPARATORS & set(name):
        raise InputError(
            f"The component's name cannot be {name!r}: a saved pipeline could not be loaded "
            "safely. Use letters, digits and underscores."
        )
