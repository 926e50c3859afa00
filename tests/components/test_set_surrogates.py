import pytest
from cassie import make_doc, make_nlp, surrogates
from spacy.tokens import Doc

from spacy_piivot.components.set_surrogates import get_set_surrogates, set_surrogates
from spacy_piivot.core.spans import Candidate, get_candidates, set_candidates
from spacy_piivot.release.last_check import check_release
from spacy_piivot.release.repair import check_and_repair


def doc_with(nlp, surrogate="Nora", **options):
    """Cassie's dialogue, with a surrogate for her first mention."""
    doc = make_doc(nlp, **options)
    found = get_candidates(doc)[0]
    set_surrogates(doc, {(found.start, found.end): surrogate})
    return doc


@pytest.mark.parametrize("scope", ["document", "group", "corpus"])
def test_a_set_surrogate_holds_in_its_dialogue_under_every_scope(scope):
    nlp = make_nlp(scope=scope)
    alone, doc = (nlp(make(nlp, group="g")) for make in (make_doc, doc_with))
    assert [new.split()[0] for new in surrogates(doc)] == ["Nora"] * 6 + [
        surrogates(doc)[6],
        "Nora",
    ]
    assert set(doc._.piivot_speakers) == {"Nora"}
    assert surrogates(doc, "EMAIL_ADDRESS")[0].startswith("nora")
    check_release(doc)
    again = nlp(make_doc(nlp, id="d2" if scope != "document" else "d1", group="g"))
    assert surrogates(again)[0] == surrogates(alone)[0] != "Nora"


def test_bytes_keep_it():
    nlp = make_nlp()
    doc = doc_with(nlp)
    copy = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert get_set_surrogates(copy) == get_set_surrogates(doc) != {}
    assert nlp(copy)._.piivot_text == nlp(doc)._.piivot_text
    set_surrogates(doc, {})
    assert get_set_surrogates(doc) == {}


def test_it_is_written_as_it_was_set():
    nlp = make_nlp()
    assert surrogates(nlp(doc_with(nlp, "nORA  d'Arc")))[0] == "nORA  d'Arc"


@pytest.mark.parametrize("strategy", ["keep", "mask", "hold", "random", "markov"])
def test_it_wins_over_the_strategy(strategy):
    nlp = make_nlp(strategies={"NAME": strategy})
    doc = nlp(doc_with(nlp))
    assert doc._.piivot_text.startswith("hi Nora\n")
    hips = nlp.get_pipe("hips_surrogator")
    held = {doc.text[one.start : one.end] for one in hips.held(doc)}
    assert held == ({"Cassie Dent", "Meena"} if strategy == "hold" else set())


def test_the_same_masked_text_gets_it_too():
    nlp = make_nlp(strategies={"NAME": "mask"})
    assert surrogates(nlp(doc_with(nlp))) == [
        "Nora", "Nora", "Nora", "Nora", "[NAME]", "Nora", "[NAME]", "Nora",
    ]  # fmt: skip


def test_a_label_without_a_generator_can_have_one():
    nlp = make_nlp()
    doc = make_doc(nlp, ["the twin of Bo", "The twin of Bo"])
    spans = [Candidate(0, 14, "OTHER", 1.0, "test"), Candidate(15, 29, "OTHER", 1.0, "test")]
    set_candidates(doc, spans)
    set_surrogates(doc, {(0, 14): "a neighbour"})
    assert nlp(doc)._.piivot_text == "a neighbour\nA neighbour"


def test_a_value_that_is_shuffled_in_is_not_the_set_one():
    nlp = make_nlp(strategies={"SCHOOL": "shuffle"})
    hips = nlp.get_pipe("hips_surrogator")
    doc = make_doc(nlp, ["at Oakhill, Fernton"])
    spans = [Candidate(3, 10, "SCHOOL", 1.0, "test"), Candidate(12, 19, "SCHOOL", 1.0, "test")]
    set_candidates(doc, spans)
    assert hips.to_shuffle(doc) == [("id:d1", "SCHOOL", "Oakhill"), ("id:d1", "SCHOOL", "Fernton")]
    set_surrogates(doc, {(3, 10): "Cedar"})
    assert hips.to_shuffle(doc) == [("id:d1", "SCHOOL", "Fernton")]
    hips.shuffled = {("id:d1", "SCHOOL", "fernton"): "Cedar"}
    assert nlp(doc)._.piivot_text == "at Cedar, [SCHOOL]"
    hips.shuffled = {("id:d1", "SCHOOL", "fernton"): "Bayview"}
    assert nlp(doc)._.piivot_text == "at Cedar, Bayview"


def test_the_repair_completes_it_and_draws_again_what_spells_an_original():
    nlp = make_nlp()
    doc = nlp(doc_with(nlp, turns=["hi Cassie", "no, CASSIE2x"]))
    set_candidates(doc, [one for one in get_candidates(doc) if one.start < 10])
    doc = nlp(doc)
    assert check_and_repair(doc, nlp.get_pipe("hips_surrogator")).left == []
    assert doc._.piivot_text == "hi Nora\nno, NORA2x"
    doc = make_doc(nlp, ["Meena Bo met Zadie Okell"])
    names = [(0, 5), (6, 8), (13, 24)]
    set_candidates(doc, [Candidate(*one, "NAME", 1.0, "test") for one in names])
    set_surrogates(doc, {(0, 5): "Zadie", (6, 8): "Okell"})
    nlp(doc)
    checked = check_and_repair(doc, nlp.get_pipe("hips_surrogator"))
    assert checked.found
    assert checked.left == []
    assert not {"Zadie", "Okell"} & set(doc._.piivot_text.split())
