"""A page of the review desk in a real browser, and what it complained about."""

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from review_corpora import corpora
from review_server import Running

WIDTHS = (1280, 768)
# Where the pictures go that somebody looks at, and those of the documentation come from.
PICTURES = os.environ.get("SPACY_PIIVOT_PICTURES")
CORPORA = corpora()


def chromium() -> str:
    found = os.environ.get("SPACY_PIIVOT_CHROMIUM") or shutil.which("chromium")
    if not found:
        pytest.skip("needs Chromium (Debian: apt-get install chromium), or its path in "
                    "SPACY_PIIVOT_CHROMIUM")  # fmt: skip
    return found


class Tab:
    """A page of the desk in the browser, and what it complained about."""

    def __init__(self, page: Any, server: Running) -> None:
        self.page, self.server = page, server
        self.complaints: list[str] = []
        self.foreign: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self._asked)

    def _heard(self, message: Any) -> None:
        # What was refused for a reason is said on the page.
        refused = re.search("status of 4(00|03|09)", message.text)
        if message.type in ("error", "warning") and not refused:
            self.complaints.append(message.text)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.server.base, "data:")):
            self.foreign.append(request.url)

    def open(self, path: str, ready: str = "main") -> "Tab":
        self.page.goto(self.server.base + path)
        self.page.wait_for_selector(ready)
        return self

    def press(self, *keys: str) -> "Tab":
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def said(self, words: str) -> None:
        self.page.wait_for_function(
            "words => document.getElementById('said').textContent.includes(words)"
            " || document.getElementById('alarm').textContent.includes(words)",
            arg=words,
            timeout=5000,
        )

    def here(self) -> str:
        return str(self.page.locator(".stop.here").text_content())

    def picture(self, name: str) -> None:
        if PICTURES:
            width = self.page.viewport_size["width"]
            Path(PICTURES).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=str(Path(PICTURES) / f"{name}-{width}.png"))


Open = Callable[..., Tab]
