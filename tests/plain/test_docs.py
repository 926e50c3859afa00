"""Detectors on the plain view: exact extents, one person in every spelling, the same in batches."""

import pickle
from collections.abc import Iterable

import pytest
from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import PII, Candidate, get_candidates, set_candidates
from spacy_piivot.lang import ENGLISH
from spacy_piivot.plain import doc_view, read_plain
from spacy_piivot.release.last_check import ReleaseError, check_release


@pytest.fixture(scope="module")
def nlp(default_nlp: Language) -> Language:
    return default_nlp


def lesson(nlp: Language, *texts: str) -> Doc:
    messages = [Message("TS"[number % 2], text) for number, text in enumerate(texts)]
    return dialogue_to_doc(Dialogue("d1", messages), nlp)


def found(doc: Doc) -> list[str]:
    text = doc.text
    return [candidate.cut(text) for candidate in get_candidates(doc)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("thx Ngozi😊", "Ngozi"),
        ("yes Ngozi🎉 is right", "Ngozi"),
        ("yes Ng🎉ozi is right", "Ng🎉ozi"),
        (r"i think \text{Ngozi} got 5", "Ngozi"),
        ("i think x_{Ngozi} got 5", "Ngozi"),
        (r"so $\text{Ngozi has } 5x$", "Ngozi"),
        ('print("Ngozi") is right', "Ngozi"),
        ('i wrote "student": "Ngozi"', "Ngozi"),
        ("yes ~Ngozi~ is right", "Ngozi"),
        ("-Ngozi got 5", "Ngozi"),
        ("yes &#78;gozi is right", "&#78;gozi"),
        ("yes n-g-o-z-i is right", "n-g-o-z-i"),
        ("yes Ng0zi is right", "Ng0zi"),
        ("yes Ngoziiii is right", "Ngoziiii"),
        ("yes Ng<b>oz</b>i is right", "Ng<b>oz</b>i"),
    ],
)
def test_a_name_is_found_with_its_exact_extent(nlp: Language, text: str, name: str) -> None:
    doc = nlp(lesson(nlp, "Let's look at number 4.", text, "ok what is 2x+3=11"))
    assert found(doc) == [name]
    before, _, after = text.partition(name)
    message = doc._.piivot_text.split("\n")[1]
    assert message.startswith(before)
    assert message.endswith(after)
    assert name not in message


@pytest.mark.parametrize(
    "text",
    [
        "call me at 555😊123😊4567",
        "my number is 5️⃣5️⃣5️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣",
        "call me at ٥٥٥-١٢٣-٤٥٦٧",
        "my email is ｎｇｏｚｉ＠ｍａｉｌ．ｏｒｇ",
    ],
)
def test_no_digit_or_letter_of_an_identifier_stays(nlp: Language, text: str) -> None:
    doc = nlp(lesson(nlp, "Let's look at number 4.", text))
    (edit,) = doc._.piivot_edits
    value = text[text.rindex(" ") + 1 :]
    start = doc.text.index(value)
    assert edit["start"] <= start
    # An enclosing sign may stay behind the last digit, no digit does.
    assert not any(map(str.isalnum, doc.text[edit["end"] : start + len(value)]))


def test_one_person_in_every_spelling_has_one_surrogate(nlp: Language) -> None:
    texts = (
        "Ngozi, what did you get?",
        "thx Ngozi😊",
        "yes Ng\u200bozi is right",
        "i think <b>Ngozi</b> is right",
        r"so \text{Ngozi} has 5",
    )
    doc = nlp(lesson(nlp, *texts))
    assert len(doc._.piivot_edits) == len(texts)
    assert len({edit["surrogate"] for edit in doc._.piivot_edits}) == 1


def test_batches_and_single_documents_agree(nlp: Language) -> None:
    texts = ["thx Ngozi😊", "2x+3=11", r"i think \text{Maria} got 5", "ask **Kofi** or _Ama_"]

    def edits(docs: Iterable[Doc]) -> list[list[dict]]:
        return [doc._.piivot_edits for doc in docs]

    singly = edits(nlp(lesson(nlp, text, "ok")) for text in texts)
    for size in (1, 2, 50):
        batch = (lesson(nlp, text, "ok") for text in texts)
        assert edits(nlp.pipe(batch, batch_size=size)) == singly


@pytest.mark.parametrize(
    "text", ["x_{2} = 4*3*2", "2**3 < 10", r"\frac{4}{12} and $5", "spell it: c-a-t", "a_b"]
)
def test_mathematics_and_spelled_words_stay(nlp: Language, text: str) -> None:
    doc = nlp(lesson(nlp, "Let's look at number 4.", text))
    assert doc._.piivot_edits == []


def test_spans_that_are_there_come_back_as_they_were(nlp: Language) -> None:
    doc = lesson(nlp, "so **Ngozi** and 😊", "a🎉b")
    text = doc.text
    given = [
        Candidate(text.index("**"), text.index(" and"), "NAME", 0.8, "mine"),
        Candidate(text.index("😊"), text.index("😊") + 1, "NAME", 0.5, "mine"),
    ]
    set_candidates(doc, given)
    with read_plain(doc, PII, ENGLISH) as plain:
        assert plain is not doc
        assert found(plain)[0] == "Ngozi"
        assert plain.user_data is doc.user_data
    assert get_candidates(doc) == given


def test_a_document_of_plain_messages_is_read_as_it_is(nlp: Language) -> None:
    doc = lesson(nlp, "Ngozi got 5", "3 < x < 5")
    assert doc_view(doc, ENGLISH).as_doc(doc) is doc


def test_messages_keep_their_number_and_roles(nlp: Language) -> None:
    doc = lesson(nlp, "", "\u200b", "<b>Ama</b>\nx", " ")
    plain = doc_view(doc, ENGLISH).as_doc(doc)
    assert [span.label_ for span in plain.spans["messages"]] == [
        span.label_ for span in doc.spans["messages"]
    ]
    assert plain.text == doc_view(doc, ENGLISH).text


def test_the_last_check_reads_the_plain_view(nlp: Language) -> None:
    doc = nlp(lesson(nlp, "Ngozi Okafor, what did you get?", "so"))
    check_release(doc)
    other = lesson(nlp, "Ngozi Okafor, what did you get?", "so Ng&#111;zi Okafor has 5")
    edits = doc._.piivot_edits
    set_candidates(other, [])
    doc = nlp.get_pipe("hips_surrogator")(other)
    name = edits[0]
    new = name["surrogate"]
    doc._.piivot_edits = [name]
    doc._.piivot_text = new + doc.text[name["end"] :]
    with pytest.raises(ReleaseError, match="1 NAME"):
        check_release(doc)


def test_components_are_pickled_as_before(nlp: Language) -> None:
    for name in ("pii_patterns", "known_names"):
        assert b"Ngozi" not in pickle.dumps(nlp.get_pipe(name))
