import codecs
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.corpus.tables.encodings import advice, find_encoding
from spacy_piivot.errors import InputError


def file(tmp_path: Path, content: bytes) -> Path:
    path = tmp_path / "lesson.csv"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    ("text", "written", "found", "mark", "says"),
    [
        ("plain", "utf-8", "utf-8", b"", ""),
        ("élève", "utf-8", "utf-8", b"", ""),
        ("élève", "utf-8-sig", "utf-8", codecs.BOM_UTF8, ""),
        ("élève", "utf-16", "utf-16-le", codecs.BOM_UTF16_LE, "read as utf-16-le, as its byte"),
        ("élève, café", "cp1252", "cp1252", b"", "not UTF-8, so read as cp1252, and written so"),
        ("don’t “do” 3 × 4", "cp1252", "cp1252", b"", "not UTF-8"),
        ("", "utf-8", "utf-8", b"", ""),
    ],
)
def test_an_encoding_is_found_and_said(
    tmp_path: Path, text: str, written: str, found: str, mark: bytes, says: str
) -> None:
    encoding = find_encoding(file(tmp_path, f"text\n{text}\n".encode(written)))
    assert (encoding.name, encoding.mark) == (found, mark)
    assert encoding.note.startswith(says)
    assert bool(encoding.note) == bool(says)


def test_big_endian_is_known_by_its_mark(tmp_path: Path) -> None:
    content = codecs.BOM_UTF16_BE + "text\né\n".encode("utf-16-be")
    assert find_encoding(file(tmp_path, content)).name == "utf-16-be"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("café, señor", "mac_roman"),
        ("niño y Jürgen", "cp850"),
        ("Paweł", "cp1250"),
        ("Dvořák říká, že ano", "cp1250"),
        ("őrült ütő, és ő", "cp1250"),
        ("Привет, мир", "cp1251"),
        ("数学の宿題", "cp932"),
        ("你好数学", "gb18030"),
    ],
)
def test_what_cannot_be_known_is_refused_with_what_to_try(
    tmp_path: Path, text: str, written: str
) -> None:
    path = file(tmp_path, f"text\n{text}\n".encode(written))
    with pytest.raises(InputError, match=f"cannot be known. Give --encoding .*{written}"):
        find_encoding(path)
    assert find_encoding(path, written).name == codecs.lookup(written).name


def test_utf_16_without_a_mark_is_told(tmp_path: Path) -> None:
    path = file(tmp_path, "text\nhello, you\n".encode("utf-16-le"))
    with pytest.raises(InputError, match="--encoding utf-16-le"):
        find_encoding(path)
    assert find_encoding(path, "utf-16-le").mark == b""
    with pytest.raises(InputError, match="ends within a character"):
        find_encoding(file(tmp_path, b"\xff\xfet\0e\0x"))


@pytest.mark.parametrize("asked", ["klingon", "base64", "utf-7x", "cp037", "idna", "rot13"])
def test_what_is_no_encoding_of_tables_is_refused(tmp_path: Path, asked: str) -> None:
    with pytest.raises(InputError, match="no such encoding"):
        find_encoding(file(tmp_path, b"text\n"), asked)


def test_a_mark_is_believed_before_the_user(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="says that it is utf-8, not cp1252"):
        find_encoding(file(tmp_path, codecs.BOM_UTF8 + b"text\n"), "cp1252")


def test_one_bad_row_leaves_a_file_utf_8(tmp_path: Path) -> None:
    rows = "text\nélève\n".encode() + b"caf\xe9\n"
    encoding = find_encoding(file(tmp_path, rows))
    assert (encoding.name, encoding.note) == ("utf-8", "")
    assert "from cp1252; if all rows are so, give --encoding cp1252" in advice(
        "caf\udce9", encoding
    )
    assert "mac_roman" in advice("caf\udc8e", encoding)


@given(st.binary(max_size=40))
def test_whatever_the_bytes_a_file_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = file(tmp_path_factory.mktemp("any"), content)
    try:
        encoding = find_encoding(path)
    except InputError:
        return
    text = content[len(encoding.mark) :].decode(encoding.name, encoding.errors)
    assert encoding.mark + text.encode(encoding.name, encoding.errors) == content
