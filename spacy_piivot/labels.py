"""The canonical labels, what happens to each by default, and the field's schemes.

Everything the package knows about a label is one row of `LABELS`.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple

from .errors import UnknownLabel, UnknownScheme

# "replace" is another name of "consistent".
Strategy = Literal["replace", "consistent", "markov", "random", "shuffle", "mask", "keep"]
# What may be shuffled: values that do not point at one person by themselves.
INDIRECT: frozenset[str] = frozenset(
    "LOCATION SCHOOL DATE AGE GRADE_LEVEL COURSE NRP ORG EMPLOYER".split()
)


class Label(NamedTuple):
    """One canonical label.

    name (str): What `detect` writes and `doc.spans["pii"]` holds.
    strategy (str): What `hips_surrogator` does with it unless told otherwise:
        "replace" with a surrogate, "mask" with the label's name in brackets,
        or "keep".
    identifier (bool): Whether it points at one person by its form alone. The last
        check before a release searches for these anywhere in the released text.
    codebook (str): The label in our annotation guide.
    piivot (str): The label of Zent et al. (2025), 2.1.1.
    mathed_pii (str): The type of Zhou et al. (2026), which follows Presidio's names.
    crapii (Optional[str]): The label of Holmes et al. (2024); None where CRAPII has none.
    presidio (str): Presidio's entity name.
    """

    name: str
    strategy: Strategy
    identifier: bool
    codebook: str
    piivot: str
    mathed_pii: str
    crapii: str | None
    presidio: str


# fmt: off
LABELS: tuple[Label, ...] = (
    #     name                 strategy   identifier codebook         PIIvot              MathEd-PII           CRAPII            Presidio
    Label("NAME",              "replace", False, "NAME",          "name",             "PERSON",            "NAME_STUDENT",   "PERSON"),
    Label("EMAIL_ADDRESS",     "replace", True,  "EMAIL_SOCIAL",  "email_social",     "EMAIL_ADDRESS",     "EMAIL",          "EMAIL_ADDRESS"),
    Label("USERNAME",          "replace", True,  "EMAIL_SOCIAL",  "email_social",     "USERNAME",          "USERNAME",       "USERNAME"),
    Label("URL",               "replace", True,  "URL",           "url",              "URL",               "URL_PERSONAL",   "URL"),
    Label("PHONE_NUMBER",      "replace", True,  "PHONE",         "phone_number",     "PHONE_NUMBER",      "PHONE_NUM",      "PHONE_NUMBER"),
    Label("LOCATION",          "replace", False, "LOCATION",      "location_address", "LOCATION",          None,             "LOCATION"),
    Label("STREET_ADDRESS",    "replace", True,  "LOCATION",      "location_address", "LOCATION",          "STREET_ADDRESS", "LOCATION"),
    Label("SCHOOL",            "replace", False, "SCHOOL",        "school_name",      "SCHOOL",            None,             "SCHOOL"),
    Label("DATE_OF_BIRTH",     "replace", False, "DATE_OF_BIRTH", "date_of_birth",    "DATE_TIME",         None,             "DATE_TIME"),
    Label("DATE",              "replace", False, "DATE",          "other",            "DATE_TIME",         None,             "DATE_TIME"),
    Label("AGE",               "keep",    False, "AGE",           "other",            "AGE",               None,             "AGE"),
    Label("GRADE_LEVEL",       "keep",    False, "GRADE_LEVEL",   "other",            "GRADE_LEVEL",       None,             "GRADE_LEVEL"),
    Label("COURSE",            "keep",    False, "COURSE",        "other",            "COURSE",            None,             "COURSE"),
    Label("ID_NUM",            "replace", True,  "ID",            "other",            "ID_NUM",            "ID_NUM",         "ID"),
    Label("NRP",               "mask",    False, "NRP",           "other",            "NRP",               None,             "NRP"),
    Label("IP_ADDRESS",        "replace", True,  "ID",            "other",            "IP_ADDRESS",        "ID_NUM",         "IP_ADDRESS"),
    Label("US_SSN",            "replace", True,  "ID",            "other",            "US_SSN",            "ID_NUM",         "US_SSN"),
    Label("US_BANK_NUMBER",    "replace", True,  "ID",            "other",            "US_BANK_NUMBER",    "ID_NUM",         "US_BANK_NUMBER"),
    Label("US_DRIVER_LICENSE", "replace", True,  "ID",            "other",            "US_DRIVER_LICENSE", "ID_NUM",         "US_DRIVER_LICENSE"),
    Label("US_PASSPORT",       "replace", True,  "ID",            "other",            "US_PASSPORT",       "ID_NUM",         "US_PASSPORT"),
    Label("CREDIT_CARD",       "replace", True,  "ID",            "other",            "CREDIT_CARD",       "ID_NUM",         "CREDIT_CARD"),
    Label("ORG",               "keep",    False, "ORG",           "other",            "ORGANIZATION",      None,             "ORGANIZATION"),
    Label("EMPLOYER",          "mask",    False, "ORG",           "other",            "EMPLOYER",          None,             "ORGANIZATION"),
    Label("OTHER",             "mask",    False, "OTHER",         "other",            "OTHER",             None,             "OTHER"),
)
# fmt: on

BY_NAME: dict[str, Label] = {label.name: label for label in LABELS}
CANONICAL: tuple[str, ...] = tuple(BY_NAME)
IDENTIFIERS: frozenset[str] = frozenset(label.name for label in LABELS if label.identifier)
SCHEMES: tuple[str, ...] = ("codebook", "piivot", "mathed_pii", "crapii", "presidio")
PARTICIPANT = "participant"
ROLES: tuple[str, ...] = (PARTICIPANT, "problem", "math_term", "public")

# The codebook joins what the canonical scheme keeps apart; on the way back the commonest wins.
FROM_CODEBOOK: dict[str, str] = {
    "EMAIL_SOCIAL": "USERNAME",
    "PHONE": "PHONE_NUMBER",
    "ID": "ID_NUM",
}


def to_scheme(label: str, scheme: str) -> str | None:
    """Map a canonical label to another scheme.

    label (str): A canonical label.
    scheme (str): One of `SCHEMES`, or "canonical".
    RETURNS (Optional[str]): The label there; None where the scheme has no such label.
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


