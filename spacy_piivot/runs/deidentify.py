"""De-identifies files of dialogues, so that they can be shared."""

import hmac
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from spacy.language import Language

from ..corpus import (
    PRIVATE,
    Columns,
    Inputs,
    InputWatch,
    Journal,
    check_apart,
    check_replaceable,
    format_of,
    journals_beside,
    locked,
    remove_parts,
    replacing,
)
from ..errors import InputError
from ..release.vault import Seal, write_vault
from .automatic import processes_for
from .fingerprint import run_fingerprint
from .finished import Finished
from .llm_tally import LLMTally
from .named_ids import NamedIds
from .names import IdMode, ReleaseNames
from .reading import InputReading, Summary
from .release_files import ReleaseFiles, publish_edits, publish_reasons, quarantine_path
from .replacing import replace_and_finish
from .restore import vault_record
from .results import Failed, Kept
from .shuffling import prepare_shuffle
from .surrogator import get_surrogator

JOURNAL = ".journal.jsonl"


def deidentify(
    source: Path,
    output: Path | BinaryIO,
    nlp: Language,
    *,
    reading: InputReading | None = None,
    spans_from_input: bool = False,
    ids: IdMode = "keep",
    resume: bool = False,
    private_edits: Path | None = None,
    vault: Path | None = None,
    vault_key: bytes | None = None,
    private_reasons: Path | None = None,
) -> Summary:
    """De-identify a file, or a folder of files, and keep the format.

    The output appears only when all dialogues are done. Until then a journal next to it
    stores the released dialogues, and an interrupted run can be resumed from it.

    source (Path): A file of a known format, or a folder of them.
    output (Path | BinaryIO): The file or folder to write, or a stream for one file.
        Failed dialogues are listed in `{output}.quarantine.jsonl`, without their text.
    nlp (Language): A pipeline with `hips_surrogator`, which has the key.
    reading (InputReading | None): How the input is read.
    spans_from_input (bool): Whether to use the `spans` of the input's messages (gold, or
        corrected by a person) instead of detecting any.
    ids (str): What to do with dialogue ids and the names of a folder's files: "keep",
        "number" (in input order, the files of a folder in a keyed order) or "hmac".
        Surrogates always depend on the original id. Unless ids are kept, the run's messages
        contain no ids or file names.
    resume (bool): Whether to continue an interrupted run; it needs the key of that run.
    private_edits (Path | None): Where to write which places were replaced, without the
        originals. The file is private: it distinguishes surrogates from original words.
    vault (Path | None): Where to write the encrypted vault that can undo the release.
    vault_key (bytes | None): The vault's secret key; required with `vault`.
    private_reasons (Path | None): Where to write why dialogues were repaired or held back
        (`spacy_piivot.release.reasons`). The file is private: it contains originals.
    RETURNS (Summary): How many dialogues are in the output, and how many failed.
    RAISES (InputError): If the input or the arguments cannot be used, or another run writes
        the same output. (WorkerDied): If a worker process was killed. (InputChanged): If the
        input was changed while it was read. In all these cases nothing is published.
    """
    reading = replace(reading or InputReading(), hide_names=ids != "keep")
    inputs = reading.open(source)
    check_outputs(inputs, output, private_edits, vault, private_reasons, resume=resume)
    if (vault is None) != (vault_key is None):
        raise InputError("A vault needs its key, and its key a vault: give both, or neither.")
    if spans_from_input:
        check_spans_from_input(reading.columns)
    surrogator = get_surrogator(nlp)
    if resume and not surrogator.key_is_given:
        raise InputError(
            "--resume needs the key of the interrupted run: give --key-file or set "
            "SPACY_PIIVOT_KEY."
        )
    options = {
        "columns": reading.columns.to_dict(),
        "roster": reading.roster.contents if reading.roster else None,
        "allow": sorted(surrogator.allow),
        "scope": surrogator.scope,
        "policies": surrogator.policies.to_dict(),
        "markov_p": surrogator.markov_p,
        "spans_from_input": spans_from_input,
        "ids": ids,
        "private_edits": private_edits is not None,
        "private_reasons": private_reasons is not None,
        "vault": None if vault_key is None else _key_check(vault_key),
    }
    with ExitStack() as stack:
        released = output if isinstance(output, Path) else None
        stack.enter_context(locked(released, private_edits, vault, private_reasons))
        quarantined = released and quarantine_path(released)
        for written in (released, quarantined, private_edits, vault, private_reasons):
            if written is not None:
                remove_parts(written)
        watch = InputWatch(inputs, hide_names=reading.hide_names)
        fingerprint = run_fingerprint(nlp, inputs, options, surrogator.key, watch)

        def journal_of(path: Path, kind: str, beside: Sequence[Path] = ()) -> Journal:
            path.parent.mkdir(parents=True, exist_ok=True)
            journal = Journal(
                _journal_path(path),
                fingerprint,
                resume=resume,
                key=surrogator.key,
                kind=kind,
                beside=beside,
            )
            stack.callback(journal.close)
            return journal

        place = released or Path(stack.enter_context(tempfile.TemporaryDirectory()), "run")
        own = [_journal_path(path) for path in (private_edits, vault, private_reasons) if path]
        left = [] if resume else _leftover_journals(place, own, reading)
        journal = journal_of(place, "release", [*own, *left])
        private = None if private_edits is None else journal_of(private_edits, "edits")
        sealed = None if vault is None else journal_of(vault, "vault")
        explained = None if private_reasons is None else journal_of(private_reasons, "reasons")
        for other in filter(None, (private, sealed, explained)):
            other.cut(journal.finished)
        seal = None if vault_key is None else Seal(vault_key, bytes.fromhex(fingerprint))
        if resume and not journal.finished:
            reading.report("nothing to resume: starting from the beginning")
        names = ReleaseNames(ids, surrogator.key)
        files = ReleaseFiles(names.in_order(inputs), reading.columns, names)
        n_process = processes_for(reading, nlp, inputs)
        prepare_shuffle(
            nlp,
            reading.entries(inputs),
            n_process=n_process,
            spans_from_input=spans_from_input,
            max_seconds=reading.max_seconds,
        )
        named = NamedIds(inputs.is_folder)
        llm_tally = LLMTally()
        if ids == "keep":
            for record in journal.records():
                named.count(record)
            stack.callback(lambda: named.write(reading.report))
        results = _results_after(
            journal.finished, files.inputs, nlp, reading, spans_from_input, n_process
        )
        for result in results:
            watch.check(result.file)
            number = journal.finished + 1
            # Private records first: if they are ahead after an interruption, resuming cuts them.
            if private is not None:
                private.append(files.edits(result, number))
            if sealed is not None and seal is not None:
                released_id = names.dialogue(_id_of(result), number)
                sealed.append(seal.close(vault_record(result, released_id), number))
            if explained is not None:
                explained.append(files.reasons(result))
            record = files.record(result, number)
            if ids == "keep" and not isinstance(result, Failed):
                named.mark(record, result.value.named)
            journal.append(record)
            named.count(record)
            if isinstance(result, Failed):
                reading.report(files.failure(result, number))
            else:
                llm_tally.add(result.value.llm)
        reading.finish()
        llm_tally.write(reading.report)
        watch.check_all(contents=True)
        for written_by_us in filter(None, (journal, private, sealed, explained)):
            written_by_us.check()
        if private is not None and private_edits is not None:
            publish_edits(private, private_edits)
        if explained is not None and private_reasons is not None:
            publish_reasons(explained, private_reasons)
        if sealed is not None and seal is not None and vault is not None:
            with replacing(vault, mode=PRIVATE) as stream:
                write_vault(stream, seal, sealed.records())
        summary = files.publish(journal, output)
        journal.remove()
        for other in filter(None, (private, sealed, explained)):
            other.remove()
        return summary


