from itertools import pairwise

import pytest
from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.components.pipeline_roles import without_surrogates
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import PII, REJECTED, Candidate, get_candidates, set_candidates
from spacy_piivot.kinds.names.find.rejection import SECOND_LOOK
from spacy_piivot.kinds.names.find.token_scores import keep_token_scores
from spacy_piivot.lang import ENGLISH
from spacy_piivot.review.hints import (
    FEATURES,
    REST,
    Place,
    Unmarked,
    find_hints,
    find_unmarked,
)


def read(nlp: Language, *texts: str) -> tuple[Doc, Unmarked]:
    doc = dialogue_to_doc(Dialogue("d", [Message("tutor", text) for text in texts]), nlp)
    keep_token_scores(doc)
    with nlp.select_pipes(disable=without_surrogates(nlp)):
        doc = nlp(doc)
    return doc, find_unmarked(doc, ENGLISH)


def places(nlp: Language, *texts: str, kind: str = "") -> list[tuple[str, str]]:
    _, unmarked = read(nlp, *texts)
    return [
        (one.kind, texts[one.message][one.start : one.end])
        for one in unmarked.places
        if kind in ("", one.kind)
    ]


def features(place: Place) -> dict[str, float]:
    return dict(zip(FEATURES, place.features, strict=True))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my number is 55 1234 5678 ok", "55 1234 5678"),
        ("it says 123-45-67890 there", "123-45-67890"),
        ("the code AB12345 is on it", "AB12345"),
        ("write to @cool.cat_7 or me", "@cool"),
        ("i am star_kid there", "star_kid"),
    ],
)
def test_numbers_and_codes_have_the_shape_of_identifiers(
    default_nlp: Language, text: str, expected: str
) -> None:
    doc, unmarked = read(default_nlp, text)
    found = [text[one.start : one.end] for one in unmarked.places if one.kind == "shape"]
    marked = [one.cut(text) for one in get_candidates(doc)]
    assert any(expected in one for one in (*found, *marked)), (found, marked)


@pytest.mark.parametrize(
    "text",
    [
        "3/4 + 1/2 = 5/4",
        "x = 12.5, y = 3,000,000",
        "so 4x2 = 8 and 10x10 = 100",
        "it is 1,234,567 in all",
        "the 3rd and the 21st",
        "a = 3b + 2c",
        "2.718281828",
    ],
)
def test_mathematics_has_no_shape_of_an_identifier(default_nlp: Language, text: str) -> None:
    assert places(default_nlp, text, kind="shape") == []


def test_unknown_capitalised_words_inside_sentences(default_nlp: Language) -> None:
    text = "I like the Zvortnik. Blorfing is fun, says the Teacher in April, with Quorblaxing too"
    found = [word for kind, word in places(default_nlp, text)]
    marked = [one.cut(text) for one in get_candidates(read(default_nlp, text)[0])]
    for word in ("Zvortnik", "Quorblaxing"):
        assert word in [*found, *marked]
    for word in ("Teacher", "April", "I"):
        assert word not in [*found, *marked]


def test_a_marked_name_that_stands_elsewhere_as_a_word_is_exempt(default_nlp: Language) -> None:
    texts = ("my name is Mark", "mark the point", "The Mark is here")
    doc, unmarked = read(default_nlp, *texts)
    marked = {(one.start, one.cut(doc.text)) for one in get_candidates(doc)}
    assert (11, "Mark") in marked
    exempt = [(one.message, one.start) for one in unmarked.places if one.kind == "exempt"]
    assert (1, 0) not in exempt
    assert (2, 4) in exempt or any(start > 30 for start, _ in marked)


