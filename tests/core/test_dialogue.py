import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc, DocBin

from spacy_piivot.core.dialogue import (
    Dialogue,
    Message,
    NotReleasable,
    TooLong,
    dialogue_to_doc,
    doc_roster,
    doc_speakers,
    doc_to_dialogue,
    message_bounds,
    message_roles,
    message_tokens,
    released_texts,
)
from spacy_piivot.core.spans import check_tokens

AWKWARD = [
    "",
    " ",
    "\n",
    "\r\n",
    "trailing  ",
    "a\r\nb\n\nc\t",
    "👩‍👩‍👧 family 👍🏽",
    "Привет, 你好, مرحبا",
    "e\u0301 vs é",
    "Maria2x+3=11",
    "\u2028line",
    "",
]


@pytest.fixture(scope="module")
def nlp() -> Language:
    return blank_english()


def make_dialogue(texts: list[str]) -> Dialogue:
    return Dialogue("d1", [Message("tutor", text, str(i)) for i, text in enumerate(texts)])


def texts_of(doc: Doc) -> list[str]:
    return [doc.text[start:end] for start, end in message_bounds(doc)]


def test_awkward_messages_come_back_exactly(nlp: Language) -> None:
    doc = dialogue_to_doc(make_dialogue(AWKWARD), nlp)
    assert texts_of(doc) == AWKWARD
    assert released_texts(doc) == AWKWARD
    check_tokens(doc, "test")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), max_size=6))
def test_any_messages_come_back_exactly(texts: list[str]) -> None:
    doc = dialogue_to_doc(make_dialogue(texts), blank_english())
    assert texts_of(doc) == texts
    assert len(message_tokens(doc)) == len(texts)
    check_tokens(doc, "test")


def test_messages_survive_bytes_and_docbin(nlp: Language) -> None:
    doc = dialogue_to_doc(make_dialogue(AWKWARD), nlp)
    copies = [
        Doc(nlp.vocab).from_bytes(doc.to_bytes()),
        *DocBin(docs=[doc], store_user_data=True).get_docs(nlp.vocab),
    ]
    for copy in copies:
        assert texts_of(copy) == AWKWARD
        assert doc_speakers(copy) == ["tutor"] * len(AWKWARD)
        assert [span.id_ for span in copy.spans["messages"]] == [
            str(i) for i in range(len(AWKWARD))
        ]


def test_roles_label_the_messages_and_names_do_not(nlp: Language) -> None:
    dialogue = Dialogue("d", [Message("T", "hi"), Message("Odile", "hi"), Message("SS", "hi")])
    doc = dialogue_to_doc(dialogue, nlp)
    assert message_roles(doc) == ["TUTOR", "", "STUDENT"]
    assert "Odile" not in doc.text


def test_roster_reaches_the_doc_only_as_private_data(nlp: Language) -> None:
    doc = dialogue_to_doc(Dialogue("d", [Message("T", "hi")], roster=("Odile Ferrand",)), nlp)
    assert doc_roster(doc) == ["Odile Ferrand"]


def test_plain_text_is_one_message(nlp: Language) -> None:
    doc = nlp("Two\nlines  ")
    assert texts_of(doc) == ["Two\nlines  "]
    assert message_tokens(doc) == [(0, len(doc))]
    assert message_roles(doc) == [""]


def test_a_dialogue_over_max_length_is_refused_without_its_text(nlp: Language) -> None:
    with pytest.raises(TooLong, match=r"nlp\.max_length") as error:
        dialogue_to_doc(make_dialogue(["Odile " * 200_000]), nlp)
    assert "Odile" not in str(error.value)


def test_a_doc_without_surrogates_is_not_released(nlp: Language) -> None:
    with pytest.raises(NotReleasable, match="hips_surrogator"):
        doc_to_dialogue(dialogue_to_doc(make_dialogue(["hi"]), nlp))


def test_edits_reach_only_their_own_message(nlp: Language) -> None:
    doc = dialogue_to_doc(make_dialogue(["hi Ana\n", "", "Ana2x+3 ", "bye"]), nlp)
    doc._.piivot_edits = [
        {"start": 3, "end": 6, "surrogate": "Odile"},
        {"start": 9, "end": 12, "surrogate": "Odile"},
    ]
    assert released_texts(doc) == ["hi Odile\n", "", "Odile2x+3 ", "bye"]
