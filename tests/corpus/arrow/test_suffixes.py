import io
from pathlib import Path

import pytest
from copied import input_file, notes, read
from made_tables import SUFFIXES, chat, write_arrow

from spacy_piivot.core import optional
from spacy_piivot.corpus import Columns, open_writer
from spacy_piivot.corpus.arrow.suffixes import ARROW_FORMATS
from spacy_piivot.errors import InputError


def test_every_suffix_has_a_format() -> None:
    assert tuple(format.suffix for format in ARROW_FORMATS) == SUFFIXES


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_without_pyarrow_the_extra_is_said(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_arrow(tmp_path / f"a{suffix}", chat())
    monkeypatch.setattr(optional, "find_spec", lambda name: None)
    said = r"needs pyarrow: pip install \"spacy-piivot\[formats\]\""
    with pytest.raises(InputError, match=said):
        notes(path)
    with pytest.raises(InputError, match=said):
        read(path)
    with pytest.raises(InputError, match=said):
        open_writer(input_file(path), Columns(), io.BytesIO())
