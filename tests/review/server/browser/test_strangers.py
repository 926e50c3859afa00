"""Who has not come in, or comes in by the password."""

from pathlib import Path
from typing import Any

import pytest
from browser_tab import Open
from fake_desk import FakeDesk
from review_server import running

pytestmark = pytest.mark.browser


def test_another_page_can_neither_read_nor_change(
    tab_on: Open, fake: FakeDesk, tmp_path: Path
) -> None:
    """A page of another origin in the same browser, which has our cookie."""
    tab = tab_on(fake)
    evil = FakeDesk([], None)
    with running(evil) as elsewhere:
        stranger = tab.page.context.new_page()
        stranger.goto(elsewhere.gate.address)
        stranger.goto(f"{elsewhere.base}/static/desk.css")
        found = stranger.evaluate(
            """async base => {
              const tries = [
                () => fetch(base + '/api/d/0', {credentials: 'include'}),
                () => fetch(base + '/api/act', {method: 'POST', credentials: 'include',
                  mode: 'no-cors', headers: {'Content-Type': 'text/plain'},
                  body: JSON.stringify({kind: 'finish', dialogue: 0})}),
              ];
              const seen = [];
              for (const one of tries) {
                try { const r = await one(); seen.push(r.type === 'opaque' ? '' : await r.text()); }
                catch { seen.push(''); }
              }
              return seen.join('');
            }""",
            tab.server.base,
        )
    assert "Maria" not in found
    assert not fake.dialogues[0].finished


def test_another_reviewer_comes_in_by_the_password(browser: Any, fake: FakeDesk) -> None:
    with running(fake, password="open sesame") as server:
        context = browser.new_context()
        page = context.new_page()
        page.goto(server.base)
        assert "closed here" in page.inner_text("h1")
        for password in ("wrong", "open sesame"):
            page.fill("[name=reviewer]", "ben")
            page.fill("[name=password]", password)
            page.keyboard.press("Enter")
            if password == "wrong":
                page.wait_for_function(
                    "() => document.getElementById('login-said').textContent.includes('wrong')"
                )
                page.wait_for_timeout(1100)
        page.wait_for_selector("#rows a")
        assert page.inner_text(".who-am-i") == "Reviewer ben"
        context.close()
