"""The page that shows the description loads nothing."""

import base64
import hashlib
import re

from starlette.testclient import TestClient

from spacy_piivot.serve.openapi import document
from spacy_piivot.serve.page import CONTENT_SECURITY, page


def test_it_shows_every_path_and_field() -> None:
    shown = page(document())
    for path, methods in document()["paths"].items():
        for method in methods:
            assert f"<code>{method.upper()} {path}</code>" in shown
    for field in ("text", "analyzer_results", "spans_from_input", "roster", "deanonymizers"):
        assert f"<code>{field}</code>" in shown
    assert "John Smith drivers license" in shown


def test_it_loads_nothing_and_runs_nothing(http: TestClient) -> None:
    said = http.get("/")
    assert said.headers["content-security-policy"] == CONTENT_SECURITY
    assert "default-src 'none'" in CONTENT_SECURITY
    loading = r"<(script|link|img|iframe|form)|\ssrc=|@import|url\(|\son\w+="
    assert re.findall(loading, said.text) == []
    [style] = re.findall(r"<style>(.*?)</style>", said.text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"'sha256-{digest}'" in CONTENT_SECURITY


def test_what_it_shows_is_escaped() -> None:
    odd = {
        "info": {"title": "<b>", "version": "1", "description": "<script>"},
        "paths": {"/<i>": {"get": {"summary": "&", "responses": {"200": {"description": "<u>"}}}}},
    }
    shown = page(odd)
    assert not any(tag in shown for tag in ("<b>", "<script>", "<i>", "<u>"))
