"""`hips_surrogator`: the strategies of a label, and what shares surrogates."""

import gc
import multiprocessing
import re
import tracemalloc
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared_pipelines import blank_english

import spacy_piivot
from spacy_piivot.components.scopes import shuffle_key
from spacy_piivot.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.errors import PIIvotError
from spacy_piivot.release import check_release
from spacy_piivot.spans import Candidate, set_candidates
from spacy_piivot.surrogates import Mention

PACKAGE = str(Path(spacy_piivot.__file__).parent / "*")
KEY = b"0123456789abcdef"
TURNS = [
    "hi Cassie", "Cassie you are from Austin", "Austin is hot Cassie", "ok Cassie",
    "Cassie Dent mail cassie@gmail.com", "Cassie x 3", "Meena left, bye Cassie",
]  # fmt: skip
FOUND = {"Cassie Dent": "NAME", "Cassie": "NAME", "Meena": "NAME", "Austin": "LOCATION",
         "cassie@gmail.com": "EMAIL_ADDRESS"}  # fmt: skip
PATTERN = re.compile("|".join(sorted(FOUND, key=len, reverse=True)))


def make_nlp(**config):
    nlp = blank_english()
    nlp.add_pipe("hips_surrogator", config=config).set_key(KEY)
    return nlp


def make_doc(nlp, turns=TURNS, id="d1", group=None):
    dialogue = Dialogue(id, [Message("Cassie", turn) for turn in turns], group=group)
    doc = dialogue_to_doc(dialogue, nlp)
    set_candidates(
        doc,
        [
            Candidate(found.start(), found.end(), FOUND[found.group()], 1.0, "test")
            for found in PATTERN.finditer(doc.text)
        ],
    )
    return doc


def surrogates(doc, label="NAME"):
    return [edit["surrogate"] for edit in doc._.piivot_edits if edit["label"] == label]


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
    assert surrogates(doc, "EMAIL_ADDRESS") == [f"{first.lower()}@gmail.com"]


@given(st.permutations(range(4)), st.sampled_from(["consistent", "markov", "random"]),
       st.sampled_from(["document", "group", "corpus"]), st.integers(1, 5))  # fmt: skip
def test_order_and_batches_of_documents_change_nothing(order, strategy, scope, size):
    nlp = make_nlp(strategies={"NAME": strategy, "LOCATION": strategy}, scope=scope)

    def docs(numbers):
        for n in numbers:
            yield make_doc(nlp, TURNS[n:] + TURNS[:n], id=f"d{n}", group=str(n % 2))

    alone = [doc._.piivot_text for doc in map(nlp, docs(range(4)))]
    piped = [doc._.piivot_text for doc in nlp.pipe(docs(order), batch_size=size)]
    assert piped == [alone[n] for n in order]


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


@pytest.mark.parametrize(
    "scope", ["document", pytest.param("group", marks=pytest.mark.slow), "corpus"]
)
def test_nothing_grows_with_the_documents(scope):
    nlp = make_nlp(scope=scope)
    component = nlp.get_pipe("hips_surrogator")

    def replace(numbers):
        for number in numbers:
            name = "".join(chr(ord("a") + int(digit)) for digit in str(number)).capitalize()
            found = {f"{name}ella": "NAME", f"{name}ville": "LOCATION", f"{number}7": "ID_NUM"}
            text = " ".join(found)
            doc = dialogue_to_doc(Dialogue(name, [Message("S1", text)], group=name), nlp)
            starts = [(text.index(cut), cut, label) for cut, label in found.items()]
            set_candidates(
                doc, [Candidate(at, at + len(cut), label, 1.0, "test") for at, cut, label in starts]
            )
            component.annotate(doc)
            assert not any(cut in doc._.piivot_text for cut in found)

    def size():
        gc.collect()
        kept = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(True, PACKAGE)])
        return sum(trace.size for trace in kept.statistics("filename"))

    replace(range(1000, 1020))
    state = dict(vars(component))
    tracemalloc.start()
    try:
        replace(range(2000, 2020))
        before = size()
        replace(range(3000, 3120))
        assert size() - before < 40_000
    finally:
        tracemalloc.stop()
    assert vars(component) == state


def test_a_scope_shares_surrogates():
    def names(scope, id, group):
        nlp = make_nlp(scope=scope)
        return surrogates(nlp(make_doc(nlp, id=id, group=group)))

    assert names("corpus", "d1", None) == names("corpus", "d2", None)
    assert names("group", "d1", "7b") == names("group", "d2", "7b")
    assert names("group", "d1", "7b") != names("group", "d2", "7c")
    assert names("document", "d1", "7b") != names("document", "d2", "7b")


def test_in_a_shared_scope_a_name_does_not_depend_on_what_stands_beside_it():
    nlp = make_nlp(scope="corpus")
    turns = ["hi Cassie", "Mr. Cassie he left", "Cassie Dent"]
    first = [surrogates(nlp(make_doc(nlp, [turn])))[0].split()[0] for turn in turns]
    assert len(set(first)) == 1


def test_a_dialogue_without_its_group_fails():
    nlp = make_nlp(scope="group")
    with pytest.raises(PIIvotError, match="names no group"):
        nlp(make_doc(nlp))


def test_shuffled_values_come_from_the_command_and_are_masked_without_it():
    nlp = make_nlp(strategies={"LOCATION": "shuffle"})
    component = nlp.get_pipe("hips_surrogator")
    assert "[LOCATION]" in nlp(make_doc(nlp))._.piivot_text
    [one, _] = component.to_shuffle(make_doc(nlp))
    assert one == ("id:d1", "LOCATION", "Austin")
    component.shuffled = {shuffle_key("id:d1", Mention("AUSTIN", "LOCATION")): "Boston"}
    assert surrogates(nlp(make_doc(nlp)), "LOCATION") == ["Boston", "Boston"]


def test_a_pronoun_speaks_for_the_gender_of_a_name_that_does_not():
    from spacy_piivot.names.pools import name_pools

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
