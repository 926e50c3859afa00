import re

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup
from surrogated import CHAT, FOUND, KEY, make_doc, make_nlp

from spacy_piivot.core.dialogue import Message, NotReleasable, doc_to_dialogue
from spacy_piivot.core.spans import PII, Candidate, get_candidates, set_candidates
from spacy_piivot.errors import PIIvotError, PIIvotWarning
from spacy_piivot.kinds.names.pools import name_pools
from spacy_piivot.release.last_check import check_release


def test_a_name_that_is_only_an_expression_stays():
    messages = [Message("tutor", "so x + y is 7, Maria, and x is 3")]
    for strategies, written in (({}, "so x + y is 7"), ({"NAME": "mask"}, "so [NAME] is 7")):
        nlp = make_nlp(strategies=strategies)
        found = [("x + y", "NAME", ""), ("Maria", "NAME", "")]
        doc = nlp(make_doc(nlp, messages, found))
        assert doc._.piivot_text.startswith(written)
        assert "Maria" not in doc._.piivot_text
        check_release(doc)


@pytest.fixture
def nlp():
    return make_nlp()


def test_every_character_outside_an_edit_is_untouched(nlp):
    doc = nlp(make_doc(nlp))
    text, new = doc.text, doc._.piivot_text
    position = new_position = 0
    for edit in doc._.piivot_edits:
        assert text[position : edit["start"]] == new[new_position : edit["new_start"]]
        assert new[edit["new_start"] : edit["new_end"]] == edit["surrogate"]
        position, new_position = edit["end"], edit["new_end"]
    assert text[position:] == new[new_position:]
    assert doc._.piivot_status == "ok"
    assert len(doc_to_dialogue(doc).messages) == len(CHAT)


def test_text_speakers_and_addresses_agree(nlp):
    doc = nlp(make_doc(nlp))
    released = doc_to_dialogue(doc).messages
    first = re.match(r"Hi (\w+) 😀, is Mr\. (\w+) there\?\r\n$", released[0].text)
    assert first
    cassie, koski = first.groups()
    assert [m.speaker for m in released] == ["tutor", cassie, "", "S1", f"Ms. {koski}"]
    john = re.fullmatch(r"no, but ([A-Z]+) [A-Z]+ is\.  ", released[1].text)[1].lower()
    assert released[3].text.startswith(f"{john}'s x is 3, mail {cassie.lower()}@")
    assert re.fullmatch(
        r"In Pascal's triangle, [A-Z][a-z]+2x\+3 of Desmos\. I'm 12", released[4].text
    )


def test_an_edit_holds_plain_values_and_no_original(nlp):
    doc = nlp(make_doc(nlp))
    assert {key for edit in doc._.piivot_edits for key in edit} == {
        "start", "end", "new_start", "new_end", "label", "score", "source", "role", "surrogate",
    }  # fmt: skip
    originals = {cut for cut, *_ in FOUND}
    for edit in doc._.piivot_edits:
        assert not originals & {value for value in edit.values() if isinstance(value, str)}
    assert [e["role"] for e in doc._.piivot_edits][-1] == "problem"


def test_strategies_roles_and_allowed_terms_decide_what_is_edited():
    nlp = make_nlp(
        strategies={"AGE": "replace", "EMAIL_ADDRESS": "mask", "ORG": "replace"},
        keep_roles=["problem"],
        allow=["john smith", "koski"],
    )
    new = nlp(make_doc(nlp))._.piivot_text
    assert "JOHN SMITH" in new
    assert "Mr. Koski" in new
    assert "Maria2x+3" in new
    assert "[EMAIL_ADDRESS]" in new
    for gone in ("Pascal", "Desmos", "I'm 12", "Cassie"):
        assert gone not in new


