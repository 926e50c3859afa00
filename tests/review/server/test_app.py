"""The files that the browser gets."""

import re
from pathlib import Path

import pytest
from conftest import REPOSITORY

STATIC = REPOSITORY / "spacy_piivot" / "review" / "server" / "static"
RISKY = (
    "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function",
    "setHTML", "DOMParser", "sessionStorage", "indexedDB",
)  # fmt: skip
SHARED = REPOSITORY / "spacy_piivot" / "pages" / "static"
FILES = sorted([*STATIC.iterdir(), SHARED / "colours.css", SHARED / "rows.css"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_is_short_and_asks_nobody_else(path: Path) -> None:
    text = path.read_text("utf8")
    assert len(text.splitlines()) < 400
    assert not re.search(r"https?:|//[a-z]+\.", text)


@pytest.mark.parametrize(
    "path", [one for one in FILES if one.suffix == ".js"], ids=lambda p: p.name
)
def test_no_script_reads_markup_or_code_from_a_text(path: Path) -> None:
    text = path.read_text("utf8")
    for risky in RISKY:
        assert risky not in text


def test_every_file_is_served(stranger) -> None:
    for path in FILES:
        response = stranger.client.get(f"/static/{path.name}")
        assert response.content == path.read_bytes()
        kind = "css" if path.suffix == ".css" else "javascript"
        assert kind in response.headers["content-type"]
