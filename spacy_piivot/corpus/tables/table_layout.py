"""Finds which columns of a table contain what, whatever the format of its file."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...errors import InputError
from ..records import Columns, nothing_to_keep
from .column_names import Role, fold_name, is_known_name, plain_names

# In a transcript this may be the id of a message.
ID_OF_ESSAY = "id"
# Fields of a message that have a meaning of their own.
_TAKEN = frozenset({"text", "speaker", "spans"})
_ROLES: Sequence[Role] = ("text", "speaker", "dialogue", "group")


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Which columns of a table are used.

    header (Sequence[str]): All its columns, in order; empty for an empty table.
    text (int): The position of the text column.
    speaker (int | None): The position of the speaker column.
    dialogue (int | None): The position of the dialogue column.
    group (int | None): The position of the group column.
    kept (Sequence[int]): The positions of further columns that are also released.
    notes (Sequence[str]): Notes for the user on how columns were recognised.
    """

    header: Sequence[str]
    text: int = 0
    speaker: int | None = None
    dialogue: int | None = None
    group: int | None = None
    kept: Sequence[int] = ()
    notes: Sequence[str] = field(default=(), compare=False)

    @property
    def written(self) -> list[int]:
        """The positions of the columns that are also written, in the table's order."""
        named = (self.text, self.speaker, self.dialogue, *self.kept) if self.header else ()
        return sorted({position for position in named if position is not None})

    @property
    def dropped(self) -> list[str]:
        """The names of the columns that are not written."""
        return [name for i, name in enumerate(self.header) if i not in self.written]


def find_layout(header: Sequence[str], columns: Columns, name: str) -> TableLayout:
    """Find the columns of a table by its header.

    A column that was asked for must be there. Otherwise one of our own names counts, or else a
    name that is known for such a column in one of several languages.

    header (Sequence[str]): The names of the columns, in order.
    columns (Columns): The columns to look for.
    name (str): The name of the file, for errors.
    RETURNS (TableLayout): The layout.
    RAISES (InputError): If a column is missing, occurs twice, or two could be meant. The message
        names columns only if one of them shows that the first row is a header, and not a message.
    """
    return _Finder(header, columns, name).find()


def has_text(header: Sequence[str], columns: Columns) -> bool:
    """Whether a header has a text column.

    header (Sequence[str]): The names of the columns.
    columns (Columns): The columns to look for.
    RETURNS (bool): Whether it has the one that was asked for, or else one that is recognised.
    """
    if columns.text is not None:
        return fold_name(columns.text) in map(fold_name, header)
    return any(is_known_name(cell, "text") for cell in header)


class _Finder:
    """Finds the columns of one header."""

    def __init__(self, header: Sequence[str], columns: Columns, name: str) -> None:
        self.header, self.columns, self.name = list(header), columns, name
        self.notes: list[str] = []

    def find(self) -> TableLayout:
        text = self._position("text", self.columns.text)
        if text is None:
            raise InputError(self._missing(plain_names("text"), "text"))
        taken = [text]
        speaker = self._position("speaker", self.columns.speaker, taken)
        taken += [] if speaker is None else [speaker]
        dialogue = self._position("dialogue", self.columns.dialogue, taken)
        if dialogue is None and speaker is None and self.columns.dialogue is None:
            dialogue = self._own((ID_OF_ESSAY,), "dialogue")
        taken += [] if dialogue is None else [dialogue]
        group = self._position("group", self.columns.group, taken)
        return TableLayout(
            header=self.header,
            text=text,
            speaker=speaker,
            dialogue=dialogue,
            group=group,
            kept=self._kept(taken),
            notes=self.notes,
        )

    def _position(self, role: Role, asked: str | None, taken: Sequence[int] = ()) -> int | None:
        if asked is not None:
            return self._asked(asked, f"--{role}-column", role)
        own = self._own(plain_names(role), role)
        return self._known(role, taken) if own is None else own

    def _asked(self, name: str, option: str, role: Role | None = None) -> int:
        """The position of a column that was asked for."""
        found = [at for at, cell in enumerate(self.header) if cell == name]
        found = found or [
            at for at, cell in enumerate(self.header) if fold_name(cell) == fold_name(name)
        ]
        if len(found) > 1:
            raise InputError(f"{self.name}: there are two columns {name!r}. Rename one.")
        if not found:
            assert role is not None  # a column to keep was looked for
            raise InputError(self._missing((name,), role, option))
        return found[0]

    def _own(self, names: Sequence[str], role: Role) -> int | None:
        """The position of a column with one of our own names."""
        for name in names:
            if self.header.count(name) > 1:
                raise InputError(f"{self.name}: there are two columns {name!r}. Rename one.")
            if name in self.header:
                if role == "dialogue" and name != plain_names("dialogue")[0]:
                    self._note(name, role)
                return self.header.index(name)
        return None

    def _known(self, role: Role, taken: Sequence[int]) -> int | None:
        """The position of a column with a name that is known in some language."""
        found = [
            at
            for at, cell in enumerate(self.header)
            if at not in taken and is_known_name(cell, role)
        ]
        if not found:
            return None
        if len(found) > 1 and role != "speaker":
            either = " or ".join(repr(self.header[at]) for at in found)
            raise InputError(
                f"{self.name}: the {role} may be in the column {either}. Give --{role}-column."
            )
        self._note(self.header[found[0]], role)
        return found[0]

    def _note(self, name: str, role: Role) -> None:
        what = {
            "text": f"{name!r} is read as the text",
            "speaker": f"{name!r} is read as the speaker",
            "dialogue": f"each {name!r} is a dialogue",
            "group": f"{name!r} is read as the group",
        }[role]
        self.notes.append(f"{what} (--{role}-column names another column)")

    def _kept(self, taken: Sequence[int]) -> list[int]:
        kept: list[int] = []
        for name in self.columns.keep:
            if fold_name(name) not in map(fold_name, self.header):
                self.notes.append(nothing_to_keep(name))
                continue
            at = self._asked(name, "--keep-column")
            if at in taken or at in kept:
                continue
            if self.header[at] in _TAKEN or self.header.count(self.header[at]) > 1:
                raise InputError(
                    f"{self.name}: the column {name!r} cannot be kept under its name. Rename it."
                )
            kept.append(at)
        return kept

    def _missing(self, names: Sequence[str], role: Role, option: str = "") -> str:
        asked = (self.columns.text, self.columns.speaker, self.columns.dialogue)
        own = {fold_name(one) for role in _ROLES for one in (*plain_names(role), *asked) if one}
        known = [cell for cell in self.header if any(is_known_name(cell, one) for one in _ROLES)]
        is_header = len(known) > 1 or any(fold_name(cell) in own for cell in self.header)
        found = (
            f"It has {', '.join(map(repr, self.header))}."
            if is_header
            else f"Its first row has {len(self.header)} cells and must name the columns."
        )
        option = option or f"--{role}-column"
        missing = " or ".join(map(repr, names))
        return f"{self.name}: there is no column {missing}. {found} Give {option}."