def from_codebook(label: str, text: str) -> str:
    """Map a label of the annotation guide to the canonical scheme.

    label (str): A label of the guide, or already a canonical one.
    text (str): The labelled text: it tells an e-mail address from a user name, and an address
        from a place.
    RETURNS (str): The canonical label.
    RAISES (UnknownLabel): If it is neither.
    """
    if label == "EMAIL_SOCIAL" and ("@" in text[1:] or " at " in text):
        return "EMAIL_ADDRESS"
    if label == "LOCATION" and " " in text.strip() and any(map(str.isdigit, text)):
        return "STREET_ADDRESS"
    label = FROM_CODEBOOK.get(label, label)
    if label not in BY_NAME:
        raise UnknownLabel(label, (*CANONICAL, *FROM_CODEBOOK))
    return label


# What other systems call it: spaCy's and CoNLL's entities, Azure's categories, and Presidio's
# identifiers of single countries.
ALIASES: Mapping[str, str] = {
    **dict.fromkeys(("PER", "FIRST_NAME", "LAST_NAME"), "NAME"),
    **dict.fromkeys(("GPE", "LOC", "FAC"), "LOCATION"),
    **dict.fromkeys(("ADDRESS",), "STREET_ADDRESS"),
    **dict.fromkeys(("NORP",), "NRP"),
    **dict.fromkeys(("DATE_TIME",), "DATE"),
    **dict.fromkeys(("GRADE",), "GRADE_LEVEL"),
    **dict.fromkeys(("MISC",), "OTHER"),
    **dict.fromkeys(
        "CRYPTO IBAN_CODE MEDICAL_LICENSE US_ITIN US_MBI US_NPI UK_NHS UK_NINO UK_PASSPORT "
        "UK_POSTCODE UK_VEHICLE_REGISTRATION ES_NIF ES_NIE IT_FISCAL_CODE IT_DRIVER_LICENSE "
        "IT_VAT_CODE IT_PASSPORT IT_IDENTITY_CARD PL_PESEL SG_NRIC_FIN SG_UEN AU_ABN AU_ACN "
        "AU_TFN AU_MEDICARE IN_PAN IN_AADHAAR IN_VEHICLE_REGISTRATION IN_VOTER IN_PASSPORT "
        "IN_GSTIN FI_PERSONAL_IDENTITY_CODE KR_RRN KR_PASSPORT KR_FRN KR_DRIVER_LICENSE TH_TNIN "
        "MAC_ADDRESS".split(),
        "ID_NUM",
    ),
}
# What such systems find that no scheme of PII has.
NO_PII = frozenset(
    "cardinal ordinal quantity percent money time event language law product workofart "
    "persontype skill".split()
)
# What `pii_from_ents` makes of the entities of OntoNotes and CoNLL; None for what it leaves.
# DATE: of 437 such candidates in a sample of dialogues none was PII. ORG is kept by default, and
# would displace a school or a name inside it.
ENTITY_LABELS: Mapping[str, str | None] = {
    **{"PERSON": "NAME", "PER": "NAME", "NORP": "NRP"},
    **dict.fromkeys(("GPE", "LOC", "FAC"), "LOCATION"),
    **dict.fromkeys(
        "ORG DATE TIME CARDINAL ORDINAL QUANTITY PERCENT MONEY EVENT LANGUAGE LAW PRODUCT "
        "WORK_OF_ART MISC".split()
    ),
}


def known_label(label: str) -> str | None:
    """The canonical label of a label of any known scheme or system.

    label (str): The label; case and punctuation do not matter ("PhoneNumber").
    RETURNS (Optional[str]): A canonical label; "" for what systems find and no scheme has, such
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


def _folded(label: str) -> str:
    return "".join(c for c in label.casefold() if c.isalnum())


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
FROM_PRESIDIO: dict[str, str] = {
    "PERSON": "NAME",
    "DATE_TIME": "DATE",
    "ORGANIZATION": "ORG",
    **dict.fromkeys(
        "ID IBAN_CODE CRYPTO MEDICAL_LICENSE MAC_ADDRESS UUID ABA_ROUTING_NUMBER".split(), "ID_NUM"
    ),
}
# Countries that Presidio has recognisers for: "ES_NIF", "UK_NHS", …
_COUNTRY = re.compile(r"(?:AU|CA|DE|ES|FI|IN|IT|KR|NG|PH|PL|SE|SG|TH|TR|UK|US|ZA)_")


def from_presidio(entity: str) -> str:
    """Map an entity name of Presidio to the canonical scheme.

    entity (str): The name, such as "PERSON" or "ES_NIF".
    RETURNS (str): The canonical label, ID_NUM for the identifiers of single countries; the name
        itself where there is none, as for an entity of the user's own.
    """
    if entity in BY_NAME:
        return entity
    return FROM_PRESIDIO.get(entity, "ID_NUM" if _COUNTRY.match(entity) else entity)


def to_presidio(label: str) -> str:
    """Map a label to Presidio's entity name.

    label (str): A canonical label, or one of the user's own.
    RETURNS (str): Presidio's name; the label itself where it is not a canonical one.
    """
    return BY_NAME[label].presidio if label in BY_NAME else label
