"""Columns that a reader adds to a table for its own writer, as if they were kept."""

from collections.abc import Sequence

from ...errors import RecordError
from ..records import Record


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
