"""Finds the columns of a table in which a row is a whole dialogue."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import pyarrow as pa
from pyarrow import types

from ...errors import InputError
from ..records import Columns, nothing_to_keep
from ..tables.column_names import Role, fold_name, is_known_name, json_names, plain_names
from .cells import cell_type, is_cell
from .schemas import list_of, released_field
from .values import id_type, is_id, is_list, is_text, text_type

MESSAGES = "messages"


@dataclass(frozen=True, slots=True)
class NestedLayout:
    """The columns of a table with a dialogue in each row.

    schema (pa.Schema): All columns.
    messages (str): The lists of messages.
    text (str | None): The field of a message that is its text; None if a message is just a text.
    speaker (str | None): The field of a message that is its speaker.
    dialogue (str | None): The column of the dialogue's id.
    group (str | None): The column of its group.
    kept (Sequence[str]): Further columns that are released.
    kept_fields (Sequence[str]): Further fields of messages that are released.
    notes (Sequence[str]): Notes for the user on how columns were recognised.
    """

    schema: pa.Schema
    messages: str
    text: str | None
    speaker: str | None = None
    dialogue: str | None = None
    group: str | None = None
    kept: Sequence[str] = ()
    kept_fields: Sequence[str] = ()
    notes: Sequence[str] = field(default=(), compare=False)

    @property
    def message(self) -> pa.DataType:
        """The type of a message."""
        return self.schema.field(self.messages).type.value_type

    @property
    def read(self) -> list[str]:
        """The columns that are read."""
        named = (self.dialogue, self.group, self.messages, *self.kept)
        return list(dict.fromkeys(name for name in named if name is not None))

    @property
    def dropped(self) -> list[str]:
        """The columns, and the fields of messages, that are not written."""
        written = {self.dialogue, self.messages, *self.kept}
        columns = [name for name in self.schema.names if name not in written]
        if self.text is None:
            return columns
        fields = {self.text, self.speaker, *self.kept_fields}
        names = [one.name for one in self.message if one.name not in fields]
        return [*columns, *(f"{self.messages}.{name}" for name in names)]

    def released(self, *, new_ids: bool = False) -> pa.Schema:
        """The schema of the release.

        new_ids (bool): Whether the dialogues have other ids than in the source.
        RETURNS (pa.Schema): The columns that are written, in the order of the source.
        """
        fields = []
        for one in self.schema:
            if one.name == self.messages:
                fields.append(released_field(one, self._released_messages(one.type)))
            elif one.name == self.dialogue:
                fields.append(released_field(one, id_type(one.type, new_ids=new_ids)))
            elif one.name in self.kept:
                fields.append(released_field(one, cell_type(one.type)))
        return pa.schema(fields)

    def _released_messages(self, type: pa.DataType) -> pa.DataType:
        value = type.value_field
        if self.text is None:
            return list_of(type, released_field(value, text_type(value.type)))
        fields = []
        for one in value.type:
            if one.name in (self.text, self.speaker):
                # A speaker that is a number may be replaced by a name.
                fields.append(released_field(one, id_type(one.type, new_ids=True)))
            elif one.name in self.kept_fields:
                fields.append(released_field(one, cell_type(one.type)))
        return list_of(type, released_field(value, pa.struct(fields)))


def find_nested(schema: pa.Schema, columns: Columns, name: str) -> NestedLayout | None:
    """Find the columns of a table with a dialogue in each row.

    The messages are a list of objects that have a text, or else the column "messages".

    schema (pa.Schema): The columns.
    columns (Columns): The columns to look for; `text` may name the lists, or a field in them.
    name (str): The name of the file, for errors.
    RETURNS (NestedLayout | None): The layout; None if the table has no lists of messages.
    RAISES (InputError): If a column is missing, or not of the type that is needed.
    """
    return _Finder(schema, columns, name).find()


class _Finder:
    def __init__(self, schema: pa.Schema, columns: Columns, name: str) -> None:
        self.schema, self.columns, self.name = schema, columns, name
        self.notes: list[str] = []

    def find(self) -> NestedLayout | None:
        messages = self._messages()
        if messages is None:
            return None
        message = messages.type.value_type
        text = speaker = None
        if types.is_struct(message):
            text = self._text(message)
            speaker = self._field(message, "speaker", self.columns.speaker, [text])
            self._check_type(message, text, is_text, "texts")
            self._check_type(message, speaker, is_id, "texts")
            self._note_fields(messages.name, text, speaker)
        dialogue = self._column("dialogue", self.columns.dialogue, json_names("id"), messages.name)
        group = self._column("group", self.columns.group, (), messages.name)
        if dialogue is None:
            self.notes.append("no column has ids, so rows are numbered (--dialogue-column)")
        kept, kept_fields = self._kept(message, {messages.name, dialogue}, {text, speaker})
        return NestedLayout(
            self.schema,
            messages.name,
            text,
            speaker,
            dialogue,
            group,
            kept,
            kept_fields,
            self.notes,
        )

    def _messages(self) -> pa.Field | None:
        """The column with the messages."""
        asked = self.columns.text
        lists = [one for one in self.schema if is_list(one.type)]
        if asked is not None:
            named = [one for one in lists if fold_name(one.name) == fold_name(asked)]
            if named or any(fold_name(one.name) == fold_name(asked) for one in self.schema):
                return next((one for one in named if self._can_be_messages(one)), None)
        found = [one for one in lists if types.is_struct(one.type.value_type)]
        found = [one for one in found if self._text(one.type.value_type) is not None]
        own = [one for one in lists if one.name == MESSAGES and self._can_be_messages(one)]
        own += [one for name in json_names("messages") for one in found if one.name == name]
        if len(found) > 1 and not own:
            either = " or ".join(repr(one.name) for one in found)
            raise InputError(
                f"{self.name}: the messages may be in the column {either}. Give --text-column."
            )
        chosen = next(iter(own or found), None)
        if chosen is not None and chosen.name != MESSAGES:
            self.notes.append(
                f"{chosen.name!r} is read as the messages (--text-column names another column)"
            )
        return chosen

    def _note_fields(self, messages: str, text: str | None, speaker: str | None) -> None:
        if text not in plain_names("text") or speaker not in (None, *plain_names("speaker")):
            fields = f"{text!r} is read as the text"
            fields += "" if speaker is None else f", {speaker!r} as the speaker"
            self.notes.append(f"of each of {messages!r}, {fields}")

    def _can_be_messages(self, column: pa.Field) -> bool:
        value = column.type.value_type
        return is_text(value) or (types.is_struct(value) and self._text(value) is not None)

    def _text(self, message: pa.DataType) -> str | None:
        asked = self.columns.text
        names = [one.name for one in message]
        named = None if asked is None else _named(asked, names)
        others = [one.name for one in message if not is_text(one.type)]
        return named or self._field(message, "text", None, others)

    def _field(
        self, message: pa.DataType, role: Role, asked: str | None, taken: Sequence[str | None]
    ) -> str | None:
        names = [one.name for one in message if one.name not in taken]
        if asked is not None:
            named = _named(asked, names)
            if named is None:
                raise InputError(
                    f"{self.name}: messages have no field {asked!r}. They have "
                    f"{', '.join(map(repr, names))}. Give --{role}-column."
                )
            return named
        own = [found for name in json_names(role) if (found := _named(name, names)) is not None]
        return next(iter(own or [name for name in names if is_known_name(name, role)]), None)

    def _column(
        self, role: Role, asked: str | None, first: Sequence[str], messages: str
    ) -> str | None:
        names = [name for name in self.schema.names if name != messages]
        if asked is not None:
            found = [name for name in [_named(asked, names)] if name is not None]
            if not found:
                raise InputError(
                    f"{self.name}: there is no column {asked!r}. It has "
                    f"{', '.join(map(repr, self.schema.names))}. Give --{role}-column."
                )
        else:
            found = [name for name in (*first, *plain_names(role)) if name in names]
            found = found or [name for name in names if is_known_name(name, role)]
            found = [name for name in found if is_id(self.schema.field(name).type)]
            if found and found[0] not in (*first[:1], *plain_names(role)[:1]):
                what = f"each {found[0]!r} is a" if role == "dialogue" else f"{found[0]!r} is the"
                self.notes.append(f"{what} {role} (--{role}-column names another column)")
        if not found:
            return None
        self._check_type(self.schema, found[0], is_id, "texts or whole numbers")
        return found[0]

    def _kept(
        self, message: pa.DataType, columns: set[str | None], fields: set[str | None]
    ) -> tuple[Sequence[str], Sequence[str]]:
        """The further columns, and the further fields of messages, that are released."""
        inside = [one.name for one in message] if types.is_struct(message) else []
        kept: list[str] = []
        kept_fields: list[str] = []
        for asked in self.columns.keep:
            name = _named(asked, self.schema.names)
            own = _named(asked, inside)
            if name is not None:
                self._keep(self.schema, name, columns, kept)
            elif own is not None:
                self._keep(message, own, fields, kept_fields)
            else:
                self.notes.append(nothing_to_keep(asked))
        return kept, kept_fields

    def _keep(
        self, of: pa.DataType | pa.Schema, name: str, taken: set[str | None], kept: list[str]
    ) -> None:
        if name not in taken and name not in kept:
            self._check_type(of, name, is_cell, "texts, numbers or times")
            kept.append(name)

    def _check_type(
        self,
        of: pa.DataType | pa.Schema,
        name: str | None,
        fits: Callable[[pa.DataType], bool],
        what: str,
    ) -> None:
        type = None if name is None else of.field(name).type
        if type is not None and not fits(type):
            raise InputError(f"{self.name}: {name!r} has the type {type}, and must contain {what}.")


def _named(asked: str, names: Iterable[str]) -> str | None:
    return next((name for name in names if fold_name(name) == fold_name(asked)), None)
