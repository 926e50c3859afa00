import os
import re
import stat
from pathlib import Path

import pytest
from annotated import span
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.core.matching import Decision
from spacy_piivot.evaluation.report.examples import Example, write_examples


def missed(text: str | None, start: int, end: int, label: str = "NAME", id: str = "d") -> Example:
    return id, 3, text, Decision(3, label, "fn", span(start, end, label, role="problem"), None)


def alarm(text: str, start: int, end: int, label: str = "NAME") -> Example:
    return "d", 3, text, Decision(3, label, "fp", None, span(start, end, label, score=0.25))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "errors.md"


def test_the_first_line_says_that_the_file_is_private(path: Path) -> None:
    path.touch(0o644)
    write_examples(path, [missed("hi Zadie", 3, 8)])
    first = path.read_text("utf8").splitlines()[0]
    assert "PRIVATE" in first
    assert "ORIGINAL TEXT" in first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_errors_are_grouped_by_outcome_and_label(path: Path) -> None:
    decision = Decision(0, "NAME", "tp", span(0, 5), span(0, 5))
    write_examples(
        path,
        [
            alarm("use Point A", 4, 9),
            missed("I am 12", 5, 7, "AGE"),
            ("d", 0, "Tomas", decision),
            missed("hi Zadie!", 3, 8),
        ],
    )
    text = path.read_text("utf8")
    headings = re.findall(r"^##+ .*", text, re.MULTILINE)
    assert headings == [
        "## Missed",
        "### `AGE`: 1 of 1",
        "### `NAME`: 1 of 1",
        "## False alarms",
        "### `NAME`: 1 of 1",
    ]
    assert "`d`, message 3, characters 3 to 8, `problem`:\n\n```text\nhi ⟦Zadie⟧!\n```" in text
    assert "characters 4 to 9, score 0.25:\n\n```text\nuse ⟦Point⟧ A\n```" in text
    assert "Tomas" not in text


def test_a_long_message_is_cut_60_characters_around_the_span(path: Path) -> None:
    write_examples(path, [missed("a" * 61 + "Zadie" + "b" * 60, 61, 66)])
    assert f"\n…{'a' * 60}⟦Zadie⟧{'b' * 60}\n" in path.read_text("utf8")


def test_a_label_and_outcome_have_a_limit_and_are_counted(path: Path) -> None:
    errors = [missed(f"hi N{number}", 3, 5, id=f"d{number}") for number in range(5)]
    write_examples(path, [*errors, alarm("a b", 0, 1)], limit=2)
    text = path.read_text("utf8")
    assert "### `NAME`: 2 of 5" in text
    assert re.findall(r"^.*⟦(.+)⟧", text.split("## Missed")[1], re.MULTILINE) == ["N0", "N1", "a"]


@given(
    text=st.text(st.sampled_from("`~#*_<>|[]()\\\n\r é"), min_size=1),
    id=st.text("`# *\n", min_size=1),
)
def test_no_text_ends_its_fence(
    tmp_path_factory: pytest.TempPathFactory, text: str, id: str
) -> None:
    path = tmp_path_factory.mktemp("examples") / "errors.md"
    write_examples(path, [missed(text, 0, len(text), id=id)])
    written = path.read_bytes().decode()
    (opened,) = re.findall(r"^(`{3,})text$", written, re.MULTILINE)
    body = written.split(f"{opened}text\n", 1)[1]
    assert body.startswith(f"⟦{text}⟧\n{opened}\n")
    assert opened not in text


def test_without_texts_there_are_no_examples(path: Path) -> None:
    with pytest.raises(InputError, match="texts of the messages"):
        write_examples(path, [missed("hi Zadie", 3, 8), missed(None, 0, 2)])
    assert os.listdir(path.parent) == []
