"""Finds out which columns of a table in memory contain what, as the readers of files do."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..core.optional import require
from ..corpus import Columns, nothing_to_keep
from ..errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

    from ..corpus.arrow.layouts import Layout as CorpusLayout

_OPTION = re.compile(r"--([a-z]+)-column\b")


@dataclass(frozen=True, slots=True)
class TableColumns:
    """The columns of a table, named by the user; None for those that are recognised by their names.

    dialogue (str | None): The dialogue's id.
    messages (str | None): A list of messages, each a dialogue's; without it, and without a column
        that is recognised as one, each row is a message.
    text (str | None): The message, or the field of it that is its text.
    speaker (str | None): Its speaker.
    group (str | None): The dialogue's group. It is only released if it is kept.
    keep (Sequence[str]): Further columns, or fields of messages, that are released.
    order (str | None): What the messages of a dialogue are sorted by: a number or a time. None for
        the order of the rows, which only a table in one piece has.
    """

    dialogue: str | None = None
    messages: str | None = None
    text: str | None = None
    speaker: str | None = None
    group: str | None = None
    keep: Sequence[str] = ()
    order: str | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of one table.

    corpus (CorpusLayout): What the readers of files know of them.
    order (str | None): What messages are sorted by, if each row is one.
    """

    corpus: "CorpusLayout"
    order: str | None = None

    @property
    def is_nested(self) -> bool:
        """Whether a row is a whole dialogue."""
        return hasattr(self.corpus, "messages")

    @property
    def dialogue(self) -> str:
        """The column of the dialogue's id."""
        corpus: Any = self.corpus
        name: str = corpus.dialogue if self.is_nested else corpus.used.header[corpus.used.dialogue]
        return name

    @property
    def columns(self) -> list[str]:
        """The columns that are read, in the order of the table."""
        read = {*self.corpus.read, self.order}
        return [name for name in self.corpus.schema.names if name in read]


def arrow() -> Any:
    """The package pyarrow, with its functions for columns (`pyarrow.compute`).

    RETURNS (ModuleType): The package.
    RAISES (InputError): If it is not installed.
    """
    package = require("pyarrow", "formats")
    require("pyarrow.compute", "formats")
    return package


def find_layout(
    schema: "pa.Schema", columns: TableColumns | None = None, *, ordered: bool = True
) -> Layout:
    """Choose the columns of a table.

    schema (pa.Schema): Its columns.
    columns (TableColumns | None): Those that the user named.
    ordered (bool): Whether its rows have an order.
    RETURNS (Layout): The columns to read.
    RAISES (InputError): If one is missing or has the wrong type, or rows without an order have no
        column for it.
    """
    arrow()
    from ..corpus.arrow.layouts import arrow_layout
    from ..corpus.arrow.nested_layout import NestedLayout

    columns = columns or TableColumns()
    if columns.messages is not None and columns.text is not None:
        raise InputError("Name the messages or their text, not both (messages=…, text=…).")
    wanted = Columns(
        columns.messages or columns.text,
        columns.speaker,
        columns.dialogue,
        columns.group,
        keep=tuple(columns.keep),
    )
    problem = ""
    try:
        corpus = arrow_layout(schema, wanted)
    except InputError as error:
        problem = str(error)
    if problem:
        # The readers of files name the options of commands.
        raise InputError(_OPTION.sub(r"\1=…", problem))
    notes = corpus.notes if isinstance(corpus, NestedLayout) else corpus.used.notes
    for name in columns.keep:
        if nothing_to_keep(name) in notes:
            there = ", ".join(map(repr, schema.names))
            raise InputError(f"The table has no column {name!r} to keep. It has {there}.")
    is_nested = isinstance(corpus, NestedLayout)
    has_ids = (
        corpus.dialogue if isinstance(corpus, NestedLayout) else corpus.used.dialogue
    ) is not (None)
    if not has_ids:
        raise InputError(
            "The table has no column that is known to contain the dialogue's id: name it "
            f"(dialogue=…). It has: {', '.join(schema.names)}."
        )
    order = columns.order
    if order is not None and order not in schema.names:
        raise InputError(f"The table has no column {order!r}. It has: {', '.join(schema.names)}.")
    if is_nested:
        return Layout(corpus)
    if order is None and not ordered:
        raise InputError(
            "The rows of a distributed table have no order: name the column that the messages of a "
            "dialogue are sorted by (order=…), or give one row for each dialogue."
        )
    if order in corpus.read:
        raise InputError(f"Messages cannot be sorted by {order!r}, which has another use.")
    return Layout(corpus, order)
