"""A dialogue is reviewed with the keys."""

import re
from typing import Any

import pytest
from browser_tab import Open
from fake_desk import FakeDesk

pytestmark = pytest.mark.browser


def test_help_and_menus_have_pictures(tab_on: Open, fake: FakeDesk) -> None:
    tab = tab_on(fake).open("/d/0", ".stop.here")
    tab.press("l")
    tab.picture("menu")
    tab.press("Escape", "?")
    tab.picture("help")
    assert "reject: it stays in the text" in tab.page.inner_text("#help-keys")


def test_everything_is_decided_with_the_keys(tab_on: Open, fake: FakeDesk) -> None:
    tab = tab_on(fake).open("/d/0", ".stop.here")
    spans = fake.dialogues[0].spans

    def span(text: str) -> Any:
        chat = fake.dialogues[0]
        return next(
            one for one in chat.spans.values()
            if chat.messages[one.message][1][one.start : one.end] == text
        )  # fmt: skip

    assert tab.here() == "Maria"
    tab.press("a").said("Accepted")
    assert span("Maria").status == "accepted"
    assert tab.here() == "Jaden"
    tab.press("x").said("Rejected")
    assert span("Jaden").status == "rejected"
    tab.press("z").said("Undone")
    tab.press("y").said("Done again")
    while tab.here() != "Maria":
        tab.press("k")
    # Label by its name, role by its digit, extent by words and characters.
    tab.press("l", *"school", "Enter").said("Label changed")
    assert span("Maria").label == "SCHOOL"
    tab.press("l", "1").said("Label changed")
    tab.press("o", "2").said("Role changed")
    assert span("Maria").role == "participant"
    tab.press("w", "e", "Shift+ArrowRight", "W").said("Extent changed")
    tab.page.wait_for_timeout(300)
    assert span("Hi Maria,").label == "NAME"
    tab.press("E", "Shift+ArrowLeft").said("Extent changed")
    tab.page.wait_for_timeout(300)
    assert span("Maria")
    # A surrogate and a note.
    tab.press("s", *"Rosa", "Enter").said("Surrogate changed")
    assert span("Maria").surrogate == "Rosa"
    tab.page.wait_for_function(
        "() => document.querySelector('.released').textContent.includes('Rosa')"
    )
    tab.press("Escape", "t", *"look again", "Tab", "Enter").said("Note kept")
    assert fake.dialogues[0].note == "look again"
    # A likely miss, and words that nothing has found.
    before = len(spans)
    tab.press("Escape", "u", "u", "u")
    while "hint" not in (tab.page.locator(".stop.here").get_attribute("class") or ""):
        tab.press("j")
    tab.press("a").said("Marked")
    tab.press("v", "ArrowDown", "ArrowRight", "Shift+ArrowRight", "Enter", "4").said("Marked")
    assert len(fake.dialogues[0].spans) == before + 2
    tab.press("f")
    tab.page.wait_for_url("**/d/1")
    assert fake.dialogues[0].finished


def test_a_likely_miss_is_dismissed_with_the_key_of_reject(tab_on: Open, fake: FakeDesk) -> None:
    tab = tab_on(fake).open("/d/0", ".stop.here")
    hints = tab.page.locator(".hint")
    before = hints.count()
    assert before == len(fake.dialogues[0].hints) > 0
    hints.first.click()
    assert tab.page.inner_text("#reject").startswith("Dismiss")
    text = tab.here()
    tab.press("x").said("Dismissed")
    assert (hints.count(), len(fake.dialogues[0].hints)) == (before - 1, before - 1)
    assert tab.here() != text
    tab.press("z").said("Undone")
    tab.page.wait_for_function("n => document.querySelectorAll('.hint').length === n", arg=before)
    tab.press("y").said("Done again")
    assert len(fake.dialogues[0].hints) == before - 1


def test_all_like_it_is_asked_about_first(tab_on: Open, fake: FakeDesk) -> None:
    tab = tab_on(fake).open("/d/0", ".stop.here")
    tab.press("u", "c", "x")
    tab.page.wait_for_selector("#confirm[open]")
    assert "2 places" in tab.page.inner_text("#confirm")
    tab.picture("confirm")
    tab.press("Escape")
    tab.page.wait_for_selector("#confirm:not([open])", state="hidden")
    assert fake.dialogues[0].revision == 0
    tab.press("c", "x")
    tab.page.wait_for_selector("#confirm[open]")
    tab.press("Enter").said("2 places")
    assert sum(one.status == "rejected" for one in fake.dialogues[0].spans.values()) == 3
    tab.press("z").said("Undone")
    while tab.here() != "Jaden":
        tab.press("k")
    tab.press("Escape", "d", "a").said("Accepted")


def test_messages_are_looked_at_wherever_they_are(tab_on: Open, fake: FakeDesk) -> None:
    tab = tab_on(fake)
    seen = []
    for _ in range(3):
        before = tab.page.url
        tab.press("m")
        tab.page.wait_for_url(lambda url, before=before: url != before)
        tab.page.wait_for_selector(".message.flash, .stop.here")
        seen.append(tab.page.url.removeprefix(tab.server.base))
    assert seen == ["/d/0?m=1", "/d/0?m=3", "/d/0?m=5"]
    assert tab.here() == "Brennan"


def test_the_tab_key_gets_to_the_spans_of_a_finished_dialogue(tab_on: Open, fake: FakeDesk) -> None:
    fake.dialogues[0].finished = True
    tab = tab_on(fake).open("/d/0", ".released")
    for _ in range(40):
        if tab.page.locator(".stop:focus").count():
            break
        tab.press("Tab")
    assert tab.page.locator(".stop:focus").text_content() == "Maria"
    tab.press("j")
    assert tab.here() == "Lincoln Middle School"


def test_what_a_screen_reader_hears(tab_on: Open, fake: FakeDesk) -> None:
    tab = tab_on(fake).open("/d/0", ".stop.here")
    name = tab.page.locator(".stop.here").get_attribute("aria-label")
    assert name == "Maria, NAME, participant, not looked at"
    hint = tab.page.locator(".hint").first.get_attribute("aria-label")
    assert re.match(r"\w+, likely miss, perhaps NAME: ", hint or "")
    assert tab.page.locator("[role=status][aria-live=polite]").count() == 1
    for landmark in ("header", "nav", "main", "aside"):
        assert tab.page.locator(landmark).count() >= 1
