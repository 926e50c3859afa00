"""The examples with the shipped pipeline."""

from pathlib import Path
from typing import Any

import pytest
from browser_tab import Open
from conftest import REPOSITORY
from spacy.language import Language

from spacy_piivot.review.desk import Desk
from spacy_piivot.review.importing import import_corpus
from spacy_piivot.review.store import Store

pytestmark = pytest.mark.browser


def test_the_examples_are_reviewed_with_the_shipped_pipeline(
    tab_on: Open, keyed_nlp: Language, tmp_path: Path
) -> None:
    """Also makes the pictures of docs/review.md."""
    surrogator: Any = keyed_nlp.get_pipe("hips_surrogator")
    surrogator.key = b"an example key, not a secret one"
    with Store.open(tmp_path / "state", create=True) as store:
        import_corpus(store, REPOSITORY / "examples" / "tutoring.jsonl", keyed_nlp)
        desk = Desk(store, keyed_nlp)
        desk.audit_draw(5)
        tab = tab_on(desk)
        tab.picture("docs-queue")
        tab.open("/audit", ".audited").picture("docs-audit")
        tab.open("/d/1", ".released")
        tab.press("a").said("Accepted")
        tab.press("u", "x").said("Rejected")
        tab.press("k", "k", "s", *"Rosalind", "Enter").said("Surrogate changed")
        tab.page.wait_for_function("() => document.body.textContent.includes('Rosalind')")
        tab.press("Escape", "j")
        tab.page.wait_for_timeout(6500)  # until what was said is gone
        tab.picture("docs-dialogue")
        original = desk.dialogue(1, "anna").messages
        shown = tab.page.locator(".original").all_text_contents()
        assert shown == [message.text for message in original]
        preview = desk.preview(1, "anna").messages
        after = ["".join(part.text for part in message.parts) for message in preview]
        assert tab.page.locator(".released").all_text_contents() == after
        assert "Rosalind" in "".join(after)
