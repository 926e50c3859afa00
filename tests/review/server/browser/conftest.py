"""Debian's Chromium, driven by Playwright, over a desk in memory or over a state."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_tab import CORPORA, Open, Tab, chromium
from fake_desk import FakeDesk
from review_server import running
from two_reviewers import act

from spacy_piivot.review.desk import Desk
from spacy_piivot.review.model import Action
from spacy_piivot.review.store import Store


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    api = pytest.importorskip(
        "playwright.sync_api", reason='needs playwright: pip install "spacy-piivot[browser-tests]"'
    )
    with api.sync_playwright() as playwright:
        # Its sandbox does not work for root, nor in most containers.
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def no_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A state without a corpus, for the desks in memory."""
    with Store.open(tmp_path_factory.mktemp("state") / "state", create=True) as store:
        yield store


@pytest.fixture
def tab_on(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Opens a tab on a desk with some dialogues; fails if the page complained of anything."""
    ends: list[Callable[[], object]] = []
    tabs: list[Tab] = []

    def open(desk: Any, *, width: int = 1280, scheme: str = "light") -> Tab:
        served = running(desk, output=tmp_path / "out.jsonl")
        server = served.__enter__()
        context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce"
        )
        ends.extend((context.close, lambda: served.__exit__(None, None, None)))
        tab = Tab(context.new_page(), server)
        tab.page.goto(server.gate.address)
        tabs.append(tab)
        return tab

    yield open
    for end in ends:
        end()
    assert [one for tab in tabs for one in (*tab.complaints, *tab.foreign)] == []


@pytest.fixture
def fake(no_state: Store) -> FakeDesk:
    return CORPORA["chat"](no_state)


@pytest.fixture
def real(desk: Desk) -> Desk:
    """A desk over a state: two reviewers, one disagreement, and an audit that has begun."""
    act(desk, "anna", "accept", 0, "Zorblatt")
    act(desk, "ben", "reject", 0, "Zorblatt")
    for reviewer in ("anna", "ben"):
        for number in (0, 1, 3):
            desk.act(reviewer, Action("finish", number))
    desk.audit_draw(3)
    return desk
