"""The canonical labels, and the label schemes of the field.

Everything the package knows about a label is one row of `data/labels.toml`; what a release does
with it is said by a policy (`policy.py`).
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

from ..errors import InputError, UnknownLabel, UnknownScheme
from ..lang.lexicon import ENGLISH, Lexicon

Form = Literal["", "words", "contact", "date", "age", "count", "number"]
Trait = Literal[
    "identifier", "indirect", "asked", "open", "redacted", "longer", "unvetoed", "distractor"
]

TABLE = "labels.toml"
SCHEMES: tuple[str, ...] = ("codebook", "piivot", "mathed_pii", "crapii", "presidio")
PARTICIPANT = "participant"
MENTIONED = "mentioned"
CITED = "cited"
MATH_TERM = "math_term"
# Roles of names that anybody may read. All others may be those of private persons: a character of
# a story and a pupil in an example cannot be told apart for certain.
NOT_PRIVATE = frozenset({"public", "math_term", CITED})
# Whose a name is. URLs have one role: `CITED`, the address of a source or of anything public.
ROLES: tuple[str, ...] = (PARTICIPANT, "problem", MATH_TERM, "public", CITED, MENTIONED)
# A placeholder in the text where something was removed. It is not a label of any scheme.
PLACEHOLDER = "PLACEHOLDER"


@dataclass(frozen=True, slots=True)
class Label:
    """One canonical label: a row of `data/labels.toml`, which explains each field."""

    name: str
    codebook: str
    piivot: str
    mathed_pii: str
    presidio: str
    crapii: str | None = None
    aliases: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    from_codebook: tuple[str, ...] = ()
    from_presidio: tuple[str, ...] = ()
    presidio_countries: tuple[str, ...] = ()
    generator: str = ""
    form: Form = ""
    proposed: str = ""
    traits: tuple[Trait, ...] = ()
    taken_for: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    example: str = ""

    def names(self) -> set[str]:
        """Its names, here and in the schemes."""
        return {self.name, *(name for s in SCHEMES if (name := getattr(self, s)))}


def read_labels(rows: Iterable[Mapping[str, Any]]) -> tuple[Label, ...]:
    """Read a table of labels.

    rows (Iterable[Mapping[str, Any]]): The rows, as TOML gives them.
    RETURNS (tuple[Label, ...]): The labels, in their order.
    RAISES (InputError): If a row lacks a field or has an invalid one.
    """
    found: dict[str, Label] = {}
    for row in rows:
        label = _read_row(row)
        if label.name in found:
            raise InputError(f"{TABLE}: {label.name} is listed twice: join the rows.")
        found[label.name] = label
    return tuple(found.values())


def _read_row(row: Mapping[str, Any]) -> Label:
    name = row.get("name", "a label without a name")
    known = {field.name for field in fields(Label)}
    if unknown := sorted(row.keys() - known):
        raise InputError(f"{TABLE}: {name}: there is no {unknown[0]!r}. Use {_list(known)}.")
    needed = {"name", *SCHEMES} - {"crapii"}
    if missing := sorted(needed - row.keys()):
        raise InputError(f"{TABLE}: {name} has no {missing[0]!r}: give it one.")
    for key, allowed in (("form", Form), ("traits", Trait)):
        given = row.get(key, ())
        wrong = {given} if isinstance(given, str) else set(given)
        if wrong := wrong - set(get_args(allowed)):
            raise InputError(
                f"{TABLE}: {name}: {key} cannot be {_list(wrong)}. Use {_list(get_args(allowed))}."
            )
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in row.items()}
    return Label(**values)


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(filter(None, names)))


_DATA = tomllib.loads((files("spacy_piivot") / "data" / TABLE).read_text("utf8"))
LABELS: tuple[Label, ...] = read_labels(_DATA["label"])
BY_NAME: Mapping[str, Label] = {label.name: label for label in LABELS}
CANONICAL: tuple[str, ...] = tuple(BY_NAME)


@cache
def labels_with(trait: Trait) -> frozenset[str]:
    """The labels that have a trait."""
    return frozenset(label.name for label in LABELS if trait in label.traits)


@cache
def labels_of(*forms: Form) -> frozenset[str]:
    """The labels whose values have one of these forms."""
    return frozenset(label.name for label in LABELS if label.form in forms)


@cache
def made_by(*generators: str) -> frozenset[str]:
    """The labels whose surrogates are made by one of these generators."""
    return frozenset(label.name for label in LABELS if label.generator in generators)


def generator_of(label: str) -> str:
    """The generator of a label's surrogates; "" if it has none."""
    return BY_NAME[label].generator if label in BY_NAME else ""


IDENTIFIERS: frozenset[str] = labels_with("identifier")
# Labels that may be shuffled.
INDIRECT: frozenset[str] = labels_with("indirect")
# Labels that surrogates can be made for.
REPLACEABLE: frozenset[str] = frozenset(label.name for label in LABELS if label.generator)
# The codebook joins some canonical labels; the way back leads to the most common of them.
FROM_CODEBOOK: Mapping[str, str] = {
    joined: label.name for label in LABELS for joined in label.from_codebook
}


