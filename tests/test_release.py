import pytest
from shared_pipelines import blank_english

from spacy_piivot.dialogue import Dialogue, Message, NotReleasable, dialogue_to_doc
from spacy_piivot.names import is_ordinary_word
from spacy_piivot.release import ReleaseError, check_release
from spacy_piivot.spans import Candidate, set_candidates

KEY = b"0123456789abcdef"


def released(messages, found, roster=None, **config):
    """A processed Doc in which the first occurrence of each string is a span."""
    nlp = blank_english()
    nlp.add_pipe("hips_surrogator", config=config).set_key(KEY)
    turns = [Message(*m) if isinstance(m, tuple) else Message("S1", m) for m in messages]
    doc = dialogue_to_doc(Dialogue("d1", turns, roster), nlp)
    text = doc.text
    spans = [
        Candidate(text.index(cut), text.index(cut) + len(cut), label, 1.0, "test", *role)
        for cut, label, *role in found
    ]
    set_candidates(doc, spans)
    return nlp(doc)


def test_a_dialogue_with_every_mention_replaced_passes():
    doc = released(
        [("Zadie", "I am Zadie Okell"), "call 612-555-0123"],
        [("Zadie Okell", "NAME"), ("612-555-0123", "PHONE_NUMBER")],
    )
    assert check_release(doc).checked == 3


@pytest.mark.parametrize(
    ("messages", "found"),
    [
        (["hi Zadie", "ZADIE!"], [("Zadie", "NAME", "participant")]),
        (["hi Zoë", "oh zoe"], [("Zoë", "NAME", "")]),
        (["hi Zadie", "zadie's turn"], [("Zadie", "NAME", "")]),
        (["hi Zadie", "zaaadieee!!"], [("Zadie", "NAME", "participant")]),
        (["Zadie's turn", "hi Zadie"], [("Zadie's", "NAME", "")]),
        (["hi Zadie", "both zadies"], [("Zadie", "NAME", "")]),
        (["hi Zadie", "Zadie2x+3"], [("Zadie", "NAME", "")]),
        (["hi Zadie", "so 2Zadie"], [("Zadie", "NAME", "")]),
        (["Amy has 3", "Amy2x+3"], [("Amy", "NAME", "participant")]),
        (["Kay is here", "both Kays"], [("Kay", "NAME", "participant")]),
        (["hi Will Okell", "will  okell?"], [("Will Okell", "NAME", "")]),
        (["call 612-555-0123", "612 555 0123"], [("612-555-0123", "PHONE_NUMBER")]),
        (["a.b@c.org", "or A.B@C.ORG"], [("a.b@c.org", "EMAIL_ADDRESS")]),
        (["@zadie_x", "zadie_x"], [("@zadie_x", "USERNAME")]),
        (["id 84713", "84713"], [("84713", "ID_NUM")]),
    ],
)
def test_a_missed_mention_fails(messages, found):
    doc = released(messages, found)
    with pytest.raises(ReleaseError) as caught:
        check_release(doc)
    assert caught.value.counts == {found[0][1]: 1}
    for original, *_ in found:
        assert original not in str(caught.value)


def test_a_short_name_is_not_searched_for_with_letters_repeated():
    doc = released(["hi Zoe", "zooe"], [("Zoe", "NAME", "participant")])
    assert check_release(doc).checked == 1


def test_speakers_and_roster_are_searched_for():
    with pytest.raises(ReleaseError, match="1 NAME"):
        check_release(released([("Zadie", "hello"), ("S1", "hi zadie")], []))
    with pytest.raises(ReleaseError, match="1 NAME"):
        check_release(released(["hi zadie okell"], [], roster=["Zadie Okell"]))
    with pytest.raises(ReleaseError, match="1 NAME"):
        check_release(released(["hi zadie okell"], [], roster=["Okell, Zadie"]))
    with pytest.raises(ReleaseError, match="1 USERNAME"):
        check_release(released([("84713", "hello"), ("S1", "hi 84713")], []))


@pytest.mark.parametrize(
    ("messages", "found", "reason"),
    [
        (["hi Mark", "mark the point"], [("Mark", "NAME", "participant")], "ordinary_word"),
        (["id 12", "12 + 3"], [("12", "ID_NUM")], "number"),
        (["hi J.T.", "j, t are points"], [("J.T.", "NAME", "")], "ordinary_word"),
        (
            ["hi Pascal", "Pascaline? Pascal!"],
            [("hi Pascal", "ORG"), ("Pascal!", "NAME", "participant")],
            "kept_span",
        ),
    ],
)
def test_what_is_exempt_is_counted(messages, found, reason):
    assert is_ordinary_word("mark")
    report = check_release(released(messages, found))
    assert report.exempt[reason] == 1


def test_an_occurrence_outside_the_kept_span_still_fails():
    doc = released(
        ["team Zadie", "I am Zadie!", "Zadie"], [("team Zadie", "ORG"), ("Zadie!", "NAME", "")]
    )
    with pytest.raises(ReleaseError, match="1 NAME"):
        check_release(doc)


@pytest.mark.parametrize(
    ("messages", "found"),
    [
        (["hi Zadie", "Zadiely"], [("Zadie", "NAME", "")]),
        (["hi Annette", "anete"], [("Annette", "NAME", "")]),
        (["hi Bel", "bell"], [("Bel", "NAME", "")]),
        (["Zadie has 3", "Zadie has 4"], [("Zadie", "NAME", "problem")]),
        (["@the_best", "the best"], [("@the_best", "USERNAME")]),
        (["I live in Fairholme", "Fairholme"], [("Fairholme", "LOCATION")]),
        (["I am Zadie", "Okell"], [("Zadie", "NAME")]),
    ],
)
def test_what_is_no_leak_passes(messages, found):
    check_release(released(messages, found))


def test_an_edit_that_changed_nothing_fails():
    doc = released(["hi Zadie"], [("Zadie", "NAME", "")])
    [edit] = doc._.piivot_edits
    text = doc.text
    doc._.piivot_edits = [{**edit, "surrogate": "Zadie", "new_end": edit["end"]}]
    doc._.piivot_text = text
    with pytest.raises(ReleaseError, match="1 NAME"):
        check_release(doc)


def test_edits_that_do_not_give_the_text_fail():
    doc = released(["hi Zadie"], [("Zadie", "NAME", "")])
    doc._.piivot_text += "!"
    with pytest.raises(ReleaseError):
        check_release(doc)


def test_a_failed_document_is_not_releasable():
    doc = released(["hi"], [])
    doc._.piivot_status = "x:Error"
    with pytest.raises(NotReleasable):
        check_release(doc)


def test_an_allowed_term_may_stand_anywhere() -> None:
    doc = released(["hi zadie okell"], [], roster=["Zadie Okell"])
    report = check_release(doc, allow=["ZADIE okell"])
    assert report.exempt == {"allowed": 1}
