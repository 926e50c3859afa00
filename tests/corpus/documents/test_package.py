import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

pytest.importorskip("lxml")

from made_docx import change_parts, write_docx

from spacy_piivot.corpus.documents import package
from spacy_piivot.corpus.documents.package import open_package
from spacy_piivot.errors import RecordError


def kind_of_error(path: Path) -> str:
    with pytest.raises(RecordError) as caught:
        open_package(path, "a").xml("word/document.xml")
    assert caught.value.id == "a"
    return caught.value.kind


def test_a_package_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(package, "MOST_BYTES", 100_000)
    path = write_docx(tmp_path / "a.docx", "a")
    change_parts(path, lambda parts: parts.update({"x.bin": bytes(99_000)}))
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("y.bin", bytes(100_000))
    assert path.stat().st_size < 110_000
    assert kind_of_error(path) == "TooLarge"


def test_a_package_of_too_many_parts_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(package, "MOST_PARTS", 2)
    assert kind_of_error(write_docx(tmp_path / "a.docx", "a")) == "TooLarge"


def test_two_parts_of_one_name_are_refused(tmp_path: Path) -> None:
    path = write_docx(tmp_path / "a.docx", "a")
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(path, "a") as archive:
        archive.writestr("word/document.xml", "<other/>")
    assert kind_of_error(path) == "BrokenDOCX"


@pytest.mark.parametrize(
    "declared",
    [
        '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><d>&b;</d>',
        '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]><d>&a;</d>',
        '<!DOCTYPE d SYSTEM "http://127.0.0.1:9/x.dtd"><d/>',
    ],
)
def test_entities_are_refused(tmp_path: Path, declared: str) -> None:
    path = write_docx(tmp_path / "a.docx", "a")
    change_parts(path, lambda parts: parts.update({"word/document.xml": declared.encode()}))
    assert kind_of_error(path) == "BrokenDOCX"


@pytest.mark.parametrize("place", range(0, 900, 37))
def test_a_damaged_package_is_refused_or_read(tmp_path: Path, place: int) -> None:
    path = write_docx(tmp_path / "a.docx", "a" * 50)
    content = bytearray(path.read_bytes())
    content[place % len(content)] ^= 0xFF
    path.write_bytes(content)
    with suppress(RecordError):
        open_package(path, "a").xml("word/document.xml")


def test_a_password_is_said(tmp_path: Path) -> None:
    path = write_docx(tmp_path / "a.docx", "a")
    content = bytearray(path.read_bytes())
    for mark, shift in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + shift] |= 1
    path.write_bytes(content)
    assert kind_of_error(path) == "Encrypted"


def test_targets_stay_in_the_package(tmp_path: Path) -> None:
    path = write_docx(tmp_path / "a.docx", "a")
    relations = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="a" Type="t" Target="../../../etc/pass%20wd"/>'
        '<Relationship Id="b" Type="t" Target="/word/x.xml"/>'
        '<Relationship Id="c" Type="t" Target="http://x.org/" TargetMode="External"/>'
        "</Relationships>"
    )
    change_parts(
        path, lambda parts: parts.update({"word/_rels/document.xml.rels": relations.encode()})
    )
    found = open_package(path, "a").relations("word/document.xml")
    assert [one.target for one in found] == ["etc/pass wd", "word/x.xml", "http://x.org/"]
    assert [one.external for one in found] == [False, False, True]