def test_a_non_identifying_text_is_not_edited(nlp):
    texts = ["see khanacademy.org", "call 911", "hi @everyone", "today is my birthday"]
    doc = make_doc(
        nlp,
        [Message("S1", text) for text in texts],
        [
            ("khanacademy.org", "URL", ""),
            ("911", "PHONE_NUMBER", ""),
            ("@everyone", "USERNAME", ""),
            ("today", "DATE_OF_BIRTH", ""),
        ],
    )
    assert nlp(doc)._.piivot_text == doc.text
    assert doc._.piivot_edits == []
    check_release(doc)
    masking = make_nlp(strategies={"URL": "mask"})
    doc = make_doc(masking, [Message("S1", texts[0])], [("khanacademy.org", "URL", "")])
    assert masking(doc)._.piivot_text == "see [URL]"


def test_an_allowed_part_of_a_name_stays():
    nlp = make_nlp(allow=["maria"])
    doc = make_doc(
        nlp,
        [Message("Maria Lopez", "Maria here"), Message("S1", "hi Maria Lopez")],
        [("Maria Lopez", "NAME", "participant")],
    )
    first, second = doc_to_dialogue(nlp(doc)).messages
    assert re.fullmatch(r"Maria (?!Lopez)\w+", first.speaker)
    assert (first.text, second.text) == ("Maria here", f"hi {first.speaker}")


def test_a_word_for_kin_before_a_name_is_taken_for_its_gender():
    pools = name_pools()
    for number in range(6):
        nlp = make_nlp(b"key number %06d" % number)
        doc = make_doc(nlp, [Message("S1", "my uncle Xylo")], [("Xylo", "NAME", "")])
        assert pools.gender(nlp(doc)._.piivot_text.split()[-1].lower(), "english") in ("male", "")


def test_an_allowed_speaker_is_kept():
    nlp = make_nlp(allow=["ms. koski"])
    assert nlp(make_doc(nlp))._.piivot_speakers[-1] == "Ms. Koski"


@pytest.mark.parametrize("title", ["Mr. ", "mr ", "Mr."])
def test_a_title_before_a_name_means_the_family_name(nlp, title):
    doc = make_doc(
        nlp,
        [Message("S1", f"ask {title}Marsh"), Message("S2", "Peter Marsh or Marsh Lee")],
        [("Peter Marsh", "NAME", ""), ("Marsh Lee", "NAME", ""), ("Marsh", "NAME", "")],
    )
    first, second = doc_to_dialogue(nlp(doc)).messages
    assert first.text == f"ask {title}{second.text.split()[1]}"


def test_a_label_outside_the_scheme_is_masked(nlp):
    doc = make_doc(nlp, found=())
    doc.spans[PII] = SpanGroup(doc, name=PII, spans=[Span(doc, 1, 2, label="PET")])
    assert nlp(doc)._.piivot_text.startswith("Hi [PET] 😀")


def test_overlapping_spans_of_a_users_group_are_replaced_whole():
    nlp = make_nlp(spans_key="mine")
    doc = nlp.make_doc("Call Anna Bella Carter now")
    doc.spans["mine"] = SpanGroup(
        doc, name="mine", spans=[Span(doc, 1, 3, label="NAME"), Span(doc, 2, 4, label="NAME")]
    )
    new = nlp(doc)._.piivot_text
    assert len(doc._.piivot_edits) == 1
    assert re.fullmatch(r"Call \w+ \w+ \w+ now", new)
    assert not re.search("Anna|Bella|Carter", new)


def test_a_span_across_messages_is_replaced_in_each(nlp):
    doc = make_doc(nlp, [Message("a", "I am Anna"), Message("b", "Bob Carter here")], ())
    set_candidates(doc, [Candidate(5, 20, "NAME", 1.0, "test")])
    first, second = doc_to_dialogue(nlp(doc)).messages
    assert "Anna" not in first.text
    assert re.fullmatch(r"\w+ \w+ here", second.text)
    assert "Bob" not in second.text
    assert "Carter" not in second.text


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\r\n 😀"])
def test_texts_without_anything_to_find_come_back(nlp, text):
    doc = nlp.make_doc(text)
    set_candidates(doc, [])
    nlp(doc)
    assert doc._.piivot_text == text
    assert doc._.piivot_edits == []
    assert doc._.piivot_status == "ok"


