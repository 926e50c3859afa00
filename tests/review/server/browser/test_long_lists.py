"""Long dialogues and queues are loaded as one goes."""

import statistics
import time

import pytest
from browser_tab import CORPORA, Open

from spacy_piivot.review.store import Store

pytestmark = pytest.mark.browser


def test_a_long_dialogue_is_loaded_as_one_goes(tab_on: Open, no_state: Store) -> None:
    tab = tab_on(CORPORA["long"](no_state)).open("/d/0", ".stop.here")
    assert tab.page.locator(".message").count() <= 400
    tab.press("g", *"4321", "Enter")
    tab.page.wait_for_selector("#m4321 .released")
    tab.press("j")
    assert tab.page.locator(".message:has(.here) .no").inner_text() == "4329"
    tab.picture("dialogue-long-far")
    assert tab.page.locator(".message").count() <= 800
    tab.open("/d/0?m=2500", "#m2500")
    tab.press("j")
    assert int(tab.page.locator(".message:has(.here) .no").inner_text()) == 2502
    numbers = [int(one) for one in tab.page.locator(".no").all_inner_texts()]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))


def test_the_queue_is_filtered_and_searched(tab_on: Open, no_state: Store) -> None:
    tab = tab_on(CORPORA["many"](no_state))
    assert tab.page.locator("#rows tbody tr").count() == 100
    tab.press("]")
    tab.page.wait_for_function(
        "() => document.getElementById('where').textContent.startsWith('101')"
    )
    tab.press("/", *"number 77 of", "Enter")
    tab.page.wait_for_function("() => document.querySelectorAll('#rows tbody tr').length === 1")
    assert "text=" not in tab.page.url
    tab.page.wait_for_selector("#rows a:focus")
    tab.press("Enter")
    tab.page.wait_for_url("**/d/77")
    tab.open("/")
    assert tab.page.locator("#rows tbody tr").count() == 1
    assert tab.page.input_value("#search") == "number 77 of"
    tab.page.click("button[type=reset]")
    tab.page.wait_for_function("() => document.querySelectorAll('#rows tbody tr').length === 100")


def test_it_says_how_quick_it_is(tab_on: Open, no_state: Store) -> None:
    """The first paint of 10,000 dialogues, and actions as a person sees them done: run with -s."""
    tab = tab_on(CORPORA["many"](no_state))
    began = time.perf_counter()
    tab.open("/", "#rows tbody tr")
    whole = time.perf_counter() - began
    paint = tab.page.evaluate(
        "performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000"
    )
    tab = tab_on(CORPORA["long"](no_state)).open("/d/0", ".stop.here")
    times = tab.page.evaluate(
        """async () => {
          const times = [];
          for (let i = 0; i < 20; i += 1) {
            const before = document.querySelector('.stop.here');
            const began = performance.now();
            const key = i % 2 ? 'a' : 'x';
            document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
            while (document.querySelector('.stop.here') === before) {
              await new Promise((resolve) => requestAnimationFrame(resolve));
              if (performance.now() - began > 3000) break;
            }
            times.push(performance.now() - began);
          }
          return times;
        }"""
    )
    print(
        f"first paint {paint:.3f} s, rows {whole:.3f} s, action {statistics.median(times):.1f} ms"
    )
    assert paint > 0
    assert len(times) == 20
    assert max(times) < 3000  # the page's own limit: every key led to the next span
