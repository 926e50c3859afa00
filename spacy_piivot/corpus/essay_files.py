"""Reads files of essays for the commands, and writes their released texts."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import spacy

from ..core.dialogue import Dialogue, Message, dialogue_to_doc
from ..errors import RecordError
from .crapii_json import doc_to_essay
from .essays import Essay, read_essays, survey_essays
from .json_items import ListWriter
from .records import Record


@dataclass(frozen=True, slots=True)
class EssayRecord(Record):
    """An essay as a dialogue of one message.

    essay (Essay): The essay, with the tokens of its file.
    """

    essay: Essay


def read_essay_records(path: Path) -> Iterator[EssayRecord | RecordError]:
    """Read essays as dialogues of one message.

    path (Path): A list of essays; see `essays`.
    YIELDS (EssayRecord | RecordError): An essay, or its error.
    RAISES (InputError): If the file cannot be read as a whole.
    """
    for essay in read_essays(path):
        if isinstance(essay, RecordError):
            yield essay
            continue
        source = {"id": essay.id, "messages": [{"speaker": "", "text": essay.text}]}
        dialogue = Dialogue(essay.id, [Message("", essay.text)])
        yield EssayRecord(dialogue, essay.line, source, essay)


def essay_notes(path: Path) -> list[str]:
    """Notes for the user on what is not read of a file.

    path (Path): The file; it is read once as a whole.
    RETURNS (list[str]): How many essays have labels, if any, and who reads them.
    RAISES (InputError): If it cannot be read as a whole.
    """
    labelled = survey_essays(path).labelled
    readers = "kaggle, evaluate and --spans-from-input"
    note = f"{labelled} essays have labels: {readers} read them, and in releases they are left out"
    return [note] if labelled else []


class EssayWriter:
    """Writes released essays: `document`, `full_text`, `tokens` and `trailing_whitespace`.

    The tokens are those of `spacy_piivot.DialogueTokenizer.v1`.

    stream (BinaryIO): Where to write.
    numbers (frozenset[str]): The ids to write as numbers.
    """

    def __init__(self, stream: BinaryIO, numbers: frozenset[str]) -> None:
        self._items = ListWriter(stream)
        self._numbers = numbers
        tokenizer = {"@tokenizers": "spacy_piivot.DialogueTokenizer.v1"}
        self._nlp = spacy.blank("en", config={"nlp": {"tokenizer": tokenizer}})

    def write(self, record: dict[str, Any]) -> None:
        """Write a released essay.

        record (dict[str, Any]): `{"id", "messages": [{"speaker", "text"}]}` with one message.
        """
        id = record["id"]
        (message,) = record["messages"]
        self._nlp.max_length = max(self._nlp.max_length, len(message["text"]))
        doc = dialogue_to_doc(Dialogue(id, [Message("", message["text"])]), self._nlp)
        essay = doc_to_essay(doc)
        del essay["labels"]
        essay["document"] = int(id) if id in self._numbers else id
        self._items.write(essay)

    def close(self) -> None:
        """End the list."""
        self._items.close()


def open_essay_writer(source: Path, stream: BinaryIO, *, new_ids: bool = False) -> EssayWriter:
    """Make the writer of a file of essays.

    source (Path): The file that was read.
    stream (BinaryIO): Where to write.
    new_ids (bool): Whether the essays have other ids than in the file. Ids that are numbers there
        are numbers again if they are the same.
    RETURNS (EssayWriter): The writer.
    """
    return EssayWriter(stream, frozenset() if new_ids else survey_essays(source).numbers)
