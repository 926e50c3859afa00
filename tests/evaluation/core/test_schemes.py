import pytest
from annotated import dialogue, essay, message, span

from spacy_piivot.core.labels import CANONICAL, SCHEMES, to_scheme
from spacy_piivot.errors import InputError, UnknownScheme
from spacy_piivot.evaluation.core.annotations import AnnotatedDialogue, AnnotatedMessage
from spacy_piivot.evaluation.core.schemes import (
    canonical_label,
    crapii_label,
    find_scheme,
    name_label,
    prepare,
    rename_labels,
    vocabulary,
)


@pytest.mark.parametrize(
    ("label", "canonical"),
    [
        ("PERSON", "NAME"), ("Person", "NAME"), ("NAME_STUDENT", "NAME"), ("PER", "NAME"),
        ("PhoneNumber", "PHONE_NUMBER"), ("PHONE_NUM", "PHONE_NUMBER"), ("PHONE", "PHONE_NUMBER"),
        ("Email", "EMAIL_ADDRESS"), ("URL_PERSONAL", "URL"), ("GPE", "LOCATION"),
        ("DATE_TIME", "DATE"), ("ID", "ID_NUM"), ("NORP", "NRP"), ("other", "OTHER"),
        ("school_name", "SCHOOL"), ("location_address", "LOCATION"), ("UK_NHS", "ID_NUM"),
        ("US_SSN", "US_SSN"), ("ORGANIZATION", "ORG"), ("PLACEHOLDER", "PLACEHOLDER"),
    ],
)  # fmt: skip
def test_labels_of_the_field_are_known(label: str, canonical: str) -> None:
    assert canonical_label(label) == canonical


def test_every_label_of_every_scheme_is_known() -> None:
    for scheme in SCHEMES:
        for label in vocabulary(scheme):
            found = canonical_label(label)
            assert found == "PLACEHOLDER" or found in CANONICAL
            if found != "PLACEHOLDER":
                assert to_scheme(found, scheme) == label


def test_the_text_tells_an_address_from_a_user_name() -> None:
    assert canonical_label("EMAIL_SOCIAL", "zadie@example.org") == "EMAIL_ADDRESS"
    assert canonical_label("EMAIL_SOCIAL", "@zadie") == "USERNAME"


def test_an_unknown_label_is_refused_with_a_way_out() -> None:
    with pytest.raises(InputError, match=r"--label TEACHER=NAME"):
        canonical_label("TEACHER")


@pytest.mark.parametrize(
    ("labels", "scheme"),
    [
        (["NAME", "PHONE", "PLACEHOLDER"], "codebook"),
        (["NAME", "PHONE_NUMBER"], "canonical"),
        (["NAME_STUDENT", "EMAIL"], "crapii"),
        (["PERSON", "DATE_TIME"], "mathed_pii"),
        (["name", "other"], "piivot"),
        ([], "codebook"),
        (["NAME", "NAME_STUDENT"], "canonical"),
    ],
)
def test_the_scheme_of_a_file_is_found(labels: list[str], scheme: str) -> None:
    assert find_scheme(labels) == scheme


def labels(dialogue: AnnotatedDialogue) -> list[str]:
    return [span.label for span in dialogue.spans()]


def test_predictions_are_named_as_the_gold_names_them() -> None:
    gold = essay("Ana, Main St, @ana, 17", (0, 3, "NAME"), (5, 12, "LOCATION"), (20, 22, "AGE"))
    predicted = essay(
        "Ana, Main St, @ana, 17",
        (0, 3, "PERSON"), (5, 12, "STREET_ADDRESS"), (14, 18, "USERNAME"), (20, 22, "US_SSN"),
    )  # fmt: skip
    prepared = prepare([gold], [predicted])
    assert prepared.scheme == "codebook"
    assert labels(prepared.predicted[0]) == ["NAME", "LOCATION", "EMAIL_SOCIAL", "ID"]


def test_a_scheme_that_the_gold_is_too_coarse_for_does_no_harm() -> None:
    """The codebook's LOCATION may be a street; CRAPII labels streets alone."""
    gold = essay("at Main St", (3, 10, "LOCATION"), (0, 2, "ID"))
    predicted = essay("at Main St", (3, 10, "STREET_ADDRESS"), (0, 2, "US_SSN"))
    prepared = prepare([gold], [predicted], "crapii")
    assert labels(prepared.gold[0]) == labels(prepared.predicted[0]) == ["ID_NUM"]


@pytest.mark.parametrize(
    "own",
    [
        ["PERSON", "GPE", "NORP"],
        ["PER", "LOC"],
        ["Person", "Address"],
        ["NAME_STUDENT", "LOCATION"],
    ],
)
def test_gold_of_any_labels_agrees_with_itself(own: list[str]) -> None:
    gold = essay("Ana in Oslo now", *zip((0, 7, 12), (3, 11, 15), own, strict=False))
    prepared = prepare([gold], [gold])
    assert labels(prepared.gold[0]) == labels(prepared.predicted[0])
    assert len(labels(prepared.gold[0])) == len(own)