def to_scheme(label: str, scheme: str) -> str | None:
    """Map a canonical label to another scheme.

    label (str): A canonical label.
    scheme (str): One of `SCHEMES`, or "canonical".
    RETURNS (str | None): The label there; None if the scheme has no such label.
    RAISES (UnknownLabel, UnknownScheme): If the label or the scheme is not known.
    """
    if label not in BY_NAME:
        raise UnknownLabel(label, CANONICAL)
    if scheme == "canonical":
        return label
    if scheme not in SCHEMES:
        raise UnknownScheme(scheme, ("canonical", *SCHEMES))
    mapped: str | None = getattr(BY_NAME[label], scheme)
    return mapped


def from_codebook(label: str, text: str, lexicon: Lexicon = ENGLISH) -> str:
    """Map a label of the annotation guide to the canonical scheme.

    label (str): A label of the guide, or already a canonical one.
    text (str): The labelled text, which distinguishes an e-mail address from a user name, and
        an address from a place.
    lexicon (Lexicon): The words of its language.
    RETURNS (str): The canonical label.
    RAISES (UnknownLabel): If it is neither.
    """
    if label == "EMAIL_SOCIAL" and (
        "@" in text[1:] or any(at in text for at in lexicon.words("labels.written_at"))
    ):
        return "EMAIL_ADDRESS"
    if label == "LOCATION" and " " in text.strip() and any(map(str.isdigit, text)):
        return "STREET_ADDRESS"
    label = FROM_CODEBOOK.get(label, label)
    if label not in BY_NAME:
        raise UnknownLabel(label, (*CANONICAL, *FROM_CODEBOOK))
    return label


def _folded(label: str) -> str:
    return "".join(c for c in label.casefold() if c.isalnum())


# Names of the labels in other systems.
ALIASES: Mapping[str, str] = {alias: label.name for label in LABELS for alias in label.aliases}
# Labels of other systems that are not in any scheme of PII.
NO_PII: frozenset[str] = frozenset(map(_folded, _DATA["no_pii"]))
# The labels that `pii_from_ents` gives to entities of OntoNotes and CoNLL; None: ignored.
ENTITY_LABELS: Mapping[str, str | None] = {
    **{entity: label.name for label in LABELS for entity in label.entities},
    **dict.fromkeys(_DATA["entities_left"]),
}


def known_label(label: str) -> str | None:
    """The canonical label of a label of any known scheme or system.

    label (str): The label; case and punctuation do not matter ("PhoneNumber").
    RETURNS (str | None): A canonical label; "" for a known label that is not PII in any scheme,
        such as spaCy's CARDINAL; None for a label that is not known.
    """
    if label in BY_NAME:
        return label
    folded = _folded(label)
    return "" if folded in NO_PII else _known().get(folded)


def to_canonical(label: str) -> str:
    """The canonical label of a label of any known scheme or system.

    label (str): The label.
    RETURNS (str): The canonical label; the label itself if there is none.
    """
    return known_label(label) or from_presidio(label)


@cache
def _known() -> Mapping[str, str]:
    """Canonical labels by folded label; if schemes share a word, the later line wins."""
    known: dict[str, str] = {}
    for scheme in SCHEMES:
        for label in reversed(LABELS):
            mapped = to_scheme(label.name, scheme)
            if mapped:
                known[_folded(mapped)] = label.name
    # The coarse labels mean their most common member.
    known |= {_folded(label): name for label, name in FROM_CODEBOOK.items()}
    known |= {_folded(label): name for label, name in ALIASES.items()}
    known |= {_folded(label): label for label in BY_NAME}
    return known


# Presidio's entities whose names differ from ours, and its identifiers without a country.
FROM_PRESIDIO: Mapping[str, str] = {
    entity: label.name for label in LABELS for entity in label.from_presidio
}
# Countries that Presidio has recognisers for: "ES_NIF", "UK_NHS", …
_OF_COUNTRY: Mapping[str, str] = {
    country: label.name for label in LABELS for country in label.presidio_countries
}


def from_presidio(entity: str) -> str:
    """Map an entity name of Presidio to the canonical scheme.

    entity (str): The name, such as "PERSON" or "ES_NIF".
    RETURNS (str): The canonical label, ID_NUM for the identifiers of single countries; the name
        itself if there is none, for example for your own entity.
    """
    if entity in BY_NAME:
        return entity
    country, of_country, _ = entity.partition("_")
    own = _OF_COUNTRY.get(country, entity) if of_country else entity
    return FROM_PRESIDIO.get(entity, own)


def to_presidio(label: str) -> str:
    """Map a label to Presidio's entity name.

    label (str): A canonical label, or your own.
    RETURNS (str): Presidio's name; the label itself if it is not canonical.
    """
    return BY_NAME[label].presidio if label in BY_NAME else label
