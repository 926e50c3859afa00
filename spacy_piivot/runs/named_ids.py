"""Counts ids and file names that reveal a name replaced in the text."""

import re
from collections.abc import Iterable
from typing import Any

from spacy.tokens import Doc

from ..core.dialogue import doc_roster, doc_speakers
from ..core.folding import fold
from ..core.speakers import speaker_name
from ..kinds.names.parsing import identifying_parts
from ..lang import Lexicon
from .reading import Report
from .results import Done

_WORD = re.compile(r"(?:[^\W\d_][\u0300-\u036f]*)+")


HOLDS_NAME = "holds_name"
FILE, ID = "file", "id"


class NamedIds:
    """Counts the kept ids and file names that contain a name replaced in the text.

    The journal marks them, so that a resumed run also counts those of earlier dialogues.

    in_folder (bool): Whether file names are also kept.
    """

    def __init__(self, in_folder: bool) -> None:
        self.in_folder = in_folder
        self.ids = 0
        self.files: set[int] = set()

    def mark(self, record: dict[str, Any], named: Iterable[str]) -> None:
        """Mark in the journal's record of a result whether its id or file name contains a name.

        record (dict[str, Any]): The record.
        named (Iterable[str]): The result of `parts_with_names`.
        """
        found = [part for part in named if part == ID or self.in_folder]
        if found:
            record[HOLDS_NAME] = found

    def count(self, record: dict[str, Any]) -> None:
        """Count the marks in a journal's record."""
        found = record.get(HOLDS_NAME, ())
        self.ids += ID in found
        if FILE in found:
            self.files.add(record["file"])

    def write(self, report: Report) -> None:
        """Report how many there are, but not which."""
        if count := self.ids + len(self.files):
            report(
                f"{count} ids or file names contain a name that was replaced in the text: use "
                "--ids number or --ids hmac"
            )


def parts_with_names(done: Done, lexicon: Lexicon) -> tuple[str, ...]:
    """Which of a dialogue's id and file name contain a name that was replaced in the text.

    done (Done): A de-identified dialogue.
    lexicon (Lexicon): The words of its language.
    RETURNS (tuple[str, ...]): "file", "id", both or neither. An id that its file gave it does not
        count.
    """
    names = _replaced_names(done.doc, lexicon)
    file, id = done.file, done.record.dialogue.id
    found = [FILE] if names & _words(file.name.as_posix()) else []
    has_own_id = file.format.has_ids or id != file.default_id
    if has_own_id and names & _words(id):
        found.append(ID)
    return tuple(found)


def _replaced_names(doc: Doc, lexicon: Lexicon) -> set[str]:
    """The parts of the names of speakers, roster and replaced spans, folded."""
    text = doc.text
    names = [
        text[edit["start"] : edit["end"]]
        for edit in doc._.piivot_edits
        if edit["label"] == "NAME" and edit["role"] in ("", "participant")
    ]
    names += [speaker_name(speaker, lexicon) for speaker in doc_speakers(doc)]
    names += [speaker_name(name, lexicon) for name in doc_roster(doc)]
    parts = (part for name in names for part in identifying_parts(name, lexicon))
    return {word for part in parts for word in _words(part)}


def _words(text: str) -> set[str]:
    return {fold(word) for word in _WORD.findall(text) if len(word) > 1}
