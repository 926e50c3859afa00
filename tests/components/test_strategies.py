"""`hips_surrogator`: the strategies of a label."""

import multiprocessing
import re
from itertools import pairwise

import pytest
from cassie import TURNS, make_doc, make_nlp, surrogates
from hypothesis import given
from hypothesis import strategies as st
from shared_pipelines import blank_english

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate, set_candidates
from spacy_piivot.release.last_check import check_release


def test_consistent_gives_one_surrogate_and_random_a_new_one_at_each_mention():
    for name in ("replace", "consistent"):
        nlp = make_nlp(strategies={"NAME": name})
        first = [new.split()[0] for new in surrogates(nlp(make_doc(nlp)))]
        assert len(set(first)) == 2
    nlp = make_nlp(strategies={"NAME": "random"})
    doc = nlp(make_doc(nlp))
    first = [new.split()[0] for new in surrogates(doc)]
    assert len(set(first)) == len(first) == 8
    assert "cassie" not in doc._.piivot_text.lower()
    check_release(doc)


def test_markov_draws_anew_now_and_then():
    def changes(p):
        nlp = make_nlp(strategies={"NAME": "markov"}, markov_p=p)
        doc = nlp(make_doc(nlp, ["hi Cassie"] * 60))
        new = surrogates(doc)
        check_release(doc)
        return sum(a != b for a, b in pairwise(new)), len(set(new))

    assert changes(0.0) == (0, 1)
    assert changes(1.0) == (59, 60)
    redrawn, different = changes(0.3)
    assert 6 < redrawn < 32
    assert different == redrawn + 1


def test_a_speaker_and_the_owner_of_an_address_keep_the_first_surrogate():
    nlp = make_nlp(strategies={"NAME": "random"})
    doc = nlp(make_doc(nlp))
    first = surrogates(doc)[0]
    assert set(doc._.piivot_speakers) == {first}
    [mail] = surrogates(doc, "EMAIL_ADDRESS")
    assert re.fullmatch(rf"{first.lower()}[a-z]{{2}}@gmail\.com", mail)


@given(
    st.lists(st.sampled_from(TURNS), min_size=1, max_size=12),
    st.sampled_from(["markov", "random"]),
    st.binary(min_size=16, max_size=20).filter(lambda key: len(key.strip()) > 15),
)
def test_no_original_and_no_collision_under_any_strategy(turns, strategy, key):
    nlp = make_nlp(strategies=dict.fromkeys(["NAME", "LOCATION"], strategy), markov_p=0.4)
    nlp.get_pipe("hips_surrogator").set_key(key)
    doc = nlp(make_doc(nlp, turns))
    text = doc.text
    owners = {}
    for edit in doc._.piivot_edits:
        original = text[edit["start"] : edit["end"]]
        assert edit["surrogate"].lower() != original.lower()
        assert doc._.piivot_text[edit["new_start"] : edit["new_end"]] == edit["surrogate"]
        if edit["label"] != "EMAIL_ADDRESS":
            for word in edit["surrogate"].split():
                assert owners.setdefault(word, original.split()[0]) == original.split()[0]
    check_release(doc)


def test_a_pronoun_speaks_for_the_gender_of_a_name_that_does_not():
    from spacy_piivot.kinds.names.pools import name_pools

    pools = name_pools()
    for pronoun, gender in (("she", "female"), ("he", "male")):
        for number in range(8):
            nlp = blank_english()
            nlp.add_pipe("hips_surrogator").set_key(b"key number %06d" % number)
            dialogue = Dialogue("d", [Message("S1", f"Xylo said {pronoun} has 3 apples")])
            doc = dialogue_to_doc(dialogue, nlp)
            set_candidates(doc, [Candidate(0, 4, "NAME", 1.0, "test")])
            [new] = surrogates(nlp(doc))
            assert pools.gender(new.lower(), "english") in (gender, "")


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_worker_processes_draw_the_same(method):
    nlp = make_nlp(strategies={"NAME": "markov", "LOCATION": "shuffle"}, scope="corpus")
    nlp.get_pipe("hips_surrogator").shuffled = {("id:d1", "LOCATION", "austin"): "Boston"}

    def docs():
        return [make_doc(nlp, id=f"d{n}") for n in range(4)]

    expected = [doc._.piivot_text for doc in map(nlp, docs())]
    before = multiprocessing.get_start_method()
    multiprocessing.set_start_method(method, force=True)
    try:
        piped = [d._.piivot_text for d in nlp.pipe(docs(), n_process=2, batch_size=1)]
    finally:
        multiprocessing.set_start_method(before, force=True)
    assert piped == expected
