"""What holds of all pages."""

import os
from pathlib import Path
from typing import Any

import pytest
from browser_tab import CORPORA, WIDTHS, Open
from fake_desk import FakeDesk, Shown

from spacy_piivot.review.desk import Desk
from spacy_piivot.review.store import Store

pytestmark = pytest.mark.browser

# The file axe.min.js of the npm package axe-core.
AXE = os.environ.get("SPACY_PIIVOT_AXE", "node_modules/axe-core/axe.min.js")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", CORPORA)
def test_it_fits_and_shows_everything(name: str, width: int, tab_on: Open, no_state: Store) -> None:
    tab = tab_on(CORPORA[name](no_state), width=width)
    tab.picture(f"queue-{name}")
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
    if name == "empty":
        assert "has no dialogues" in tab.page.inner_text("#empty")
        return
    tab.open("/d/0", ".released")
    tab.picture(f"dialogue-{name}")
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
    fake: Any = tab.server.desk
    shown = tab.page.locator(".original").all_text_contents()[:200]
    assert shown == [text for _, text in fake.dialogues[0].messages[:200]]


def test_the_dark_pages(tab_on: Open, fake: FakeDesk) -> None:
    tab = tab_on(fake, scheme="dark")
    tab.picture("queue-dark")
    tab.open("/d/0", ".released").picture("dialogue-dark")


def test_a_text_of_markup_is_a_text(tab_on: Open, no_state: Store) -> None:
    evil = "<img src=x onerror=alert(1)> <script>alert(2)</script> </script><b>&amp;"
    fake = FakeDesk([Shown(evil, [(evil, evil)])], no_state)
    fake.place(0, 0, "<b>", "NAME", surrogate=evil)
    tab = tab_on(fake)
    alerts: list[Any] = []
    tab.page.on("dialog", lambda dialog: (alerts.append(dialog), dialog.dismiss()))
    assert evil in tab.page.inner_text("#rows")
    tab.open("/d/0", ".released")
    assert tab.page.text_content(".original") == evil
    assert evil in tab.page.text_content(".released")
    assert tab.page.locator("main img, main b, main script").count() == 0
    tab.press("j")
    assert tab.page.inner_text("#span-title") == "<b>"
    assert alerts == []


CHECK = """async () => (await axe.run()).violations
  .filter((one) => ['serious', 'critical'].includes(one.impact))
  .map((one) => [one.id, one.nodes.map((node) => [node.target, node.failureSummary])])"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/d/0", "/disagreements", "/audit", "/wrap-up"])
def test_axe_finds_nothing_serious(
    path: str, scheme: str, tab_on: Open, fake: FakeDesk, real: Desk
) -> None:
    if not Path(AXE).is_file():
        pytest.skip("needs axe-core (npm install axe-core); its axe.min.js in SPACY_PIIVOT_AXE")
    tab = tab_on(fake if path in ("/", "/d/0") else real, scheme=scheme).open(path)
    tab.page.wait_for_load_state("networkidle")
    tab.picture(f"{path.strip('/').replace('/', '-') or 'queue'}-{scheme}-axe")
    tab.page.evaluate(Path(AXE).read_text("utf8"))
    assert tab.page.evaluate(CHECK) == []
    if path == "/d/0":
        for key, dialog in (("?", "#help"), ("l", "#menu")):
            tab.press(key)
            tab.page.wait_for_selector(f"{dialog}[open]")
            assert tab.page.evaluate(CHECK) == []
            tab.press("Escape")
