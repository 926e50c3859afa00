import random
import re
from collections import Counter

import pytest
from few_names import POOL

from training.augment import rare_sentences
from training.labelled import Labelled
from training.splits import SPLITS

LABELS = {label for _, label in rare_sentences.SLOTS.values()}
ROOM = ("Ana", "Kwame", "Mei", "Tomás")


def draws(split: str, count: int, seed: int = 0) -> list[Labelled]:
    rng = random.Random(seed)
    return [
        turn for _ in range(count) for turn in rare_sentences.rare_exchange(POOL, rng, ROOM, split)
    ]


@pytest.mark.parametrize("split", SPLITS)
def test_every_span_covers_a_string_without_space_around_it(split: str) -> None:
    for turn in draws(split, 700):
        position = 0
        for span in turn.spans:
            string = turn.text[span.start : span.end]
            assert position <= span.start < span.end <= len(turn.text)
            assert string == string.strip()
            assert "{" not in turn.text
            assert (span.role == "participant") == (span.label == "NAME")
            position = span.end


def test_every_label_occurs_and_a_fifth_of_the_exchanges_have_none() -> None:
    rng = random.Random(1)
    exchanges = [rare_sentences.rare_exchange(POOL, rng, ROOM, "train") for _ in range(2000)]
    found = Counter(span.label for turns in exchanges for turn in turns for span in turn.spans)
    assert {*LABELS, "NAME"} <= set(found)
    assert min(found[label] for label in LABELS) >= 25
    bare = sum(not any(turn.spans for turn in turns) for turns in exchanges)
    assert 0.12 < bare / len(exchanges) < 0.3
    assert {len(turns) for turns in exchanges} == {1, 2, 3, 4}


def test_splits_share_no_template_and_each_has_every_kind() -> None:
    found = {split: rare_sentences.templates_of(split) for split in SPLITS}
    lines = [line for kinds in found.values() for of_kind in kinds.values() for line in of_kind]
    assert all(set(kinds) == set(rare_sentences.TEMPLATES) for kinds in found.values())
    assert len(lines) == len(set(lines))
    share = sum(map(len, found["train"].values())) / len(lines)
    assert 0.65 < share < 0.75


def test_an_unknown_split_is_refused() -> None:
    with pytest.raises(ValueError, match="train, dev, test"):
        rare_sentences.templates_of("eval")


def test_the_seed_decides() -> None:
    assert draws("train", 50, seed=3) == draws("train", 50, seed=3)
    assert draws("train", 50, seed=3) != draws("train", 50, seed=4)


def test_templates_without_values_have_no_slots_for_them() -> None:
    for line in rare_sentences.TEMPLATES["without"]:
        assert set(re.findall(r"\{[~=]?(\w+)\}", line)) <= {"n", "f", "app"}


def test_a_slip_is_corrected_to_the_value_that_follows() -> None:
    template = "T: Is it {~phone}? // S: no {phone} // T: {=phone}, thanks"
    turns = rare_sentences.fill_exchange(template, POOL, random.Random(5), ROOM, said=True)
    wrong, right, again = (t.text[t.spans[0].start : t.spans[0].end] for t in turns)
    assert right == again
    assert sum(a != b for a, b in zip(wrong, right, strict=True)) == 1
