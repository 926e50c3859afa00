import logging

import pytest
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import PII, REJECTED, Candidate, get_candidates, set_candidates


@pytest.fixture(scope="module")
def nlp() -> Language:
    nlp = blank_english()
    nlp.add_pipe("known_names")
    return nlp


def make(nlp: Language, *texts: str, roster: tuple[str, ...] = (), speaker: str = "S") -> Doc:
    return dialogue_to_doc(Dialogue("d1", [Message(speaker, t) for t in texts], roster), nlp)


def found(doc: Doc) -> list[str]:
    text = doc.text
    return [candidate.cut(text) for candidate in get_candidates(doc)]


def with_found(nlp: Language, doc: Doc, name: str, score: float, role: str = "") -> Doc:
    start = doc.text.index(name)
    candidate = Candidate(start, start + len(name), "NAME", score, "potential_pii_ner", role)
    set_candidates(doc, [*get_candidates(doc), candidate])
    return doc


def test_one_person_is_found_under_all_forms_of_the_name(nlp: Language) -> None:
    doc = nlp(make(nlp, "John? JOHN!", "john's book", "John Smith, Smith", roster=("John Smith",)))
    assert found(doc) == ["John", "JOHN", "john", "John Smith", "Smith"]
    assert all(c.from_roster and c.role == "participant" for c in get_candidates(doc))
    assert {c.source for c in get_candidates(doc)} == {"known_names"}


def test_speakers_are_known_by_their_names(nlp: Language) -> None:
    assert found(nlp(make(nlp, "cassie here", speaker="Ms. Cassie Koski (tutor)"))) == ["cassie"]
    assert found(nlp(make(nlp, "a tutor, Tutor, can you", speaker="Tutor"))) == []


def test_a_pupil_called_mark_does_not_make_mark_the_point_a_name(nlp: Language) -> None:
    doc = nlp(make(nlp, "Mark the point.", "mark it", "MARK IT", "Mark, read", roster=("Mark",)))
    assert found(doc) == ["Mark"]
    assert get_candidates(doc)[0].start == doc.text.rindex("Mark")


def test_names_in_the_config_serve_plain_text() -> None:
    nlp = blank_english()
    nlp.add_pipe("known_names", config={"names": ["Ilka Tamm"]})
    assert found(nlp("ilka and Ms. Tamm")) == ["ilka", "Tamm"]
    assert found(nlp("")) == []
    assert found(nlp(" \n ")) == []
    assert PII in nlp("nobody").spans
    assert REJECTED in nlp("nobody").spans


def test_found_names_are_found_again_everywhere(nlp: Language) -> None:
    doc = make(nlp, "ask ilka", "ILKA and Ilka's", "Ilka2x+3")
    doc = nlp(with_found(nlp, doc, "ilka", 0.8, "problem"))
    assert found(doc) == ["ilka", "ILKA", "Ilka", "Ilka"]
    first, *others = get_candidates(doc)
    assert (first.score, first.source) == (0.8, "potential_pii_ner")
    assert {(round(c.score, 6), c.source, c.role) for c in others} == {
        (0.72, "known_names", "problem")
    }
    assert not any(c.from_roster for c in others)


def test_doubtful_findings_that_are_words_are_not_multiplied(nlp: Language) -> None:
    for score, mentions in ((0.5, 1), (0.9, 2)):
        doc = make(nlp, "ask Rose", "and then Rose agreed")
        assert len(found(nlp(with_found(nlp, doc, "Rose", score)))) == mentions
        doc = make(nlp, "ask Ilka", "Ilka again")
        assert len(found(nlp(with_found(nlp, doc, "Ilka", score)))) == 2
    doc = make(nlp, "ask will", "Will it rain?")
    assert len(found(nlp(with_found(nlp, doc, "will", 0.9)))) == 1


def test_a_titled_surname_that_is_a_word_needs_its_title_again(nlp: Language) -> None:
    doc = make(nlp, "ask Mr. Hill", "the ball on Hill street", "Mr. Hill said")
    assert found(nlp(with_found(nlp, doc, "Hill", 0.9))) == ["Hill", "Hill"]


def test_propagation_can_be_switched_off() -> None:
    nlp = blank_english()
    nlp.add_pipe("known_names", config={"propagate": False})
    doc = make(nlp, "ask Ilka", "Ilka again")
    assert len(found(nlp(with_found(nlp, doc, "Ilka", 0.9)))) == 1


