from itertools import pairwise

import pytest
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc, DocBin, Span, SpanGroup

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import (
    PII,
    REJECTED,
    Candidate,
    add_candidates,
    adopt_spans,
    check_tokens,
    ensure_groups,
    get_candidates,
    has_late_spans,
    install_extensions,
    mark_searched,
    move_candidates,
    searched_by,
    set_candidates,
    set_failed,
)
from spacy_piivot.errors import RemovedSpansError, RetokenizedError


@pytest.fixture(scope="module")
def nlp() -> Language:
    return blank_english()


def found(doc: Doc, key: str = PII) -> list[tuple[str, str, str]]:
    return [(c.cut(doc.text), c.label, c.source) for c in get_candidates(doc, key)]


def name(start: int, end: int, score: float = 0.8, source: str = "potential_pii_ner") -> Candidate:
    return Candidate(start, end, "NAME", score, source)


def test_groups_are_there_when_nothing_is_found(nlp: Language) -> None:
    doc = nlp("nothing here")
    ensure_groups(doc)
    assert PII in doc.spans
    assert REJECTED in doc.spans
    assert get_candidates(doc) == []


def test_attributes_stay_in_step_and_survive_serialisation(nlp: Language) -> None:
    doc = nlp("Maria2x+3 and Anna!I")
    set_candidates(doc, [Candidate(14, 18, "NAME", 0.5, "b", "problem"), name(0, 5, 0.9, "a")])
    copies = [
        doc,
        Doc(nlp.vocab).from_bytes(doc.to_bytes()),
        *DocBin(docs=[doc], store_user_data=True).get_docs(nlp.vocab),
    ]
    for copy in copies:
        assert found(copy) == [("Maria", "NAME", "a"), ("Anna", "NAME", "b")]
        assert copy.spans[PII].attrs["scores"] == [0.9, 0.5]
        assert copy.spans[PII].attrs["offsets"] == [[0, 5], [14, 18]]
        assert copy.spans[PII].attrs["roles"] == ["", "problem"]
        assert [span.text for span in copy.spans[PII]] == ["Maria2x+3", "Anna!I"]


def test_a_group_of_the_users_own_is_read_with_its_spans_offsets(nlp: Language) -> None:
    doc = nlp("Ana Lima waved")
    doc.spans[PII] = [doc.char_span(0, 8, label="NAME")]
    assert get_candidates(doc) == [Candidate(0, 8, "NAME", 1.0, "user")]


def test_the_same_span_from_two_components_joins_their_sources(nlp: Language) -> None:
    doc = nlp("hi Ana")
    add_candidates(doc, [name(3, 6, 0.7)])
    add_candidates(doc, [name(3, 6, 0.9, "known_names")])
    assert get_candidates(doc) == [Candidate(3, 6, "NAME", 0.9, "known_names+potential_pii_ner")]


def test_structured_identifiers_win_over_names_inside_them(nlp: Language) -> None:
    doc = nlp("mail ana.lima@school.example now")
    add_candidates(doc, [name(5, 8, 1.0, "known_names")])
    add_candidates(doc, [Candidate(5, 28, "EMAIL_ADDRESS", 0.5, "pii_patterns")])
    assert found(doc) == [("ana.lima@school.example", "EMAIL_ADDRESS", "pii_patterns")]


def test_no_word_that_was_found_is_lost_when_a_shorter_roster_name_wins(nlp: Language) -> None:
    doc = nlp("then Ana Lima said")
    add_candidates(doc, [name(5, 13)])
    add_candidates(doc, [name(5, 8, 1.0, "known_names")])
    assert [c.cut(doc.text) for c in get_candidates(doc)] == ["Ana Lima"]


def test_a_roster_name_inside_a_glued_token_keeps_its_exact_extent(nlp: Language) -> None:
    doc = nlp("hiana there")
    add_candidates(doc, [name(0, 5)])
    add_candidates(doc, [name(2, 5, 1.0, "known_names")])
    assert [c.cut(doc.text) for c in get_candidates(doc)] == ["ana"]


