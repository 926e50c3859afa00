import random
from types import SimpleNamespace
from typing import Any

import pytest

from training.augment.lookalikes import WORDS, lookalike_message, lookalike_templates
from training.augment.templates import Filler

SPLITS = ("train", "dev", "test")


class Pool(SimpleNamespace):
    """Names without the lists."""

    ordinary_forenames = ("Hope", "Mark")

    def forename(self, rng: random.Random) -> str:
        return rng.choice(("Ana", "Bo", "Chidi", "Đức", "Zoë"))

    def surname(self, rng: random.Random) -> str:
        return rng.choice(("Okafor", "Nguyen", "Silva"))

    def full_name(self, rng: random.Random) -> str:
        return f"{self.forename(rng)} {self.surname(rng)}"

    def place(self, rng: random.Random) -> str:
        return rng.choice(("Lagos", "New York"))

    def school(self, rng: random.Random) -> str:
        return "Lagos High"


def pool(split: str = "train") -> Any:
    return Pool(split=split)


@pytest.mark.parametrize("split", SPLITS)
def test_offsets_fit_and_cover_no_white_space_at_the_ends(split: str) -> None:
    rng = random.Random(1)
    for _ in range(3000):
        message = lookalike_message(pool(split), rng, split)
        for mark in (*message.spans, *message.lookalikes):
            string = message.text[mark.start : mark.end]
            assert string
            assert string == string.strip()
        assert not set("«»") & set(message.text)


def test_a_lookalike_touches_no_gold() -> None:
    rng = random.Random(2)
    for _ in range(3000):
        message = lookalike_message(pool(), rng, "train")
        assert message.lookalikes or {"ORG", "LOCATION"} & {gold.label for gold in message.spans}
        for mark in message.lookalikes:
            for gold in message.spans:
                assert mark.end <= gold.start or gold.end <= mark.start


def test_every_kind_occurs_in_every_split() -> None:
    kinds = [{template.kind for template in lookalike_templates(split)} for split in SPLITS]
    assert kinds[0] == kinds[1] == kinds[2]
    assert {"decimal", "ssn_like", "ip_like", "missing_space", "word", "filler"} <= kinds[0]


def test_splits_share_no_template() -> None:
    texts = [{template.text for template in lookalike_templates(split)} for split in SPLITS]
    assert not texts[0] & texts[1]
    assert not texts[0] & texts[2]
    assert not texts[1] & texts[2]
    assert len(texts[0]) > 2 * len(texts[1] | texts[2])


def test_every_word_is_marked_in_its_sentences() -> None:
    marked = {
        match.casefold()
        for split in SPLITS
        for template in lookalike_templates(split)
        if template.kind == "word"
        for match in template.text.replace("»", "«").split("«")[1::2]
    }
    assert marked == set(WORDS)
    assert len(WORDS) >= 80


def test_the_mark_is_what_stands_between_the_signs() -> None:
    template = next(t for t in lookalike_templates("train") if "«PEMDAS»" in t.text)
    message = Filler(["Ana"], pool(), random.Random(1)).fill(template)
    (mark,) = message.lookalikes
    assert message.text[mark.start : mark.end] == "PEMDAS"
    assert mark.kind == "abbreviation"


def test_the_same_seed_gives_the_same_messages() -> None:
    one, other = (
        [lookalike_message(pool(), random.Random(seed), "train") for seed in range(50)]
        for _ in range(2)
    )
    assert one == other
    assert len({message.text for message in one}) > 30