def test_a_mask_that_stands_there_already_is_no_edit():
    nlp = make_nlp(strategies={"NAME": "mask"})
    doc = make_doc(nlp, [Message("a", "ask [NAME] please")], [("[NAME]", "NAME", "")])
    assert nlp(doc)._.piivot_edits == []


def test_a_failed_document_is_left_alone(nlp):
    doc = make_doc(nlp)
    doc._.piivot_status = "earlier:Error"
    nlp(doc)
    assert doc._.piivot_text is None
    assert not doc._.piivot_edits


def test_an_error_quotes_nothing_of_the_document(nlp, monkeypatch):
    def fail(*args, **kwargs):
        raise RuntimeError("about Cassie")

    monkeypatch.setattr("spacy_piivot.components.hips_surrogator.assign", fail)
    with pytest.raises(PIIvotError) as caught:
        nlp(make_doc(nlp))
    assert "Cassie" not in str(caught.value)


@pytest.mark.parametrize(
    "config",
    [
        {"scope": "class"},
        {"strategies": {"NAMES": "mask"}},
        {"strategies": {"NAME": "remove"}},
        {"strategies": {"OTHER": "replace"}},
        {"strategies": {"NAME": "shuffle"}},
        {"markov_p": 1.5},
        {"keep_roles": ["teacher"]},
    ],
)
def test_a_bad_setting_is_refused(config):
    with pytest.raises(PIIvotError, match="Use one of"):
        make_nlp(**config)


def test_a_pipeline_comes_back_from_disk(tmp_path):
    make_nlp(strategies={"AGE": "mask"}).to_disk(tmp_path)
    nlp = spacy.load(tmp_path)
    nlp.get_pipe("hips_surrogator").set_key(KEY)
    again = make_nlp(strategies={"AGE": "mask"})
    assert nlp(make_doc(nlp))._.piivot_text == again(make_doc(again))._.piivot_text


def test_batches_and_other_dialogues_change_nothing(nlp):
    alone = [nlp(make_doc(nlp, id=f"d{n}"))._.piivot_text for n in range(4)]
    docs = [make_doc(nlp, id=f"d{n}") for n in (3, 1, 0, 2)]
    piped = [doc._.piivot_text for doc in nlp.pipe(docs, batch_size=3)]
    assert piped == [alone[n] for n in (3, 1, 0, 2)]
    assert len(set(alone)) == 4


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=30), max_size=4),
    st.data(),
)
def test_any_spans_of_any_text_give_exact_offsets(texts, data):
    nlp = make_nlp()
    doc = make_doc(nlp, [Message("S1", text) for text in texts], ())
    text = doc.text
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=8)))
    label = st.sampled_from(["NAME", "LOCATION", "ID_NUM", "URL", "DATE", "OTHER", "USERNAME"])
    candidates = [
        Candidate(start, end, data.draw(label), 1.0, "test")
        for start, end in zip(cuts[::2], cuts[1::2], strict=False)
        if text[start:end] == text[start:end].strip()  # a span ends where a token ends
    ]
    set_candidates(doc, candidates)
    expected = get_candidates(doc)
    nlp(doc)
    edits = doc._.piivot_edits
    rebuilt = text
    for edit in reversed(edits):
        original = rebuilt[edit["start"] : edit["end"]]
        assert original != edit["surrogate"]
        rebuilt = rebuilt[: edit["start"]] + edit["surrogate"] + rebuilt[edit["end"] :]
    assert rebuilt == doc._.piivot_text
    covered = {i for edit in edits for i in range(edit["start"], edit["end"])}
    wanted = {i for c in expected for i in range(c.start, c.end)}
    assert covered <= wanted
    assert len(doc_to_dialogue(doc).messages) == len(texts)


