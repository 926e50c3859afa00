"""From files of dialogues to files that can be shared."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from spacy.language import Language

from ..corpus import SUFFIXES, Inputs, Journal, check_apart, check_replaceable
from ..errors import InputError
from .fingerprint import run_fingerprint
from .named_ids import NamedIds
from .names import IdMode, ReleaseNames
from .process import Done, Failed
from .reading import Reading, Summary
from .release_files import ReleaseFiles, publish_edits, quarantine_path
from .replacing import get_surrogator, replace_pii

JOURNAL = ".journal.jsonl"


def deidentify(
    source: Path,
    output: Path | BinaryIO,
    nlp: Language,
    *,
    reading: Reading | None = None,
    spans_from_input: bool = False,
    ids: IdMode = "keep",
    resume: bool = False,
    private_edits: Path | None = None,
) -> Summary:
    """De-identify a file, or a folder of files, in the format it has.

    Nothing appears before all dialogues are done. Until then a journal beside the output
    holds the released dialogues, and an interrupted run can be resumed from it.

    source (Path): A `.jsonl`, `.csv` or `.txt` file, or a folder of them.
    output (Union[Path, BinaryIO]): The file or folder to write, or a stream for one file.
        What failed is listed in `{output}.quarantine.jsonl`, without its text.
    nlp (Language): A pipeline with `hips_surrogator`, which has the key.
    reading (Optional[Reading]): How the input is read.
    spans_from_input (bool): Whether to take the `spans` of the input's messages (gold, or
        corrected by a person) and detect nothing.
    ids (str): What becomes of the dialogues' ids and the names of a folder's files: "keep",
        "number" (in input order, the files of a folder in a keyed order) or "hmac".
        Surrogates depend on the original id in any case.
    resume (bool): Whether to go on with an interrupted run; it needs the key of that run.
    private_edits (Optional[Path]): Where to write what was replaced where, without the
        originals. The file is private: it tells surrogates from what was really said.
    RETURNS (Summary): How many dialogues are in the output, and how many failed.
    RAISES (InputError): If the input or the arguments cannot be used. (WorkerDied): If a
        worker process was killed. After either nothing is published.
    """
    reading = reading or Reading()
    inputs = reading.open(source)
    check_outputs(inputs, output, private_edits, resume=resume)
    surrogator = get_surrogator(nlp)
    if resume and not surrogator.key_is_given:
        raise InputError(
            "--resume needs the key of the interrupted run: give --key-file or set "
            "SPACY_PIIVOT_KEY."
        )
    options = {
        "columns": asdict(reading.columns),
        "roster": reading.roster.contents if reading.roster else None,
        "allow": sorted(surrogator.allow),
        "spans_from_input": spans_from_input,
        "ids": ids,
        "private_edits": private_edits is not None,
    }
    fingerprint = run_fingerprint(nlp, inputs, options, surrogator.key)
    with ExitStack() as stack:

        def journal_of(path: Path) -> Journal:
            path.parent.mkdir(parents=True, exist_ok=True)
            journal = Journal(_journal_path(path), fingerprint, resume=resume)
            stack.callback(journal.close)
            return journal

        if isinstance(output, Path):
            journal = journal_of(output)
        else:
            journal = journal_of(Path(stack.enter_context(tempfile.TemporaryDirectory()), "run"))
        private = None if private_edits is None else journal_of(private_edits)
        if private is not None:
            private.cut(journal.finished)
        if resume and not journal.finished:
            reading.report("nothing to resume: starting from the beginning")
        names = ReleaseNames(ids, surrogator.key)
        files = ReleaseFiles(names.in_order(inputs), reading.columns, names)
        named = NamedIds(inputs.is_folder)
        if ids == "keep":
            stack.callback(lambda: named.tell(reading.report))
        results = _results_after(journal.finished, files.inputs, nlp, reading, spans_from_input)
        for result in results:
            number = journal.finished + 1
            # The private record goes first: on resuming, what it has more is cut off.
            if private is not None:
                private.append(files.edits(result, number))
            journal.append(files.record(result, number))
            if isinstance(result, Done):
                named.see(result)
            else:
                reading.report(f"{result.file.name}: {result.error}")
        reading.finish()
        if private is not None and private_edits is not None:
            publish_edits(private, private_edits)
        summary = files.publish(journal, output)
        journal.remove()
        if private is not None:
            private.remove()
        return summary


def check_outputs(
    inputs: Inputs, output: Path | BinaryIO, private_edits: Path | None, *, resume: bool
) -> None:
    """Refuse outputs that would overwrite or mix up files.

    inputs (Inputs): What is read.
    output (Union[Path, BinaryIO]): Where the result goes.
    private_edits (Optional[Path]): Where the private edits go.
    resume (bool): Whether a run is resumed.
    RAISES (InputError): If one is unfit.
    """
    check_replaceable(private_edits, *map(_journal_path, filter(None, [private_edits])))
    if not isinstance(output, Path):
        if inputs.is_folder:
            raise InputError("A folder of files needs a folder to write to: give -o.")
        if resume:
            raise InputError("--resume needs the file that the interrupted run wrote: give -o.")
        check_apart(inputs, private_edits)
        return
    beside = (quarantine_path(output), _journal_path(output))
    check_apart(inputs, output, *beside, private_edits)
    check_replaceable(*beside)
    if private_edits is not None:
        if private_edits.resolve().is_relative_to(output.resolve()):
            raise InputError("The private edits must not be in the output: that is what is shared.")
        if private_edits.resolve() in [path.resolve() for path in beside]:
            raise InputError(f"{private_edits}: the run itself writes a file there.")
    if inputs.is_folder:
        if output.exists() and not (output.is_dir() and not any(output.iterdir())):
            raise InputError(
                f"{output}: must be a new or an empty folder, so that nothing of an earlier run "
                "is shared with this one."
            )
        return
    if output.is_dir():
        raise InputError(f"{output}: is a folder, but the input is one file.")
    check_replaceable(output)
    format = inputs.files[0].format
    if output.suffix.lower() in SUFFIXES and output.suffix.lower() != format:
        raise InputError(f"{output}: the output has the format of the input: end it in {format}.")


def _journal_path(output: Path) -> Path:
    return output.with_name(output.name + JOURNAL)


def _results_after(
    finished: int, inputs: Inputs, nlp: Language, reading: Reading, spans_from_input: bool
) -> Iterator[Done | Failed]:
    """What becomes of the dialogues that are not finished yet."""
    if finished:
        reading.report(f"resuming after {finished} dialogues")
    entries = reading.entries(inputs)
    for _ in islice(entries, finished):
        pass
    results = replace_pii(
        nlp,
        entries,
        n_process=reading.n_process,
        spans_from_input=spans_from_input,
        report=reading.report,
    )
    return reading.track(results, inputs, finished)
