"""Reads dialogues before and after a release, without labels, and pairs them."""

from collections.abc import Sequence
from pathlib import Path

from ...corpus import Columns, find_inputs, read_inputs
from ...corpus.records import Record
from ...errors import InputError, RecordError


def read_records(path: Path, columns: Columns | None = None) -> list[Record]:
    """Read all the dialogues of a file or folder.

    path (Path): A `.jsonl`, `.csv`, `.txt` or (essays) `.json` file, or a folder of them.
    columns (Columns | None): The columns of CSV files.
    RETURNS (list[Record]): The dialogues, in order.
    RAISES (InputError, RecordError): If anything cannot be read: measures of a part are wrong.
    """
    records = []
    inputs = find_inputs(path)
    if inputs.skipped:
        raise InputError(
            f"{path}: some files cannot be read: {', '.join(inputs.skipped)}. Take them out of the "
            "folder."
        )
    for entry in read_inputs(inputs, columns or Columns()):
        if isinstance(entry.item, RecordError):
            raise entry.item
        records.append(entry.item)
    return records


def pair_records(
    before: Sequence[Record], after: Sequence[Record]
) -> tuple[list[tuple[Record, Record]], int]:
    """Find the original of each released dialogue.

    before (Sequence[Record]): The originals.
    after (Sequence[Record]): The release.
    RETURNS (tuple[list[tuple[Record, Record]], int]): Pairs of original and released dialogue, by
        id, or by order if no id is the same and no dialogue is missing; and the number of
        originals without a released dialogue.
    RAISES (InputError): If originals and release do not match.
    """
    by_id = {record.dialogue.id: record for record in before}
    if len(before) == len(after) and not any(r.dialogue.id in by_id for r in after):
        pairs = list(zip(before, after, strict=True))
    else:
        unknown = [record for record in after if record.dialogue.id not in by_id]
        if unknown:
            raise InputError(
                f"{len(unknown)} ids of the release are not among the originals, and as dialogues "
                "are missing, they cannot be paired by order. Release with --ids keep to measure."
            )
        pairs = [(by_id[record.dialogue.id], record) for record in after]
    for old, new in pairs:
        if len(old.dialogue.messages) != len(new.dialogue.messages):
            raise InputError(
                f"id {new.dialogue.id!r}: original and release differ in the number of messages. "
                "Give the release of these dialogues."
            )
    return pairs, len(before) - len(pairs)
