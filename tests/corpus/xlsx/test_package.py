import zipfile
from pathlib import Path

import pytest
from copied import read
from made_xlsx import MAIN, row, write_book, write_parts

from spacy_piivot.corpus.xlsx import package
from spacy_piivot.corpus.xlsx.package import Package
from spacy_piivot.errors import InputError

LAUGHS = (
    '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
    '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>'
)
FILE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>'


def test_an_encrypted_or_old_workbook_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))
    with pytest.raises(InputError, match=r"^a.xlsx: is encrypted, or an old .xls file"):
        Package(path)


@pytest.mark.parametrize("of", [0, 5, 100, -1, -30, -400])
def test_a_cut_off_workbook_is_refused(tmp_path: Path, of: int) -> None:
    path = write_book(tmp_path / "a.xlsx", ("a", "T", "x"))
    path.write_bytes(path.read_bytes()[:of])
    with pytest.raises(InputError, match=r"^a.xlsx: is not an Excel workbook"):
        read(path)


def test_another_kind_of_file_is_refused_without_its_text(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    path.write_text("dialogue,text\nSecretname,x\n")
    with pytest.raises(InputError) as refused:
        Package(path)
    assert "Secretname" not in str(refused.value)
    assert refused.value.__context__ is None


def test_a_zip_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", "<document/>")
    with pytest.raises(InputError, match="is not an Excel workbook"):
        Package(path)


@pytest.mark.parametrize("declared", [LAUGHS, FILE])
@pytest.mark.parametrize("part", ["xl/worksheets/one.xml", "xl/strings.xml", "xl/workbook.xml"])
def test_entities_are_refused(tmp_path: Path, declared: str, part: str) -> None:
    path = write_parts(tmp_path / "a.xlsx", row("a", "T", "x"))
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    parts[part] = f"<?xml version='1.0'?><!-- {'x' * 9000} -->{declared}{parts[part]}"
    with pytest.raises(InputError, match="declares entities, which no workbook needs"):
        read(write_parts(path, "", parts))


def test_a_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_parts(tmp_path / "a.xlsx", row("a", "T", "x" * 3_000_000))
    assert path.stat().st_size < 30_000
    monkeypatch.setattr(package, "MOST_BYTES", 1 << 21)
    with pytest.raises(InputError, match=r"unpacked it would have .* GiB, more than"):
        Package(path)


def test_a_part_larger_than_it_says_is_refused(tmp_path: Path) -> None:
    path = write_parts(tmp_path / "a.xlsx", row("a", "T", "x" * 9_000))
    with zipfile.ZipFile(path) as archive:
        size = archive.getinfo("xl/worksheets/one.xml").file_size
    data = path.read_bytes()
    said = size.to_bytes(4, "little")
    assert data.count(said) == 2
    path.write_bytes(data.replace(said, (500).to_bytes(4, "little")))
    with pytest.raises(InputError, match=r"is not an Excel workbook .*, or is damaged"):
        read(path)


@pytest.mark.parametrize(
    "rows",
    [
        '<row><c t="s"><v>7</v></c></row>',
        '<row><c t="s"><v>-1</v></c></row>',
        '<row r="x"><c><v>1</v></c></row>',
        '<row><c r="1"><v>1</v></c></row>',
        "<row><c><v>Secretname</v></c></row>",
        "<row>",
    ],
)
def test_a_damaged_sheet_is_refused_without_its_text(tmp_path: Path, rows: str) -> None:
    with pytest.raises(InputError) as refused:
        read(write_parts(tmp_path / "a.xlsx", rows))
    assert str(refused.value) == "a.xlsx: is not an Excel workbook (.xlsx), or is damaged."


def test_sheets_that_are_not_there_or_have_no_rows_are_left_out(tmp_path: Path) -> None:
    relations = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="r1" Type="x/chartsheet" Target="worksheets/one.xml"/></Relationships>'
    )
    path = write_parts(tmp_path / "a.xlsx", "", {"xl/_rels/workbook.xml.rels": relations})
    with pytest.raises(InputError, match="has no sheet with rows"):
        read(path)


def test_days_are_counted_from_1904_if_it_says_so(tmp_path: Path) -> None:
    book = f'<workbook xmlns="{MAIN}"><workbookPr date1904="{{}}"/><sheets/></workbook>'
    for said, uses_1904 in (("1", True), ("true", True), ("0", False)):
        path = write_parts(tmp_path / "a.xlsx", "", {"xl/workbook.xml": book.format(said)})
        with Package(path) as one:
            assert one.uses_1904() is uses_1904
