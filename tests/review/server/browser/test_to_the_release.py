"""Adjudication, audit and release: what follows the reviews."""

import pytest
from browser_tab import WIDTHS, Open

from spacy_piivot.review.desk import Desk

pytestmark = pytest.mark.browser


def test_the_adjudicator_decides_with_the_keys(tab_on: Open, real: Desk) -> None:
    tab = tab_on(real).open("/disagreements", ".case")
    for width in WIDTHS:
        tab.page.set_viewport_size({"width": width, "height": 800})
        tab.picture("disagreements")
    tab.press("j", "a").said("Decided as anna did. 0 disagreements left")
    assert real.disagreements()[0].decided
    tab.press("z").said("Undone")
    tab.page.wait_for_selector(".case")


def test_the_auditor_answers_with_the_keys(tab_on: Open, real: Desk) -> None:
    [found] = real.disagreements()
    real.decide(found.dialogue, found.message, found.start, found.end, "a")
    tab = tab_on(real).open("/audit", ".audited")
    for width in WIDTHS:
        tab.page.set_viewport_size({"width": width, "height": 800})
        tab.picture("audit")
    for left in (2, 1, 0):
        text = tab.page.inner_text(".audited")
        if "Zorblatt" in text:
            tab.press("v", "Enter", "1")
            tab.page.wait_for_selector("#done:visible")
            tab.press("Enter").said("1 marked")
        else:
            tab.press("0").said("nothing in it")
        assert real.audit_figures()["answered"] == 3 - left
    tab.page.wait_for_selector("#draw:visible")
    tab.page.wait_for_selector("#figures:has-text('3 messages')")


def test_the_release_is_written_from_the_last_page(tab_on: Open, real: Desk) -> None:
    tab = tab_on(real).open("/disagreements", ".case")
    tab.press("j", "a").said("Decided")
    tab.open("/wrap-up")
    tab.page.wait_for_function("() => document.getElementById('log-said').textContent")
    assert "none was changed" in tab.page.inner_text("#log-said")
    tab.page.click("#release")
    tab.page.wait_for_selector("#confirm[open]")
    tab.press("Enter").said("The release is written")
    for width in WIDTHS:
        tab.page.set_viewport_size({"width": width, "height": 800})
        tab.picture("wrap-up")
    assert "3 dialogues released" in tab.page.inner_text("#release-said")
    text = tab.server.output.read_text("utf8")
    assert "Zorblatt" not in text
