"""What the config of a saved pipeline says of a component that may ask a language model."""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from spacy.util import load_config

from ..errors import InputError

# A block of a config, with the registered functions that may make something of it. What others
# make, nobody can tell.
Block = tuple[str, Collection[str]]

# spaCy does not load the component of a saved pipeline that has one of these names, and finds one
# with a separator elsewhere: it could not forget the endpoint that the config names.
_TAKEN_NAMES = frozenset({"", "vocab", "tokenizer", "meta.json", "config.cfg"})
_SEPARATORS = frozenset("/\\.")


def saved_block(path: Path, blocks: Iterable[Block]) -> Mapping[str, Any] | None:
    """A block of the config beside a component's place in a saved pipeline.

    path (Path): The component's place in the pipeline's folder.
    blocks (Iterable[tuple[str, Collection[str]]]): The way to the block.
    RETURNS (Mapping[str, Any] | None): What it says, nothing where it is missing; None if nobody
        can tell.
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
    """Refuse the name of a component that a saved pipeline could not load.

    name (str): The name.
    RAISES (InputError): If it could not forget the endpoint that the saved config names.
    """
    if name in _TAKEN_NAMES or _SEPARATORS & set(name):
        raise InputError(
            f"The component's name cannot be {name!r}: a saved pipeline could not be loaded "
            "safely. Use letters, digits and underscores."
        )
