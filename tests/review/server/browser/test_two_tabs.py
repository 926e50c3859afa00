"""Two tabs of one reviewer."""

import pytest
from browser_tab import Open, Tab
from fake_desk import FakeDesk

pytestmark = pytest.mark.browser


def test_of_two_tabs_the_second_is_told_and_shown_what_is_now(tab_on: Open, fake: FakeDesk) -> None:
    tab = tab_on(fake).open("/d/0", ".stop.here")
    other = Tab(tab.page.context.new_page(), tab.server).open("/d/0", ".stop.here")
    tab.press("a").said("Accepted")
    other.press("x").said("changed")
    assert "accepted" in (other.page.locator(".span").first.get_attribute("class") or "")
    assert next(iter(fake.dialogues[0].spans.values())).status == "accepted"
