"""Words are marked and labelled with the mouse."""

import pytest
from browser_tab import Open
from fake_desk import FakeDesk

pytestmark = pytest.mark.browser


def test_words_are_marked_with_the_mouse(tab_on: Open, fake: FakeDesk) -> None:
    """Among emoji, of which JavaScript counts two and more units for one character."""
    tab = tab_on(fake).open("/d/0", ".stop.here")
    box = tab.page.evaluate(
        """() => {
          const root = document.querySelector('#m1 .original');
          const last = [...root.childNodes].at(-1);
          const range = document.createRange();
          const at = last.data.indexOf('that');
          range.setStart(last, at); range.setEnd(last, at + 4);
          const {x, y, width, height} = range.getBoundingClientRect();
          return {x, y, width, height};
        }"""
    )
    middle = box["y"] + box["height"] / 2
    tab.page.mouse.move(box["x"] + 1, middle)
    tab.page.mouse.down()
    tab.page.mouse.move(box["x"] + box["width"] - 1, middle, steps=4)
    tab.page.mouse.up()
    tab.page.wait_for_selector("#menu[open]")
    tab.press(*"cour", "Enter").said("Marked")
    [span] = [one for one in fake.dialogues[0].spans.values() if one.label == "COURSE"]
    assert fake.dialogues[0].messages[1][1][span.start : span.end] == "that"


def test_a_click_opens_the_types_of_a_span(tab_on: Open, fake: FakeDesk) -> None:
    tab = tab_on(fake).open("/d/0", ".stop.here")
    tab.page.click(".span >> text=Jaden")
    assert tab.here() == "Jaden"
    assert tab.page.inner_text("#span-title") == "Jaden"
    tab.page.dblclick(".span >> text=Jaden")
    tab.page.wait_for_selector("#menu[open]")
    tab.page.click("#menu >> text=USERNAME")
    tab.said("Label changed")
