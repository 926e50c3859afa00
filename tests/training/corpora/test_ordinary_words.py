import json
from pathlib import Path
from typing import Any

import pytest
import typer

from training.corpora import ordinary_words as make_ordinary_words

HAND = "# by hand\nbid\n"


def line(id: str, text: str, *spans: dict[str, Any]) -> str:
    messages = [{"speaker": "tutor", "text": text, "spans": list(spans)}]
    return json.dumps({"id": id, "messages": messages}) + "\n"


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path, Path]:
    """Training corpora, lists of names, and the word lists before they are counted."""
    train, names, output = (tmp_path / name for name in ("train", "names", "data"))
    for folder in (train, names, output):
        folder.mkdir()
    for file in (*make_ordinary_words.CORPORA, *make_ordinary_words.LABELLED):
        (train / file).write_text(line("a", "we mark a circle, bo is here"), "utf8")
    spans = {"start": 18, "end": 20, "label": "NAME"}
    labelled = line("a", "we mark a circle, bo is here", spans)
    (train / "gold_train.jsonl").write_text(labelled, "utf8")
    (names / "us_first_names.txt").write_text("Mark\nBo\n", "utf8")
    (names / "us_surnames.txt").write_text("", "utf8")
    for file in ("forenames_by_country.csv", "surnames_by_country.csv"):
        (names / file).write_text("Localized Name,Romanized Name\n", "utf8")
    for file in (make_ordinary_words.WORDS_FILE, make_ordinary_words.NAMES_FILE):
        (output / file).write_text(HAND, "utf8")
    return train, names, output


def count(folders: tuple[Path, Path, Path]) -> None:
    make_ordinary_words.main(*folders, messages=2, alone=4, names=8.0)


def test_words_in_lower_case_are_counted_and_labelled_names_are_not(
    folders: tuple[Path, Path, Path],
) -> None:
    count(folders)
    words, names = (
        (folders[2] / file).read_text("utf8").splitlines()
        for file in (make_ordinary_words.WORDS_FILE, make_ordinary_words.NAMES_FILE)
    )
    head = [*HAND.splitlines(), make_ordinary_words.MARKER]
    assert words == [*head, "circle", "here", "is", "we"]
    assert names == [*head, "mark"]


@pytest.mark.parametrize("file", ["aqua.jsonl", "gold_train.jsonl"])
def test_a_broken_line_is_named_and_not_shown_and_nothing_is_written(
    folders: tuple[Path, Path, Path], file: str, capsys: pytest.CaptureFixture
) -> None:
    with (folders[0] / file).open("a", encoding="utf8") as lines:
        lines.write('{"id": "b", "messages": [{"text": "hi Zorblatt')
    with pytest.raises(typer.Exit) as exit:
        count(folders)
    assert exit.value.exit_code == 2
    output = capsys.readouterr()
    assert "line 2" in output.err
    assert file in output.err
    assert "Zorblatt" not in output.out + output.err
    assert {path.read_text("utf8") for path in folders[2].iterdir()} == {HAND}
