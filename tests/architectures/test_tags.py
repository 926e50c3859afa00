import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared_pipelines import blank_english
from spacy.tokens import Doc

from spacy_piivot.architectures.tags import decode, tag_names, tag_targets
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc, message_bounds
from spacy_piivot.core.spans import Candidate
from spacy_piivot.lang import ENGLISH

NLP = blank_english()
LABELS = ["NAME", "LOCATION", "SCHOOL", "PHONE_NUMBER"]


def dialogue(*texts: str) -> Doc:
    return dialogue_to_doc(Dialogue("d", [Message("tutor", text) for text in texts]), NLP)


def rows(doc: Doc, tags: dict[str, str], scheme: str = "io", certainty: float = 0.9):
    """Probabilities that give the named words their tag and every other token O."""
    names = tag_names(LABELS, scheme)
    array = numpy.full((len(doc), len(names)), (1 - certainty) / (len(names) - 1), dtype="f")
    for i, token in enumerate(doc):
        array[i, names.index(tags.get(token.text, "O"))] = certainty
    return array


def found(doc: Doc, array, *, scheme="io", thresholds=(0.5,) * 4, aggregation="first"):
    return [
        (doc.text[start:end], label)
        for start, end, label, _ in decode(
            doc, array, LABELS, scheme, thresholds, aggregation, ENGLISH
        )
    ]


def test_neighbouring_tokens_of_one_label_join_under_io() -> None:
    doc = NLP.make_doc("Ask Mirela Okonjo now")
    assert found(doc, rows(doc, {"Mirela": "NAME", "Okonjo": "NAME"})) == [
        ("Mirela Okonjo", "NAME")
    ]


def test_a_begin_tag_parts_neighbouring_names_under_iob2() -> None:
    doc = NLP.make_doc("Thank Mirela Okonjo Bilal now")
    tags = {"Mirela": "B-NAME", "Okonjo": "I-NAME", "Bilal": "B-NAME"}
    assert found(doc, rows(doc, tags, "iob2"), scheme="iob2") == [
        ("Mirela Okonjo", "NAME"),
        ("Bilal", "NAME"),
    ]


def test_a_label_that_reaches_its_own_low_threshold_wins_over_o() -> None:
    doc = NLP.make_doc("will")
    array = numpy.asarray([[0.65, 0.3, 0.05, 0, 0]], dtype="f")
    assert found(doc, array) == []
    assert found(doc, array, thresholds=(0.3, 0.5, 0.5, 0.5)) == [("will", "NAME")]


def test_the_best_label_under_its_threshold_leaves_the_token_to_the_next() -> None:
    doc = NLP.make_doc("Paris")
    array = numpy.asarray([[0.2, 0.35, 0.45, 0, 0]], dtype="f")
    assert found(doc, array, thresholds=(0.3, 0.3, 0.5, 0.5)) == [("Paris", "LOCATION")]
    assert found(doc, array, thresholds=(0.3, 0.5, 0.5, 0.5)) == [("Paris", "NAME")]


def test_spans_never_cross_messages() -> None:
    doc = dialogue("hi Oona", "Bilal here")
    array = rows(doc, {"Oona": "NAME", "\n": "NAME", "Bilal": "NAME"})
    assert found(doc, array) == [("Oona", "NAME"), ("Bilal", "NAME")]


def test_the_parts_of_a_hyphenated_word_take_the_tag_of_the_first() -> None:
    doc = NLP.make_doc("Is Ngo-Wyatt here?")
    assert [token.text for token in doc][1:4] == ["Ngo", "-", "Wyatt"]
    array = rows(doc, {"Ngo": "NAME"})
    assert found(doc, array) == [("Ngo-Wyatt", "NAME")]
    assert found(doc, array, aggregation="none") == [("Ngo", "NAME")]


def test_a_hyphenated_word_is_one_name_under_iob2_too() -> None:
    doc = NLP.make_doc("Is Ngo-Wyatt here?")
    array = rows(doc, {"Ngo": "B-NAME"}, "iob2")
    assert found(doc, array, scheme="iob2") == [("Ngo-Wyatt", "NAME")]


def test_a_possessive_is_no_part_of_the_word() -> None:
    doc = NLP.make_doc("Boston's team")
    assert found(doc, rows(doc, {"Boston": "LOCATION"})) == [("Boston", "LOCATION")]


@pytest.mark.parametrize(
    ("text", "tagged", "expected"),
    [
        ("Maria2x+3", ["Maria2x+3"], ["Maria"]),
        ("Well Anna!I know", ["Anna!I"], ["Anna"]),
        ("It is Tovah's.", ["Tovah", "'s", "."], ["Tovah"]),
        ("Yes Ms. Koskela!", ["Ms.", "Koskela", "!"], ["Koskela"]),
        ("(Oona)", ["(", "Oona", ")"], ["Oona"]),
        ("Oona / Bilal", ["Oona", "/", "Bilal"], ["Oona", "Bilal"]),
        ("Dr. said", ["Dr."], []),
        ("what ?!", ["?", "!"], []),
        ("Oona 😀", ["Oona", "😀"], ["Oona"]),
    ],
)
def test_names_are_cleaned_up_to_the_character(
    text: str, tagged: list[str], expected: list[str]
) -> None:
    doc = NLP.make_doc(text)
    assert set(tagged) <= {token.text for token in doc}
    assert [name for name, _ in found(doc, rows(doc, dict.fromkeys(tagged, "NAME")))] == expected


