"""The canonical labels, what happens to each by default, and the field's schemes.

Everything the package knows about a label is one row of `data/labels.toml`.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

from ..errors import InputError, UnknownLabel, UnknownScheme
from ..lang.lexicon import ENGLISH, Lexicon

# "replace" is another name of "consistent".
Strategy = Literal["replace", "consistent", "markov", "random", "shuffle", "mask", "keep"]
Form = Literal["", "words", "contact", "date", "age", "count", "number"]
Trait = Literal[
    "identifier", "indirect", "asked", "open", "redacted", "longer", "unvetoed", "distractor"
]

TABLE = "labels.toml"
SCHEMES: tuple[str, ...] = ("codebook", "piivot", "mathed_pii", "crapii", "presidio")
PARTICIPANT = "participant"
ROLES: tuple[str, ...] = (PARTICIPANT, "problem", "math_term", "public")
# What stands in a text where something was taken out: no label, and no scheme has it.
PLACEHOLDER = "PLACEHOLDER"


@dataclass(frozen=True, slots=True)
class Label:
    """One canonical label: a row of `data/labels.toml`, which says what each field is."""

    name: str
    strategy: Strategy
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
        """What it is called, here and in the schemes."""
        return {self.name, *(name for s in SCHEMES if (name := getattr(self, s)))}


def read_labels(rows: Iterable[Mapping[str, Any]]) -> tuple[Label, ...]:
    """Read a table of labels.

    rows (Iterable[Mapping[str, Any]]): The rows, as TOML gives them.
    RETURNS (tuple[Label, ...]): The labels, in their order.
    RAISES (InputError): If a row lacks something, or says what no row can say.
    """
    found: dict[str, Label] = {}
    for row in rows:
        label = _read_row(row)
        if label.name in found:
            raise InputError(f"{TABLE}: {label.name} stands there twice: join the rows.")
        found[label.name] = label
    return tuple(found.values())


def _read_row(row: Mapping[str, Any]) -> Label:
    name = row.get("name", "a label without a name")
    known = {field.name for field in fields(Label)}
    if unknown := sorted(row.keys() - known):
        raise InputError(f"{TABLE}: {name}: there is no {unknown[0]!r}. Use {_list(known)}.")
    needed = {"name", "strategy", *SCHEMES} - {"crapii"}
    if missing := sorted(needed - row.keys()):
        raise InputError(f"{TABLE}: {name} has no {missing[0]!r}: give it one.")
    for key, allowed in (("strategy", Strategy), ("form", Form), ("traits", Trait)):
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
    """The labels whose values have one of some forms."""
    return frozenset(label.name for label in LABELS if label.form in forms)


@cache
def made_by(*generators: str) -> frozenset[str]:
    """The labels whose surrogates one of some generators makes."""
    return frozenset(label.name for label in LABELS if label.generator in generators)


def generator_of(label: str) -> str:
    """Who makes the surrogates of a label; "" for nobody."""
    return BY_NAME[label].generator if label in BY_NAME else ""


IDENTIFIERS: frozenset[str] = labels_with("identifier")
# What may be shuffled.
INDIRECT: frozenset[str] = labels_with("indirect")
# What a surrogate can be made for.
REPLACEABLE: frozenset[str] = frozenset(label.name for label in LABELS if label.generator)
# The codebook joins what the canonical scheme keeps apart; on the way back the commonest wins.
FROM_CODEBOOK: Mapping[str, str] = {
    joined: label.name for label in LABELS for joined in label.from_codebook
}


def to_scheme(label: str, scheme: str) -> str | None:
    """Map a canonical label to another scheme.

    label (str): A canonical label.
    scheme (str): One of `SCHEMES`, or "canonical".
    RETURNS (str | None): The label there; None where the scheme has no such label.
    RAISES (UnknownLabel, UnknownScheme): If either is not known.
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
    text (str): The labelled text: it tells an e-mail address from a user name, and an address
        from a place.
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


# What other systems call it.
ALIASES: Mapping[str, str] = {alias: label.name for label in LABELS for alias in label.aliases}
# What such systems find that no scheme of PII has.
NO_PII: frozenset[str] = frozenset(map(_folded, _DATA["no_pii"]))
# What `pii_from_ents` makes of the entities of OntoNotes and CoNLL; None for what it leaves.
ENTITY_LABELS: Mapping[str, str | None] = {
    **{entity: label.name for label in LABELS for entity in label.entities},
    **dict.fromkeys(_DATA["entities_left"]),
}


def known_label(label: str) -> str | None:
    """The canonical label of a label of any known scheme or system.

    label (str): The label; case and punctuation do not matter ("PhoneNumber").
    RETURNS (str | None): A canonical label; "" for what systems find and no scheme has, such
        as spaCy's CARDINAL; None for a label that is not known.
    """
    if label in BY_NAME:
        return label
    folded = _folded(label)
    return "" if folded in NO_PII else _known().get(folded)


def to_canonical(label: str) -> str:
    """The canonical label of a label of any known scheme or system.

    label (str): The label.
    RETURNS (str): The canonical one; the label itself where there is none.
    """
    return known_label(label) or from_presidio(label)


@cache
def _known() -> Mapping[str, str]:
    """Canonical labels by folded label; where schemes share a word, the later line wins."""
    known: dict[str, str] = {}
    for scheme in SCHEMES:
        for label in reversed(LABELS):
            mapped = to_scheme(label.name, scheme)
            if mapped:
                known[_folded(mapped)] = label.name
    # The coarse labels mean their commonest member.
    known |= {_folded(label): name for label, name in FROM_CODEBOOK.items()}
    known |= {_folded(label): name for label, name in ALIASES.items()}
    known |= {_folded(label): label for label in BY_NAME}
    return known


# Presidio's names where ours differ, and its identifiers that no country issues.
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
        itself where there is none, as for an entity of the user's own.
    """
    if entity in BY_NAME:
        return entity
    country, of_country, _ = entity.partition("_")
    own = _OF_COUNTRY.get(country, entity) if of_country else entity
    return FROM_PRESIDIO.get(entity, own)


def to_presidio(label: str) -> str:
    """Map a label to Presidio's entity name.

    label (str): A canonical label, or one of the user's own.
    RETURNS (str): Presidio's name; the label itself where it is not a canonical one.
    """
    return BY_NAME[label].presidio if label in BY_NAME else label
