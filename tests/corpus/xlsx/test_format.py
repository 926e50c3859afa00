import io
from pathlib import Path

from copied import input_file
from made_xlsx import HEADER, read_book, write_book

from spacy_piivot.corpus import Columns, find_inputs, open_writer


def test_workbooks_are_found_by_their_suffix(tmp_path: Path) -> None:
    path = write_book(tmp_path / "A.XLSX", ("a", "T", "x"))
    (file,) = find_inputs(tmp_path).files
    assert file.format.suffix == ".xlsx"
    stream = io.BytesIO()
    writer = open_writer(input_file(path), Columns(), stream)
    writer.write({"id": "a", "messages": [{"speaker": "T", "text": "x"}]})
    writer.close()
    path.write_bytes(stream.getvalue())
    assert read_book(path) == [HEADER, ("a", "T", "x")]
