"""How the commands read their input and report on a run."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeVar

from tqdm import tqdm

from ..corpus import (
    SUFFIXES,
    Columns,
    Entry,
    InputFile,
    Inputs,
    InputWatch,
    Roster,
    find_inputs,
    layout_notes,
    nothing_to_keep,
    read_inputs,
)
from ..errors import InputError

Report = Callable[[str], None]
Processes = int | Literal["auto"]
T = TypeVar("T")

_NAMED_AT_MOST = 20


@dataclass(frozen=True, slots=True)
class InputReading:
    """How the input is read.

    columns (Columns): Which columns of CSV files contain what.
    roster (Roster | None): The names of known participants.
    n_process (int | str): How many processes to use, or "auto" (`processes_for`).
    report (Callable[[str], None]): Called with lines about the run: file names, ids, line
        numbers and error classes, never text.
    progress (bool): Whether to show a progress bar on stderr.
    max_seconds (float | None): How long a dialogue may take before it is held back as
        "TooSlow"; None for no limit.
    interrupted (Callable[[], bool]): Called after every dialogue; true to stop, since Python
        drops a KeyboardInterrupt that is raised in a destructor.
    hide_names (bool): Whether to omit file names and ids because the release has others.
    exclude (Sequence[str]): Patterns of the names of a folder's files to leave out.
    skipped (list[str]): The files of a folder that `open` could not read. They make the exit status
        of a command 1.
    """

    columns: Columns = field(default_factory=Columns)
    roster: Roster | None = None
    n_process: Processes = 1
    report: Report = lambda line: None
    progress: bool = False
    max_seconds: float | None = None
    interrupted: Callable[[], bool] = lambda: False
    hide_names: bool = False
    exclude: Sequence[str] = ()
    skipped: list[str] = field(default_factory=list, compare=False)

    def open(self, path: Path) -> Inputs:
        """Find the files to read, and report the files and columns that are left out.

        path (Path): A file or a folder.
        RETURNS (Inputs): The files.
        RAISES (InputError): If there are none, one lacks a required column, or all lack one that is
            to be kept.
        """
        inputs = self.find(path)
        missing = set(self.columns.keep)
        if self.hide_names:
            self._open_unnamed(inputs, missing)
        else:
            for file in inputs.files:
                self._report_notes(file, str(file.name), missing)
        if missing:
            names = ", ".join(map(repr, sorted(missing)))
            raise InputError(
                f"--keep-column: the input has no column or field {names}. Check how it is written "
                "(stderr lists dropped columns), or leave it out."
            )
        return inputs

    def find(self, path: Path) -> Inputs:
        """Find the files to read, and report the files that are left out.

        path (Path): A file or a folder.
        RETURNS (Inputs): The files.
        RAISES (InputError): If there are none.
        """
        inputs = find_inputs(path, self.exclude)
        self.skipped.extend(inputs.skipped)
        if inputs.skipped and self.hide_names:
            self.report(f"skipped: {len(inputs.skipped)} files of an unknown kind")
        elif inputs.skipped:
            names = ", ".join(inputs.skipped[:_NAMED_AT_MOST])
            more = len(inputs.skipped) - _NAMED_AT_MOST
            self.report(f"skipped: {names}" + (f" and {more} more" if more > 0 else ""))
        if inputs.skipped:
            self.report(
                f"only {', '.join(SUFFIXES)} can be read: take other files out of the folder, or "
                "leave them out with --exclude"
            )
        return inputs

    def _report_notes(self, file: InputFile, called: str, missing: set[str]) -> None:
        """Report how a file is read, and strike out the columns to keep that it has."""
        notes = layout_notes(file, self.columns)
        for note in notes:
            self.report(f"{called}: {note}")
        if file.format.has_columns:
            missing -= {name for name in self.columns.keep if nothing_to_keep(name) not in notes}

    def _open_unnamed(self, inputs: Inputs, missing: set[str]) -> None:
        """Report the same as `open`, with the files' positions in the order of their names."""
        places = inputs.places()
        for file in inputs.files:
            which = places[file.path]
            problem = "" if os.access(file.path, os.R_OK) else "cannot be read."
            try:
                if not problem:
                    self._report_notes(file, which, missing)
            except InputError as error:
                problem = str(error).removeprefix(f"{file.path.name}: ")
            # Raised outside the handler, whose exception names the file.
            if problem:
                raise InputError(f"{which}: {problem}")

    def entries(self, inputs: Inputs) -> Iterator[Entry]:
        """Read the dialogues, one at a time."""
        return read_inputs(inputs, self.columns, self.roster)

    def track(self, results: Iterable[T], inputs: Inputs, done: int = 0) -> Iterator[T]:
        """Show a run's progress; the input is read once more to count its dialogues.

        results (Iterable[T]): The results of the dialogues.
        inputs (Inputs): The input.
        done (int): How many dialogues were done by an earlier run.
        YIELDS (T): The results.
        RAISES (KeyboardInterrupt): If the run was interrupted. (InputChanged): If a file was
            changed while it was read.
        """
        watch = InputWatch(inputs, hide_names=self.hide_names)
        if self.progress:
            total = sum(1 for _ in read_inputs(inputs, self.columns))
            results = tqdm(results, total=total, initial=done, unit="dialogue")
        for result in results:
            if self.interrupted():
                raise KeyboardInterrupt
            yield result
        watch.check_all()

    def finish(self) -> None:
        """Report the roster's dialogue ids that were not in the input."""
        if self.roster is None or not self.roster.unused:
            return
        if self.hide_names:
            count = len(self.roster.unused)
            self.report(f"ids of the roster that no dialogue in the input has: {count}")
        else:
            self.report(
                "no dialogue in the input has these ids of the roster: "
                + ", ".join(sorted(self.roster.unused)[:_NAMED_AT_MOST])
            )


@dataclass(slots=True)
class Summary:
    """The outcome of a run.

    done (int): How many dialogues are in the result.
    quarantined (int): How many are not, and were reported.
    """

    done: int = 0
    quarantined: int = 0
