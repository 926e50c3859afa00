"""A pipeline's folder that is written whole, in place of an older one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from spacy_piivot.corpus import replacing_folder
from spacy_piivot.errors import InputError

FILES = ("config.cfg", "meta.json")


@contextmanager
def replacing_pipeline(out: Path, source: Path) -> Iterator[Path]:
    """Fill a folder beside its place, and move it there when it is complete.

    out (Path): Where the pipeline goes; an older pipeline there is replaced.
    source (Path): What it is made from.
    YIELDS (Path): The folder to fill. If the block raises, `out` is as before.
    RAISES (InputError): If `out` is the source, or holds something else than a pipeline.
    """
    if out.exists() and source.exists() and out.resolve() == source.resolve():
        raise InputError(f"{out} is the pipeline that is read: give another --out.")
    if out.exists() and not out.is_dir():
        raise InputError(f"{out} is no folder: give another --out.")
    if out.is_dir() and any(out.iterdir()) and not all((out / file).is_file() for file in FILES):
        raise InputError(f"{out} holds something else than a pipeline: give another --out.")
    out.parent.mkdir(parents=True, exist_ok=True)
    with replacing_folder(out, older=True) as part:
        yield part
