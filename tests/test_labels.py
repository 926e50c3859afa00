import pytest

from spacy_piivot.errors import UnknownLabel, UnknownScheme
from spacy_piivot.labels import (
    CANONICAL,
    LABELS,
    SCHEMES,
    from_codebook,
    from_presidio,
    to_presidio,
    to_scheme,
)

CODEBOOK = set(
    "NAME LOCATION SCHOOL URL EMAIL_SOCIAL PHONE DATE_OF_BIRTH ID AGE GRADE_LEVEL DATE COURSE "
    "NRP ORG OTHER".split()
)


def test_canonical_labels_are_the_promised_ones() -> None:
    assert set(CANONICAL) == set(
        "NAME EMAIL_ADDRESS USERNAME URL PHONE_NUMBER LOCATION STREET_ADDRESS SCHOOL DATE_OF_BIRTH "
        "DATE AGE GRADE_LEVEL COURSE ID_NUM NRP IP_ADDRESS US_SSN US_BANK_NUMBER "
        "US_DRIVER_LICENSE US_PASSPORT CREDIT_CARD ORG EMPLOYER OTHER".split()
    )
    assert len(CANONICAL) == len(LABELS)


def test_every_label_maps_into_the_codebook() -> None:
    assert {to_scheme(label, "codebook") for label in CANONICAL} == CODEBOOK
    for label in ("US_SSN", "US_PASSPORT", "IP_ADDRESS", "CREDIT_CARD", "ID_NUM"):
        assert to_scheme(label, "codebook") == "ID"
    assert to_scheme("STREET_ADDRESS", "codebook") == "LOCATION"
    assert to_scheme("USERNAME", "codebook") == "EMAIL_SOCIAL"


def test_every_scheme_answers_for_every_label() -> None:
    for scheme in SCHEMES:
        for label in CANONICAL:
            mapped = to_scheme(label, scheme)
            assert mapped or scheme == "crapii"


def test_organisations_are_kept_by_default() -> None:
    assert next(label for label in LABELS if label.name == "ORG").strategy == "keep"


@pytest.mark.parametrize(
    ("label", "text", "canonical"),
    [
        ("EMAIL_SOCIAL", "kim@school.example", "EMAIL_ADDRESS"),
        ("EMAIL_SOCIAL", "kim dot lee at mail dot example", "EMAIL_ADDRESS"),
        ("EMAIL_SOCIAL", "@kim.lee", "USERNAME"),
        ("PHONE", "555-0100", "PHONE_NUMBER"),
        ("ID", "4411", "ID_NUM"),
        ("NAME", "Kim", "NAME"),
        ("US_SSN", "078-05-1120", "US_SSN"),
    ],
)
def test_codebook_labels_become_canonical(label: str, text: str, canonical: str) -> None:
    assert from_codebook(label, text) == canonical


def test_unknown_labels_and_schemes_say_what_is_known() -> None:
    with pytest.raises(UnknownLabel, match="EMAIL_ADDRESS"):
        to_scheme("MAIL", "codebook")
    with pytest.raises(UnknownScheme, match="codebook"):
        to_scheme("NAME", "ours")
    with pytest.raises(UnknownLabel, match="PHONE"):
        from_codebook("TEL", "")


def test_entities_of_presidio_have_canonical_labels() -> None:
    for label in LABELS:
        assert to_presidio(from_presidio(label.presidio)) == label.presidio
    assert from_presidio("PERSON") == "NAME"
    assert from_presidio("US_SSN") == "US_SSN"
    assert {from_presidio(entity) for entity in ("ES_NIF", "UK_NHS", "IBAN_CODE")} == {"ID_NUM"}
    assert from_presidio("LOCKER") == to_presidio("LOCKER") == "LOCKER"
