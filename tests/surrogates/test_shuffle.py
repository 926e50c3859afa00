from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.core.folding import fold
from spacy_piivot.surrogates.shuffle import shuffle_values

KEY = b"0123456789abcdef"
FOUND = st.lists(
    st.tuples(
        st.sampled_from(["d1", "d2", "d3", "d4"]),
        st.sampled_from(["SCHOOL", "LOCATION"]),
        st.sampled_from(["Oakhill", "OAKHILL", "Ferndale", "Austin", "Boston", "Waco"]),
    ),
    max_size=16,
)


@given(FOUND, st.randoms())
def test_values_are_other_dialogues_own_and_the_order_of_reading_is_nothing(found, random):
    shuffled = shuffle_values(found, KEY)
    mixed = found * 2
    random.shuffle(mixed)
    assert shuffle_values(mixed, KEY) == shuffled
    own = {(id, label, fold(value)) for id, label, value in found}
    given: Counter[tuple[str, str, str]] = Counter()
    for (id, label, value), new in shuffled.items():
        assert (id, label, value) in own
        assert (id, label, fold(new)) not in own
        given[id, label, fold(new)] += 1
    assert set(given.values()) <= {1}
    before = Counter((label, value) for _, label, value in own)
    after = Counter((label, value) for _, label, value in given)
    assert not after - before


def test_two_dialogues_exchange_their_values():
    found = [("d1", "SCHOOL", "Oakhill"), ("d2", "SCHOOL", "Ferndale")]
    assert shuffle_values(found, KEY) == {
        ("d1", "SCHOOL", "oakhill"): "Ferndale",
        ("d2", "SCHOOL", "ferndale"): "Oakhill",
    }


def test_a_value_that_all_dialogues_have_is_given_to_none():
    found = [("d1", "SCHOOL", "Oakhill"), ("d2", "SCHOOL", "Oakhill")]
    assert shuffle_values(found, KEY) == {}
