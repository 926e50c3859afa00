"""Reads and pairs gold and predictions from files, Docs, or a baseline that is run."""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from spacy.tokens import Doc

from ...errors import InputError
from ..baselines import SYSTEMS, find_baseline
from ..core.annotations import AnnotatedDialogue
from ..core.options import Options
from ..core.pairing import Paired, pair
from ..core.schemes import find_scheme, rename_labels
from .crapii_split import known_documents
from .reading import from_docs, read_annotations

Source = Path | str | Sequence[AnnotatedDialogue] | Sequence[Doc]


class GoldSide(NamedTuple):
    """The gold, read once for any number of systems.

    dialogues (Sequence[AnnotatedDialogue]): The dialogues, with the labels of the source.
    documents (Collection[str] | None): The ids to score; None for all.
    notes (Sequence[str]): Notes for the user on the choice of documents.
    """

    dialogues: Sequence[AnnotatedDialogue]
    documents: Collection[str] | None
    notes: Sequence[str]


def pair_sources(gold: Source, predicted: Source, options: Options) -> Paired:
    """Read and pair both sides; see `evaluate`."""
    side = read_gold(gold, options)
    return pair_sides(side, read_predicted(predicted, side, options), options)


def read_gold(gold: Source, options: Options) -> GoldSide:
    """Read the gold and choose the dialogues to score; see `evaluate`."""
    documents = options.documents
    notes = []
    if documents is None and not options.every_document and isinstance(gold, Path | str):
        documents = known_documents(Path(gold))
        if documents is not None:
            notes.append(
                f"{Path(gold).name} is the gold of all CRAPII essays: scored on the test essays of "
                "Shen et al. (2025)"
            )
    return GoldSide(read(gold, options), documents, notes)


def read_predicted(
    predicted: Source, gold: GoldSide, options: Options
) -> Sequence[AnnotatedDialogue]:
    """Read a system's spans, or run a baseline; see `evaluate`."""
    if not is_baseline(predicted):
        return read(predicted, options)
    system = find_baseline(str(predicted))
    return [system.annotate(dialogue) for dialogue in gold.dialogues]


def pair_sides(gold: GoldSide, predicted: Sequence[AnnotatedDialogue], options: Options) -> Paired:
    """Pair gold and predictions that were read; see `evaluate`."""
    sides = (gold.dialogues, predicted)
    used = {span.label for side in sides for dialogue in side for span in dialogue.spans()}
    notes = [*gold.notes]
    notes += [f"--label {old}: no span has this label" for old in options.labels if old not in used]
    real, found = (rename_labels(side, options.labels) for side in sides)
    paired = pair(real, found, documents=gold.documents)
    if gold.documents is not None and not any(
        g.messages or p.messages for g, p in paired.dialogues
    ):
        raise InputError("None of the documents to score was found: their ids must be the same.")
    twice = sum(_repeated(gold) for gold, _ in paired.dialogues)
    if twice:
        notes.append(f"{twice:,} gold spans are duplicates, and must each be found again")
    own = find_scheme(span.label for dialogue in real for span in dialogue.spans())
    return Paired(paired.dialogues, [*notes, *paired.notes], own)


def _repeated(gold: AnnotatedDialogue) -> int:
    extents = [
        (number, span.start, span.end, span.label)
        for number, message in enumerate(gold.messages)
        for span in message.spans
    ]
    return len(extents) - len(set(extents))


def is_baseline(source: Source) -> bool:
    """Whether a source is a baseline to run, "SYSTEM:MODEL"; see `baselines.SYSTEMS`."""
    if not isinstance(source, str) or ":" not in source or Path(source).exists():
        return False
    return source.partition(":")[0] in SYSTEMS


def read(source: Source, options: Options) -> Sequence[AnnotatedDialogue]:
    """Read the dialogues of a source; see `evaluate`."""
    if isinstance(source, Path | str):
        return read_annotations(Path(source), spans_key=options.spans_key, lexicon=options.lexicon)
    entries = list(source)
    dialogues = [entry for entry in entries if isinstance(entry, AnnotatedDialogue)]
    docs = [entry for entry in entries if isinstance(entry, Doc)]
    if entries and len(dialogues) < len(entries) and len(docs) < len(entries):
        raise InputError(
            "Give a path, the result of read_annotations, or Docs: the list has something else."
        )
    return from_docs(docs, options.spans_key, options.lexicon) if docs else dialogues


def name_of(source: Source, default: str) -> str:
    """Name a source in a report: a file by its name, without its folder."""
    if isinstance(source, str) and is_baseline(source):
        system, _, model = source.partition(":")
        return f"{system}:{Path(model).name}"
    return Path(source).name if isinstance(source, Path | str) else default
