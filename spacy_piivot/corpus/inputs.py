"""Finds the input files of a command: one file, or the files of a folder."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from ..errors import InputError
from .format import Format
from .known_formats import SUFFIXES, format_of

# Folders in which engines keep notes on the parts that they write beside them.
_NOTES_OF_ENGINES = frozenset({"_delta_log", "_spark_metadata", "_temporary"})


@dataclass(frozen=True, slots=True)
class InputFile:
    """One file to read.

    path (Path): Where it is.
    name (PurePosixPath): Its name relative to the input folder; for a single file its own name.
    number (int): Its position among the input's files, from 1.
    taken (frozenset[PurePosixPath]): The names of files of the input which a copy of this one in
        another format could have, but must not.
    """

    path: Path
    name: PurePosixPath
    number: int = 1
    taken: frozenset[PurePosixPath] = field(default=frozenset(), repr=False, compare=False)

    @property
    def format(self) -> Format:
        """How it is read and written."""
        format = format_of(self.path)
        assert format is not None
        return format

    @property
    def default_id(self) -> str:
        """The dialogue's id if the file itself gives none."""
        return self.name.with_suffix("").as_posix()

    @property
    def written_name(self) -> PurePosixPath:
        """The name of its de-identified copy: "a.txt" for "a.pdf", unless another file has it."""
        written = self.format.written
        if written == self.format.suffix:
            return self.name
        name, number = self.name.with_suffix(written), 1
        own = self.format.suffix
        others = {self.name.with_suffix(one) for one in (own, own.upper(), own.title())}
        if self.taken & (others - {self.name}):
            name = self.name.with_name(self.name.name + written)
        while name in self.taken:
            ending = written if number == 1 else f".{number}{written}"
            name, number = self.name.with_name(self.name.name + ending), number + 1
        return name


@dataclass(frozen=True, slots=True)
class Inputs:
    """The input of a command.

    root (Path): The file or folder that was given.
    files (Sequence[InputFile]): The files to read, sorted by name.
    skipped (Sequence[str]): The names of a folder's files of an unknown kind.
    exclude (Sequence[str]): The patterns of the names that were left out.
    """

    root: Path
    files: Sequence[InputFile]
    skipped: Sequence[str] = ()
    exclude: Sequence[str] = ()

    @property
    def is_folder(self) -> bool:
        return self.root.is_dir()

    def places(self) -> dict[Path, str]:
        """Descriptions of the files, by their paths, for messages that must not name them."""
        if not self.is_folder:
            return {file.path: "the input" for file in self.files}
        in_order = sorted(self.files, key=lambda file: file.name.as_posix())
        return {file.path: f"file {n} by name" for n, file in enumerate(in_order, 1)}


def find_inputs(path: Path, exclude: Sequence[str] = ()) -> Inputs:
    """Find the files to read.

    path (Path): A file, or a folder, which is searched with its subfolders; hidden files and
        folders are ignored, and what engines write beside parts: files like "_SUCCESS", without a
        suffix, and folders like "_delta_log". A folder's `.json` files that are not lists have
        settings, not essays: they count as of an unknown kind.
    exclude (Sequence[str]): Patterns of names to leave out, such as "*.pdf" or "notes/*".
    RETURNS (Inputs): The files to read.
    RAISES (InputError): If there are none.
    """
    known = ", ".join(SUFFIXES)
    if path.is_file():
        if format_of(path) is None:
            raise InputError(f"{path}: unknown kind of file. Use one of: {known}.")
        return Inputs(path, [InputFile(path, PurePosixPath(path.name))])
    if not path.is_dir():
        raise InputError(f"{path}: no such file or folder.")
    names: list[PurePosixPath] = []
    skipped: list[str] = []
    for folder, folders, found in os.walk(path):
        folders[:] = [
            name for name in folders if not (name.startswith(".") or name in _NOTES_OF_ENGINES)
        ]
        for name in found:
            relative = PurePosixPath(Path(folder, name).relative_to(path).as_posix())
            is_note = name.startswith("_") and "." not in name
            if name.startswith(".") or is_note or _is_excluded(relative, exclude):
                continue
            if _is_known(Path(folder, name)):
                names.append(relative)
            else:
                skipped.append(str(relative))
    if not names:
        raise InputError(f"{path}: the folder contains no file of a known kind ({known}).")
    names.sort(key=PurePosixPath.as_posix)
    alike: dict[PurePosixPath, set[PurePosixPath]] = {}
    for one in names:
        alike.setdefault(_start(one), set()).add(one)
    taken = {start: frozenset(own) for start, own in alike.items()}
    files = [
        InputFile(path / one, one, number, taken[_start(one)])
        for number, one in enumerate(names, 1)
    ]
    return Inputs(path, files, sorted(skipped), exclude)


def _start(name: PurePosixPath) -> PurePosixPath:
    """What a name has in common with those of all its copies in other formats."""
    return name.with_name(name.name.partition(".")[0])


def _is_excluded(name: PurePosixPath, exclude: Sequence[str]) -> bool:
    return any(fnmatchcase(str(name), one) or fnmatchcase(name.name, one) for one in exclude)


def _is_known(path: Path) -> bool:
    format = format_of(path)
    return format is not None and format.is_format_of(path)


def check_apart(inputs: Inputs, *outputs: Path | None) -> None:
    """Refuse outputs that would overwrite the input or be read as input later.

    inputs (Inputs): The input.
    outputs (Path | None): The files or folders that will be written.
    RAISES (InputError): If an output is the input, or is inside the input folder.
    """
    root = inputs.root.resolve()
    for output in outputs:
        if output is not None and output.resolve().is_relative_to(root):
            raise InputError(f"{output}: the output must not be the input or inside it.")
