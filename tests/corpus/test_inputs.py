from pathlib import Path

import pytest

from spacy_piivot.corpus import Columns, Roster, check_apart, find_inputs, read_inputs
from spacy_piivot.corpus.lists import read_roster, read_terms
from spacy_piivot.errors import InputError


def make(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")


def test_a_folder_is_read_with_its_folders_in_one_order(tmp_path: Path) -> None:
    make(tmp_path, "b.txt", "a/z.CSV", "a/y.jsonl", ".hidden/x.txt", "a/.x.txt", "photo.png")
    inputs = find_inputs(tmp_path)
    assert [str(file.name) for file in inputs.files] == ["a/y.jsonl", "a/z.CSV", "b.txt"]
    assert [file.number for file in inputs.files] == [1, 2, 3]
    assert inputs.skipped == ["photo.png"]
    assert inputs.files[1].default_id == "a/z"


def test_what_engines_write_beside_their_parts_is_not_read(tmp_path: Path) -> None:
    make(tmp_path, "_SUCCESS", "_metadata", "_delta_log/0.json", "_temporary/0/a.jsonl")
    make(tmp_path, "_delta_log/0.jsonl", "sub/_committed_12", "_chats.jsonl", "_week/a.txt", "_a.x")
    inputs = find_inputs(tmp_path)
    assert [str(file.name) for file in inputs.files] == ["_chats.jsonl", "_week/a.txt"]
    assert inputs.skipped == ["_a.x"]


def test_a_file_knows_only_the_names_that_its_copy_must_not_have(tmp_path: Path) -> None:
    make(tmp_path, "a.pdf", "a.txt", "a.pdf.txt", "b.txt", "sub/a.txt")
    first = find_inputs(tmp_path).files[0]
    assert sorted(map(str, first.taken)) == ["a.pdf", "a.pdf.txt", "a.txt"]
    assert str(first.written_name) == "a.pdf.2.txt"


def test_a_folder_of_essays_is_read_and_its_settings_are_not(tmp_path: Path) -> None:
    make(tmp_path, "empty.json", "notes.JSON.bak")
    (tmp_path / "essays.json").write_text(' \n[{"document": 1, "full_text": "a"}]')
    (tmp_path / "MORE.JSON").write_text("\ufeff[]")
    (tmp_path / "settings.json").write_text('{"a": []}')
    inputs = find_inputs(tmp_path)
    assert [str(file.name) for file in inputs.files] == ["MORE.JSON", "essays.json"]
    assert inputs.skipped == ["empty.json", "notes.JSON.bak", "settings.json"]
    assert all(file.format.has_ids and not file.format.is_one_dialogue for file in inputs.files)
    # A file that was asked for by name is read, so that its fault is said.
    (settings,) = find_inputs(tmp_path / "settings.json").files
    with pytest.raises(InputError, match="has none of what can be read of JSON"):
        list(read_inputs(find_inputs(settings.path), Columns()))


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    make(tmp_path, "photo.png")
    for path in (tmp_path, tmp_path / "photo.png", tmp_path / "missing.txt"):
        with pytest.raises(InputError):
            find_inputs(path)


def test_an_output_must_not_be_the_input_or_lie_inside_it(tmp_path: Path) -> None:
    make(tmp_path, "in/a.txt")
    folder, file = find_inputs(tmp_path / "in"), find_inputs(tmp_path / "in" / "a.txt")
    check_apart(folder, tmp_path / "out", None)
    check_apart(file, tmp_path / "in" / "b.txt")
    for inputs, output in [
        (folder, tmp_path / "in"),
        (folder, tmp_path / "in" / "new" / "b.txt"),
        (folder, tmp_path / "other" / ".." / "in" / "b.txt"),
        (file, tmp_path / "in" / "a.txt"),
    ]:
        with pytest.raises(InputError):
            check_apart(inputs, output)


def test_a_roster_names_who_is_in_a_dialogue_and_who_is_in_all(tmp_path: Path) -> None:
    path = tmp_path / "roster.csv"
    path.write_text(
        "\ufeffdialogue,name,role\na,Ola Zorblatt,student\n,Ms. Quibbly,teacher\nz,Bo\n"
    )
    make(tmp_path, "in/a.txt", "in/b.txt")
    roster = read_roster(path)
    entries = list(read_inputs(find_inputs(tmp_path / "in"), Columns(), roster))
    rosters = [entry.item.dialogue.roster for entry in entries]
    assert rosters == [["Ola Zorblatt", "Ms. Quibbly"], ["Ms. Quibbly"]]
    assert roster.unused == {"z"}


def test_a_roster_may_be_one_name_a_line(tmp_path: Path) -> None:
    path = tmp_path / "roster.txt"
    path.write_text("Ola Zorblatt\n\n  Bo \n")
    assert read_roster(path).names("any") == ["Ola Zorblatt", "Bo"]
    path.write_text("")
    assert read_roster(path).names("any") == []
    assert read_terms(path) == []


def test_a_roster_that_cannot_be_read_is_refused_without_its_names(tmp_path: Path) -> None:
    path = tmp_path / "roster.csv"
    for content in (
        b"dialogue,name\na,Zorblatt,x,y\n",
        b"dialogue,name\nZorblatt,\n",
        b"Zorblatt \xff",
    ):
        path.write_bytes(content)
        with pytest.raises(InputError) as error:
            read_roster(path)
        assert "Zorblatt" not in str(error.value)
    with pytest.raises(InputError):
        read_terms(tmp_path / "missing")


def test_asking_for_names_does_not_change_the_roster() -> None:
    roster = Roster(["Bo"], {"a": ["Ola"]})
    roster.names("a").append("Zed")
    assert roster.names("a") == ["Ola", "Bo"]


def test_files_are_left_out_by_patterns(tmp_path: Path) -> None:
    make(tmp_path, "a.txt", "b.zip", "notes/c.txt", "notes/d.png", "x/e.zip")
    inputs = find_inputs(tmp_path, ["*.zip", "notes/*"])
    assert [str(file.name) for file in inputs.files] == ["a.txt"]
    assert inputs.skipped == []
    assert find_inputs(tmp_path, ["d.png"]).skipped == ["b.zip", "x/e.zip"]
    with pytest.raises(InputError):
        find_inputs(tmp_path, ["*.txt"])


def test_no_two_copies_have_one_name(tmp_path: Path) -> None:
    make(tmp_path, "a.pdf", "b.pdf", "b.txt", "c.pdf", "c.txt", "c.pdf.txt", "d.pdf", "d.PDF")
    copies = {str(file.name): str(file.written_name) for file in find_inputs(tmp_path).files}
    assert copies == {
        "a.pdf": "a.txt",
        "b.pdf": "b.pdf.txt",
        "b.txt": "b.txt",
        "c.pdf": "c.pdf.2.txt",
        "c.pdf.txt": "c.pdf.txt",
        "c.txt": "c.txt",
        "d.PDF": "d.PDF.txt",
        "d.pdf": "d.pdf.txt",
    }