def test_the_rest_of_a_span_with_another_label_stays_found(nlp: Language) -> None:
    doc = nlp("at Lima Bay School today")
    add_candidates(doc, [Candidate(3, 18, "SCHOOL", 0.6, "potential_pii_ner")])
    add_candidates(doc, [name(3, 7, 1.0, "known_names")])
    assert [(c.cut(doc.text), c.label) for c in get_candidates(doc)] == [
        ("Lima", "NAME"),
        ("Bay School", "SCHOOL"),
    ]


def test_candidates_never_overlap_whatever_the_order(nlp: Language) -> None:
    doc = nlp("Ana Lima Bay School of Ana Lima")
    candidates = [
        name(0, 8),
        name(4, 12),
        Candidate(0, 19, "SCHOOL", 0.9, "x"),
        name(0, 3, 1.0, "known_names"),
        Candidate(9, 19, "LOCATION", 0.99, "y"),
        name(23, 31),
    ]
    outcomes = set()
    for order in (candidates, candidates[::-1], sorted(candidates, key=lambda c: c.score)):
        copy = nlp(doc.text)
        add_candidates(copy, order)
        group = get_candidates(copy)
        assert all(a.end <= b.start for a, b in pairwise(group))
        outcomes.add(tuple(group))
    assert len(outcomes) == 1


def test_what_was_ruled_out_is_added_again_only_by_the_roster(nlp: Language) -> None:
    doc = nlp("ask Mark about it")
    add_candidates(doc, [name(4, 8)])
    assert move_candidates(doc, lambda c: "an ordinary word") == 1
    assert get_candidates(doc) == []
    assert [c.reason for c in get_candidates(doc, REJECTED)] == ["an ordinary word"]
    add_candidates(doc, [name(4, 8, 0.99, "llm_detector")])
    assert get_candidates(doc) == []
    add_candidates(doc, [name(4, 8, 1.0, "known_names")])
    assert [c.cut(doc.text) for c in get_candidates(doc)] == ["Mark"]


def test_rejecting_a_name_rejects_its_propagated_mentions(nlp: Language) -> None:
    doc = nlp("Chance said: chance is CHANCE, Ana")
    add_candidates(
        doc,
        [
            name(0, 6),
            name(13, 19, 0.7, "known_names"),
            name(23, 29, 0.7, "known_names"),
            name(31, 34),
        ],
    )
    move_candidates(doc, lambda c: "word" if c.start == 0 else "")
    assert [c.cut(doc.text) for c in get_candidates(doc)] == ["Ana"]
    assert len(get_candidates(doc, REJECTED)) == 3


def test_empty_and_outside_candidates_are_errors(nlp: Language) -> None:
    doc = nlp("hi")
    for start, end in ((1, 1), (0, 99), (2, 1)):
        with pytest.raises(ValueError, match="outside the text"):
            set_candidates(doc, [name(start, end)])


def test_retokenising_after_the_messages_were_set_is_detected(nlp: Language) -> None:
    doc = dialogue_to_doc(Dialogue("d", [Message("t", "New York is big"), Message("s", "ok")]), nlp)
    check_tokens(doc, "test")
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:2])
    with pytest.raises(RetokenizedError, match="merge_entities"):
        check_tokens(doc, "test")


def test_retokenising_after_spans_were_found_is_detected(nlp: Language) -> None:
    doc = nlp("in New York with Ana now")
    add_candidates(doc, [name(17, 20)])
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[1:3])
    with pytest.raises(RetokenizedError):
        check_tokens(doc, "test")


def test_extensions_are_installed_once_and_never_forced() -> None:
    install_extensions()
    before = Doc.get_extension("piivot_text")
    install_extensions()
    assert Doc.get_extension("piivot_text") == before


def test_a_failed_doc_has_no_text_to_release(nlp: Language) -> None:
    doc = nlp("hi Ana")
    doc._.piivot_text = "hi Odile"
    set_failed(doc, "known_names:KeyError")
    assert doc._.piivot_text is None
    assert doc._.piivot_status == "known_names:KeyError"


def test_many_candidates_in_one_doc_are_settled(nlp: Language) -> None:
    doc = nlp(" ".join(["Ana"] * 3000))
    add_candidates(doc, [name(i * 4, i * 4 + 3) for i in range(3000)])
    add_candidates(doc, [name(i * 4, i * 4 + 3, 1.0, "known_names") for i in range(3000)])
    assert len(get_candidates(doc)) == 3000


