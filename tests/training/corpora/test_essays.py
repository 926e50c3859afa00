from pathlib import Path

import pytest

from spacy_piivot.errors import InputError
from training.corpora.essays import Essay, EssaySpan, read_essay, read_essays

REPOSITORY = Path(__file__).parents[3]


def essay(tmp_path: Path, text: str) -> Essay:
    path = tmp_path / "x-001.txt"
    path.write_bytes(text.encode())
    return read_essay(path)


def test_marks_become_spans_and_lines_become_sections(tmp_path: Path) -> None:
    read = essay(
        tmp_path,
        "%% author_block\n⟦NAME:participant|Ada\u00a0Lee⟧\r\n%% body\n"
        "See ⟦URL:cited|https://example.org/a⟧, ⟦AGE|12⟧.\n",
    )
    assert read.id == "x-001"
    assert read.text == "Ada\u00a0Lee\r\nSee https://example.org/a, 12.\n"
    assert [(read.text[one.start : one.end], one.label, one.role) for one in read.spans] == [
        ("Ada\u00a0Lee", "NAME", "participant"),
        ("https://example.org/a", "URL", "cited"),
        ("12", "AGE", ""),
    ]
    assert read.sections == (EssaySpan(0, 9, "author_block"), EssaySpan(9, 40, "body"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Dear all", "line 1: an essay begins"),
        ("%% bodies\nDear all", "line 1: not a section"),
        ("%% body\n\n⟦NAME|Zorblatt⟧", "line 3: a NAME mark needs a role"),
        ("%% body\n⟦NAME:friend|Zorblatt⟧", "line 2: a NAME mark needs a role"),
        ("%% body\n⟦AGE:cited|Zorblatt⟧", "line 2: a mark has a role"),
        ("%% body\n⟦NOISE|Zorblatt⟧", "line 2: a mark has an unknown label"),
        ("%% body\n⟦AGE| Zorblatt⟧", "line 2: a mark begins or ends with white space"),
        ("%% body\n⟦AGE|⟦NAME:public|Zorblatt⟧⟧", "line 2: a mark is malformed"),
        ("%% body\n⟦AGE|Zorblatt", "line 2: a mark is malformed"),
    ],
)
def test_a_malformed_essay_is_refused_without_its_text(
    text: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=message) as refused:
        essay(tmp_path, text)
    assert "Zorblatt" not in str(refused.value)


def test_a_folder_without_essays_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="contains no essays"):
        read_essays(tmp_path)


def test_the_committed_essays_are_as_their_format_says() -> None:
    essays = read_essays(REPOSITORY / "corpus" / "essays")
    assert len({one.id for one in essays}) == len(essays) >= 250
    for one in essays:
        assert one.sections[0].start == 0
        assert one.sections[-1].end == len(one.text)
        ends = [0, *(span.end for span in one.spans)]
        assert all(span.start >= end for span, end in zip(one.spans, ends, strict=False))
    roles = {span.role for one in essays for span in one.spans if span.label == "NAME"}
    assert roles == {"participant", "mentioned", "cited", "public", "problem", "math_term"}
