import pytest

from spacy_piivot.core.labels import (
    BY_NAME,
    CANONICAL,
    LABELS,
    REPLACEABLE,
    SCHEMES,
    from_codebook,
    from_presidio,
    read_labels,
    to_presidio,
    to_scheme,
)
from spacy_piivot.errors import InputError, UnknownLabel, UnknownScheme
from spacy_piivot.lang.lexicon import ENGLISH
from spacy_piivot.surrogates import assign
from spacy_piivot.surrogates.mentions import Mention

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


ROW = {
    "name": "HOBBY", "codebook": "OTHER", "piivot": "other",
    "mathed_pii": "OTHER", "presidio": "OTHER",
}  # fmt: skip


def test_a_row_is_read() -> None:
    (label,) = read_labels([{**ROW, "aliases": ["PASTIME"], "traits": ["indirect"]}])
    assert (label.name, label.aliases, label.traits, label.crapii) == (
        "HOBBY", ("PASTIME",), ("indirect",), None,
    )  # fmt: skip
    assert label.names() == {"HOBBY", "OTHER", "other"}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([{**ROW, "colour": "red"}], "HOBBY: there is no 'colour'"),
        ([{k: v for k, v in ROW.items() if k != "piivot"}], "HOBBY has no 'piivot'"),
        ([{k: v for k, v in ROW.items() if k != "name"}], "a label without a name has no 'name'"),
        ([{**ROW, "traits": ["indirekt"]}], "HOBBY: traits cannot be indirekt. Use .*indirect"),
        ([{**ROW, "form": "figures"}], "HOBBY: form cannot be figures"),
        ([ROW, ROW], "HOBBY is listed twice"),
    ],
)
def test_a_row_that_cannot_be_used_says_what_to_do(rows: list[dict], said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_labels(rows)


def test_every_label_has_an_example() -> None:
    assert [label.name for label in LABELS if not label.example] == []


@pytest.mark.parametrize("label", sorted(REPLACEABLE))
def test_an_example_has_a_surrogate(label: str) -> None:
    mention = Mention(BY_NAME[label].example, label)
    surrogate = assign([mention], key=b"a key of sixteen bytes", scope="d")[mention]
    assert surrogate not in (mention.text, f"[{label}]")


def test_english_says_something_of_every_label_that_prompts_ask_for() -> None:
    def told(table: str) -> set[str]:
        return set(ENGLISH.table(f"labels.{table}"))

    assert told("detector") <= {label.name for label in LABELS if "asked" in label.traits}
    assert told("marks") == {label.name for label in LABELS if label.marks}
    assert told("surrogates") == {label.proposed for label in LABELS} - {""}
    assert told("called") <= set(CANONICAL)
    assert told("said") <= set(CANONICAL)
    assert ENGLISH.words("labels.written_at")
