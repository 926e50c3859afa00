"""A package with the shipped pipeline that notes, in a file, each process that loads it."""

from pathlib import Path

NAME = "noted_pipeline"
_CODE = """
import os
import spacy_piivot

def load(**options):
    with open({notes!r}, "a") as stream:
        stream.write(f"{{os.getpid()}}\\n")
    return spacy_piivot.load()
"""


def write_counted_model(folder: Path) -> Path:
    """Write the package.

    folder (Path): Where modules are looked for.
    RETURNS (Path): The file with a line for each load: the number of the process.
    """
    notes = folder / "loads.txt"
    (folder / NAME).mkdir(parents=True)
    (folder / NAME / "__init__.py").write_text(_CODE.format(notes=str(notes)))
    about = folder / f"{NAME}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1.0\n")
    notes.touch()
    return notes


def loads(notes: Path) -> list[int]:
    """The processes that loaded it, once for each load."""
    return [int(line) for line in notes.read_text().split()]