def check_spans_from_input(columns: Columns) -> None:
    """Refuse kept columns in a run that detects nothing.

    columns (Columns): The columns of the run.
    RAISES (InputError): If further columns are kept.
    """
    if columns.keep:
        raise InputError(
            "--keep-column does not work with --spans-from-input: nobody has marked the spans in "
            "those columns. Omit one of them."
        )


def _key_check(vault_key: bytes) -> str:
    """A digest that distinguishes two keys and reveals neither."""
    return hmac.new(vault_key, b"spacy-piivot vault check", "sha256").hexdigest()


def _id_of(result: Kept[Finished] | Failed) -> str | None:
    return result.error.id if isinstance(result, Failed) else result.record.dialogue.id


def check_outputs(
    inputs: Inputs,
    output: Path | BinaryIO,
    private_edits: Path | None,
    vault: Path | None,
    private_reasons: Path | None = None,
    *,
    resume: bool,
) -> None:
    """Refuse outputs that would overwrite or mix up files.

    inputs (Inputs): The input.
    output (Path | BinaryIO): Where to write the result.
    private_edits (Path | None): Where to write the private edits.
    vault (Path | None): Where to write the vault.
    private_reasons (Path | None): Where to write the private reasons.
    resume (bool): Whether a run is resumed.
    RAISES (InputError): If one of them cannot be used.
    """
    private = {
        "private edits": private_edits,
        "vault": vault,
        "private reasons": private_reasons,
    }
    given = [path for path in private.values() if path is not None]
    check_replaceable(*given, *map(_journal_path, given))
    if len(given) != len({path.resolve() for path in given}):
        raise InputError(
            "The private edits, the vault and the private reasons must be different files."
        )
    if not isinstance(output, Path):
        if inputs.is_folder:
            raise InputError("A folder of files needs a folder to write to: give -o.")
        if resume:
            raise InputError("--resume needs the file that the interrupted run wrote: give -o.")
        check_apart(inputs, *given)
        return
    side_files = (quarantine_path(output), _journal_path(output))
    check_apart(inputs, output, *side_files, *given)
    check_replaceable(*side_files)
    for name, path in private.items():
        if path is None:
            continue
        if path.resolve().is_relative_to(output.resolve()):
            raise InputError(f"The {name} must not be in the output, because that is shared.")
        if path.resolve() in [other.resolve() for other in side_files]:
            raise InputError(f"{path}: the run writes another file there. Give another name.")
    if inputs.is_folder:
        if output.exists() and not (output.is_dir() and not any(output.iterdir())):
            raise InputError(
                f"{output}: must be a new or an empty folder, so that no files of an earlier run "
                "are shared with this one."
            )
        return
    if output.is_dir():
        raise InputError(f"{output}: is a folder, but the input is one file.")
    check_replaceable(output)
    format = inputs.files[0].format
    if output.suffix.lower() == format.written:
        return
    if format.written != format.suffix:
        raise InputError(
            f"{output}: of a {format.suffix} file the text is released: the name of the output "
            f"must end in {format.written}."
        )
    if format_of(output) is not None:
        raise InputError(
            f"{output}: the output has the same format as the input: its name must end in "
            f"{format.written}."
        )