def test_white_space_at_the_edges_is_no_part_of_a_span(nlp: Language) -> None:
    doc = nlp("hi Ana now")
    set_candidates(doc, [name(2, 7)])
    assert [c.cut(doc.text) for c in get_candidates(doc)] == ["Ana"]
    check_tokens(doc, "test")


def test_a_validated_identifier_does_not_grow(nlp: Language) -> None:
    doc = nlp("please mail ana@x.org soon")
    add_candidates(doc, [Candidate(7, 21, "EMAIL_ADDRESS", 0.9, "potential_pii_ner")])
    add_candidates(doc, [Candidate(12, 21, "EMAIL_ADDRESS", 0.7, "pii_patterns")])
    assert [c.cut(doc.text) for c in get_candidates(doc)] == ["ana@x.org"]


@pytest.mark.parametrize(
    ("text", "label", "known"),
    [
        ("ring +1 (617) 555-0199 soon", "PHONE_NUMBER", "(617) 555-0199"),
        ("at 6 Ash St, Salisbury soon", "STREET_ADDRESS", "6 Ash St"),
    ],
)
def test_an_address_and_a_phone_number_grow_by_what_a_pattern_does_not_know(
    nlp: Language, text: str, label: str, known: str
) -> None:
    doc = nlp(text)
    start = text.index(known)
    whole = text[text.index(" ") + 1 : -len(" soon")]
    found = Candidate(text.index(whole), text.index(" soon"), label, 0.9, "potential_pii_ner")
    add_candidates(doc, [Candidate(start, start + len(known), label, 0.7, "pii_patterns")])
    add_candidates(doc, [found])
    assert [c.cut(text) for c in get_candidates(doc)] == [whole]


def test_nobody_looked_is_not_nothing_found(nlp: Language) -> None:
    doc = nlp("hi Ana")
    assert searched_by(doc) == []
    ensure_groups(doc)
    assert searched_by(doc) == []
    mark_searched(doc, "pii_patterns")
    mark_searched(doc, "known_names")
    mark_searched(doc, "pii_patterns")
    add_candidates(doc, [])
    copies = [
        doc,
        Doc(nlp.vocab).from_bytes(doc.to_bytes()),
        *DocBin(docs=[doc]).get_docs(nlp.vocab),
        *DocBin(docs=[doc], store_user_data=True).get_docs(nlp.vocab),
    ]
    for copy in copies:
        assert searched_by(copy) == ["pii_patterns", "known_names"]
    assert searched_by(doc, "mine") == []


def test_whoever_writes_a_group_has_looked(nlp: Language) -> None:
    for write in (
        lambda doc: doc.spans.__setitem__(PII, []),
        lambda doc: doc.spans.__setitem__(PII, [doc[1:2]]),
        lambda doc: set_candidates(doc, []),
        lambda doc: add_candidates(doc, []),
        lambda doc: [ensure_groups(doc), doc.spans[PII].append(doc[1:2])],
    ):
        doc = nlp("hi Ana")
        write(doc)
        assert searched_by(doc) == ["user"]
    set_candidates(doc, [name(3, 6, source="a+b")])
    assert searched_by(doc) == ["user", "a", "b"]
    move_candidates(doc, lambda c: "no name")
    assert get_candidates(doc) == []
    assert searched_by(doc) == ["user", "a", "b"]


@pytest.mark.parametrize("before", [[], [name(0, 5, 0.5, "potential_pii_ner")]])
def test_appended_spans_are_taken_up(nlp: Language, before: list[Candidate]) -> None:
    doc = nlp("Maria2x and Ana Lima said")
    set_candidates(doc, before)
    doc.spans[PII].append(Span(doc, 2, 4, label="PERSON"))
    appended = Candidate(12, 20, "PERSON", 1.0, "user")
    assert get_candidates(doc) == [*before, appended]
    check_tokens(doc, "known_names")
    adopt_spans(doc)
    assert get_candidates(doc) == [*before, Candidate(12, 20, "NAME", 1.0, "user")]
    assert len(doc.spans[PII].attrs["offsets"]) == len(doc.spans[PII])
    assert "user" in searched_by(doc)