def test_a_roster_name_joins_what_the_tagger_found(nlp: Language) -> None:
    doc = with_found(nlp, make(nlp, "Ilka Tamm is in", roster=("Ilka",)), "Ilka Tamm", 0.7)
    (candidate,) = get_candidates(nlp(doc))
    assert candidate.cut(doc.text) == "Ilka Tamm"
    assert candidate.from_roster
    assert candidate.sources == {"known_names", "potential_pii_ner"}


def test_a_name_inside_a_longer_finding_that_is_replaced_is_left_to_it(nlp: Language) -> None:
    for label, expected in (("SCHOOL", ["Tamm Academy"]), ("ORG", ["Tamm", "Academy"])):
        doc = make(nlp, "I go to Tamm Academy", roster=("Tamm",))
        set_candidates(doc, [Candidate(8, 20, label, 0.9, "x")])
        assert found(nlp(doc)) == expected


def test_a_rejected_mention_comes_back_only_from_the_roster(nlp: Language) -> None:
    for roster, expected in (((), []), (("Ilka",), ["Ilka"])):
        doc = make(nlp, "Ilka here", roster=roster)
        set_candidates(doc, [Candidate(0, 4, "NAME", 0.9, "x", reason="no name")], REJECTED)
        assert found(nlp(doc)) == expected


def rejected(doc: Doc) -> list[tuple[str, str]]:
    text = doc.text
    return [(c.cut(text), c.reason) for c in get_candidates(doc, REJECTED)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("the third bid was higher", "bid"),
        ("one amoeba splits into two", "amoeba"),
        ("so they stand knee-to-knee", "knee-to-knee"),
        ("Adjacent.", "Adjacent"),
        ("I see. Logarithms are next", "Logarithms"),
        ("THE ADJACENT SIDE", "ADJACENT"),
        ("the quotient rule helps", "quotient rule"),
        ("the amoeba's nucleus", "amoeba"),
    ],
)
def test_an_ordinary_word_without_a_capital_of_its_own_is_no_name(
    nlp: Language, text: str, name: str
) -> None:
    doc = nlp(with_found(nlp, make(nlp, text, "and again: " + text), name, 0.9))
    assert found(doc) == []
    assert rejected(doc) == [(name, "ordinary word")]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("then Amoeba splits", "Amoeba"),
        ("go to Ms. central now", "central"),
        ("Ms. Central? Central?", "Central"),
        ("my name is amoeba", "amoeba"),
        ("I’m amoeba btw", "amoeba"),
        ("hi pickle!", "pickle"),
        ("we saw mark there", "mark"),
        ("grace has three apples", "grace"),
        ("the Quotient Amoeba", "Quotient Amoeba"),
        ("then ilka bid", "ilka bid"),
        ("then wobbel comes", "wobbel"),
    ],
)
def test_in_doubt_a_name_stays(nlp: Language, text: str, name: str) -> None:
    doc = nlp(with_found(nlp, make(nlp, text), name, 0.9))
    assert found(doc)[0] == name
    assert rejected(doc) == []


def test_an_ordinary_word_stays_if_it_is_known_as_a_name(nlp: Language) -> None:
    for given in ({"roster": ("Amoeba Tamm",)}, {"speaker": "Amoeba"}):
        doc = make(nlp, "one amoeba splits", **given)
        assert found(nlp(with_found(nlp, doc, "amoeba", 0.9))) == ["amoeba"]


def test_an_ordinary_word_stays_if_it_was_found_surely() -> None:
    for threshold, names in ((0.95, []), (0.8, ["bid"]), (0.0, ["bid"])):
        nlp = blank_english()
        nlp.add_pipe("known_names", config={"ordinary_word_threshold": threshold})
        doc = with_found(nlp, make(nlp, "the third bid"), "bid", 0.9)
        assert found(nlp(doc)) == names


def test_an_ordinary_word_that_stays_in_one_place_is_not_spread(nlp: Language) -> None:
    doc = make(nlp, "then Amoeba splits", "one amoeba", "an amoeba", "so Amoeba wins")
    doc = nlp(with_found(nlp, with_found(nlp, doc, "Amoeba", 0.9), "amoeba", 0.9))
    assert found(doc) == ["Amoeba", "Amoeba"]
    assert rejected(doc) == [("amoeba", "ordinary word")]


