from pathlib import Path

import pytest

from spacy_piivot.corpus.records import Columns
from spacy_piivot.corpus.tables.csv_layout import read_layout
from spacy_piivot.errors import InputError


@pytest.mark.parametrize(
    ("header", "text", "dialogue"),
    [
        ("text", 0, None),
        ("full_text", 0, None),
        ("document,full_text", 1, 0),
        ("document,text,tokens,trailing_whitespace,labels,prompt", 1, 0),
        ("essay_id,full_text", 1, 0),
        ("id,full_text", 1, 0),
        ("id;prompt_id;text;generated", 2, 0),
        ("full_text,text,id", 1, 2),
        ("id,document,dialogue,text", 3, 2),
        ("id,essay_id,document,text", 3, 2),
        # In a transcript, `id` is a message's.
        ("id,speaker,text", 2, None),
        ("id,document,speaker,text", 3, 1),
        ("Document,text", 1, 0),
    ],
)
def test_the_columns_of_essays_are_found(
    tmp_path: Path, header: str, text: int, dialogue: int | None
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(header + "\n")
    layout = read_layout(path, Columns()).table
    assert (layout.text, layout.dialogue) == (text, dialogue)


def test_a_column_that_was_asked_for_counts_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id,document,text,full_text\n")
    layout = read_layout(path, Columns(text="full_text", dialogue="id")).table
    assert (layout.text, layout.dialogue) == (3, 0)
    with pytest.raises(InputError, match=r"no column 'essay'. It has 'id', .*--text-column"):
        read_layout(path, Columns(text="essay"))
    with pytest.raises(InputError, match=r"no column 'essay'.*--dialogue-column"):
        read_layout(path, Columns(dialogue="essay"))


def test_a_missing_text_column_is_named_with_its_other_name(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("dialogue,said\n")
    with pytest.raises(InputError, match="no column 'text' or 'full_text'"):
        read_layout(path, Columns())
    path.write_text("document,document,text\n")
    with pytest.raises(InputError, match="two columns 'document'"):
        read_layout(path, Columns())
