"""A file's copy when nothing is replaced, as a run would write it."""

from pathlib import Path, PurePosixPath

from spacy_piivot.corpus import Columns, Record, open_writer
from spacy_piivot.corpus.formats import layout_notes, read_records
from spacy_piivot.corpus.inputs import InputFile
from spacy_piivot.corpus.records import KEPT
from spacy_piivot.errors import RecordError


def input_file(path: Path) -> InputFile:
    return InputFile(path, PurePosixPath(path.name))


def read(path: Path, columns: Columns | None = None) -> list[Record | RecordError]:
    return list(read_records(input_file(path), columns or Columns()))


def notes(path: Path, columns: Columns | None = None) -> list[str]:
    return layout_notes(input_file(path), columns or Columns())


def shape(items: list[Record | RecordError]) -> list[tuple]:
    return [
        (item.dialogue.id, item.line, [(m.speaker, m.text) for m in item.dialogue.messages])
        if isinstance(item, Record)
        else (item.kind, item.line, item.id)
        for item in items
    ]


def copy(path: Path, columns: Columns | None = None, *, new_ids: bool = False) -> Path:
    """Copy a file through its format; dialogues that cannot be read are left out."""
    columns = columns or Columns()
    copied = path.with_name(f"copy-{path.name}")
    with copied.open("wb") as stream:
        writer = open_writer(input_file(path), columns, stream, new_ids=new_ids)
        for item in read_records(input_file(path), columns):
            if isinstance(item, Record):
                writer.write(released(item, new_ids=new_ids))
        writer.close()
    return copied


def released(record: Record, *, new_ids: bool = False) -> dict:
    messages = [{"speaker": m.speaker, "text": m.text} for m in record.dialogue.messages]
    made = {"id": f"d{record.line}" if new_ids else record.dialogue.id, "messages": messages}
    if record.kept is not None:
        for message, cells in zip(messages, record.kept.messages, strict=True):
            message[KEPT] = dict(cells)
        made[KEPT] = dict(record.kept.dialogue)
    return made