@pytest.mark.parametrize("name", ["x", "X²", "B2", "²", "42", "α"])
def test_a_letter_with_or_without_digits_is_no_name(nlp: Language, name: str) -> None:
    doc = nlp(with_found(nlp, make(nlp, f"so {name} is less"), name, 0.99))
    assert found(doc) == []
    assert rejected(doc) == [(name, "variable")]


@pytest.mark.parametrize(
    ("text", "name"),
    [("ask J.T. now", "J.T."), ("ask J. now", "J"), ("请王回答", "王"), ("Mr. B!", "B")],
)
def test_initials_and_names_of_one_character_stay(nlp: Language, text: str, name: str) -> None:
    assert found(nlp(with_found(nlp, make(nlp, text), name, 0.9))) == [name]


def test_what_other_labels_cover_is_not_judged(nlp: Language) -> None:
    doc = make(nlp, "x = 3")
    set_candidates(doc, [Candidate(0, 1, "ID_NUM", 0.5, "pii_patterns")])
    assert len(get_candidates(nlp(doc))) == 1


def test_roles_are_given_to_names_of_other_components(nlp: Language) -> None:
    doc = with_found(nlp, make(nlp, "Hi Ilka! Now Oona has 5 apples."), "Ilka", 0.9)
    doc = nlp(with_found(nlp, doc, "Oona", 0.9))
    assert [c.role for c in get_candidates(doc)] == ["participant", "problem"]


def test_names_that_are_said_to_be_names_are_found_and_found_again(nlp: Language) -> None:
    doc = nlp(make(nlp, "my name is zvuxola", "ok zvuxola", "thanks La'Shawn!", "hi there"))
    assert found(doc) == ["zvuxola", "zvuxola", "La'Shawn"]
    assert [round(c.score, 6) for c in get_candidates(doc)] == [0.7, 0.63, 0.7]
    assert not any(c.from_roster for c in get_candidates(doc))


def test_cues_can_be_switched_off() -> None:
    nlp = blank_english()
    nlp.add_pipe("known_names", config={"cues": False})
    assert found(nlp(make(nlp, "my name is zvuxola"))) == []


def test_one_word_turns_count_for_tutors_only(nlp: Language) -> None:
    assert found(nlp(make(nlp, "Zvuxola?", speaker="tutor"))) == ["Zvuxola"]
    assert found(nlp(make(nlp, "Zvuxola?", speaker="student"))) == []


def test_a_cue_adds_nothing_to_what_was_found_or_rejected(nlp: Language) -> None:
    doc = make(nlp, "my name is zvuxola tarn")
    doc = nlp(with_found(nlp, doc, "zvuxola tarn", 0.8))
    assert [(c.cut(doc.text), c.source) for c in get_candidates(doc)] == [
        ("zvuxola tarn", "potential_pii_ner")
    ]
    doc = make(nlp, "my name is zvuxola")
    set_candidates(doc, [Candidate(11, 18, "NAME", 0.9, "x", reason="no name")], REJECTED)
    assert found(nlp(doc)) == []


def test_what_is_glued_to_a_found_name_is_cut_off(nlp: Language) -> None:
    doc = with_found(nlp, make(nlp, "thanksilka", "ilkas answer", "Ilka!"), "Ilka", 0.9)
    doc = with_found(nlp, with_found(nlp, doc, "thanksilka", 0.8), "ilkas", 0.8)
    assert found(nlp(doc)) == ["ilka", "ilka", "Ilka"]


def test_a_first_name_that_is_a_word_joins_the_surname_that_was_found(nlp: Language) -> None:
    doc = make(nlp, "Will Tamm and Mark Jones", "will it be tamm? Will tamm be?")
    doc = nlp(with_found(nlp, with_found(nlp, doc, "Tamm", 0.9), "Jones", 0.9))
    assert found(doc)[:2] == ["Will Tamm", "Mark Jones"]


