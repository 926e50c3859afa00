"""Reads the public files that the project trains on, as they are downloaded."""

from collections.abc import Container, Iterator
from pathlib import Path

from ...errors import InputError
from .amber import AMBER
from .bridge import BRIDGE
from .cima import CIMA
from .copies import COPIES
from .mathdial import MATHDIAL
from .ncte import NCTE
from .records import Dialogue, Source
from .training_ids import read_training_ids
from .word_problems import AQUA, GSM8K, SVAMP

SOURCES: dict[str, Source] = {
    "amber": AMBER,
    "aqua": AQUA,
    "bridge": BRIDGE,
    "cima": CIMA,
    "gsm8k": GSM8K,
    "mathdial": MATHDIAL,
    "ncte": NCTE,
    "svamp": SVAMP,
}

__all__ = ["COPIES", "SOURCES", "Dialogue", "Source", "convert", "read_training_ids"]


def convert(source: Source, raw: Path, training_ids: Container[str]) -> Iterator[Dialogue]:
    """Make a source's dialogues that may be used for training.

    source (Source): A value of `SOURCES`.
    raw (Path): The raw folder: `<owner>/<repository>/<path>`.
    training_ids (Container[str]): The ids of listed sources that may be used for training.
    YIELDS (Dialogue): `id`, `corpus`, `messages` with `speaker` and `text`.
    RAISES (InputError): If a raw file does not have the expected format.
    """
    try:
        for dialogue in source.read(raw):
            if not source.listed or dialogue["id"] in training_ids:
                yield dialogue
        return
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        problem = type(error).__name__
    # Not chained: a message may quote a text.
    raise InputError(
        f"{', '.join(source.files[:3])}{', …' if len(source.files) > 3 else ''}: cannot be read "
        f"({problem}). Compare with the list of assets and fetch again the files that differ."
    )
