"""The types of PII that a model looks for, and the names it may use for them."""

from collections.abc import Mapping
from typing import Any

from ..core.labels import LABELS
from ..lang import Lexicon
from .sentences import called

# The types that a detector looks for, as in Zhou et al. (2026), with their canonical labels.
TYPES: Mapping[str, str] = {
    label.mathed_pii: label.name for label in LABELS if "asked" in label.traits
}
OTHER = "OTHER"

SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "pii": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "message": {"type": "integer"},
                    "text": {"type": "string"},
                    "type": {"type": "string", "enum": list(TYPES)},
                },
                "required": ["message", "text", "type"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["pii"],
    "additionalProperties": False,
}


def known_types(lexicon: Lexicon) -> Mapping[str, str]:
    """The names that an answer may use for kinds of PII, with their canonical labels.

    lexicon (Lexicon): The words of the language of the answer.
    RETURNS (Mapping[str, str]): Canonical labels by name, in capitals.
    """
    return {
        **called(lexicon),
        **{label.presidio: label.name for label in reversed(LABELS)},
        **{label.mathed_pii: label.name for label in reversed(LABELS)},
        **{label.crapii: label.name for label in reversed(LABELS) if label.crapii},
        **{label.name: label.name for label in LABELS},
        **TYPES,
    }


def canonical_type(kind: str, lexicon: Lexicon) -> str:
    """The canonical label of a model's type; OTHER if the type is not known.

    kind (str): "PERSON", "phone number", …
    lexicon (Lexicon): The words of the model's language.
    RETURNS (str): The label.
    """
    return lexicon.part(known_types).get(kind.strip().upper().replace(" ", "_"), OTHER)
