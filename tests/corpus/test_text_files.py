import io
from pathlib import Path, PurePosixPath

import pytest

from spacy_piivot.corpus import Columns, InputFile, Record, open_writer
from spacy_piivot.corpus.text_files import read_text
from spacy_piivot.errors import RecordError


@pytest.mark.parametrize(
    "content",
    ["", " \n", "one\r\ntwo\rthree\n\n", "\ufeffmark", "emoji 👩‍🏫 and ألف بى 数学 \u2028 end  "],
)
def test_a_text_comes_back_to_the_byte(tmp_path: Path, content: str) -> None:
    path = tmp_path / "essay.txt"
    path.write_bytes(content.encode())
    (record,) = read_text(path, "essay", Columns())
    assert isinstance(record, Record)
    stream = io.BytesIO()
    file = InputFile(path, PurePosixPath("essay.txt"))
    open_writer(file, Columns(), stream).write(record.source)
    assert stream.getvalue() == content.encode()


@pytest.mark.parametrize(
    ("kind", "content"), [("NotUTF8", "Zorblätt".encode("latin1")), ("NulCharacter", b"a\0")]
)
def test_a_text_that_cannot_be_used_is_reported(tmp_path: Path, kind: str, content: bytes) -> None:
    path = tmp_path / "essay.txt"
    path.write_bytes(content)
    (error,) = read_text(path, "essay", Columns())
    assert isinstance(error, RecordError)
    assert (error.kind, error.id) == (kind, "essay")
