"""Checks that a document was searched for PII before it is de-identified."""

from typing import Any

from spacy.tokens import Doc

from ..core.labels import ENTITY_LABELS
from ..core.spans import NOT_SEARCHED, REJECTED, get_candidates, searched_by, set_failed
from .pipeline_roles import FROM_ENTS
from .pipeline_watch import HOW_TO_DETECT, HOW_TO_READ_ENTITIES, has_warned, warn_once


def is_searched(component: Any, doc: Doc, spans_key: str) -> bool:
    """Whether a Doc was searched for PII; if not, set its status to `not_searched`.

    component (Any): The component that replaces, and that warns about entities left unread.
    doc (Doc): The document.
    spans_key (str): The group that is replaced.
    RETURNS (bool): Whether the Doc was searched.
    """
    searched = searched_by(doc, spans_key)
    if not searched:
        set_failed(doc, NOT_SEARCHED)
        warn_once(
            component,
            NOT_SEARCHED,
            f"{component.name!r} got a Doc that was not searched for PII: it has the status "
            f"{NOT_SEARCHED!r} and no de-identified text. {HOW_TO_DETECT}",
        )
        return False
    if (
        FROM_ENTS not in searched
        and not has_warned(component, "entities")
        and _leaves_entities(doc, spans_key)
    ):
        warn_once(
            component,
            "entities",
            f"{component.name!r} got a Doc with entities in doc.ents that no component has read: "
            f"{HOW_TO_READ_ENTITIES}",
        )
    return True


def _leaves_entities(doc: Doc, spans_key: str) -> bool:
    """Whether an entity that may be PII is neither a candidate nor ruled out."""
    entities = [ent for ent in doc.ents if ENTITY_LABELS.get(ent.label_, ent.label_)]
    if not entities:
        return False
    known = [c for key in (spans_key, REJECTED) for c in get_candidates(doc, key)]
    return not all(
        any(c.start < ent.end_char and ent.start_char < c.end for c in known) for ent in entities
    )