def _journal_path(output: Path) -> Path:
    return output.with_name(output.name + JOURNAL)


def _leftover_journals(place: Path, own: Sequence[Path], reading: InputReading) -> list[Path]:
    """Find, and report, the private journals of an interrupted run that this run does not replace.

    The new journal's header lists them: if this run is interrupted too, the next one reports them.
    """
    ours = {path.resolve() for path in own}
    left = [path for path in journals_beside(_journal_path(place)) if path not in ours]
    if left:
        reading.report(
            "an interrupted run left private files that may contain originals, and this run does "
            "not replace them: remove " + ", ".join(map(str, left))
        )
    return left


def _results_after(
    finished: int,
    inputs: Inputs,
    nlp: Language,
    reading: InputReading,
    spans_from_input: bool,
    n_process: int,
) -> Iterator[Kept[Finished] | Failed]:
    """The results of the dialogues that are not finished yet."""
    if finished:
        reading.report(f"resuming after {finished} dialogues")
    entries = reading.entries(inputs)
    for _ in islice(entries, finished):
        pass
    results = replace_and_finish(
        nlp,
        entries,
        n_process=n_process,
        spans_from_input=spans_from_input,
        max_seconds=reading.max_seconds,
        report=reading.report,
    )
    return reading.track(results, inputs, finished)
