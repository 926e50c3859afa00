"""`hips_surrogator` takes any generator: it writes what that makes, and draws the rest."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import spacy
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.components.concurrent_component import Apply, Begun
from spacy_piivot.components.generators import KEYED, Made, Wanted, get_given
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate, set_candidates
from spacy_piivot.errors import PIIvotError

KEY = b"0123456789abcdef"


class Flowers:
    """Calls everybody by a flower, as far as there are some."""

    scopes = ("document",)
    asks = False

    def __init__(self, flowers: list[str]) -> None:
        self.flowers = flowers

    def begin(self, doc: Doc, wanted: Wanted, write: Callable[[Made], Apply]) -> Begun:
        people = dict.fromkeys(mention.text.lower() for mention in wanted.mentions)
        pairs = zip(people, self.flowers, strict=False)
        given = {("NAME", person): flower for person, flower in pairs}
        return write(Made(given, {"status": "ok", "made": len(given)}))

    def forget_endpoint(self, saved: Mapping[str, Any] | None) -> None: ...


def make_nlp(**config: Any) -> Language:
    spacy.registry.misc("test.Flowers.v1", func=Flowers)
    nlp = blank_english()
    nlp.add_pipe("hips_surrogator", config=config).key = KEY  # type: ignore[attr-defined]
    return nlp


def make_doc(nlp: Language) -> Doc:
    text = "Zorblatt and Okell"
    doc = dialogue_to_doc(Dialogue("d", [Message("tutor", text)]), nlp)
    found = [Candidate(0, 8, "NAME", 0.9, "test"), Candidate(13, 18, "NAME", 0.9, "test")]
    set_candidates(doc, found)
    return doc


def test_what_is_made_is_written_and_the_rest_drawn(tmp_path: Path) -> None:
    nlp = make_nlp(generator={"@misc": "test.Flowers.v1", "flowers": ["Dahlia"]})
    doc = nlp(make_doc(nlp))
    first, _, second = doc._.piivot_text.partition(" and ")
    assert first == "Dahlia"
    assert second not in ("Okell", "Dahlia", "")
    assert doc._.piivot_llm["hips_surrogator"] == {"status": "ok", "made": 1}
    nlp.to_disk(tmp_path)
    loaded = spacy.load(tmp_path)
    loaded.get_pipe("hips_surrogator").key = KEY  # type: ignore[attr-defined]
    assert loaded(make_doc(loaded))._.piivot_text == doc._.piivot_text


def test_what_another_generator_made_is_forgotten() -> None:
    nlp = make_nlp(generator={"@misc": "test.Flowers.v1", "flowers": ["Dahlia", "Aster"]})
    keyed = make_nlp(generator={"@misc": KEYED})
    doc = nlp(make_doc(nlp))
    assert len(get_given(doc)) == 2
    keyed.get_pipe("hips_surrogator")(doc)
    assert doc._.piivot_text == keyed(make_doc(keyed))._.piivot_text
    assert get_given(doc) == {}


def test_a_scope_that_the_generator_cannot_serve_is_refused() -> None:
    with pytest.raises(PIIvotError, match="scope"):
        make_nlp(scope="corpus", generator={"@misc": "test.Flowers.v1", "flowers": []})
