import re
from pathlib import Path

import pytest
from commands import run
from essays import essay, write_essays

TEXT = "By Ann Zorblatt (ann.zorblatt@example.org)"
LABELS = ["O", "B-NAME_STUDENT", "I-NAME_STUDENT", "O", "B-EMAIL", "O"]


@pytest.fixture
def essays(tmp_path: Path) -> Path:
    return write_essays(tmp_path / "in.json", essay(7, TEXT, LABELS), essay(8, "nobody"))


def test_the_command_writes_the_submission_and_its_score(
    essays: Path, tmp_path: Path, model: str
) -> None:
    out = tmp_path / "submission.csv"
    result = run("kaggle", essays, "-o", out, "--model", model)
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    assert out.read_text("utf8").startswith("row_id,document,token,label\n0,7,")
    assert re.search(r"^\d tokens with a label: .*EMAIL 1", result.stderr, re.MULTILINE)
    assert re.search(
        r"^micro-F5 [01]\.\d{4} on 1 essays with labels: precision \d", result.stderr, re.MULTILINE
    )
    assert result.stderr.endswith("2 dialogues labelled\n")
    assert "Zorblatt" not in out.read_text("utf8") + result.stderr


def test_without_labels_there_is_no_score(tmp_path: Path, model: str) -> None:
    source = write_essays(tmp_path / "in.json", essay(7, "nobody"))
    result = run("kaggle", source, "-o", tmp_path / "out.csv", "--model", model)
    assert result.exit_code == 0
    assert result.stderr == "0 tokens with a label\n1 dialogue labelled\n"


def test_a_bad_essay_is_named_and_shows_in_the_status(
    essays: Path, tmp_path: Path, model: str
) -> None:
    write_essays(essays, essay(7, TEXT), {"document": 9, "full_text": "Zorblatt"})
    result = run("kaggle", essays, "-o", tmp_path / "out.csv", "--model", model)
    assert result.exit_code == 1
    assert "id '9': MissingTokens" in result.stderr
    assert "1 dialogue labelled, 1 quarantined" in result.stderr
    assert "Zorblatt" not in result.stderr


@pytest.mark.parametrize("content", ['{"Zorblatt": 1}', '["Zorblatt', ""])
def test_what_is_no_list_of_essays_is_refused(
    essays: Path, tmp_path: Path, model: str, content: str
) -> None:
    essays.write_text(content)
    result = run("kaggle", essays, "-o", tmp_path / "out.csv", "--model", model)
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: in.json: ")
    assert "Zorblatt" not in result.stderr
    assert not (tmp_path / "out.csv").exists()


def test_help_says_what_the_rows_tell_and_whom_they_leave_out() -> None:
    said = " ".join(re.sub("[│\\s]+", " ", run("kaggle", "--help").output).split())
    assert "where the names are in the originals" in said
    assert "--no-mentioned" in said