def test_terms_are_rejected_and_hand_on_nothing(nlp: Language) -> None:
    doc = with_found(nlp, make(nlp, "Jack up the price", "the jack of hearts"), "Jack", 0.97)
    assert found(nlp(doc)) == []
    assert rejected(doc) == [("Jack", "term")]
    doc = with_found(nlp, make(nlp, "Jack has 5", "the jack of hearts, jack"), "Jack", 0.97)
    assert found(nlp(doc)) == ["Jack", "jack", "jack"]
    # A card is no pupil: it is kept, and the last check knows.
    assert [c.role == "math_term" for c in get_candidates(doc)] == [False, True, False]


def test_what_the_last_check_searches_for_is_found_everywhere(nlp: Language) -> None:
    # A nationality that was taken for a name is replaced, and must not stand elsewhere.
    doc = make(nlp, "Nigerian food", "a nigerian dish")
    assert found(nlp(with_found(nlp, doc, "Nigerian", 0.9))) == ["Nigerian", "nigerian"]


def test_every_name_has_a_role_and_nothing_else_has(nlp: Language) -> None:
    doc = with_found(nlp, make(nlp, "about Ilka then in Turku"), "Ilka", 0.9)
    set_candidates(doc, [*get_candidates(doc), Candidate(19, 24, "LOCATION", 0.9, "x")])
    assert [c.role for c in get_candidates(nlp(doc))] == ["participant", ""]


def test_running_twice_changes_nothing(nlp: Language) -> None:
    doc = make(nlp, "Ilka Tamm, ilka", "Oona, oona", roster=("Ilka Tamm",))
    once = get_candidates(nlp(with_found(nlp, doc, "Oona", 0.9)))
    assert get_candidates(nlp(doc)) == once


def test_exact_offsets_hold_with_crlf_emoji_and_mixed_scripts(nlp: Language) -> None:
    texts = ("🎉 Ilka\r\nok ", "", "请王小明回答", "Оля, иди", "Ilka2x+3\r\n")
    doc = nlp(make(nlp, *texts, roster=("Ilka", "王小明", "Оля")))
    assert found(doc) == ["Ilka", "王小明", "Оля", "Ilka"]


def test_the_same_whatever_the_batch_and_the_number_of_processes(nlp: Language) -> None:
    docs = [
        make(nlp, f"Ilka and Oona {number}", "thanks mark!", roster=("Oona", "Mark"))
        for number in range(6)
    ]
    expected = [get_candidates(nlp(doc.copy())) for doc in docs]
    for kwargs in ({"batch_size": 1}, {"batch_size": 4}, {"n_process": 2, "batch_size": 2}):
        piped = nlp.pipe([doc.copy() for doc in docs], **kwargs)
        assert [get_candidates(doc) for doc in piped] == expected


def test_a_long_dialogue_with_a_large_roster(nlp: Language) -> None:
    letters = "abcdefghij"
    roster = tuple(f"Q{a}zx{b}vo" for a in letters for b in letters)
    texts = [f"the answer of {roster[n % 100]} is {n}" for n in range(1500)]
    doc = nlp(make(nlp, *texts, roster=roster))
    assert found(doc) == [roster[n % 100] for n in range(1500)]


def test_no_name_is_logged(nlp: Language, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        nlp(make(nlp, "Ilka", roster=("Ilka",)))
    assert "Ilka" not in caplog.text


def test_two_people_side_by_side_are_parted_and_full_names_are_not(nlp: Language) -> None:
    doc = make(nlp, "Anna Bob, come up", "Anna?", "thanks Bob", roster=("Cassie", "Dario"))
    doc = with_found(nlp, doc, "Anna Bob", 0.9)
    start = doc.text.index("Anna?")
    more = [
        Candidate(start, start + 4, "NAME", 0.9, "potential_pii_ner"),
        Candidate(doc.text.rindex("Bob"), doc.text.rindex("Bob") + 3, "NAME", 0.9, "ner"),
    ]
    set_candidates(doc, [*get_candidates(doc), *more])
    assert found(nlp(doc)) == ["Anna", "Bob", "Anna", "Bob"]
    doc = make(nlp, "Cassie Dario, go", roster=("Cassie Ito", "Dario"))
    assert found(nlp(with_found(nlp, doc, "Cassie Dario", 0.9))) == ["Cassie", "Dario"]
    doc = make(nlp, "Anna Bob?", "Anna", "I am Anna Bob")
    assert found(nlp(with_found(nlp, doc, "Anna Bob", 0.9))) == ["Anna Bob", "Anna", "Anna Bob"]
