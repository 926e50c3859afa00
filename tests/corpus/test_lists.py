from pathlib import Path

import pytest

from spacy_piivot.corpus import read_roster
from spacy_piivot.errors import InputError


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("roster.csv", "session,student\nq,Zadie Okell\n"),
        ("roster.csv", "Zadie,Okell\nTomas,Vane\n"),
        ("roster.txt", "id;name\nf;Zadie Okell\n"),
        ("roster.tsv", "id\tname\nf\tZadie Okell\n"),
    ],
)
def test_a_table_without_a_name_column_is_refused(file: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / file
    path.write_text(text, "utf8")
    with pytest.raises(InputError, match="dialogue,name,role") as error:
        read_roster(path)
    assert "Zadie" not in str(error.value)


def test_names_one_a_line_may_hold_a_comma(tmp_path: Path) -> None:
    path = tmp_path / "roster.txt"
    path.write_text("Okell, Zadie\nTomas Vane\n", "utf8")
    assert list(read_roster(path).everywhere) == ["Okell, Zadie", "Tomas Vane"]


def test_one_column_of_names_needs_no_header(tmp_path: Path) -> None:
    path = tmp_path / "roster.csv"
    path.write_text("Zadie Okell\nTomas Vane\n", "utf8")
    assert list(read_roster(path).everywhere) == ["Zadie Okell", "Tomas Vane"]
