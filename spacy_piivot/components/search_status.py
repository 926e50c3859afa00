"""Whether anybody has looked for PII in a document that is to be replaced in."""

from typing import Any

from spacy.tokens import Doc

from ..core.labels import ENTITY_LABELS
from ..core.spans import NOT_SEARCHED, REJECTED, get_candidates, searched_by, set_failed
from .pipeline_roles import FROM_ENTS
from .pipeline_watch import HOW_TO_DETECT, HOW_TO_READ_ENTITIES, warn_once, was_told


def is_searched(component: Any, doc: Doc, spans_key: str) -> bool:
    """Whether anybody has looked for PII in a Doc; if not, its status says so.

    component (Any): The component that replaces, and warns of entities that nobody took up.
    doc (Doc): The document.
    spans_key (str): The group that is replaced.
    RETURNS (bool): Whether somebody has.
    """
    searched = searched_by(doc, spans_key)
    if not searched:
        set_failed(doc, NOT_SEARCHED)
        warn_once(
            component,
            NOT_SEARCHED,
            f"{component.name!r} got a Doc in which nobody has looked for PII: it has the status "
            f"{NOT_SEARCHED!r} and no de-identified text. {HOW_TO_DETECT}",
        )
        return False
    if (
        FROM_ENTS not in searched
        and not was_told(component, "entities")
        and _leaves_entities(doc, spans_key)
    ):
        warn_once(
            component,
            "entities",
            f"{component.name!r} got a Doc with entities in doc.ents that nobody took up: "
            f"{HOW_TO_READ_ENTITIES}",
        )
    return True


def _leaves_entities(doc: Doc, spans_key: str) -> bool:
    """Whether an entity that may be PII is not among the candidates, nor ruled out."""
    entities = [ent for ent in doc.ents if ENTITY_LABELS.get(ent.label_, ent.label_)]
    if not entities:
        return False
    known = [c for key in (spans_key, REJECTED) for c in get_candidates(doc, key)]
    return not all(
        any(c.start < ent.end_char and ent.start_char < c.end for c in known) for ent in entities
    )
