"""Pipelines with `llm_verifier`, and a model and documents for it."""

from typing import Any

from connections import with_connection
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc
from stand_in_server import entity

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate, get_candidates, set_candidates

WORDS = {"Mark", "May", "Will", "Reading"}
DEAD = "http://127.0.0.1:9/v1"


def judge(body: dict[str, Any]) -> str:
    """A model that knows a few words that are not names."""
    return "F" if entity(body) in WORDS else "T"


def make_nlp(url: str | None, nlp: Language | None = None, **config: Any) -> Language:
    nlp = nlp or blank_english()
    nlp.add_pipe("llm_verifier", config=with_connection(config, base_url=url, max_retries=0))
    return nlp


def make_doc(
    nlp: Language,
    text: str,
    *found: tuple[str, str, float] | tuple[str, str, float, str],
    id: str = "d",
    speaker: str = "tutor",
    roster: list[str] | None = None,
) -> Doc:
    doc = dialogue_to_doc(Dialogue(id, [Message(speaker, text)], roster=roster), nlp)
    candidates = [
        Candidate(
            text.index(words), text.index(words) + len(words), label, score,
            *source or ["potential_pii_ner"],
        )
        for words, label, score, *source in found
    ]  # fmt: skip
    set_candidates(doc, candidates)
    return doc


def texts(doc: Doc, key: str = "pii") -> list[str]:
    return [candidate.cut(doc.text) for candidate in get_candidates(doc, key)]


TEXT = "Mark the point, Ada. In May we will see Bob."
FOUND = (("Mark", "NAME", 0.5), ("Ada", "NAME", 0.6), ("May", "NAME", 0.7), ("Bob", "NAME", 0.99))