def test_adopted_spans_do_not_overlap_and_labels_without_a_mapping_stay(nlp: Language) -> None:
    doc = nlp("ask Ana Lima of Bay")
    doc.spans[PII] = [
        Span(doc, 1, 2, label="PER"),
        Span(doc, 1, 3, label="NAME_STUDENT"),
        Span(doc, 3, 3, label="NAME"),
        Span(doc, 4, 5, label="PIRATE"),
    ]
    adopt_spans(doc)
    assert found(doc) == [("Ana Lima", "NAME", "user"), ("Bay", "PIRATE", "user")]


def test_scores_that_a_user_gave_are_kept(nlp: Language) -> None:
    doc = nlp("ask Ana Lima")
    doc.spans[PII] = [Span(doc, 1, 2, label="NAME"), Span(doc, 2, 3, label="NAME")]
    doc.spans[PII].attrs["scores"] = [0.25]
    adopt_spans(doc)
    assert [c.score for c in get_candidates(doc)] == [0.25, 1.0]


def test_a_user_may_bring_back_what_was_ruled_out(nlp: Language) -> None:
    doc = nlp("ask Mark")
    set_candidates(doc, [name(4, 8)])
    move_candidates(doc, lambda c: "a word")
    doc.spans[PII].append(Span(doc, 1, 2, label="NAME"))
    adopt_spans(doc)
    assert found(doc) == [("Mark", "NAME", "user")]


def test_removed_spans_are_refused_with_advice(nlp: Language) -> None:
    doc = nlp("Ana met Bob")
    set_candidates(doc, [name(0, 3), name(8, 11)])
    group = doc.spans[PII]
    # `del group[0]` leaves the same, and frees memory twice (spaCy 3.8.18).
    doc.spans[PII] = SpanGroup(doc, name=PII, spans=[group[1]], attrs=dict(group.attrs))
    with pytest.raises(RemovedSpansError, match="move_candidates") as caught:
        check_tokens(doc, "known_names")
    assert "Bob" not in str(caught.value)


def put_first(doc: Doc, span: Span, *, add: bool) -> None:
    group = doc.spans[PII]
    if add:
        doc.spans[PII] = SpanGroup(doc, name="n", spans=[span]) + group
    else:
        attrs = dict(group.attrs)
        doc.spans[PII] = SpanGroup(doc, name=PII, spans=[span, *group], attrs=attrs)


@pytest.mark.parametrize("add", [True, False])
@pytest.mark.parametrize("end", [1, 2])
def test_spans_before_ours_are_taken_up(nlp: Language, add: bool, end: int) -> None:
    doc = nlp("Ana Lima met Maria2x today")
    ours = [name(0, 3, 0.5), name(13, 18, 0.25)]
    set_candidates(doc, ours)
    put_first(doc, Span(doc, 0, end, label="PERSON"), add=add)
    check_tokens(doc, "known_names")
    assert get_candidates(doc)[-1] == ours[1]
    adopt_spans(doc)
    first, second = get_candidates(doc)
    assert (first.cut(doc.text), first.label) == (("Ana", "Ana Lima")[end - 1], "NAME")
    assert (first.score, first.source) == (1.0, "potential_pii_ner+user")
    assert second == ours[1]


def test_a_span_with_a_label_of_ours_before_ours_keeps_its_extent(nlp: Language) -> None:
    doc = nlp("Ana Lima met Bob")
    set_candidates(doc, [name(0, 3, 0.5)])
    put_first(doc, Span(doc, 0, 2, label="NAME"), add=False)
    assert Candidate(0, 8, "NAME", 1.0, "user") in get_candidates(doc)
    assert name(0, 3, 0.5) in get_candidates(doc)


@pytest.mark.parametrize(("label", "taken"), [("PERSON", "NAME"), ("SCHOOL", "SCHOOL")])
@pytest.mark.parametrize("end", [1, 2])
def test_a_span_in_place_of_ours_counts_as_the_users(
    nlp: Language, label: str, taken: str, end: int
) -> None:
    doc = nlp("Ana Lima met Bob")
    set_candidates(doc, [name(0, 3), name(13, 16)])
    doc.spans[PII][0] = Span(doc, 0, end, label=label)
    check_tokens(doc, "known_names")
    adopt_spans(doc)
    expected = (("Ana", "Ana Lima")[end - 1], taken, "user")
    assert found(doc) == [expected, ("Bob", "NAME", "potential_pii_ner")]
    assert len(doc.spans[PII].attrs["offsets"]) == 2


