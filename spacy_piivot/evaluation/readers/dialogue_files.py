"""Dialogues in any format the commands read, without labels: before and after a release."""

from collections.abc import Sequence
from pathlib import Path

from ...corpus import Columns, find_inputs, read_inputs
from ...corpus.records import Record
from ...errors import InputError, RecordError


def read_records(path: Path, columns: Columns | None = None) -> list[Record]:
    """Read all the dialogues of a file or folder.

    path (Path): A `.jsonl`, `.csv` or `.txt` file, or a folder of them.
    columns (Columns | None): Which columns of CSV files hold what.
    RETURNS (list[Record]): The dialogues, in order.
    RAISES (InputError, RecordError): If something cannot be read: a measure of a part is wrong.
    """
    records = []
    for entry in read_inputs(find_inputs(path), columns or Columns()):
        if isinstance(entry.item, RecordError):
            raise entry.item
        records.append(entry.item)
    return records


def pair_records(
    before: Sequence[Record], after: Sequence[Record]
) -> tuple[list[tuple[Record, Record]], int]:
    """Find what each released dialogue was.

    before (Sequence[Record]): The originals.
    after (Sequence[Record]): The release.
    RETURNS (tuple[list[tuple[Record, Record]], int]): Original and release of each dialogue of
        the release, by id, or by order where no id is the same and none is missing; and how many
        originals are in no pair.
    RAISES (InputError): If they do not fit.
    """
    by_id = {record.dialogue.id: record for record in before}
    if len(before) == len(after) and not any(r.dialogue.id in by_id for r in after):
        pairs = list(zip(before, after, strict=True))
    else:
        unknown = [record for record in after if record.dialogue.id not in by_id]
        if unknown:
            raise InputError(
                f"{len(unknown)} dialogues of the release are not among the originals by id, and "
                "dialogues are missing, so that their order does not tell either. Release with "
                "--ids keep to measure."
            )
        pairs = [(by_id[record.dialogue.id], record) for record in after]
    for old, new in pairs:
        if len(old.dialogue.messages) != len(new.dialogue.messages):
            raise InputError(
                f"id {new.dialogue.id!r}: the dialogue has another number of messages before and "
                "after. Give the release of these dialogues."
            )
    return pairs, len(before) - len(pairs)
