"""Names dialogues and files in a release, since ids are often PII."""

import hashlib
import hmac
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Literal

from ..corpus import InputFile, Inputs

IdMode = Literal["keep", "number", "hmac"]

_PURPOSE = b"spacy_piivot.id\0"


class ReleaseNames:
    """Renames ids and files.

    mode (str): "keep" leaves them, "number" counts them, "hmac" takes the first 16
        hexadecimal digits of their HMAC-SHA256, the same in every run with the key.
    key (bytes): The key of the surrogates.
    """

    def __init__(self, mode: IdMode, key: bytes) -> None:
        self.mode = mode
        self.key = key

    def in_order(self, inputs: Inputs) -> Inputs:
        """The input in the order in which it is read and numbered.

        inputs (Inputs): The input, its files sorted by name.
        RETURNS (Inputs): The same; under "number" the files are sorted by the digests of their
            names, since numbers in alphabetical order would show where in the alphabet a name
            is. Dialogues keep their order in a file.
        """
        if self.mode != "number":
            return inputs
        files = sorted(inputs.files, key=lambda file: self._digest(file.name.as_posix()))
        numbered = [replace(file, number=number) for number, file in enumerate(files, 1)]
        return replace(inputs, files=numbered)

    def dialogue(self, id: str | None, number: int) -> str | None:
        """The released id of a dialogue.

        id (str | None): Its id; None if it could not be read.
        number (int): Its position in the input, from 1, failed dialogues included.
        RETURNS (str | None): The new id.
        """
        if self.mode == "number":
            return f"d{number:06}"
        if self.mode == "hmac" and id is not None:
            return self._digest(id)
        return id

    def file(self, file: InputFile, first_dialogue: int) -> PurePosixPath:
        """The released name of a file in a folder; subfolders are kept only under "keep".

        file (InputFile): The file.
        first_dialogue (int): The position of its first dialogue in the input, from 1: a text
            file is named like its dialogue.
        RETURNS (PurePosixPath): The new name, relative to the output folder.
        """
        if self.mode == "keep":
            return file.written_name
        written = file.format.written
        if self.mode == "hmac":
            stem = file.written_name.with_suffix("").as_posix()
            return PurePosixPath(self._digest(stem) + written)
        stem = f"d{first_dialogue:06}" if file.format.is_one_dialogue else f"f{file.number:06}"
        return PurePosixPath(stem + written)

    def _digest(self, id: str) -> str:
        return hmac.new(self.key, _PURPOSE + id.encode(), hashlib.sha256).hexdigest()[:16]