@pytest.mark.parametrize("label", ["PERSON", "NAME"])
def test_a_span_elsewhere_in_place_of_ours_is_refused_as_removal(nlp: Language, label: str) -> None:
    doc = nlp("Ana Lima met Bob")
    set_candidates(doc, [name(0, 8), name(13, 16)])
    doc.spans[PII][0] = Span(doc, 0, 1, label=label)
    with pytest.raises(RemovedSpansError, match="Append") as caught:
        check_tokens(doc, "known_names")
    assert "Ana" not in str(caught.value)


def test_two_candidates_in_one_token_keep_their_rows(nlp: Language) -> None:
    doc = nlp("x Ana_Bob y")
    both = [name(2, 5, 0.5), name(6, 9, 0.25)]
    set_candidates(doc, both)
    put_first(doc, Span(doc, 0, 1, label="PERSON"), add=True)
    check_tokens(doc, "known_names")
    adopt_spans(doc)
    assert get_candidates(doc)[1:] == both


def test_groups_from_before_labels_were_kept_are_read(nlp: Language) -> None:
    doc = nlp("Ana met Bob")
    set_candidates(doc, [name(0, 3, 0.5)])
    del doc.spans[PII].attrs["labels"]
    doc.spans[PII].append(Span(doc, 2, 3, label="NAME"))
    check_tokens(doc, "known_names")
    assert get_candidates(doc) == [name(0, 3, 0.5), Candidate(8, 11, "NAME", 1.0, "user")]


def test_late_spans_are_those_that_no_edit_covers(nlp: Language) -> None:
    doc = nlp("Ana Lima met Bob")
    set_candidates(doc, [name(0, 8)])
    doc._.piivot_text, doc._.piivot_status = "Zoe met Bob", "ok"
    doc._.piivot_edits = [{"start": 0, "end": 8, "surrogate": "Zoe"}]
    assert not has_late_spans(doc)
    doc.spans[PII].append(Span(doc, 0, 1, label="PERSON"))
    assert not has_late_spans(doc)
    doc.spans[PII].append(Span(doc, 3, 4, label="NAME"))
    assert has_late_spans(doc)
    # Who takes them up then takes the text back.
    adopt_spans(doc)
    assert doc._.piivot_status is None
    assert doc._.piivot_text is None


def test_tokens_may_be_merged_after_the_surrogates(nlp: Language) -> None:
    doc = nlp("well Ana Lima met Bob")
    set_candidates(doc, [name(5, 13)])
    doc._.piivot_edits = [{"start": 5, "end": 13, "surrogate": "Zoe"}]
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[1:3])
    assert not has_late_spans(doc)


@pytest.mark.parametrize("key", [PII, "mine"])
@pytest.mark.parametrize("ours", [True, False])
def test_retokenising_is_detected_with_spans_of_anybody(
    nlp: Language, key: str, ours: bool
) -> None:
    doc = nlp("well Ana met Bob there")
    if ours:
        set_candidates(doc, [name(5, 8)], key)
        doc.spans[key].append(Span(doc, 3, 4, label="NAME"))
    else:
        doc.spans[key] = [Span(doc, 3, 4, label="NAME")]
    check_tokens(doc, "hips_surrogator", key)
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:2])
    with pytest.raises(RetokenizedError):
        check_tokens(doc, "hips_surrogator", key)


def test_what_is_found_after_the_surrogates_takes_their_text_back(nlp: Language) -> None:
    doc = nlp("Ana met Bob")
    set_candidates(doc, [name(0, 3)])
    doc._.piivot_text, doc._.piivot_status = "Zoe met Bob", "ok"
    add_candidates(doc, [name(0, 3, 0.9, "known_names")])
    assert doc._.piivot_text == "Zoe met Bob"
    add_candidates(doc, [name(8, 11)])
    assert doc._.piivot_text is None
    assert doc._.piivot_status is None