def test_what_may_be_a_text_is_not_shown() -> None:
    with pytest.raises(InputError) as error:
        canonical_label("Zadie Smith")
    assert "Zadie" not in str(error.value)
    with pytest.raises(InputError, match="TEACHER"):
        canonical_label("TEACHER")


def test_organisations_and_placeholders_are_distractors() -> None:
    gold = essay("Zearn [STUDENT] Ana", (0, 5, "ORG"), (6, 15, "PLACEHOLDER"), (16, 19, "NAME"))
    predicted = essay("Zearn [STUDENT] Ana", (0, 5, "ORGANIZATION"), (6, 15, "NAME"))
    prepared = prepare([gold], [predicted])
    (message,) = prepared.gold[0].messages
    assert [s.label for s in message.spans] == ["NAME"]
    assert [s.label for s in message.distractors] == ["ORG", "PLACEHOLDER"]
    assert labels(prepared.predicted[0]) == ["NAME"]
    assert [s.label for s in prepared.predicted[0].messages[0].distractors] == ["ORG"]


def test_what_the_scheme_has_no_label_for_is_left_out_and_counted() -> None:
    gold = essay("Ana in Oslo", (0, 3, "NAME_STUDENT"))
    predicted = essay("Ana in Oslo", (0, 3, "PERSON"), (7, 11, "LOCATION"))
    prepared = prepare([gold], [predicted])
    assert labels(prepared.predicted[0]) == ["NAME_STUDENT"]
    assert any("LOCATION (1)" in note for note in prepared.notes)


def test_names_of_public_figures_authors_and_terms_are_no_students() -> None:
    spans = [
        span(0, 3, role="participant", text="Ana"),
        span(4, 9, role="public", text="Gauss"),
        span(10, 16, role="math_term", text="Pascal"),
        span(17, 20, role="problem", text="Ben"),
        span(21, 24, text="Cai"),
        span(25, 28, role="mentioned", text="Dag"),
        span(29, 32, role="cited", text="Eco"),
    ]
    one = dialogue(AnnotatedMessage(spans, "Ana Gauss Pascal Ben Cai Dag Eco"))
    prepared = prepare([one], [one], "crapii")
    for side in (prepared.gold, prepared.predicted):
        assert [s.text for s in side[0].spans()] == ["Ana", "Ben", "Cai", "Dag"]
        assert set(labels(side[0])) == {"NAME_STUDENT"}
    assert not prepared.notes
    every = prepare([one], [one], "crapii", every_name=True)
    assert len(labels(every.gold[0])) == len(labels(every.predicted[0])) == 7
    assert len(labels(prepare([one], [one]).gold[0])) == 7


def test_the_url_of_a_source_is_not_personal() -> None:
    spans = [
        span(0, 4, "URL", role="cited", text="a.io"),
        span(5, 9, "URL", role="participant", text="b.io"),
        span(10, 14, "URL", text="c.io"),
    ]
    one = dialogue(AnnotatedMessage(spans, "a.io b.io c.io"))
    for every_name in (False, True):
        prepared = prepare([one], [one], "crapii", every_name=every_name)
        for side in (prepared.gold, prepared.predicted):
            assert [s.text for s in side[0].spans()] == ["b.io", "c.io"]
    assert len(labels(prepare([one], [one]).gold[0])) == 3


@pytest.mark.parametrize(
    ("label", "role", "expected"),
    [
        ("NAME", "", "NAME_STUDENT"), ("NAME", "participant", "NAME_STUDENT"),
        ("NAME", "mentioned", "NAME_STUDENT"), ("NAME", "problem", "NAME_STUDENT"),
        ("NAME", "cited", None), ("NAME", "public", None), ("NAME", "math_term", None),
        ("URL", "", "URL_PERSONAL"), ("URL", "participant", "URL_PERSONAL"),
        ("URL", "cited", None), ("EMAIL_ADDRESS", "cited", "EMAIL"), ("US_SSN", "", "ID_NUM"),
        ("LOCATION", "", None), ("SCHOOL", "", None), ("DATE", "participant", None),
    ],
)  # fmt: skip
def test_what_crapii_labels(label: str, role: str, expected: str | None) -> None:
    assert crapii_label(label, role) == expected


def test_an_unknown_scheme_is_refused() -> None:
    with pytest.raises(UnknownScheme):
        prepare([], [], "klingon")


def test_labels_can_be_renamed_or_left_out() -> None:
    (renamed,) = rename_labels(
        [dialogue(message("Ana 7", (0, 3, "TEACHER"), (4, 5, "CARDINAL")))],
        {"TEACHER": "NAME", "CARDINAL": ""},
    )
    assert labels(renamed) == ["NAME"]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_scheme_calls_a_name_something(scheme: str) -> None:
    assert canonical_label(name_label(scheme)) == "NAME"
