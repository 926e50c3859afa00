"""Reads annotated dialogues from any file or folder, by suffix."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from spacy.vocab import Vocab

from ...core.spans import PII
from ...corpus import SUFFIXES
from ...corpus.crapii_json import read_crapii
from ...errors import InputError, RecordError
from ...lang import ENGLISH, Lexicon
from ..core.annotations import AnnotatedDialogue
from .docs import from_docs, read_docbin
from .jsonl_files import read_dialogues
from .span_files import read_spans

__all__ = ["from_docs", "read_annotations"]


class _Format(NamedTuple):
    """A kind of file.

    content (str): What it contains, in words.
    read (Callable): Its reader, called with the path, the span group and the lexicon.
    """

    content: str
    read: Callable[[Path, str, Lexicon], Iterable[AnnotatedDialogue]]


_FORMATS = {
    ".jsonl": _Format(
        "dialogues with spans", lambda path, _, lexicon: read_dialogues(path, lexicon)
    ),
    ".csv": _Format("a list of spans", lambda path, *_: read_spans(path)),
    ".json": _Format(
        "essays as in CRAPII",
        lambda path, _, lexicon: from_docs(read_crapii(path, Vocab()), lexicon=lexicon),
    ),
    ".spacy": _Format("Docs", read_docbin),
}
# `detect` writes its findings in "a.csv" to "a.csv.jsonl".
_DETECTED = tuple(suffix for suffix in SUFFIXES if suffix != ".jsonl")


def read_annotations(
    source: Path | str, *, spans_key: str = PII, lexicon: Lexicon = ENGLISH
) -> list[AnnotatedDialogue]:
    """Read gold or predictions.

    source (Path | str): A file, or a folder, which is searched with its subfolders; hidden
        files, and files of other kinds, are skipped. By suffix: `.jsonl` dialogues with
        `spans`, `.csv` one row per span, `.json` CRAPII's essays, `.spacy` Docs.
    spans_key (str): The span group to read from Docs.
    lexicon (Lexicon): The words of the language, for the roles of speakers.
    RETURNS (list[AnnotatedDialogue]): The dialogues. Those of a folder have their `file`, so that
        two folders with the same file names pair up, even if one is the output of `detect`.
    RAISES (InputError): If nothing can be read, nothing is labelled, or a file has an id twice.
        (RecordError): At the first record that cannot be used.
    """
    source = Path(source)
    if source.is_file():
        paths = [source]
        dialogues = _read_file(source, spans_key, lexicon)
    elif source.is_dir():
        paths = _find_files(source)
        dialogues = [
            replace(dialogue, file=_bare_name(path, source))
            for path in paths
            for dialogue in _read_file(path, spans_key, lexicon)
        ]
    else:
        raise InputError(f"{source}: no such file or folder.")
    # A list of spans is empty if nothing was found; other files list each dialogue.
    if not dialogues and any(path.suffix.lower() != ".csv" for path in paths):
        raise InputError(f"{source}: contains no dialogues.")
    _check_ids(source, dialogues)
    return dialogues


def _find_files(folder: Path) -> list[Path]:
    found = [
        path
        for path in folder.rglob("*")
        if path.suffix.lower() in _FORMATS
        and path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]
    if not found:
        raise InputError(f"{folder}: the folder contains no files of a known kind ({_known()}).")
    return sorted(found)


def _read_file(path: Path, spans_key: str, lexicon: Lexicon) -> list[AnnotatedDialogue]:
    format = _FORMATS.get(path.suffix.lower())
    if format is None:
        raise InputError(f"{path}: unknown kind of file. Use one of: {_known()}.")
    dialogues: list[AnnotatedDialogue] = []
    fault: RecordError | None = None
    try:
        dialogues = list(format.read(path, spans_key, lexicon))
    except RecordError as error:
        # Several files may be read for one evaluation: name this one.
        fault = RecordError(error.kind, f"{error.hint} ({path})", line=error.line, id=error.id)
    if fault is not None:
        raise fault
    return dialogues


def _bare_name(path: Path, folder: Path) -> str:
    name = PurePosixPath(path.relative_to(folder).as_posix())
    bare = name.with_suffix("")
    if name.suffix.lower() == ".jsonl" and bare.suffix.lower() in _DETECTED:
        bare = bare.with_suffix("")
    return bare.as_posix()


def _check_ids(source: Path, dialogues: list[AnnotatedDialogue]) -> None:
    counts = Counter((dialogue.file, dialogue.id) for dialogue in dialogues)
    for (_, id), count in counts.most_common(1):
        if count > 1:
            raise InputError(f"{source}: the id {id!r} occurs {count} times. Ids must differ.")


def _known() -> str:
    return ", ".join(f"{suffix} ({format.content})" for suffix, format in _FORMATS.items())
