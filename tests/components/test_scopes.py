import gc
import re
import tracemalloc
from pathlib import Path

import pytest
from cassie import TURNS, make_doc, make_nlp, surrogates
from hypothesis import given
from hypothesis import strategies as st

import spacy_piivot
from spacy_piivot.components.scopes import shuffle_key
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate, set_candidates
from spacy_piivot.errors import PIIvotError
from spacy_piivot.surrogates import Mention

PACKAGE = str(Path(spacy_piivot.__file__).parent / "*")


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


@pytest.mark.parametrize(
    "scope",
    [*(pytest.param(scope, marks=pytest.mark.slow) for scope in ("document", "group")), "corpus"],
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
        re.purge()
        # Pools of names are made when they are first needed; there are only so many.
        filters = [tracemalloc.Filter(True, PACKAGE)]
        filters += [tracemalloc.Filter(False, f"*names/{pools}.py") for pools in ("cells", "pools")]
        kept = tracemalloc.take_snapshot().filter_traces(filters)
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
    with pytest.raises(PIIvotError, match="has no group"):
        nlp(make_doc(nlp))


def test_shuffled_values_come_from_the_command_and_are_masked_without_it():
    nlp = make_nlp(strategies={"LOCATION": "shuffle"})
    component = nlp.get_pipe("hips_surrogator")
    assert "[LOCATION]" in nlp(make_doc(nlp))._.piivot_text
    [one, _] = component.to_shuffle(make_doc(nlp))
    assert one == ("id:d1", "LOCATION", "Austin")
    component.shuffled = {shuffle_key("id:d1", Mention("AUSTIN", "LOCATION")): "Boston"}
    assert surrogates(nlp(make_doc(nlp)), "LOCATION") == ["Boston", "Boston"]
