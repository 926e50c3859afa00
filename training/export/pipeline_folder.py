"""Writes a pipeline's folder completely or not at all, replacing an older one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from spacy_piivot.corpus import replacing_folder
from spacy_piivot.errors import InputError

FILES = ("config.cfg", "meta.json")


@contextmanager
def replacing_pipeline(out: Path, source: Path) -> Iterator[Path]:
    """Fill a temporary folder, and move it to its place when it is complete.

    out (Path): The pipeline's folder; an older pipeline there is replaced.
    source (Path): The folder that it is made from.
    YIELDS (Path): The folder to fill. If the block raises, `out` does not change.
    RAISES (InputError): If `out` is the source, or contains something other than a pipeline.
    """
    if out.exists() and source.exists() and out.resolve() == source.resolve():
        raise InputError(f"{out} is the input pipeline: give another --out.")
    if out.exists() and not out.is_dir():
        raise InputError(f"{out} is not a folder: give another --out.")
    if out.is_dir() and any(out.iterdir()) and not all((out / file).is_file() for file in FILES):
        raise InputError(f"{out} contains something other than a pipeline: give another --out.")
    out.parent.mkdir(parents=True, exist_ok=True)
    with replacing_folder(out, older=True) as part:
        yield part
