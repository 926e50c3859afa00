import struct

import pytest
from made_docx import png

from spacy_piivot.corpus.documents.pictures import bare_picture


def segment(code: int, content: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, code, len(content) + 2) + content


JPEG = (
    b"\xff\xd8" + segment(0xE0, b"JFIF\0") + segment(0xE1, b"Exif\0 Zorblatt")
    + segment(0xED, b"Zorblatt") + segment(0xFE, b"Zorblatt") + segment(0xDB, b"table")
    + segment(0xDA, b"scan") + b"data\xff\x00data\xff\xd9" + b"Zorblatt"
)  # fmt: skip


@pytest.mark.parametrize(("content", "kind"), [(png() + b"Zorblatt", "png"), (JPEG, "jpeg")])
def test_only_the_picture_stays(content: bytes, kind: str) -> None:
    found = bare_picture(content)
    assert found is not None
    assert found[0] == kind
    assert b"Zorblatt" in content
    assert b"Zorblatt" not in found[1]
    assert bare_picture(found[1]) == found


def test_what_a_picture_needs_stays() -> None:
    found = bare_picture(JPEG)
    assert found is not None
    assert [part in found[1] for part in (b"JFIF", b"table", b"scan", b"data\xff\x00data")] == (
        [True] * 4
    )


@pytest.mark.parametrize(
    "content",
    [b"", b"GIF89a Zorblatt", png()[:40], png()[:-12], JPEG[:20], JPEG[:60], b"\xff\xd8\xff"],
)
def test_any_other_picture_is_dropped(content: bytes) -> None:
    assert bare_picture(content) is None