def test_no_place_overlaps_another_or_a_span(default_nlp: Language) -> None:
    texts = (
        "hi im jaxxon from Lincon midle scool, AB12345",
        "Ms. Okell said Will will go with zadie and K\u00f6rbel",
        "",
        "call 612 555 0123 or @zadie_7",
    )
    doc, unmarked = read(default_nlp, *texts)
    starts = [0]
    for text in texts:
        starts.append(starts[-1] + len(text) + 1)
    taken = sorted(
        [(one.start, one.end) for one in get_candidates(doc)]
        + [(starts[p.message] + p.start, starts[p.message] + p.end) for p in unmarked.places]
    )
    assert all(one[1] <= other[0] for one, other in pairwise(taken))
    for place in unmarked.places:
        assert texts[place.message][place.start : place.end].strip()


def test_places_in_markup_are_where_they_stand(default_nlp: Language) -> None:
    text = "I <b>met</b> the <i>Zvort&#110;ik</i> of Kvornlax there"
    for place in read(default_nlp, "ok", text)[1].places:
        assert place.message == 1
        assert 0 <= place.start < place.end <= len(text)


def test_what_was_found_and_rejected_is_a_place(nlp: Language) -> None:
    text = "so 12/05 of zorb is it"
    doc = nlp.make_doc(text)
    rejected = [
        Candidate(3, 8, "DATE", 0.6, "pii_patterns", reason="mathematics"),
        Candidate(12, 16, "NAME", 0.6, "potential_pii_ner", reason=SECOND_LOOK),
    ]
    set_candidates(doc, [], PII)
    set_candidates(doc, rejected, REJECTED)
    found = find_unmarked(doc, ENGLISH).places
    assert [(one.kind, text[one.start : one.end], one.label) for one in found] == [
        ("low_score", "12/05", "DATE"),
        ("low_score", "zorb", "NAME"),
    ]
    assert [features(one)["refused"] for one in found] == [0, 1]
    assert [features(one)["refused_otherwise"] for one in found] == [1, 0]


def test_words_beside_a_name_may_belong_to_it(nlp: Language) -> None:
    text = "ask Zorblatt kvornlax, not Zorblatt. kvornlax"
    found = read(nlp, text)[1].places
    beside = {one.start: features(one)["beside"] for one in found}
    assert beside == {13: 1, 37: 0}


def test_features_describe_the_place(default_nlp: Language) -> None:
    texts = ("it was the Zvortnik of 1990", "Zvortnik Zvortnik", "ask the Zvortnik")
    _, unmarked = read(default_nlp, *texts)
    found = {texts[one.message][one.start : one.end]: features(one) for one in unmarked.places}
    if "Zvortnik" in found:
        assert found["Zvortnik"]["unknown"] == 1
        assert found["Zvortnik"]["ordinary"] == 0


def test_the_rest_is_counted_by_message(default_nlp: Language) -> None:
    _, unmarked = read(default_nlp, "the sum of both is Four", "", "hi Maria and Jayden")
    counted = [dict(zip(REST, one, strict=True)) for one in unmarked.rest]
    assert [one["words"] for one in counted] == [6, 0, 2]
    assert [one["capitals"] for one in counted] == [1, 0, 0]
    assert [one["spans"] for one in counted] == [0, 0, 2]
    assert counted[2]["doubt"] > 0
    assert counted[1]["probability"] == 0
    assert 0 <= counted[0]["probability"] < 0.5


def test_a_pipeline_without_a_tagger_has_places_too(nlp: Language) -> None:
    assert ("unknown_word", "Kvornlax") in places(nlp, "we met Kvornlax there, Zorblatt")


@pytest.mark.parametrize("texts", [(), ("",), ("", ""), (" ",), ("👋",)])
def test_nothing_to_find(default_nlp: Language, texts: tuple[str, ...]) -> None:
    _, unmarked = read(default_nlp, *texts)
    assert unmarked.places == []
    assert len(unmarked.rest) == len(texts)


def test_hints_are_the_likely_places() -> None:
    some = [Place(0, n, n + 1, "shape", "ID_NUM", ()) for n in range(3)]
    hints = find_hints(some, [0.5, 0.0001, 0.12345])
    assert [(one.start, one.score, one.kind) for one in hints] == [
        (0, 0.5, "shape"),
        (2, 0.1235, "shape"),
    ]