@pytest.mark.parametrize(
    ("text", "label", "expected"),
    [
        ("Lindenau, Oregon.", "LOCATION", ["Lindenau, Oregon"]),
        ("“St Brannoc's Primary”!", "SCHOOL", ["St Brannoc's Primary"]),
        ("(555) 010-0199,", "PHONE_NUMBER", ["(555) 010-0199"]),
        ("+44 7700 900", "PHONE_NUMBER", ["+44 7700 900"]),
        ("... --", "LOCATION", []),
        ("(Lindenau", "LOCATION", ["Lindenau"]),
    ],
)
def test_other_labels_lose_their_edges_and_keep_what_is_inside(
    text: str, label: str, expected: list[str]
) -> None:
    doc = NLP.make_doc(text)
    tags = {token.text: label for token in doc}
    assert [string for string, _ in found(doc, rows(doc, tags))] == expected


def test_spaces_do_not_part_a_name_but_line_ends_do() -> None:
    doc = NLP.make_doc("Mirela  Okonjo")
    tags = {"Mirela": "NAME", "Okonjo": "NAME"}
    assert found(doc, rows(doc, tags)) == [("Mirela  Okonjo", "NAME")]
    doc = dialogue("Mirela\nOkonjo")
    assert found(doc, rows(doc, tags)) == [("Mirela", "NAME"), ("Okonjo", "NAME")]


def test_only_white_space_gives_nothing() -> None:
    for text in ("", "   ", "\n\n", "\r\n \t"):
        doc = NLP.make_doc(text)
        array = rows(doc, {token.text: "NAME" for token in doc})
        assert found(doc, array) == []


def test_the_score_is_the_mean_over_the_tokens() -> None:
    doc = NLP.make_doc("Mirela Okonjo")
    array = numpy.asarray([[0.2, 0.8, 0, 0, 0], [0.4, 0.6, 0, 0, 0]], dtype="f")
    assert [
        score for *_, score in decode(doc, array, LABELS, "io", (0.5,) * 4, "first", ENGLISH)
    ] == [0.7]


def test_gold_inside_a_token_labels_the_token() -> None:
    doc = NLP.make_doc("so Maria2x+3 ok")
    tags, counts = tag_targets(doc, [Candidate(3, 8, "NAME", 1, "gold")], LABELS, "io")
    assert tags.argmax(axis=1).tolist() == [0, 1, 0]
    assert counts[:, 0].tolist() == [1, 1, 1]


@pytest.mark.parametrize(("start", "end"), [(13, 20), (3, 20), (3, 3)])
def test_gold_that_labels_no_token_is_an_error(start: int, end: int) -> None:
    doc = NLP.make_doc("so Mirela ok")
    with pytest.raises(ValueError, match="gold span is empty or lies outside") as caught:
        tag_targets(doc, [Candidate(start, end, "NAME", 1, "gold")], LABELS, "io")
    assert "Mirela" not in str(caught.value)


def test_iob2_targets_begin_each_span_anew() -> None:
    doc = NLP.make_doc("Mirela Okonjo Bilal")
    gold = [Candidate(0, 13, "NAME", 1, "gold"), Candidate(14, 19, "NAME", 1, "gold")]
    tags, _ = tag_targets(doc, gold, LABELS, "iob2")
    names = tag_names(LABELS, "iob2")
    assert [names[i] for i in tags.argmax(axis=1)] == ["B-NAME", "I-NAME", "B-NAME"]


def test_separators_and_unknown_labels_are_left_out_of_the_loss() -> None:
    doc = dialogue("use Zappo", "ok")
    _, counts = tag_targets(doc, [Candidate(4, 9, "ORG", 1, "gold")], LABELS, "io")
    assert counts[:, 0].tolist() == [1, 0, 0, 1]


@given(
    st.lists(st.text(st.sampled_from("Aé漢'’-.!? \n\r\t(0👍ʼ\u0301@"), max_size=14), max_size=5),
    st.sampled_from(["io", "iob2"]),
    st.sampled_from(["first", "none"]),
    st.integers(0, 2**32 - 1),
)
def test_any_probabilities_give_tidy_spans(
    texts: list[str], scheme: str, aggregation: str, seed: int
) -> None:
    doc = dialogue(*texts)
    width = len(tag_names(LABELS, scheme))
    array = numpy.random.default_rng(seed).dirichlet([0.3] * width, len(doc)).astype("f")
    text = doc.text
    bounds = message_bounds(doc)
    position = 0
    for start, end, label, score in decode(
        doc, array, LABELS, scheme, (0.2,) * 4, aggregation, ENGLISH
    ):
        assert position <= start < end
        assert label in LABELS
        assert 0 <= score <= 1
        assert any(map(str.isalnum, text[start:end]))
        assert text[start:end] == text[start:end].strip()
        assert any(first <= start and end <= last for first, last in bounds)
        position = end
