"""Columns that a reader adds to a table for its own writer, as if they were kept."""

from collections.abc import Sequence

from ...errors import RecordError
from ..records import Record

# What a message has among its kept fields if the source has null in place of "", which is the
# same to all that comes after the reader. Kept fields are released as they are.
NULL_TEXT, NULL_SPEAKER = "null text", "null speaker"


def without_marks(item: Record | RecordError, names: Sequence[str]) -> Record | RecordError:
    """Leave the added columns out of what a dialogue was read from: nobody else should see them.

    item (Record | RecordError): A dialogue, or its error.
    names (Sequence[str]): The names of the added columns.
    RETURNS (Record | RecordError): The same; the columns are only among what is kept.
    """
    if isinstance(item, Record):
        for message in item.source["messages"]:
            for name in names:
                message.pop(name, None)
    return item