@pytest.mark.parametrize("detectors", [(), ("pii_patterns", "known_names", "math_segmenter")])
def test_spans_that_a_user_appends_are_replaced(detectors):
    nlp = make_nlp()
    for name in detectors:
        nlp.add_pipe(name, before="hips_surrogator")
    doc = nlp.make_doc("Hi Zorblatt, mail cassie@hollyfarm.edu. zorblatt?")
    set_candidates(doc, [Candidate(18, 38, "EMAIL_ADDRESS", 1.0, "test")])
    doc.spans[PII].append(Span(doc, 1, 2, label="PERSON"))
    text = nlp(doc)._.piivot_text
    assert "Zorblatt" not in text
    assert "cassie" not in text
    assert ("zorblatt" in text) is not bool(detectors)
    assert {edit["source"] for edit in doc._.piivot_edits} >= {"user"}


def test_a_span_ruler_of_the_users_finds_pii():
    nlp = make_nlp()
    config = {"spans_key": "pii"}
    ruler = nlp.add_pipe("span_ruler", config=config, before="hips_surrogator")
    ruler.add_patterns([{"label": "PERSON", "pattern": "Zorblatt"}])
    nlp.add_pipe("pii_patterns", before="hips_surrogator")
    doc = nlp("hi Zorblatt")
    assert re.fullmatch(r"hi \w+", doc._.piivot_text)
    assert "Zorblatt" not in doc._.piivot_text
    assert nlp("hi 4/12")._.piivot_text == "hi 4/12"


@Language.component("late_person")
def late_person(doc: Doc) -> Doc:
    for key in ("pii", "mine"):
        if key in doc.spans:
            doc.spans[key].append(Span(doc, 0, 1, label="PERSON"))
    return doc


def with_late_ruler(key):
    nlp = make_nlp(spans_key=key)
    nlp.add_pipe("pii_patterns", first=True, config={"spans_key": key})
    with pytest.warns(PIIvotWarning, match="runs after"):
        ruler = nlp.add_pipe("span_ruler", config={"spans_key": key, "overwrite": False})
    ruler.add_patterns([{"label": "PERSON", "pattern": "Qwertina"}])
    return nlp


def with_late_component(key):
    nlp = make_nlp(spans_key=key)
    nlp.add_pipe("pii_patterns", first=True, config={"spans_key": key})
    nlp.add_pipe("late_person")
    return nlp


@pytest.mark.parametrize("key", ["pii", "mine"])
@pytest.mark.parametrize("make", [with_late_component, with_late_ruler])
def test_spans_that_come_after_the_surrogates_are_not_released(make, key):
    nlp = make(key)
    for doc in (nlp("Qwertina says hi"), nlp(make_doc(nlp, [Message("", "Qwertina")], []))):
        with pytest.raises(NotReleasable, match="before 'hips_surrogator'") as caught:
            doc_to_dialogue(doc)
        assert "Qwertina" not in str(caught.value)
        with pytest.raises(NotReleasable, match="before 'hips_surrogator'"):
            check_release(doc, spans_key=key)
        with pytest.raises(NotReleasable, match="before 'hips_surrogator'"):
            check_release(doc)


def test_a_component_of_ours_behind_late_spans_takes_the_text_back():
    nlp = make_nlp()
    nlp.add_pipe("pii_patterns", first=True)
    doc = nlp("Qwertina says hi")
    doc.spans[PII].append(Span(doc, 0, 1, label="NAME"))
    blank = spacy.blank("en")
    doc = blank.add_pipe("math_segmenter")(doc)
    assert doc._.piivot_text is None
    with pytest.raises(NotReleasable):
        doc_to_dialogue(doc)


def test_a_late_span_over_what_was_replaced_is_released():
    nlp = make_nlp()
    doc = make_doc(nlp, [Message("", "Cassie says hi")], [("Cassie", "NAME", "")])
    nlp.add_pipe("late_person")
    (message,) = doc_to_dialogue(nlp(doc)).messages
    assert "Cassie" not in message.text
    check_release(doc)
